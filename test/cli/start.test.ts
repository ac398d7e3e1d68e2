/** What the built command line loads: before it knows what is asked of it, which delays every command, and for some commands. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

/** A built file and all that it imports before it runs, with their sizes in bytes. */
function listLoaded(path: string, found = new Map<string, number>()): ReadonlyMap<string, number> {
  if (found.has(path)) return found;
  const code = readFileSync(path, 'utf8');
  found.set(path, code.length);
  const { staticImports, staticExports } = parseSync(path, code).module;
  for (const { moduleRequest } of [...staticImports, ...staticExports.flatMap(({ entries }) => entries)]) {
    if (moduleRequest?.value.startsWith('.')) listLoaded(join(dirname(path), moduleRequest.value), found);
  }
  return found;
}

const totalBytes = (loaded: ReadonlyMap<string, number>) =>
  [...loaded.values()].reduce((total, size) => total + size, 0);

it('loads a few kilobytes before modules that are compiled already can be used', () => {
  const loaded = listLoaded(join(DIST, 'cli', 'main.js'));
  expect(loaded.size).toBeGreaterThan(1);
  expect(totalBytes(loaded), [...loaded.keys()].join('\n')).toBeLessThan(16_384);
});

it.each([
  ['info', /^(?:pictures|slices|render)-/, 850_000],
  ['slices', /^render-/, 1_200_000],
  // Those of an adapter come where a surface or a field is made.
  ['convert', /^render-(?!convert)/, 1_200_000],
  ['render', /^slices-/, 1_750_000],
])('loads for %s nothing that it does not need', (command, others, bytesMax) => {
  const chunks = join(DIST, 'chunks');
  const exported = new RegExp(`^export \\{ ${command} \\} from`);
  const starts = readdirSync(chunks).filter(
    (name) => name.startsWith(`${command}-`) && exported.test(readFileSync(join(chunks, name), 'utf8')),
  );
  expect(starts).toHaveLength(1);
  const sizes = listLoaded(join(chunks, starts[0]!));
  expect(totalBytes(sizes)).toBeLessThan(bytesMax);
  const loaded = [...sizes.keys()].map((path) => basename(path));
  expect(loaded.some((name) => name.startsWith('commands-'))).toBe(true);
  expect(loaded.filter((name) => name !== starts[0] && others.test(name))).toEqual([]);
});
