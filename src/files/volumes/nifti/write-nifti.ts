/** Writes NIfTI volumes: https://nifti.nimh.nih.gov/pub/dist/src/niftilib/nifti1.h, nifti2.h. */
import { InputError } from '../../../errors.js';
import { length } from '../../../math/vec3.js';
import type { Volume } from '../../../volume/volume.js';
import { gzip } from '../../bytes/compression/gzip.js';
import { requireBytes, sampleColors } from '../samples/color-samples.js';
import { bytesOf, type WriteOptions, type WrittenFile } from '../writers/written-file.js';
import { findWrittenUnit, noteUnwritten } from '../writers/written-unit.js';

const CODES: Readonly<Record<string, number>> = {
  Uint8Array: 2,
  Int16Array: 4,
  Int32Array: 8,
  Float32Array: 16,
  Float64Array: 64,
  Int8Array: 256,
  Uint16Array: 512,
  Uint32Array: 768,
};

/** NIFTI_TYPE_RGB24 and NIFTI_TYPE_RGBA32. */
const COLOR_CODES = { 3: 128, 4: 2304 } as const;

const SIZE_MAX_OF_VERSION_1 = 32767;
/** NIFTI_UNITS_METER, MM and MICRON. */
const UNIT_CODES: Readonly<Record<string, number>> = { m: 1, mm: 2, um: 3 };
const UNIT_UNKNOWN = 0;
/** NIFTI_XFORM_SCANNER_ANAT. */
const SCANNER = 1;

/**
 * Writes values, or colours of 8 bits, and geometry to the bit: as version 1 where its float32 numbers hold the geometry, else as version 2.
 * @throws InputError for a volume of no anatomical space whose axes are not those of the world, which the format lacks, and
 * for colours of 16 bits.
 */
export async function writeNifti(
  volume: Volume,
  { compress, report, colors, unit }: WriteOptions = {},
): Promise<WrittenFile> {
  const ofColors = requireBytes(sampleColors(volume, colors), 'NIfTI');
  const { sizes, voxels, indexToWorld, anatomical } = volume;
  const rows = [0, 1, 2].map((row) => {
    // The world of NIfTI is RAS.
    const sign = row < 2 ? -1 : 1;
    return [...indexToWorld.columns, indexToWorld.origin].map((column) => sign * column[row]! + 0);
  });
  if (!anatomical) checkPlain(volume);
  const spacings = indexToWorld.columns.map(length);
  const kept = anatomical ? rows.flat() : spacings;
  const fits =
    kept.every((number) => Math.fround(number) === number) && sizes.every((size) => size <= SIZE_MAX_OF_VERSION_1);
  const unitCode = UNIT_CODES[findWrittenUnit(unit, anatomical) ?? ''] ?? UNIT_UNKNOWN;
  const header = (fits ? writeHeader1 : writeHeader2)({
    ...{ sizes, spacings, rows },
    code: ofColors ? COLOR_CODES[ofColors.count] : CODES[voxels.constructor.name]!,
    bits: ofColors ? 8 * ofColors.count : 8 * voxels.BYTES_PER_ELEMENT,
    form: anatomical ? SCANNER : 0,
    unitCode,
  });
  const pieces = [header, bytesOf(ofColors?.samples ?? voxels)];
  const notes = unitCode === UNIT_UNKNOWN ? noteUnwritten(unit) : [];
  return { pieces: compress ? await gzip(pieces, report) : pieces, notes };
}

/** NIfTI without an anatomical space has spacings alone. */
function checkPlain({ indexToWorld: { columns, origin } }: Volume): void {
  const plain = columns.every((column, axis) => column.every((value, row) => (row === axis ? value > 0 : value === 0)));
  if (plain && origin.every((coordinate) => coordinate === 0)) return;
  throw new InputError(
    'is in no anatomical space, and its axes or origin are not those of the world: NIfTI cannot say that; .nrrd can',
  );
}

interface Fields {
  readonly sizes: readonly number[];
  readonly spacings: readonly number[];
  readonly rows: readonly (readonly number[])[];
  readonly code: number;
  readonly bits: number;
  readonly form: number;
  readonly unitCode: number;
}

function writeHeader1({ sizes, spacings, rows, code, bits, form, unitCode }: Fields): Uint8Array {
  const bytes = new Uint8Array(352);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 348, true);
  for (const [index, size] of [3, ...sizes, 1, 1, 1, 1].entries()) view.setInt16(40 + 2 * index, size, true);
  view.setInt16(70, code, true);
  view.setInt16(72, bits, true);
  for (const [index, spacing] of [1, ...spacings].entries()) view.setFloat32(76 + 4 * index, spacing, true);
  view.setFloat32(108, 352, true);
  view.setFloat32(112, 1, true);
  view.setUint8(123, unitCode);
  view.setInt16(254, form, true);
  for (const [index, number] of rows.flat().entries()) view.setFloat32(280 + 4 * index, number, true);
  bytes.set(new TextEncoder().encode('n+1\0'), 344);
  return bytes;
}

function writeHeader2({ sizes, spacings, rows, code, bits, form, unitCode }: Fields): Uint8Array {
  const bytes = new Uint8Array(544);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 540, true);
  bytes.set(new TextEncoder().encode('n+2\0\r\n\x1a\n'), 4);
  view.setInt16(12, code, true);
  view.setInt16(14, bits, true);
  for (const [index, size] of [3, ...sizes, 1, 1, 1, 1].entries()) view.setBigInt64(16 + 8 * index, BigInt(size), true);
  for (const [index, spacing] of [1, ...spacings].entries()) view.setFloat64(104 + 8 * index, spacing, true);
  view.setBigInt64(168, 544n, true);
  view.setFloat64(176, 1, true);
  view.setInt32(348, form, true);
  for (const [index, number] of rows.flat().entries()) view.setFloat64(400 + 8 * index, number, true);
  view.setInt32(500, unitCode, true);
  return bytes;
}
