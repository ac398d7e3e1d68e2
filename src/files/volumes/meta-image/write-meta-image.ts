/** Writes MetaImage volumes, header and data in one file: https://itk.org/Wiki/ITK/MetaIO/Documentation. */
import { dot, length, type Vec3 } from '../../../math/vec3.js';
import type { Volume } from '../../../volume/volume.js';
import { bytesOf, type WrittenFile } from '../written-file.js';

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

/** Cosines above this are shear, not rounding. */
const SHEAR_MIN = 1e-6;

/**
 * Writes values and origin to the bit, and axes as directions and spacings, whose product may differ from oblique ones in
 * the last bit.
 */
export async function writeMetaImage({ sizes, voxels, indexToWorld, anatomical }: Volume): Promise<WrittenFile> {
  const { columns, origin } = indexToWorld;
  const spacings = columns.map(length);
  const directions = columns.map((column, axis) => column.map((value) => value / spacings[axis]!)) as unknown as Vec3[];
  const header = [
    'ObjectType = Image',
    'NDims = 3',
    'BinaryData = True',
    'BinaryDataByteOrderMSB = False',
    'CompressedData = False',
    `TransformMatrix = ${directions.flat().join(' ')}`,
    `Offset = ${origin.join(' ')}`,
    'CenterOfRotation = 0 0 0',
    // What tools that heed it take for LPS, as MetaIO names where axes come from.
    ...(anatomical ? ['AnatomicalOrientation = RAI'] : []),
    `ElementSpacing = ${spacings.join(' ')}`,
    `DimSize = ${sizes.join(' ')}`,
    `ElementType = ${TYPES[voxels.constructor.name]}`,
    'ElementDataFile = LOCAL',
  ];
  const [i, j, k] = directions as [Vec3, Vec3, Vec3];
  const sheared = [dot(i, j), dot(j, k), dot(k, i)].some((cosine) => Math.abs(cosine) > SHEAR_MIN);
  const note =
    'has axes that are not at right angles, which many programs take MetaImage to have; .nrrd says them plainly';
  return {
    pieces: [new TextEncoder().encode(`${header.join('\n')}\n`), bytesOf(voxels)],
    notes: sheared ? [note] : [],
  };
}
