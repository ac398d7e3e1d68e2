/** Recognises HDF5 files, and older ones that are named as they are. */

const MAGIC = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** Places of the signature: behind a block of the user's, such as the 512 bytes of MATLAB's text, of some doubled size. */
const STARTS = [0, 512, 1024, 2048];

export const isHdf5 = (bytes: Uint8Array): boolean =>
  STARTS.some((start) => MAGIC.every((byte, index) => bytes[start + index] === byte));
