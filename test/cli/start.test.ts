/** The built command line, before it knows what is asked of it: all that it loads by then delays every command. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

/** A built file and all that it imports before it runs, with their sizes in bytes. */
function listLoaded(path: string, found = new Map<string, number>()): ReadonlyMap<string, number> {
  if (found.has(path)) return found;
  const code = readFileSync(path, 'utf8');
  found.set(path, code.length);
  for (const { moduleRequest } of parseSync(path, code).module.staticImports) {
    if (moduleRequest.value.startsWith('.')) listLoaded(join(dirname(path), moduleRequest.value), found);
  }
  return found;
}

it('loads a few kilobytes before modules that are compiled already can be used', () => {
  const loaded = listLoaded(join(DIST, 'cli', 'main.js'));
  expect(loaded.size).toBeGreaterThan(1);
  const bytes = [...loaded.values()].reduce((total, size) => total + size, 0);
  expect(bytes, [...loaded.keys()].join('\n')).toBeLessThan(16_384);
});
