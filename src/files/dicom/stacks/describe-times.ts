/** The attribute that distinguishes the volumes of a series that are taken as time points. */
import type { Stack } from './find-stacks.js';

/** The keys of `Slice.timeKeys`, in their order: what people call them, and their unit. Clocks say nothing that is worth a line. */
const KEYS: readonly (readonly [name: string, unit?: string])[] = [
  ['temporal position'],
  ['trigger time', ' ms'],
  ['b-value', ' s/mm²'],
];

const LISTED_MAX = 4;

/** Words such as "trigger time, 0 to 800 ms" or "b-value, 0, 500 and 1000 s/mm²"; undefined where only clocks or numbers differ. */
export function describeTimes({ positions }: Pick<Stack, 'positions'>): string | undefined {
  const slices = positions[0]!.slices;
  const [first] = slices;
  if (slices.length > 1 && first!.frameTimeMs !== undefined) {
    return `frames of a film, ${Number(first!.frameTimeMs.toPrecision(4))} ms apart`;
  }
  const index = KEYS.findIndex((_, key) => slices.some(({ timeKeys }) => timeKeys[key] !== first!.timeKeys[key]));
  const [name, unit] = KEYS[index] ?? [];
  if (name !== undefined) {
    return unit === undefined
      ? name
      : list(
          name,
          unit,
          slices.map(({ timeKeys }) => timeKeys[index]!),
        );
  }
  const bValues = slices.flatMap(({ bValue }) => bValue ?? []);
  const differ = bValues.length === slices.length && bValues.some((value) => value !== bValues[0]);
  return differ ? list('b-value', ' s/mm²', bValues) : undefined;
}

function list(name: string, unit: string, all: readonly number[]): string {
  const values = [...new Set(all.map((value) => Number(value.toPrecision(4))))].sort((a, b) => a - b);
  if (values.length > LISTED_MAX) return `${name}, ${values[0]} to ${values.at(-1)}${unit}`;
  return `${name}, ${values.slice(0, -1).join(', ')} and ${values.at(-1)}${unit}`;
}
