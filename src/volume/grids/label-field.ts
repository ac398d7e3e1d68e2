/** Fields that are 1/2 on the smooth boundary of a label. */
import { transformPoint } from '../../math/affine.js';
import { type HalfSpace, transformHalfSpace } from '../../math/half-space.js';
import { length, type Vec3 } from '../../math/vec3.js';
import { createVolume, type Volume, worldToIndex } from '../volume.js';

/** The value of the field on the surface. */
export const LABEL_ISOVALUE = 0.5;

/** Keeps each voxel's centre on its own side of the surface. */
const LEAST_DIFFERENCE = 0.02;

/** Values per voxel of distance beyond a cut: about as steep as the boundary of a smoothed label. */
const CUT_SLOPE = 0.4;

/** First and last voxel along each axis. */
export interface LabelBox {
  readonly first: [number, number, number];
  readonly last: [number, number, number];
}

/** The box of every label's voxels, by label. */
export function findLabelBoxes({ sizes: [ni, nj, nk], voxels }: Volume): Map<number, LabelBox> {
  const boxes = new Map<number, LabelBox>();
  let box: LabelBox | undefined;
  let label = Number.NaN;
  for (let k = 0, at = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      for (let i = 0; i < ni; i++, at++) {
        const value = voxels[at]!;
        if (Number.isNaN(value)) continue;
        if (value !== label || !box) {
          label = value;
          box = boxes.get(label) ?? { first: [i, j, k], last: [i, j, k] };
          boxes.set(label, box);
        }
        const { first, last } = box;
        if (i < first[0]) first[0] = i;
        if (i > last[0]) last[0] = i;
        if (j < first[1]) first[1] = j;
        if (j > last[1]) last[1] = j;
        last[2] = k;
      }
    }
  }
  return boxes;
}

/**
 * A volume around a label that is above 1/2 inside of its smooth boundary: the label's indicator, convolved with a Gaussian and
 * then kept on its side of 1/2 at every voxel's centre, so that thin parts stay and neighbouring regions do not merge. Cuts are
 * planes of the boundary.
 * @param smoothing standard deviation of the Gaussian in voxels, along each axis; 0 for the indicator itself.
 * @param clip half-spaces of the world.
 */
export function createLabelField(
  labels: Volume,
  label: number,
  box: LabelBox,
  { smoothing, clip }: { readonly smoothing: number; readonly clip: readonly HalfSpace[] },
): Volume {
  const kernel = createKernel(smoothing);
  const margin = Math.max(1, 2 * (kernel.length - 1));
  const first = box.first.map((index) => Math.max(0, index - margin)) as unknown as Vec3;
  const last = box.last.map((index, axis) => Math.min(labels.sizes[axis]! - 1, index + margin));
  const sizes = last.map((index, axis) => index - first[axis]! + 1) as unknown as Vec3;
  const isInside = readIndicator(labels, label, first, sizes);
  const once = smooth(Float32Array.from(isInside), sizes, kernel);
  const twice = smooth(once, sizes, kernel);
  const values = once.map((value, at) => 2 * value - twice[at]!);
  const [low, high] = [LABEL_ISOVALUE - LEAST_DIFFERENCE, LABEL_ISOVALUE + LEAST_DIFFERENCE];
  for (const [at, value] of values.entries()) values[at] = isInside[at] ? Math.max(value, high) : Math.min(value, low);
  const indexToWorld = { ...labels.indexToWorld, origin: transformPoint(labels.indexToWorld, first) };
  const field = createVolume({ sizes, voxels: values, indexToWorld, anatomical: labels.anatomical });
  for (const halfSpace of clip) cutField(field, values, halfSpace);
  return field;
}

function readIndicator({ sizes: [ni, nj], voxels }: Volume, label: number, first: Vec3, sizes: Vec3): Uint8Array {
  const isInside = new Uint8Array(sizes[0] * sizes[1] * sizes[2]);
  for (let k = 0, at = 0; k < sizes[2]; k++) {
    for (let j = 0; j < sizes[1]; j++) {
      const row = first[0] + ni * (first[1] + j + nj * (first[2] + k));
      for (let i = 0; i < sizes[0]; i++, at++) isInside[at] = Number(voxels[row + i] === label);
    }
  }
  return isInside;
}

/** Standard deviations to each side of a Gaussian. */
const REACH = 3;

/** Weights of a voxel and of those to one side, which sum to 1 with those to the other. */
function createKernel(deviation: number): readonly number[] {
  if (deviation === 0) return [1];
  const weights = Array.from({ length: 1 + Math.ceil(REACH * deviation) }, (_, distance) =>
    Math.exp(-0.5 * (distance / deviation) ** 2),
  );
  const sum = weights.reduce((all, weight, distance) => all + (distance > 0 ? 2 : 1) * weight, 0);
  return weights.map((weight) => weight / sum);
}

function smooth(values: Float32Array, sizes: Vec3, kernel: readonly number[]): Float32Array {
  return ([0, 1, 2] as const).reduce((smoothed, axis) => convolve(smoothed, sizes, axis, kernel), values);
}

/** Voxels beyond the ends are those at the ends: a region that a scan cuts off meets its faces squarely. */
function convolve(values: Float32Array, sizes: Vec3, axis: 0 | 1 | 2, kernel: readonly number[]): Float32Array {
  if (kernel.length === 1) return values;
  const stride = [1, sizes[0], sizes[0] * sizes[1]][axis]!;
  const [end, count] = [sizes[axis] - 1, values.length];
  const sums = new Float32Array(count);
  for (let start = 0; start < count; start++) {
    const coordinate = Math.floor(start / stride) % sizes[axis];
    let sum = kernel[0]! * values[start]!;
    for (let distance = 1; distance < kernel.length; distance++) {
      const before = values[start - stride * Math.min(distance, coordinate)]!;
      const after = values[start + stride * Math.min(distance, end - coordinate)]!;
      sum += kernel[distance]! * (before + after);
    }
    sums[start] = sum;
  }
  return sums;
}

/** Values stay linear across the plane, so that the surface lies in it. */
function cutField(field: Volume, values: Float32Array, halfSpace: HalfSpace): void {
  const { sizes } = field;
  const { normal, offset } = transformHalfSpace(worldToIndex(field), halfSpace);
  const slope = CUT_SLOPE / length(normal);
  for (let k = 0, at = 0; k < sizes[2]; k++) {
    for (let j = 0; j < sizes[1]; j++) {
      const rest = normal[1] * j + normal[2] * k - offset;
      for (let i = 0; i < sizes[0]; i++, at++) {
        values[at] = Math.min(values[at]!, LABEL_ISOVALUE + slope * (normal[0] * i + rest));
      }
    }
  }
}
