/** Workflows name tests that are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, '.github', 'workflows');

it.each(readdirSync(FOLDER))('%s', (name) => {
  const named = readFileSync(join(FOLDER, name), 'utf8').match(/\btest\/[\w./-]+/g) ?? [];
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
