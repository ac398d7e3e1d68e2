/** Attributes of N5's arrays and groups: https://github.com/saalfeldlab/n5, and the conventions of its writers for levels. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { VOXEL_TYPES, type VoxelType } from '../../../paged/store.js';
import { findLengthUnit } from '../../volumes/samples/length-units.js';
import { type ScalarType, scalarSizeBytes } from '../../volumes/samples/voxels.js';
import { type Fields, fieldsOf, listOf, sizesOf, spacingOf, vectorOf } from '../metadata-fields.js';
import { CHUNK_BYTES_MAX } from '../zarr/check-array.js';
import { AXIS_ROLES, type AxisRole } from '../zarr/ngff.js';
import { type N5Compression, parseCompression } from './n5-compression.js';

export interface N5Array {
  /** Path of its folder, which starts with a slash, or nothing for the root. */
  readonly folder: string;
  /** Values along each axis, the fastest first. */
  readonly sizes: readonly number[];
  readonly blockSizes: readonly number[];
  /** The type in the file; integers of 64 bits become ones of 32. */
  readonly stored: ScalarType;
  readonly type: VoxelType;
  readonly compression: N5Compression;
  readonly attributes: Fields;
}

/** Axes of arrays that have more than three. */
const DIMENSIONS_MAX = 5;

/** Whether attributes are those of an array, which has sizes. */
export const isN5Array = (attributes: Fields | undefined): boolean => Array.isArray(attributes?.['dimensions']);

/** Whether attributes are those of a group or array of N5, and not of another program's folder. */
export const isN5 = (attributes: Fields): boolean =>
  ['n5', 'dimensions', 'scales', 'multiScales', 'multiscales', 'pixelResolution', 'downsamplingFactors'].some(
    (name) => name in attributes,
  );

/** @throws InputError, without the store's name, for attributes that cannot be. */
export function parseArray(folder: string, attributes: Fields): N5Array {
  const what = folder === '' ? 'its array' : `the array ${folder.slice(1)}`;
  if (attributes['isLabelMultiset'] === true) {
    throw new InputError(
      `has multisets of labels in ${what}, which are not read; paintera-convert makes an array of single labels`,
    );
  }
  const count = listOf(attributes['dimensions']).length;
  if (count < 3 || count > DIMENSIONS_MAX) {
    throw new InputError(
      `has ${what} of ${count} dimensions; 3 to ${DIMENSIONS_MAX} can be read: name another array of the store`,
    );
  }
  const sizes = sizesOf(attributes['dimensions'], count, `dimensions of ${what}`);
  const blockSizes = sizesOf(attributes['blockSize'], count, `block sizes of ${what}`);
  const named = String(attributes['dataType']).toLowerCase();
  const isWide = named === 'uint64' || named === 'int64';
  const stored = isWide ? named : VOXEL_TYPES.find((type) => type === named);
  if (!stored) {
    throw new InputError(
      `has ${what} of type ${named.slice(0, 40)}; ${VOXEL_TYPES.join(', ')} and labels of 64 bits can be read`,
    );
  }
  const type = stored === 'uint64' ? 'uint32' : stored === 'int64' ? 'int32' : stored;
  const blockBytes = blockSizes.reduce((product, size) => product * size, scalarSizeBytes(stored));
  if (blockBytes > CHUNK_BYTES_MAX) {
    throw new InputError(
      `has ${what} in blocks of ${blockBytes} bytes; ${CHUNK_BYTES_MAX} are the most that are read at once`,
    );
  }
  return {
    folder,
    sizes,
    blockSizes,
    stored,
    type: type as VoxelType,
    compression: parseCompression(attributes),
    attributes,
  };
}

