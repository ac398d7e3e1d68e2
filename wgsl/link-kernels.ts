/** Links the kernels of ordinary frames when the package is built, as the source of a module. */
import { link, RecordResolver } from 'wesl/core';
import { linkKey } from '../src/gpu/shaders/link-key.ts';
import { foldTexts } from './fold-texts.ts';
import { LINKED_KERNELS } from './linked-kernels.ts';

/** The module that `src/gpu/shaders/linked-shaders.d.ts` declares. @param sources of all modules below `wgsl/`, by their paths. */
export async function linkKernels(sources: Record<string, string>): Promise<string> {
  // One resolver, which keeps what it has parsed.
  const resolver = new RecordResolver(sources, { keepComments: false });
  const texts = await Promise.all(
    LINKED_KERNELS.map(async ([rootModuleName, names]) => {
      const conditions = conditionsOf(names);
      return (await link({ resolver, rootModuleName, conditions, keepComments: false, sourceMap: false })).dest;
    }),
  );
  const { lines, runs } = foldTexts(texts);
  const entries = LINKED_KERNELS.map(([path, names], index) => [linkKey(path, conditionsOf(names)), runs[index]]);
  return [
    `export const LINES = ${JSON.stringify(lines.join('\n'))}.split('\\n');`,
    `export const LINKED_SHADERS = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(entries)))});`,
  ].join('\n');
}

const conditionsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));
