/**
 * Mapping and filtering of typed arrays of any length. The engine's own `from` with a function, and `filter`, first box their
 * numbers in a list, and V8 aborts the process at 134 million of them: a mask of 512 × 512 × 600 voxels has more.
 */

export type NumberArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Fills `target`, which is as long as `source`, with what `map` makes of its numbers. */
export function mapNumbers<T extends NumberArray>(
  target: T,
  source: ArrayLike<number>,
  map: (value: number, index: number) => number,
): T {
  for (let index = 0; index < target.length; index++) target[index] = map(source[index]!, index);
  return target;
}

/** The numbers that pass `test`, in their order, in float64. */
export function keepNumbers(source: ArrayLike<number>, test: (value: number) => boolean): Float64Array<ArrayBuffer> {
  let count = 0;
  for (let index = 0; index < source.length; index++) if (test(source[index]!)) count++;
  const kept = new Float64Array(count);
  for (let index = 0, at = 0; at < count; index++) if (test(source[index]!)) kept[at++] = source[index]!;
  return kept;
}
