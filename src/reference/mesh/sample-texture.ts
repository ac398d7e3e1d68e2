/** The colour of a mesh's image where a ray meets it, in float64: https://registry.khronos.org/glTF/specs/2.0, section 3.8.4. */
import { add, cross, length, scale, subtract, type Vec3 } from '../../math/vec3.js';
import { buildLevels, type ImageLevels, type MeshImage, type Wrap } from '../../mesh/attributes/textures.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { SurfacePoint } from './surface-point.js';

const WHITE: Vec3 = [1, 1, 1];

/**
 * @param pixelWidth world width of a pixel at the point: texels that are smaller are averaged.
 * @returns white where the triangle has no image.
 */
export function sampleTexture(mesh: Mesh, { triangle, u, v }: SurfacePoint, pixelWidth: number): Vec3 {
  const { textures, triangles } = mesh;
  if (!textures) return WHITE;
  const corners = [0, 1, 2].map((corner) => 3 * triangles[3 * triangle + corner]!);
  const { coordinates } = textures;
  const image = textures.images[coordinates[corners[0]! + 2]!];
  if (!image) return WHITE;
  const uvs = corners.map((at) => [coordinates[at]!, coordinates[at + 1]!] as const);
  return sampleImage(mesh, image, uvs, { triangle, u, v }, pixelWidth);
}

/** The colour of an image at a place of a triangle. @param uvs the coordinates of the triangle's corners in the image. */
export function sampleImage(
  mesh: Mesh,
  image: MeshImage,
  uvs: readonly (readonly [number, number])[],
  { triangle, u, v }: SurfacePoint,
  pixelWidth: number,
): Vec3 {
  const weights = [1 - u - v, u, v];
  const uv = [0, 1].map((axis) => weights.reduce((sum, weight, corner) => sum + weight * uvs[corner]![axis]!, 0));
  const levels = levelsOf(image);
  const level = Math.min(findLevel(mesh, triangle, uvs, image, pixelWidth), levels.length - 1);
  const near = Math.floor(level);
  const first = sampleLevel(levels[near]!, image.wrap, uv[0]!, uv[1]!);
  if (near === level) return first;
  const second = sampleLevel(levels[near + 1]!, image.wrap, uv[0]!, uv[1]!);
  return add(scale(first, near + 1 - level), scale(second, level - near));
}

const known = new WeakMap<MeshImage, ImageLevels>();

function levelsOf(image: MeshImage): ImageLevels {
  const levels = known.get(image) ?? buildLevels(image);
  known.set(image, levels);
  return levels;
}

/**
 * The level whose texels are as large as the pixel. Source: T. Akenine-Möller et al., "Texture Level of Detail Strategies for
 * Real-Time Ray Tracing", Ray Tracing Gems, 2019, section 20.3; surfaces that are seen at a slant are not blurred more.
 */
function findLevel(
  { positions, triangles }: Mesh,
  triangle: number,
  uvs: readonly (readonly [number, number])[],
  { width, height }: MeshImage,
  pixelWidth: number,
): number {
  const [a, b, c] = [0, 1, 2].map((corner) => {
    const at = 3 * triangles[3 * triangle + corner]!;
    return [positions[at]!, positions[at + 1]!, positions[at + 2]!] as Vec3;
  });
  const world = length(cross(subtract(b!, a!), subtract(c!, a!)));
  const [p, q, r] = uvs as [readonly [number, number], readonly [number, number], readonly [number, number]];
  const texels = width * height * Math.abs((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]));
  const texelsAcross = pixelWidth * Math.sqrt(texels / world);
  return texelsAcross > 1 ? Math.log2(texelsAcross) : 0;
}

/** Bilinear interpolation between texels' centres. */
function sampleLevel(
  { width, height, texels }: ImageLevels[number],
  [wrapX, wrapY]: readonly [Wrap, Wrap],
  u: number,
  v: number,
): Vec3 {
  const [x, y] = [wrapCoordinate(u, wrapX) * width - 0.5, wrapCoordinate(v, wrapY) * height - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  let sum: Vec3 = [0, 0, 0];
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const at = 4 * (wrapTexel(top + dy, height, wrapY) * width + wrapTexel(left + dx, width, wrapX));
    const weight = (dx ? x - left : left + 1 - x) * (dy ? y - top : top + 1 - y);
    sum = add(sum, scale([texels[at]!, texels[at + 1]!, texels[at + 2]!], weight / 255));
  }
  return sum;
}

/** A texture coordinate wrapped into the image, from 0 to 1. */
function wrapCoordinate(coordinate: number, wrap: Wrap): number {
  if (!Number.isFinite(coordinate)) return 0;
  if (wrap === 'clamp') return Math.min(Math.max(coordinate, 0), 1);
  if (wrap === 'repeat') return coordinate - Math.floor(coordinate);
  const within = coordinate - 2 * Math.floor(coordinate / 2);
  return within > 1 ? 2 - within : within;
}

/** A texel beside the image's edge is the one at the other end where it is repeated. */
function wrapTexel(texel: number, size: number, wrap: Wrap): number {
  return wrap === 'repeat' ? (texel + size) % size : Math.min(Math.max(texel, 0), size - 1);
}
