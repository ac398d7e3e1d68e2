/** Built files for pages: an entry and all that it imports. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

export const DIST = join(import.meta.dirname, '..', '..', 'dist');

/** Copies a file of `dist`, and all that it imports, to the same places below a folder. */
export function copyReachable(name: string, folder: string): void {
  const to = join(folder, name);
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(DIST, name), to);
  const code = readFileSync(to, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(name, code).module;
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ];
  for (const specifier of specifiers) if (specifier) copyReachable(join(dirname(name), specifier), folder);
}
