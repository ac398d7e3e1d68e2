/** Recognises density maps by their header. */

export const MRC_HEADER_BYTES = 1024;

const MAP_AT = 208;

/** Whether `bytes` start as a map does: with MAP in word 53 of its header. */
export function isMrc(bytes: Uint8Array): boolean {
  return bytes.length >= MRC_HEADER_BYTES && String.fromCharCode(...bytes.subarray(MAP_AT, MAP_AT + 3)) === 'MAP';
}
