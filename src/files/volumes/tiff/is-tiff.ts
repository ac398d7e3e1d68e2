/** Recognises TIFF files, and descriptions of sets of them, by their first bytes. */

/** Whether `bytes` start as TIFF or BigTIFF does, in either byte order. */
export function isTiff([a, b, c, d]: Uint8Array): boolean {
  if (a === 0x49 && b === 0x49) return (c === 42 || c === 43) && d === 0;
  return a === 0x4d && b === 0x4d && c === 0 && (d === 42 || d === 43);
}

/** Whether `bytes` start as OME-XML does, which names the TIFF files that belong to it. */
export const isOmeXml = (bytes: Uint8Array) =>
  /^[^<]{0,3}(?:<[?!][^>]*>\s*)*<(?:\w+:)?OME\b/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 1000)));
