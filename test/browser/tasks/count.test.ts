/** The tasks of all users together. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('are many', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.long.test.ts'));
  const sources = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');
  expect([...sources.matchAll(/async \(v\) => \{/g)].length).toBeGreaterThanOrEqual(90);
});
