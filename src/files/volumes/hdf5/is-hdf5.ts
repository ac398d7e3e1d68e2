/** Recognises HDF5 files, and older ones that are named as they are. */

const MAGIC = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** The smallest user block before the signature, such as MATLAB's text; others are twice, four times, … as large. */
const USER_BLOCK_BYTES = 512;

export function isHdf5(bytes: Uint8Array): boolean {
  for (let start = 0; start < bytes.length; start = Math.max(2 * start, USER_BLOCK_BYTES)) {
    if (MAGIC.every((byte, index) => bytes[start + index] === byte)) return true;
  }
  return false;
}
