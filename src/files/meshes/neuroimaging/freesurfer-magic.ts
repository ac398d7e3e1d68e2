/** Recognises FreeSurfer's files by their first three bytes: https://surfer.nmr.mgh.harvard.edu/fswiki/FileFormats. */

export const FREESURFER_MAGIC = { triangles: 0xfffffe, quads: 0xffffff, newQuads: 0xfffffd } as const;

/** Magic number, vertices, triangles, values a vertex. */
const VALUES_HEADER_SIZE_BYTES = 15;

export function isFreeSurfer(bytes: Uint8Array): boolean {
  if (!(bytes.length > VALUES_HEADER_SIZE_BYTES && bytes[0] === 0xff && bytes[1] === 0xff && bytes[2]! >= 0xfd)) {
    return false;
  }
  // Photo CD pictures begin with 2,048 such bytes, and no surface has as many vertices as these would say.
  return bytes.subarray(0, VALUES_HEADER_SIZE_BYTES).some((byte) => byte < 0xfd);
}

/** Values share their magic number with old surfaces of quadrangles, and are recognised by their size. */
export function isFreeSurferValues(bytes: Uint8Array): boolean {
  if (!isFreeSurfer(bytes) || bytes[2] !== 0xff) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return bytes.length === VALUES_HEADER_SIZE_BYTES + 4 * view.getUint32(3) && view.getUint32(11) === 1;
}

/** A number of vertices follows -1, then a number and a position of each. */
const [PATCH_HEADER_SIZE_BYTES, PATCH_VERTEX_SIZE_BYTES] = [8, 16];

/** Patches (.patch.flat, .patch.3d) start as old surfaces of quadrangles do, and are recognised by their size. */
export function isFreeSurferPatch(bytes: Uint8Array): boolean {
  if (!isFreeSurfer(bytes) || bytes[2] !== 0xff || bytes[3] !== 0xff) return false;
  const vertices = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4);
  return bytes.length === PATCH_HEADER_SIZE_BYTES + PATCH_VERTEX_SIZE_BYTES * vertices;
}
