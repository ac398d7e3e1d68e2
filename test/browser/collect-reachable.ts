/** Imports and names of the built files, found by a parser. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { minifySync, parseSync, Visitor } from 'vite';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

export interface BuiltFile {
  readonly specifiers: readonly string[];
  /** Every name in its code once it is minified: what is local is then renamed, so that globals stand out. */
  readonly names: ReadonlySet<string>;
}

function readBuiltFile(path: string): BuiltFile {
  const { code } = minifySync(path, readFileSync(path, 'utf8'), { module: true });
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
  // Keys of properties are names of nothing that is looked up.
  const keys = new Set<unknown>();
  const setKey = ({ key, computed }: { readonly key: unknown; readonly computed: boolean }) => {
    if (!computed) keys.add(key);
  };
  new Visitor({
    Property: setKey,
    MethodDefinition: setKey,
    PropertyDefinition: setKey,
    MemberExpression: ({ property: key, computed }) => setKey({ key, computed }),
    Identifier: (identifier) => {
      if (!keys.has(identifier)) names.add(identifier.name);
    },
  }).visit(program);
  return { specifiers: [...new Set(specifiers)], names };
}

/** An entry and all that it imports, by path below `dist`. */
export function collectReachable(path: string, found = new Map<string, BuiltFile>()): ReadonlyMap<string, BuiltFile> {
  if (found.has(path)) return found;
  const file = readBuiltFile(join(DIST, path));
  found.set(path, file);
  for (const specifier of file.specifiers) {
    if (specifier.startsWith('.')) collectReachable(join(dirname(path), specifier), found);
  }
  return found;
}
