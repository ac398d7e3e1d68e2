/** Tells TIFF files by their first bytes. */

/** Whether `bytes` start as TIFF or BigTIFF does, in either byte order. */
export function isTiff([a, b, c, d]: Uint8Array): boolean {
  if (a === 0x49 && b === 0x49) return (c === 42 || c === 43) && d === 0;
  return a === 0x4d && b === 0x4d && c === 0 && (d === 42 || d === 43);
}
