/** Writes MetaImage volumes, header and data in one file: https://itk.org/Wiki/ITK/MetaIO/Documentation. */
import { dot, type Vec3 } from '../../../math/vec3.js';
import { spacings, type Volume } from '../../../volume/volume.js';
import { requireBytes, sampleColors } from '../samples/color-samples.js';
import { bytesOf, type WriteOptions, type WrittenFile } from '../writers/written-file.js';
import { findWrittenUnit, noteUnwritten } from '../writers/written-unit.js';

const TYPES: Readonly<Record<string, string>> = {
  Int8Array: 'MET_CHAR',
  Uint8Array: 'MET_UCHAR',
  Int16Array: 'MET_SHORT',
  Uint16Array: 'MET_USHORT',
  Int32Array: 'MET_INT',
  Uint32Array: 'MET_UINT',
  Float32Array: 'MET_FLOAT',
  Float64Array: 'MET_DOUBLE',
};

/** Units that the format has. */
const DISTANCE_UNITS: readonly string[] = ['um', 'mm', 'cm'];

/** Cosines above this are shear, not rounding. */
const SHEAR_MIN = 1e-6;

/**
 * Writes values, or colours of 8 bits, and origin to the bit, and axes as directions and spacings, whose product may differ from oblique ones in
 * the last bit.
 * @throws InputError for colours of 16 bits.
 */
export async function writeMetaImage(volume: Volume, options: WriteOptions = {}): Promise<WrittenFile> {
  const colors = requireBytes(sampleColors(volume, options.colors), 'MetaImage');
  const { samples, count } = colors ?? { samples: volume.voxels, count: 1 };
  const [i, j, k] = directionsOf(volume) as [Vec3, Vec3, Vec3];
  const sheared = [dot(i, j), dot(j, k), dot(k, i)].some((cosine) => Math.abs(cosine) > SHEAR_MIN);
  const note =
    'has axes that are not at right angles, which many programs take MetaImage to have; .nrrd says them plainly';
  const symbol = findWrittenUnit(options.unit, volume.anatomical);
  const unit = symbol !== undefined && DISTANCE_UNITS.includes(symbol) ? symbol : undefined;
  return {
    pieces: [metaImageHeader(volume, samples.constructor.name, count, unit), bytesOf(samples)],
    notes: [...(sheared ? [note] : []), ...(unit === undefined ? noteUnwritten(options.unit) : [])],
  };
}

/**
 * @param array The name of the voxels' typed array.
 * @param components The channels of a voxel.
 * @param unit One of `DISTANCE_UNITS`.
 */
export function metaImageHeader(
  volume: Omit<Volume, 'voxels'>,
  array: string,
  components = 1,
  unit?: string,
): Uint8Array {
  const { sizes, indexToWorld, anatomical } = volume;
  const header = [
    'ObjectType = Image',
    'NDims = 3',
    'BinaryData = True',
    'BinaryDataByteOrderMSB = False',
    'CompressedData = False',
    `TransformMatrix = ${directionsOf(volume).flat().join(' ')}`,
    `Offset = ${indexToWorld.origin.join(' ')}`,
    'CenterOfRotation = 0 0 0',
    // Tools that heed it take this for LPS, as MetaIO names where axes come from.
    ...(anatomical ? ['AnatomicalOrientation = RAI'] : []),
    ...(unit === undefined ? [] : [`DistanceUnits = ${unit}`]),
    `ElementSpacing = ${spacings(volume).join(' ')}`,
    `DimSize = ${sizes.join(' ')}`,
    ...(components > 1 ? [`ElementNumberOfChannels = ${components}`] : []),
    `ElementType = ${TYPES[array]}`,
    'ElementDataFile = LOCAL',
  ];
  return new TextEncoder().encode(`${header.join('\n')}\n`);
}

/** Unit vectors along i, j and k. */
function directionsOf(volume: Pick<Volume, 'indexToWorld'>): Vec3[] {
  const lengths = spacings(volume);
  return volume.indexToWorld.columns.map((column, axis) => scaleDown(column, lengths[axis]!));
}

const scaleDown = (vector: Vec3, by: number) => vector.map((value) => value / by) as unknown as Vec3;
