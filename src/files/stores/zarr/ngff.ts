/** OME-Zarr's metadata of a group of arrays: axes, levels, channels. https://ngff.openmicroscopy.org, versions 0.4 to 0.6. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { Store, StoreChannel } from '../../../paged/store.js';
import type { Volume } from '../../../volume/volume.js';
import { unifyUnits } from './axis-units.js';

export type AxisRole = 'space' | 'time' | 'channel';

export interface NgffAxis {
  readonly role: AxisRole;
  readonly name: string;
  readonly unit: string | undefined;
}

/** One array of a multiscale image; scales and translations are by its axes. */
export interface NgffDataset {
  readonly path: string;
  readonly scale: readonly number[];
  readonly translation: readonly number[];
}

/** The cubes whose ranges an array holds, level by level: our own extension. */
export interface RangesNote {
  readonly path: string;
  readonly side: number;
}

export type Placement = Pick<Volume, 'indexToWorld' | 'anatomical'>;

export interface Multiscale {
  /** Version as the metadata says it, "0.4" or "0.5". */
  readonly version: string;
  readonly axes: readonly NgffAxis[];
  /** Finest first. */
  readonly datasets: readonly NgffDataset[];
  /** The name of the unit of all axes of space; undefined where it is not known. */
  readonly unit: string | undefined;
  readonly channels: readonly StoreChannel[];
  readonly isLabels: boolean;
  /** Names and colours of labels, where there are any. */
  readonly labels: Store['labels'];
  readonly ranges: readonly RangesNote[];
  /** The finest level's affine map to the world. Our own extension: OME-Zarr has no oblique directions. */
  readonly placement: Placement | undefined;
  /** Images that the group holds besides. */
  readonly others: number;
  /** Lines for the user about coordinates that were left out. */
  readonly notes: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Levels of a pyramid, each of which is opened before anything is shown: halved so often, no size is above one voxel. */
const MAX_DATASETS = 64;

const DEFAULT_AXES = ['t', 'c', 'z', 'y', 'x'];
/** Types of axes by their names. */
export const AXIS_ROLES: Readonly<Record<string, AxisRole | undefined>> = {
  t: 'time',
  c: 'channel',
  z: 'space',
  y: 'space',
  x: 'space',
};

/**
 * The first multiscale image of a group's attributes; undefined where they have none.
 * @throws InputError, without the store's name, for metadata that cannot be.
 */
export function parseMultiscale(attributes: Fields): Multiscale | undefined {
  const ome = fieldsOf(attributes['ome']) ?? attributes;
  const images = ome['multiscales'];
  if (!Array.isArray(images) || images.length === 0) return undefined;
  const image = fieldsOf(images[0]) ?? {};
  const systems = parseSystems(image);
  const axes = parseAxes(systems ? systems.axes : image['axes']);
  const datasets = image['datasets'];
  if (!Array.isArray(datasets) || datasets.length === 0) throw new InputError('names no datasets in its multiscales');
  if (datasets.length > MAX_DATASETS) {
    throw new InputError(
      `names ${datasets.length} datasets in its multiscales; up to ${MAX_DATASETS} levels can be read`,
    );
  }
  // From version 0.6 on, they lead from the image's own coordinates to others.
  const common = parseTransforms(systems ? [] : image['coordinateTransformations'], axes.length);
  const parsed = datasets.map((dataset) => parseDataset(fieldsOf(dataset) ?? {}, axes.length, common));
  const unified = unifyUnits(axes, parsed);
  return {
    version: String(ome['version'] ?? image['version'] ?? '0.4'),
    axes,
    datasets: unified.datasets,
    unit: unified.unit,
    channels: parseChannels(fieldsOf(ome['omero'])?.['channels']),
    isLabels: ome['image-label'] !== undefined,
    labels: parseLabels(fieldsOf(ome['image-label']) ?? {}),
    ranges: parseRanges(fieldsOf(attributes['tilecast'])?.['ranges']),
    placement: parsePlacement(fieldsOf(attributes['tilecast']) ?? {}),
    others: images.length - 1,
    notes: [...(systems?.notes ?? []), ...unified.notes],
  };
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

function parseAxes(axes: unknown): NgffAxis[] {
  // Versions before 0.4 have names alone, or five axes that they do not name.
  const list: readonly unknown[] = Array.isArray(axes) ? axes : DEFAULT_AXES;
  const parsed = list.map((axis): NgffAxis => {
    const fields = fieldsOf(axis) ?? { name: axis };
    const name = String(fields['name']);
    const type = String(fields['type'] ?? AXIS_ROLES[name.toLowerCase()] ?? 'space');
    if (type !== 'space' && type !== 'time' && type !== 'channel') {
      throw new InputError(`has the axis "${name}" of type "${type}"; space, time and channel can be read`);
    }
    return { role: type, name, unit: typeof fields['unit'] === 'string' ? fields['unit'] : undefined };
  });
  const space = parsed.filter(({ role }) => role === 'space').length;
  if (space !== 3 && space !== 2) throw new InputError(`has ${space} axes of space; volumes have 3, and pictures 2`);
  return parsed;
}

const nameOf = (reference: unknown) => String(fieldsOf(reference)?.['name'] ?? reference);

/**
 * The axes of the coordinates in which an image of version 0.6 is shown: those that its datasets are mapped to, as its specification says
 * under "intrinsic". Undefined for earlier versions, which have axes alone.
 * @throws InputError, without the store's name, where there are no such coordinates.
 */
function parseSystems(image: Fields): { readonly axes: unknown; readonly notes: readonly string[] } | undefined {
  const list = image['coordinateSystems'];
  if (!Array.isArray(list)) return undefined;
  const [dataset] = Array.isArray(image['datasets']) ? image['datasets'] : [];
  const [transform] = [fieldsOf(dataset)?.['coordinateTransformations']].flat();
  const name = nameOf(fieldsOf(transform)?.['output']);
  const system = list.map(fieldsOf).find((own) => own?.['name'] === name);
  if (!system || !Array.isArray(system['axes'])) {
    throw new InputError(`maps its datasets to the coordinate system "${name}", which it does not describe`);
  }
  const others = list.map((own) => nameOf(own)).filter((other) => other !== name);
  const note = `has the coordinate systems ${others.join(', ')} besides ${name}, which its voxels are in; it is shown in ${name}`;
  return { axes: system['axes'], notes: others.length > 0 ? [note] : [] };
}

interface Transforms {
  readonly scale: readonly number[];
  readonly translation: readonly number[];
}

function parseDataset({ path, coordinateTransformations }: Fields, dimension: number, common: Transforms): NgffDataset {
  if (typeof path !== 'string') throw new InputError('has a dataset without a path in its multiscales');
  const own = parseTransforms(coordinateTransformations, dimension);
  return {
    path,
    scale: own.scale.map((factor, axis) => factor * common.scale[axis]!),
    translation: own.translation.map((shift, axis) => shift * common.scale[axis]! + common.translation[axis]!),
  };
}

/** Sequences that hold themselves are damage. */
const SEQUENCE_DEPTH_MAX = 8;

/** Scales and translations, one after the other, as sequences of them are. */
function parseTransforms(list: unknown, dimension: number, depth = 0): Transforms {
  const result = { scale: Array<number>(dimension).fill(1), translation: Array<number>(dimension).fill(0) };
  for (const entry of Array.isArray(list) ? list : []) {
    const { type, ...fields } = fieldsOf(entry) ?? {};
    if (type === 'identity') continue;
    if (type === 'sequence' && depth < SEQUENCE_DEPTH_MAX) {
      const inner = parseTransforms(fields['transformations'], dimension, depth + 1);
      for (let axis = 0; axis < dimension; axis++) {
        result.scale[axis]! *= inner.scale[axis]!;
        result.translation[axis] = result.translation[axis]! * inner.scale[axis]! + inner.translation[axis]!;
      }
      continue;
    }
    if (type !== 'scale' && type !== 'translation') {
      throw new InputError(
        `has a transformation of type "${String(type)}"; scale, translation and sequences of them can be read`,
      );
    }
    const numbers = fields[type];
    if (!Array.isArray(numbers) || numbers.length !== dimension || !numbers.every(Number.isFinite)) {
      throw new InputError(`has a ${type} that is not ${dimension} numbers, one for each axis`);
    }
    for (const [axis, number] of (numbers as number[]).entries()) {
      if (type === 'scale') {
        result.scale[axis]! *= number;
        result.translation[axis]! *= number;
      } else result.translation[axis]! += number;
    }
  }
  return result;
}

function parseChannels(list: unknown): StoreChannel[] {
  return (Array.isArray(list) ? list : []).map((entry, index) => {
    const { label, window, color, active } = fieldsOf(entry) ?? {};
    const { start, end } = fieldsOf(window) ?? {};
    const isWindow = typeof start === 'number' && typeof end === 'number';
    return {
      label: typeof label === 'string' ? label : String(index),
      window: isWindow && start < end ? [start, end] : undefined,
      color: parseChannelColor(color),
      ...(active === true && { isActive: true }),
    };
  });
}

/** Six hexadecimal digits, as OMERO writes them; undefined for anything else. */
function parseChannelColor(color: unknown): Vec3 | undefined {
  if (typeof color !== 'string' || !/^[\da-f]{6}$/i.test(color)) return undefined;
  return [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as unknown as Vec3;
}

/** More labels than atlases have. */
const LABELS_MAX = 1 << 16;

/** Properties that names are in, best first; any other text will do. */
const NAMES = ['name', 'label', 'class', 'region', 'acronym'];

/** Colours and properties of labels, of which either may be missing; 0 is the background. */
function parseLabels({ colors, properties }: Fields): Store['labels'] {
  const labels = new Map<number, { name?: string; color?: Vec3 }>();
  const visit = (list: unknown, take: (fields: Fields) => { name?: string; color?: Vec3 }) => {
    for (const entry of Array.isArray(list) ? list.slice(0, LABELS_MAX) : []) {
      const fields = fieldsOf(entry) ?? {};
      const label = fields['label-value'];
      if (typeof label !== 'number' || !Number.isSafeInteger(label) || label === 0) continue;
      labels.set(label, { ...labels.get(label), ...take(fields) });
    }
  };
  visit(colors, ({ rgba }) => {
    const isColor = Array.isArray(rgba) && rgba.length >= 3 && rgba.every((byte) => byte >= 0 && byte <= 0xff);
    return isColor ? { color: rgba.slice(0, 3).map((byte) => Number(byte) / 0xff) as unknown as Vec3 } : {};
  });
  visit(properties, (fields) => {
    const texts = Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== '');
    const found = NAMES.flatMap((name) => texts.filter(([key]) => key.toLowerCase() === name)).concat(texts)[0];
    return found ? { name: found[1] as string } : {};
  });
  if (labels.size === 0) return undefined;
  return [...labels]
    .sort(([a], [b]) => a - b)
    .map(([label, { name = `Label ${label}`, color }]) => ({ label, name, ...(color && { color }) }));
}

function parseRanges(list: unknown): RangesNote[] {
  return (Array.isArray(list) ? list : []).flatMap((entry) => {
    const { path, side } = fieldsOf(entry) ?? {};
    return typeof path === 'string' && Number.isSafeInteger(side) && Number(side) > 0
      ? [{ path, side: Number(side) }]
      : [];
  });
}

const isVec3 = (value: unknown): value is Vec3 =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);

function parsePlacement({ indexToWorld, anatomical }: Fields): Placement | undefined {
  const { columns, origin } = fieldsOf(indexToWorld) ?? {};
  if (!Array.isArray(columns) || columns.length !== 3 || !columns.every(isVec3) || !isVec3(origin)) return undefined;
  return {
    indexToWorld: { columns: columns as unknown as Affine['columns'], origin },
    anatomical: anatomical === true,
  };
}
