/** Recognises STL files, binary or ascii. */

/** A binary file starts with text and the number of triangles. */
export const STL_HEADER_SIZE_BYTES = 80;
export const STL_START_SIZE_BYTES = 84;

/** A triangle has its normal, three vertices, and a word that some programs keep a colour in. */
export const STL_TRIANGLE_SIZE_BYTES = 50;

/** Ascii files have their first facet, or their end, within this, unless their name is longer. */
const ASCII_START_SIZE_BYTES = 4096;

/** Whether `bytes` look like ascii STL, or have exactly the size that a binary one says. */
export function isStl(bytes: Uint8Array): boolean {
  return hasBinarySize(bytes) || isAsciiStl(bytes);
}

function hasBinarySize(bytes: Uint8Array): boolean {
  return bytes.length >= STL_START_SIZE_BYTES && bytes.length === binaryStlSizeBytes(bytes);
}

/** The size of a binary file with as many triangles as it says. */
export function binaryStlSizeBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return STL_START_SIZE_BYTES + STL_TRIANGLE_SIZE_BYTES * view.getUint32(STL_HEADER_SIZE_BYTES, true);
}

/** Whether it is ascii. Binary headers may start with "solid", too, but no facet follows, or the size gives them away. */
export function isAsciiStl(bytes: Uint8Array): boolean {
  if (hasBinarySize(bytes)) return false;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, ASCII_START_SIZE_BYTES));
  return /^(?:ï»¿)?\s*solid\b[^\0]*?\s(?:facet\s+normal|endsolid)\b/i.test(start);
}
