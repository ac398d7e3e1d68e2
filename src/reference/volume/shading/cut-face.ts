/** Faces that clipping cuts through a volume, in float64. */
import type { Ray } from '../../../camera/camera.js';
import type { HalfSpace } from '../../../math/half-space.js';
import { addScaled, dot, length, normalize, scale, type Vec3 } from '../../../math/vec3.js';

export interface CutFace {
  /** World direction of length 1, into what is kept. */
  readonly normal: Vec3;
  /** Weight from 1 at the face to 0 below it. */
  readonly weight: number;
}

/** Depth in steps, of one spacing at least, at which a face ends: the first sample below it is wholly its own. */
const FACE_DEPTH = 2;
/** Gain on the sine of a ray's angle to a face: those that glance off it show what they hit there. */
const FACE_GAIN = 4;

/** Maps a world point that a ray has come to, and the direction back to the eye, to the face that is shortly before. */
export type CutFaceAt = (pointWorld: Vec3, toEye: Vec3) => CutFace;

/** @param unitWorld the smallest spacing. */
export function createCutFace(clip: readonly HalfSpace[], unitWorld: number, stepVoxels: number): CutFaceAt {
  const faces = clip.map(({ normal, offset }) => ({
    normal: normalize(normal),
    offset: offset / length(normal),
  }));
  return (pointWorld, toEye) => {
    let sum: Vec3 = [0, 0, 0];
    let most = 0;
    for (const { normal, offset } of faces) {
      const depth = (dot(normal, pointWorld) - offset) / unitWorld / Math.max(stepVoxels, 1);
      const weight = clamp(FACE_DEPTH - depth) * clamp(-FACE_GAIN * dot(normal, toEye));
      sum = addScaled(sum, normal, weight);
      most = Math.max(most, weight);
    }
    return { normal: scale(sum, 1 / (length(sum) || 1)), weight: most };
  };
}

const clamp = (value: number) => Math.min(Math.max(value, 0), 1);

/** The last face that lets a ray in, if it is behind where the ray meets the volume's box. */
export interface Entry {
  /** World distance from the ray's origin. */
  readonly t: number;
  readonly normal: Vec3;
}

export function findClipEntry(
  clip: readonly HalfSpace[],
  { origin, direction }: Ray,
  boxStart: number,
): Entry | undefined {
  let entry: Entry | undefined;
  for (const { normal, offset } of clip) {
    const approach = dot(normal, direction) / length(normal);
    if (!(approach > 1e-7)) continue;
    const t = (offset - dot(normal, origin)) / dot(normal, direction);
    if (t > (entry?.t ?? boxStart)) entry = { t, normal: normalize(normal) };
  }
  return entry;
}
