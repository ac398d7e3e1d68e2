/** Recognises 3D Studio meshes. */

/** The chunk that holds all others. */
const MAIN = 0x4d4d;

/** Version, editor and keyframes, one of which comes first in it. */
const WITHIN_MAIN = [0x0002, 0x3d3d, 0xb000];

/** Whether `bytes` start as 3DS files do: with the main chunk, and in it one that belongs there. */
export function is3ds(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const first = view.getUint16(6, true);
  return view.getUint16(0, true) === MAIN && WITHIN_MAIN.includes(first);
}
