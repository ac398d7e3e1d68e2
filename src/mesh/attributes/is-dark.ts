/** Whether the surfaces of meshes are so dark that the light of others would leave them black. */
import { length } from '../../math/vec3.js';
import { isBadTriangle, type Mesh } from '../mesh.js';
import { triangleCorners, triangleNormal } from '../triangle/triangle-corners.js';
import { COORDINATE_COMPONENTS, type MeshImage, type Wrap } from './textures.js';

/** The level, 0 to 255, that dark surfaces stay below: that of a grey of a tenth in linear light. */
const DARK = 90;
/** The share of the area that is so dark: what is bright besides, such as a face above a suit, may be no more than the rest. */
const SHARE = 0.6;
/** Triangles of a mesh that are looked at, at most, spread over all. */
const LOOKED_AT = 5000;

/** @returns false where no surface has a colour of its own, or an area. */
export function isDark(meshes: readonly Mesh[]): boolean {
  let [dark, all] = [0, 0];
  for (const mesh of meshes) {
    const triangles = mesh.triangles.length / 3;
    const stride = Math.ceil(triangles / LOOKED_AT);
    for (let triangle = 0; triangle < triangles; triangle += stride) {
      if (isBadTriangle(mesh, triangle)) continue;
      const area = stride * length(triangleNormal(...triangleCorners(mesh, triangle)));
      all += area;
      if (brightestChannel(mesh, triangle) < DARK) dark += area;
    }
  }
  return dark > SHARE * all;
}

/** The largest of red, green and blue in the middle of a triangle, 0 to 255. */
function brightestChannel(mesh: Mesh, triangle: number): number {
  const { vertexColors, faceColors, textures } = mesh;
  if (!vertexColors && !faceColors && !textures) return 255;
  const corners = [0, 1, 2].map((corner) => mesh.triangles[3 * triangle + corner]!);
  const texel = textures && texelOf(textures.images, textures.coordinates, corners);
  return Math.max(
    ...[0, 1, 2].map((channel) => {
      const own = vertexColors
        ? corners.reduce((sum, vertex) => sum + vertexColors[4 * vertex + channel]!, 0) / corners.length
        : 255;
      return (own * (faceColors?.[4 * triangle + channel] ?? 255) * (texel?.[channel] ?? 255)) / 255 ** 2;
    }),
  );
}

/** The colour of the image where the middle of a triangle is; undefined where it has none. */
function texelOf(
  images: readonly MeshImage[],
  coordinates: Float32Array,
  corners: readonly number[],
): Uint8Array | undefined {
  const image = images[coordinates[COORDINATE_COMPONENTS * corners[0]! + 2]!];
  if (!image) return undefined;
  const middle = (axis: number) =>
    corners.reduce((sum, vertex) => sum + coordinates[COORDINATE_COMPONENTS * vertex + axis]!, 0) / corners.length;
  const [column, row] = [
    texelAlong(middle(0), image.width, image.wrap[0]),
    texelAlong(middle(1), image.height, image.wrap[1]),
  ];
  return image.texels.subarray(4 * (row * image.width + column));
}

function texelAlong(coordinate: number, size: number, wrap: Wrap): number {
  const inPeriod = coordinate - Math.floor(coordinate);
  const isMirrored = wrap === 'mirror' && Math.abs(Math.floor(coordinate)) % 2 === 1;
  const within = wrap === 'clamp' ? Math.min(Math.max(coordinate, 0), 1) : isMirrored ? 1 - inPeriod : inPeriod;
  return Math.min(size - 1, Math.floor(within * size)) || 0;
}