/** Roles of the axes of an array, as Fiji's N5 plugin says them, or else those of space first. */
export function rolesOf({ sizes, attributes }: Pick<N5Array, 'sizes' | 'attributes'>): readonly AxisRole[] {
  const named = listOf(attributes['axes']).map((name) => AXIS_ROLES[String(name).toLowerCase()]);
  const isNamed = named.length === sizes.length && named.every((role) => role !== undefined);
  if (isNamed && named.filter((role) => role === 'space').length === 3) return named;
  const counts = ['numChannels', 'numSlices', 'numFrames'].map((name) => attributes[name]);
  if (counts.every(Number.isInteger)) {
    const rest = (['channel', 'space', 'time'] as const).filter((_, index) => (counts[index] as number) > 1);
    if (rest.length + 2 === sizes.length && rest.includes('space')) return ['space', 'space', ...rest];
    if (sizes.length === DIMENSIONS_MAX) return ['space', 'space', 'channel', 'space', 'time'];
  }
  return (['space', 'space', 'space', 'channel', 'time'] as const).slice(0, sizes.length);
}

/** Place of a level: the distance between its voxels, and the first of them. */
export interface N5Placement {
  readonly spacing: Vec3;
  readonly origin: Vec3;
  readonly unit: string | undefined;
}

/**
 * The places of levels, by whichever convention the attributes follow. Voxels that are means of finer ones lie in the middle of them.
 * @param group attributes of the group of the levels, if there is one.
 */
export function placeLevels(levels: readonly N5Array[], group: Fields): N5Placement[] {
  const base = resolutionOf(levels[0]!.attributes) ?? resolutionOf(group) ?? { spacing: [1, 1, 1], unit: undefined };
  const datasets = listOf(fieldsOf(listOf(group['multiscales'])[0])?.['datasets']);
  return levels.map(({ attributes, sizes }, index): N5Placement => {
    const transform = fieldsOf(attributes['transform']) ?? fieldsOf(fieldsOf(datasets[index])?.['transform']);
    const explicit = transform && parseTransform(transform);
    if (explicit) return explicit;
    const factors =
      spacingOf(attributes['downsamplingFactors']) ??
      spacingOf(listOf(group['scales'])[index]) ??
      spacingOf(listOf(group['downsamplingFactors'])[index]);
    const own = resolutionOf(attributes);
    const spacing = [0, 1, 2].map((axis) => {
      if (factors) return base.spacing[axis]! * factors[axis]!;
      if (index > 0 && own && own.spacing.join() !== base.spacing.join()) return own.spacing[axis]!;
      return base.spacing[axis]! * Math.max(1, Math.round(levels[0]!.sizes[axis]! / sizes[axis]!));
    }) as unknown as Vec3;
    const origin = spacing.map((size, axis) => (size - base.spacing[axis]!) / 2) as unknown as Vec3;
    return { spacing, origin, unit: base.unit };
  });
}

const nameUnit = (unit: unknown) => (typeof unit === 'string' ? (findLengthUnit(unit)?.unit ?? unit) : undefined);

function resolutionOf(attributes: Fields): Pick<N5Placement, 'spacing' | 'unit'> | undefined {
  const said = attributes['pixelResolution'] ?? attributes['resolution'];
  const fields = fieldsOf(said);
  const spacing = spacingOf(fields ? fields['dimensions'] : said);
  if (spacing) return { spacing, unit: nameUnit(fields?.['unit']) };
  const sizes = ['pixelWidth', 'pixelHeight', 'pixelDepth'].map((name) => attributes[name]);
  const ofFiji = spacingOf(sizes);
  return ofFiji && { spacing: ofFiji, unit: nameUnit(attributes['pixelUnit']) };
}

/** Scales and translations by the names of axes, in whatever order. */
function parseTransform(transform: Fields): N5Placement | undefined {
  const axes = listOf(transform['axes']).map((name) => String(name).toLowerCase());
  const order = ['x', 'y', 'z'].map((name) => axes.indexOf(name));
  if (axes.length !== 3 || order.includes(-1)) return undefined;
  const [scale, translate] = [spacingOf(transform['scale']), vectorOf(transform['translate'])];
  if (!scale || !translate) return undefined;
  const inOrder = (numbers: Vec3) => order.map((axis) => numbers[axis]!) as unknown as Vec3;
  return { spacing: inOrder(scale), origin: inOrder(translate), unit: nameUnit(listOf(transform['units'])[order[0]!]) };
}

/** Bytes of a block's values, as its own sizes say. */
export const blockBytesOf = (sizes: readonly number[], stored: ScalarType): number =>
  sizes.reduce((product, size) => product * size, scalarSizeBytes(stored));
