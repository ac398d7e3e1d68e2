/** Ranges of a file's bytes. */

/** A range of bytes from an offset, or at the end. */
export type ByteRange = { readonly offset: number; readonly length: number } | { readonly suffixLength: number };

/** The place of a range in a file of a given size. */
export function rangeWithin(range: ByteRange, sizeBytes: number): readonly [start: number, end: number] {
  if ('suffixLength' in range) return [Math.max(sizeBytes - range.suffixLength, 0), sizeBytes];
  return [range.offset, Math.min(range.offset + range.length, sizeBytes)];
}
