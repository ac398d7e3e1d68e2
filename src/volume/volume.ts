/** The volume: voxels on a regular, possibly anisotropic or oblique grid in the world. */
import { InputError } from '../errors.js';
import { type Affine, determinant, IDENTITY_AFFINE, invert, scaleColumns, transformPoint } from '../math/affine.js';
import { length, normalize, type Vec3 } from '../math/vec3.js';

/** Voxel values as they are in memory. 64-bit integers are held as float64, which readers must check is lossless. */
export type VoxelArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/**
 * The meaning of voxels, where somebody says so. labels: integers that number regions. perhaps labels: the file is named as labels
 * are. values: they are measured or computed. statistic: those of a test, such as t or z, whose zero means nothing found. dose: of radiation. density: of electrons or
 * of what scatters them, whose zero may be the mean. crystal density: that of a crystal, and differences of such.
 */
export type VoxelMeaning =
  | 'labels'
  | 'perhaps labels'
  | 'values'
  | 'statistic'
  | 'dose'
  | 'density'
  | 'crystal density';

/** A grid of voxels in the world. Make it with `createVolume`, which checks sizes and geometry. */
export interface Volume {
  /** Voxels along i, j and k; i is fastest in memory. */
  readonly sizes: Vec3;
  /** `sizes[0] · sizes[1] · sizes[2]` values: finite, or NaN where there is nothing. */
  readonly voxels: VoxelArray;
  /** Index space (a voxel's centre is at its integer index) to the world, in the file's physical units. */
  readonly indexToWorld: Affine;
  /** Whether the world frame is anatomical, and then LPS: +x to the patient's left, +y posterior, +z superior. */
  readonly anatomical: boolean;
  /**
   * Red, green, blue and a byte that means nothing, for each voxel of a volume in colours. Composites and the isosurface at
   * `isoValue` show them instead of the transfer function's; what they hide and show follows from the voxels' values, which
   * are luminances, or opacities where there are any.
   */
  readonly colors?: Uint8Array | undefined;
  /** The meaning of the voxels as the file or the caller tells it; undefined where they have to be looked at. */
  readonly meaning?: VoxelMeaning | undefined;
}

/** Relative to the product of the spacings: thinner than this, the axes do not span space. */
const MIN_RELATIVE_DETERMINANT = 1e-6;

/**
 * Checks sizes, voxel count and geometry and makes a volume of them.
 * @throws InputError if a size is not a positive integer, the voxels are too few or too many, or the axes are degenerate.
 * @example
 * ```js
 * const voxels = Float32Array.from({ length: 8 ** 3 }, (_, at) => at % 8);
 * const ramp = createVolume({ voxels, sizes: [8, 8, 8], spacings: [1, 1, 2] });
 * await renderer.render({ volume: ramp });
 * ```
 */
export function createVolume({
  sizes,
  voxels,
  spacings: given,
  indexToWorld: placed,
  anatomical = false,
  colors,
  meaning,
}: Pick<Volume, 'sizes' | 'voxels'> &
  Partial<Volume> & {
    /** World units from voxel to voxel along i, j and k, in place of `indexToWorld`: the first voxel's centre is the origin. */
    readonly spacings?: Vec3;
  }): Volume {
  // Callers without types may hand over anything.
  if (!Array.isArray(sizes) || sizes.length !== 3)
    throw new InputError(`a volume's sizes must be three, not ${typeof sizes}`);
  if (!isVoxelArray(voxels)) {
    throw new InputError(`a volume's voxels must be a typed array of numbers, not ${nameType(voxels)}`);
  }
  if (given && !(given.length === 3 && given.every((spacing) => spacing > 0 && Number.isFinite(spacing)))) {
    throw new InputError(`a volume's spacings must be three positive numbers, not ${String(given)}`);
  }
  if (given && placed) throw new InputError('a volume has spacings or an indexToWorld, not both');
  const count = sizes[0] * sizes[1] * sizes[2];
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new InputError(`a volume's sizes must be positive integers, not ${sizes.join(' × ')}`);
  }
  if (voxels.length !== count) {
    throw new InputError(`sizes ${sizes.join(' × ')} ask for ${count} voxels, but there are ${voxels.length}`);
  }
  if (colors && !(colors instanceof Uint8Array && colors.length === 4 * count)) {
    throw new InputError(`a volume's colors must be a Uint8Array of ${4 * count} bytes, four for each voxel`);
  }
  const columns = given ? scaleColumns(IDENTITY_AFFINE.columns, given) : IDENTITY_AFFINE.columns;
  const indexToWorld = placed ?? { columns, origin: IDENTITY_AFFINE.origin };
  const spacings = indexToWorld.columns.map(length);
  const product = spacings.reduce((a, b) => a * b, 1);
  const volume = Math.abs(determinant(indexToWorld));
  if (!(Number.isFinite(product) && product > 0 && volume > MIN_RELATIVE_DETERMINANT * product)) {
    throw new InputError(`a volume's axes must be finite and span space, not ${formatAxes(indexToWorld)}`);
  }
  if (!indexToWorld.origin.every(Number.isFinite)) {
    throw new InputError(`a volume's origin must be finite, not (${indexToWorld.origin.join(', ')})`);
  }
  return { sizes, voxels, indexToWorld, anatomical, ...(colors && { colors }), ...(meaning && { meaning }) };
}

/** 64-bit integers have arrays of their own, which no transfer function could be asked with. */
function isVoxelArray(voxels: unknown): voxels is VoxelArray {
  const isBig = voxels instanceof BigInt64Array || voxels instanceof BigUint64Array;
  return ArrayBuffer.isView(voxels) && !(voxels instanceof DataView) && !isBig;
}

const nameType = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'an object') : typeof value;

const formatAxes = ({ columns }: Affine) => columns.map((column) => `(${column.join(', ')})`).join(' ');

/** The distance between neighbouring voxels along i, j and k, in world units. */
export function spacings({ indexToWorld }: Pick<Volume, 'indexToWorld'>): Vec3 {
  return indexToWorld.columns.map(length) as unknown as Vec3;
}

/** The axis of voxels that runs most along one of the world's, to whichever end: in LPS 1 is from front to back, and 2 along the height. */
export function axisAlong({ indexToWorld }: Pick<Volume, 'indexToWorld'>, world: 0 | 1 | 2): 0 | 1 | 2 {
  const share = (axis: 0 | 1 | 2) => Math.abs(normalize(indexToWorld.columns[axis])[world]);
  return ([0, 1, 2] as const).reduce((best, axis) => (share(axis) > share(best) ? axis : best));
}

/** The smallest of the three spacings: the unit of the sampling step and of opacity. */
export function smallestSpacing(volume: Pick<Volume, 'indexToWorld'>): number {
  return Math.min(...spacings(volume));
}

/** World to index space. */
export function worldToIndex(volume: Pick<Volume, 'indexToWorld'>): Affine {
  return invert(volume.indexToWorld);
}

/** The eight corners of the volume's box (−0.5 to n − 0.5 on each axis), in the world. */
export function corners({ sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
    const index = sizes.map((size, axis) => ((corner >> axis) & 1 ? size - 0.5 : -0.5)) as unknown as Vec3;
    return transformPoint(indexToWorld, index);
  });
}
