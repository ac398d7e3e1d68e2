/** Casts meshes to an image on the CPU in float64: every ray against every triangle, plain and slow. */
import { type Camera, cameraBasis, type ImageSize, type Ray, rayThroughPixel } from '../camera/camera.js';
import { subpixelOffsets } from '../math/subpixels.js';
import { add, addScaled, dot, length, normalize, scale, type Vec3 } from '../math/vec3.js';
import { isBadTriangle, type Mesh } from '../mesh/mesh.js';
import { computeNormals } from '../mesh/normals.js';
import { createShading, SHADOW_OFFSET, type Shading } from '../transfer/shading.js';
import { intersectTriangle, type ShearedRay, shearRay, type TriangleHit } from './intersect-triangle.js';
import { lightSurface, shadowColor, smoothNormal, surfaceColor, triangleNormal } from './shade-mesh.js';

export interface CastMeshOptions extends ImageSize {
  readonly meshes: readonly Mesh[];
  readonly camera: Camera;
  /** Red, green and blue between 0 and 1, or straight alpha instead of a background. */
  readonly background: Vec3 | 'transparent';
  readonly shading?: Shading;
  /** The colour of meshes without their own. */
  readonly meshColor?: Vec3;
  /** Which triangles are left out: those whose corners are clockwise as the eye sees them are the backs. */
  readonly cull?: 'none' | 'back' | 'front';
  /** Whether to light by the vertices' normals, which are computed where a mesh has none, or by the triangles'. */
  readonly smooth?: boolean;
  /** Whether a light with a direction casts shadows: those of all triangles, culled or not. */
  readonly shadows?: boolean;
  /** Rays through each pixel, of which it shows the mean. */
  readonly samplesPerPixel?: number;
}

export const CAST_MESH_DEFAULTS = {
  shading: createShading(),
  meshColor: [0.8, 0.8, 0.8],
  cull: 'none',
  smooth: true,
  shadows: false,
  samplesPerPixel: 1,
} as const satisfies Partial<CastMeshOptions>;

export interface MeshImage {
  /** 4 bytes a pixel, rows from the top. */
  readonly pixels: Uint8Array;
  /** `pixels` before quantisation, between 0 and 1. */
  readonly colors: Float64Array;
  /** The triangle at each pixel's centre, counted through all meshes, or `NO_TRIANGLE`. */
  readonly ids: Uint32Array;
  /** World distance to it along the ray, or Infinity. */
  readonly depths: Float64Array;
  /** Rays that hit a triangle. */
  readonly hitCount: number;
  /** Triangles without area, or with a vertex that does not exist or is not finite. */
  readonly trianglesSkipped: number;
}

export const NO_TRIANGLE = 0xffffffff;

type Settings = Required<CastMeshOptions>;

/** A triangle that can be hit. */
interface Face {
  readonly id: number;
  readonly mesh: Mesh;
  /** Its index in the mesh. */
  readonly triangle: number;
  readonly normal: Vec3;
  /** The mesh's normals, unless the triangle's own are to be seen. */
  readonly vertexNormals: Float32Array | undefined;
}

interface FaceHit extends TriangleHit {
  readonly face: Face;
}

export function castMesh(options: CastMeshOptions): MeshImage {
  const settings: Settings = { ...CAST_MESH_DEFAULTS, ...options };
  const { meshes, camera, width, height, background, samplesPerPixel } = settings;
  const faces = listFaces(meshes, settings.smooth);
  const ids = new Uint32Array(width * height).fill(NO_TRIANGLE);
  const depths = new Float64Array(width * height).fill(Infinity);
  const sums = Array.from(ids, (): Vec3 => [0, 0, 0]);
  const hitCounts = new Uint32Array(width * height);
  for (const [place, [right, up]] of subpixelOffsets(samplesPerPixel).entries()) {
    const rays = Array.from(ids, (_, pixel) =>
      rayThroughPixel(camera, { width, height }, (pixel % width) + right, Math.floor(pixel / width) - up),
    );
    for (const [pixel, hit] of nearestHits(faces, rays.map(shearRay), settings).entries()) {
      if (!hit) continue;
      sums[pixel] = add(sums[pixel]!, shadeHit(hit, rays[pixel]!, faces, settings));
      hitCounts[pixel]!++;
      if (place > 0) continue;
      ids[pixel] = hit.face.id;
      depths[pixel] = hit.t;
    }
  }
  const colors = new Float64Array(4 * width * height);
  for (const [pixel, sum] of sums.entries())
    colors.set(blend(sum, hitCounts[pixel]!, samplesPerPixel, background), 4 * pixel);
  const trianglesCount = meshes.reduce((count, { triangles }) => count + triangles.length / 3, 0);
  return {
    pixels: Uint8Array.from(colors, (value) => Math.round(255 * value)),
    colors,
    ids,
    depths,
    hitCount: hitCounts.reduce((total, count) => total + count, 0),
    trianglesSkipped: trianglesCount - faces.length,
  };
}

