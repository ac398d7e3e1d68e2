/** Label volumes: which parts of a volume are shown, and in which colours. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import type { Volume } from './volume.js';

/** The appearance of a label's voxels. */
export interface LabelStyle {
  /** The label's value in the volume. */
  readonly label: number;
  /** Name of it in legends; default: its number. */
  readonly name?: string | undefined;
  /** Takes the place of the transfer function's colour. */
  readonly color?: Vec3;
  /** Multiplies the opacity of a unit of length; default 1. */
  readonly opacity?: number;
}

/** The edges of masks: the faces of voxels, or a smooth surface with each voxel's centre on the side where it was. */
export const MASK_EDGES = ['smooth', 'voxels'] as const;

/** A name of `MASK_EDGES`. */
export type MaskEdges = (typeof MASK_EDGES)[number];

/**
 * Samples whose nearest voxel of `labels` has none of the listed labels are left out, as are those outside its box. The
 * label volume has a grid of its own in the same world. Make it with `createMask`.
 */
export interface Mask {
  /** All integers. */
  readonly labels: Volume;
  /** One style at least, each label once. */
  readonly styles: readonly LabelStyle[];
  /**
   * Default `voxels`. Smooth edges are between what is shown and what is hidden; labels that touch meet at the faces of voxels. Labels in
   * pages, and beside voxels of NaN, have edges of voxels.
   */
  readonly edges?: MaskEdges | undefined;
}

/**
 * Added before index coordinates are rounded to the nearest voxel: rays of axis-aligned views run exactly between voxels
 * often, and float32 and float64 must then take the same side.
 */
export const NEAREST_BIAS = 1e-3;

/**
 * Checks labels and styles and makes a mask of them. An empty list of styles would leave nothing visible and is refused.
 * @throws InputError if a label is not an integer or listed twice, or a colour or an opacity is not between 0 and 1.
 */
export function createMask({ labels, styles, edges }: Mask): Mask {
  const fraction = fractionalVoxel(labels);
  if (fraction !== undefined) {
    throw new InputError(`a mask's labels must be integers, but its volume has a voxel of ${fraction}`);
  }
  if (styles.length === 0) throw new InputError('a mask must list at least one label');
  const listed = new Set<number>();
  for (const { label, color, opacity } of styles) {
    if (!Number.isSafeInteger(label)) throw new InputError(`a mask's labels must be integers, not ${label}`);
    if (listed.has(label)) throw new InputError(`a mask must list each label once, but lists ${label} twice`);
    listed.add(label);
    if (color !== undefined && !(color.length === 3 && color.every(isFraction))) {
      throw new InputError(`the colour of label ${label} must be three numbers from 0 to 1, not (${color.join(', ')})`);
    }
    if (opacity !== undefined && !isFraction(opacity)) {
      throw new InputError(`the opacity of label ${label} must be a number from 0 to 1, not ${opacity}`);
    }
  }
  return { labels, styles, ...(edges && { edges }) };
}

/** Whether two labels look the same. */
export function looksLike(a: LabelStyle, b: LabelStyle): boolean {
  return (a.opacity ?? 1) === (b.opacity ?? 1) && (a.color?.join() ?? '') === (b.color?.join() ?? '');
}

const isFraction = (value: number) => value >= 0 && value <= 1;

/** Some formats have labels as floats, which is fine as long as they are integers. */
function fractionalVoxel({ voxels }: Volume): number | undefined {
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array)) return undefined;
  let last = 0;
  // A plain loop that passes over runs of a label: a function for each voxel took ten times as long.
  for (let index = 0; index < voxels.length; index++) {
    const value = voxels[index]!;
    if (value === last) continue;
    if (!Number.isInteger(value)) return value;
    last = value;
  }
  return undefined;
}

/** The label of the voxel nearest to a position in the label volume's index space; none outside of its box. */
export function labelAt({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, positionIndex: Vec3): number | undefined {
  const margin = 0.5 + NEAREST_BIAS;
  if (!positionIndex.every((coordinate, axis) => coordinate >= -margin && coordinate <= sizes[axis]! - 1 + margin)) {
    return undefined;
  }
  const [i, j, k] = positionIndex.map((coordinate, axis) =>
    Math.min(Math.max(Math.floor(coordinate + 0.5 + NEAREST_BIAS), 0), sizes[axis]! - 1),
  ) as unknown as Vec3;
  return voxels[i + sizes[0] * (j + sizes[1] * k)];
}
