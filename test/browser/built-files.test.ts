/** The built files that a browser loads for tilecast's root entry: they need nothing of Node. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const GLOBALS_OF_NODE = ['Buffer', '__dirname', '__filename', 'global', 'process', 'require', 'setImmediate'];

interface BuiltFile {
  readonly specifiers: readonly string[];
  /** Every name in its code: the minifier renames what is local, so that globals stand out. */
  readonly names: ReadonlySet<string>;
}

function readBuiltFile(path: string): BuiltFile {
  const code = readFileSync(path, 'utf8');
  const { program, module } = parseSync(path, code);
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value),
  );
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reexports.filter((specifier) => specifier !== undefined && specifier !== null),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ];
  const names = new Set<string>();
  new Visitor({ Identifier: ({ name }) => void names.add(name) }).visit(program);
  return { specifiers: [...new Set(specifiers)], names };
}

/** By path below `dist`. */
function collectReachable(path: string, found = new Map<string, BuiltFile>()): ReadonlyMap<string, BuiltFile> {
  if (found.has(path)) return found;
  const file = readBuiltFile(join(DIST, path));
  found.set(path, file);
  for (const specifier of file.specifiers) {
    if (specifier.startsWith('.')) collectReachable(join(dirname(path), specifier), found);
  }
  return found;
}

describe('what a browser loads for index.js', () => {
  const reachable = collectReachable('index.js');

  it('is found, as is what Node alone has', () => {
    expect([...reachable.keys()].some((path) => path.startsWith('chunks'))).toBe(true);
    const files = [...collectReachable('node/index.js').values()];
    expect(files.some(({ specifiers }) => specifiers.includes('node:zlib'))).toBe(true);
    expect(files.some(({ names }) => names.has('process'))).toBe(true);
  });

  it.each([...reachable])('%s imports by relative paths alone', (_, { specifiers }) => {
    expect(specifiers.filter((specifier) => !/^\.\.?\//.test(specifier))).toEqual([]);
  });

  it.each([...reachable])("%s uses none of Node's globals", (_, { names }) => {
    expect(GLOBALS_OF_NODE.filter((name) => names.has(name))).toEqual([]);
  });
});
