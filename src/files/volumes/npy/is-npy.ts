/** Recognises NumPy's arrays by their first bytes. */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** Whether `bytes` start as an array does: with \x93NUMPY. */
export function isNpy(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, at) => bytes[at] === byte);
}
