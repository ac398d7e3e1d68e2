/** Labels of 64 bits, which stores of reconstructed neurons have, as the 32 bits that voxels can have. */

/** A line for the user about such labels. */
export const WIDE_LABELS_NOTE =
  'has labels of 64 bits, whose lower 32 are taken: numbers above 4294967295 are others, and two of them may look alike';

/** The lower halves of little-endian 64-bit integers. */
export function lowerHalves(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 3 }, (_, index) => view.getUint32(8 * index, true));
}
