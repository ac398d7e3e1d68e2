/** The appearance of a mesh where a ray meets it: its colour, its normal and the light on them, in float64. */
import { add, addScaled, cross, dot, length, normalize, scale, type Vec3 } from '../../math/vec3.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { ResolvedLight } from '../../transfer/light/lights.js';
import type { Shading } from '../../transfer/light/shading.js';
import { sampleTexture } from './sample-texture.js';
import type { SurfaceFinish } from './surface-finish.js';
import type { SurfacePoint } from './surface-point.js';

type Corners<Value> = readonly [Value, Value, Value];

/** Unit vector to where the corners are counter-clockwise, or undefined if the triangle has no area. */
export function unitNormal({ positions, triangles }: Mesh, triangle: number): Vec3 | undefined {
  const [a, b, c] = cornersOf(triangles, triangle, (vertex) => tripleAt(positions, 3 * vertex));
  const normal = cross(addScaled(b, a, -1), addScaled(c, a, -1));
  return length(normal) > 0 ? normalize(normal) : undefined;
}

/**
 * The vertices' unit normals, interpolated; those that are zero are the triangle's.
 * @param flat the triangle's own normal, which stands where the vertices' cancel.
 */
export function smoothNormal({ triangles }: Mesh, normals: Float32Array, point: SurfacePoint, flat: Vec3): Vec3 {
  const corners = cornersOf(triangles, point.triangle, (vertex) => {
    const normal = tripleAt(normals, 3 * vertex);
    return length(normal) > 0 ? normal : flat;
  });
  const normal = interpolate(corners, point);
  return length(normal) > 0 ? normalize(normal) : flat;
}

/**
 * The product of the face's, the vertices' and the image's colours, if the mesh has them; `plain` if it has none of the three.
 * @param pixelWidth world width of a pixel at the point, of which an image shows the mean.
 */
export function surfaceColor(mesh: Mesh, point: SurfacePoint, plain: Vec3, pixelWidth: number): Vec3 {
  const { triangles, vertexColors, faceColors, textures } = mesh;
  if (!vertexColors && !faceColors && !textures) return plain;
  let color = sampleTexture(mesh, point, pixelWidth);
  if (vertexColors) {
    const own = interpolate(
      cornersOf(triangles, point.triangle, (vertex) => scale(tripleAt(vertexColors, 4 * vertex), 1 / 255)),
      point,
    );
    color = color.map((channel, index) => channel * own[index]!) as unknown as Vec3;
  }
  if (!faceColors) return color;
  const face = tripleAt(faceColors, 4 * point.triangle);
  return color.map((channel, index) => (channel * face[index]!) / 255) as unknown as Vec3;
}

/** Shorter than this, the sum of two unit vectors is the rounding of opposite ones, and has no direction. */
const OPPOSITE = 1e-6;

/**
 * Blinn–Phong on both sides alike (J. Blinn, 1977), each channel between 0 and 1.
 * @param normal and the directions `toEye` and `toLight` of unit length.
 */
export function shadeSurface(shading: Shading, color: Vec3, normal: Vec3, toEye: Vec3, toLight: Vec3): Vec3 {
  return lightByAll(shading, color, normal, toEye, [{ toLight, color: [1, 1, 1] }]);
}

/**
 * The colour of a surface under several lights.
 * @param lights with what of their colour reaches the surface.
 * @param finish what its material makes of that.
 */
export function lightByAll(
  shading: Shading,
  color: Vec3,
  normal: Vec3,
  toEye: Vec3,
  lights: readonly ResolvedLight[],
  finish?: SurfaceFinish,
): Vec3 {
  if (finish?.unlit) return color;
  const { specular } = shading;
  const { shine = [specular, specular, specular], shininess = shading.shininess, emission = [0, 0, 0] } = finish ?? {};
  let lit = scale(color, shading.ambient);
  for (const { toLight = toEye, color: received } of lights) {
    const diffuse = shading.diffuse * Math.abs(dot(normal, toLight));
    const half = add(toLight, toEye);
    const highlight = length(half) > OPPOSITE ? Math.abs(dot(normal, normalize(half))) ** shininess : 0;
    lit = lit.map(
      (sum, index) => sum + received[index]! * (color[index]! * diffuse + shine[index]! * highlight),
    ) as unknown as Vec3;
  }
  return clamp(add(lit, emission));
}

/** The colour of what no light reaches. */
export function shadowColor({ ambient }: Shading, color: Vec3): Vec3 {
  return clamp(color.map((channel) => channel * ambient));
}

const clamp = (color: readonly number[]) =>
  color.map((channel) => Math.min(Math.max(channel, 0), 1)) as unknown as Vec3;

function cornersOf<Value>(triangles: Uint32Array, triangle: number, valueAt: (vertex: number) => Value) {
  const at = 3 * triangle;
  return [valueAt(triangles[at]!), valueAt(triangles[at + 1]!), valueAt(triangles[at + 2]!)] as const;
}

function tripleAt(values: Float32Array | Uint8Array, at: number): Vec3 {
  return [values[at]!, values[at + 1]!, values[at + 2]!];
}

function interpolate([a, b, c]: Corners<Vec3>, { u, v }: SurfacePoint): Vec3 {
  return addScaled(addScaled(scale(a, 1 - u - v), b, u), c, v);
}
