/** Recognises clouds of points of the Point Cloud Library by their header. */

/** Whether a comment or the first field of a header of PCD is what the bytes start with. */
export const isPcd = (bytes: Uint8Array): boolean =>
  /^(?:#[^\n]*\n\s*)*(?:# \.PCD|VERSION \.?\d[.\d]*\s+(?:FIELDS|COLUMNS) )/.test(
    new TextDecoder('latin1').decode(bytes.subarray(0, 512)),
  );