/** In the order of their ids. */
function listFaces(meshes: readonly Mesh[], smooth: boolean): Face[] {
  const faces: Face[] = [];
  let firstId = 0;
  for (const mesh of meshes) {
    const vertexNormals = smooth ? (mesh.normals ?? computeNormals(mesh)) : undefined;
    const triangleCount = mesh.triangles.length / 3;
    for (let triangle = 0; triangle < triangleCount; triangle++) {
      const normal = isBadTriangle(mesh, triangle) ? undefined : triangleNormal(mesh, triangle);
      if (normal) faces.push({ id: firstId + triangle, mesh, triangle, normal, vertexNormals });
    }
    firstId += triangleCount;
  }
  return faces;
}

/** For each pixel's ray; of equally near triangles, the one with the lower id. */
function nearestHits(
  faces: readonly Face[],
  rays: readonly ShearedRay[],
  { camera, width, height, cull }: Settings,
): (FaceHit | undefined)[] {
  const hits: (FaceHit | undefined)[] = rays.map(() => undefined);
  const rectangleOf = createRectangles(camera, { width, height });
  for (const face of faces) {
    const { left, right, top, bottom } = rectangleOf(cornersFrom(face, camera.eye));
    for (let y = top; y <= bottom; y++) {
      for (let pixel = y * width + left; pixel <= y * width + right; pixel++) {
        const ray = rays[pixel]!;
        const hit = intersectTriangle(ray, cornersFrom(face, ray.origin));
        if (!hit || cull === (hit.isFront ? 'front' : 'back')) continue;
        if (hit.t < (hits[pixel]?.t ?? Infinity)) hits[pixel] = { ...hit, face };
      }
    }
  }
  return hits;
}

const SCRATCH = new Float64Array(9);

/** x, y and z of a triangle's corners relative to a point of the world; the next call overwrites them. */
function cornersFrom({ mesh: { positions, triangles, origin }, triangle }: Face, point: Vec3): Float64Array {
  for (let axis = 0; axis < 3; axis++) {
    // First the large numbers, of which little is left.
    const offset = origin[axis]! - point[axis]!;
    for (let corner = 0; corner < 3; corner++) {
      SCRATCH[3 * corner + axis] = positions[3 * triangles[3 * triangle + corner]! + axis]! + offset;
    }
  }
  return SCRATCH;
}

/** Of a corner's distance: where it is less deep, behind the eye or beside it, its place in the image is not known well. */
const MIN_DEPTH = 1e-6;

/**
 * From a triangle's corners, relative to the eye, to the pixels that it may cover: those of the rectangle about the corners
 * in the image, and one more around for rounding. All, where a corner is not in front of a perspective eye.
 */
function createRectangles(camera: Camera, { width, height }: ImageSize) {
  const basis = cameraBasis(camera);
  return (corners: Float64Array) => {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let at = 0; at < 9; at += 3) {
      const point = [corners[at]!, corners[at + 1]!, corners[at + 2]!] as const;
      const depth = dot(point, basis.forward);
      if (camera.projection === 'perspective' && !(depth > MIN_DEPTH * length(point))) {
        return { left: 0, right: width - 1, top: 0, bottom: height - 1 };
      }
      const heightWorld =
        camera.projection === 'perspective' ? 2 * depth * Math.tan((camera.fovDegrees * Math.PI) / 360) : camera.height;
      const x = width / 2 + (dot(point, basis.right) / heightWorld) * height;
      const y = height / 2 - (dot(point, basis.up) / heightWorld) * height;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    }
    return {
      left: Math.max(0, Math.floor(left) - 1),
      right: Math.min(width - 1, Math.floor(right) + 1),
      top: Math.max(0, Math.floor(top) - 1),
      bottom: Math.min(height - 1, Math.floor(bottom) + 1),
    };
  };
}

function shadeHit(hit: FaceHit, ray: Ray, faces: readonly Face[], { shading, meshColor, shadows }: Settings): Vec3 {
  const { mesh, normal: flat, vertexNormals, triangle } = hit.face;
  const point = { triangle, u: hit.u, v: hit.v };
  const color = surfaceColor(mesh, point, meshColor);
  const toEye = scale(ray.direction, -1);
  const toLight = shading.light === 'headlight' ? toEye : normalize(shading.light);
  if (shadows && shading.light !== 'headlight' && isInShadow(hit, ray, toLight, faces))
    return shadowColor(shading, color);
  const normal = vertexNormals ? smoothNormal(mesh, vertexNormals, point, flat) : flat;
  return lightSurface(shading, color, normal, toEye, toLight);
}

/** Whether any triangle is between a hit and a light in a direction; the hit's own one is if the light is behind it. */
function isInShadow({ t, face }: FaceHit, ray: Ray, toLight: Vec3, faces: readonly Face[]): boolean {
  const side = dot(face.normal, ray.direction) > 0 ? -1 : 1;
  const origin = addScaled(addScaled(ray.origin, ray.direction, t), face.normal, side * SHADOW_OFFSET * t);
  const shadowRay = shearRay({ origin, direction: toLight });
  return faces.some((other) => intersectTriangle(shadowRay, cornersFrom(other, origin)));
}

/** Red, green, blue and straight alpha of a pixel, from the sum of the colours that its rays hit. */
function blend(sum: Vec3, hitCount: number, rayCount: number, background: Vec3 | 'transparent'): readonly number[] {
  if (background !== 'transparent')
    return [...addScaled(scale(sum, 1 / rayCount), background, 1 - hitCount / rayCount), 1];
  return hitCount === 0 ? [0, 0, 0, 0] : [...scale(sum, 1 / hitCount), hitCount / rayCount];
}
