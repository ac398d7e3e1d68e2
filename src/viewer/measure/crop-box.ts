/** The crop box as six faces that can be dragged. */
import type { Camera, ImageSize, Vec3, Volume } from '../../index.js';
import { projectPoint } from '../camera/project.js';
import type { CropBox } from '../document/document.js';
import { toWorld } from '../slices/slice-planes.js';

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

/** How many voxels a drag over the screen moves a face: as far as it goes along the axis as it is seen. */
export function dragFace(
  camera: Camera,
  size: ImageSize,
  volume: Volume,
  { axis, center }: CropFace,
  by: { readonly x: number; readonly y: number },
): number {
  const beyond: [number, number, number] = [...center];
  beyond[axis] += 1;
  const [from, to] = [center, beyond].map((index) => projectPoint(camera, size, toWorld(volume, index)));
  if (!from || !to) return 0;
  const along = { x: to.x - from.x, y: to.y - from.y };
  const squared = along.x ** 2 + along.y ** 2;
  // Seen along the axis, a face has no way to go.
  return squared < 1e-6 ? 0 : (by.x * along.x + by.y * along.y) / squared;
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
