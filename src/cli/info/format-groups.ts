/** Prints the formats that tilecast reads. */
import type { FormatGroup } from '../../lab.js';

type Format = FormatGroup['formats'][number];

/** A line for each kind, and one for each of its formats below it. */
export function listFormatGroups(groups: readonly FormatGroup[]): string[] {
  const widest = Math.max(...groups.flatMap(({ formats }) => formats.map(({ name }) => name.length)));
  return groups.flatMap(({ kind, formats }, index) => [
    ...(index > 0 ? [''] : []),
    `${kind}:`,
    ...formats.map(({ name, extensions }) => `  ${name.padEnd(widest)}  ${extensions.join(' ')}`),
  ]);
}

/** Scripts rely on these keys. */
export const nameAndEndings = ({ name, extensions }: Format): Format => ({ name, extensions });
