/** The header of NumPy's format for arrays, version 1.0: numpy.lib.format in its documentation. */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
/** A multiple of 64, with room for any length. */
export const NPY_HEADER_BYTES = 128;

/**
 * Header of an array of little-endian numbers, which follow it.
 * @param shape lengths along its axes, the last of which is fastest.
 */
export function createNpyHeader(type: 'u1' | 'i4' | 'f4' | 'f8', ...shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(NPY_HEADER_BYTES).fill(0x20);
  bytes.set(MAGIC);
  const dictionaryBytes = NPY_HEADER_BYTES - MAGIC.length - 2;
  new DataView(bytes.buffer).setUint16(MAGIC.length, dictionaryBytes, true);
  const dictionary = `{'descr': '<${type}', 'fortran_order': False, 'shape': (${shape.join(', ')}${shape.length === 1 ? ',' : ''}), }`;
  bytes.set(new TextEncoder().encode(dictionary), MAGIC.length + 2);
  bytes[NPY_HEADER_BYTES - 1] = 0x0a;
  return bytes;
}
