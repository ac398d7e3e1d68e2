/** The crop box as six faces that can be dragged. */
import type { Vec3, Volume } from '../../index.js';
import type { CropBox } from '../../recipe/scene/scene-choice.js';
import { indexToWorldPoint } from '../slices/slice-planes.js';

export interface CropFace {
  readonly axis: 0 | 1 | 2;
  /** Whether it is where the larger indices end. */
  readonly isLast: boolean;
  /** The voxel that is the outermost one inside. */
  readonly index: number;
  /** The middle of the face, in index space. */
  readonly center: Vec3;
}

export function cropFaces({ first, last }: CropBox): CropFace[] {
  return ([0, 1, 2] as const).flatMap((axis) =>
    [false, true].map((isLast): CropFace => {
      const center: [number, number, number] = [0, 1, 2].map((at) => (first[at]! + last[at]!) / 2) as [
        number,
        number,
        number,
      ];
      center[axis] = isLast ? last[axis] + 0.5 : first[axis] - 0.5;
      return { axis, isLast, index: isLast ? last[axis] : first[axis], center };
    }),
  );
}

/** The face's middle in the world, and how far the next voxel is along its axis. */
export function faceInWorld(
  volume: Pick<Volume, 'indexToWorld'>,
  { axis, center }: CropFace,
): { point: Vec3; step: Vec3 } {
  return { point: indexToWorldPoint(volume, center), step: volume.indexToWorld.columns[axis] };
}

/** The box with a face at another voxel; it keeps one voxel. */
export function moveFace({ first, last }: CropBox, { axis, isLast }: CropFace, index: number, sizes: Vec3): CropBox {
  const whole = Math.round(index);
  if (isLast) return { first, last: withAxis(last, axis, Math.min(Math.max(whole, first[axis]), sizes[axis] - 1)) };
  return { first: withAxis(first, axis, Math.max(Math.min(whole, last[axis]), 0)), last };
}

function withAxis(v: Vec3, axis: 0 | 1 | 2, value: number): Vec3 {
  const changed: [number, number, number] = [...v];
  changed[axis] = value;
  return changed;
}

export const wholeVolume = ({ sizes }: Pick<Volume, 'sizes'>): CropBox => ({
  first: [0, 0, 0],
  last: [sizes[0] - 1, sizes[1] - 1, sizes[2] - 1],
});

/** The part of the box that is within the volume: boxes of saved views and attributes may reach beyond it. */
export function clampCrop({ first, last }: CropBox, { sizes }: Pick<Volume, 'sizes'>): CropBox {
  const clamp = (index: Vec3) =>
    index.map((at, axis) => Math.min(Math.max(Math.round(at), 0), sizes[axis]! - 1)) as unknown as Vec3;
  return { first: clamp(first), last: clamp(last) };
}
