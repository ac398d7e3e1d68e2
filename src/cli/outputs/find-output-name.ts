/** The output among inputs, where somebody left out its option. */
import { existsSync } from 'node:fs';

/** The last of several names, if it ends as files do and there is none of it yet. */
export function findOutputName(names: readonly string[]): string | undefined {
  const last = names.at(-1);
  return last !== undefined && !last.startsWith('-') && /[^./\\]\.\w+$/.test(last) && !existsSync(last)
    ? last
    : undefined;
}
