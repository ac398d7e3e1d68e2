/** Recognises FreeSurfer's volumes by their header. */
import type { ScalarType } from '../samples/voxels.js';

export const MGH_HEADER_BYTES = 284;
const VERSION = 1;

export const MGH_TYPES: Readonly<Record<number, ScalarType>> = {
  0: 'uint8',
  1: 'int32',
  3: 'float32',
  4: 'int16',
  10: 'uint16',
};

/** Whether `bytes` start as an MGH file does that is not compressed: version 1, positive sizes, and a known type. */
export function isMgh(bytes: Uint8Array): boolean {
  if (bytes.length < MGH_HEADER_BYTES) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, MGH_HEADER_BYTES);
  const sizes = [4, 8, 12, 16].map((at) => view.getInt32(at));
  return view.getInt32(0) === VERSION && sizes.every((size) => size > 0) && view.getInt32(20) in MGH_TYPES;
}
