/** Recognises .tri meshes. */

/** Files whose vertices have normals after their positions, and files without; triangles have colours in both. */
export const TRI_MAGIC_WITH_NORMALS = 0xdeadc0de;
const MAGIC = 0xdeadbeef;

/** The first word; 0 of a file that has none. */
export function readTriMagic(bytes: Uint8Array): number {
  if (bytes.length < 4) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
}

/** Whether `bytes` start with the magic number of a .tri file with colours. */
export function isTri(bytes: Uint8Array): boolean {
  return [TRI_MAGIC_WITH_NORMALS, MAGIC].includes(readTriMagic(bytes));
}
