/** Stored integers of any bits, signs, scales and padding have the values that plain arithmetic gives them. */
import { expect, test } from 'vitest';
import type { FileFolder } from '../../../src/files/bytes/byte-source.js';
import { readDicomFolder } from '../../../src/files/dicom/dicom.js';
import { createRandom } from '../../camera/random.js';
import { COLUMNS, type Elements, ROWS, seriesFolder } from './write-dicom.js';

const COUNT = COLUMNS * ROWS;
const DEPTH = 3;

/** A random series: how its samples are stored, and the samples with other bits beside those that count. */
function createSeries(random: () => number) {
  const integer = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const allocated = integer(0, 1) === 0 ? 8 : 16;
  const bitsStored = integer(2, allocated);
  const highBit = integer(bitsStored - 1, allocated - 1);
  const signed = integer(0, 1) === 1;
  const slope = [1, 2, -1, 0.5][integer(0, 3)]!;
  const intercept = [0, -1024, 40000][integer(0, 2)]!;
  const inverted = integer(0, 3) === 0;
  const samples = Array.from({ length: DEPTH }, () =>
    Array.from({ length: COUNT }, () => integer(0, 2 ** allocated - 1)),
  );
  const toStored = (sample: number) => {
    const bits = Math.floor(sample / 2 ** (highBit + 1 - bitsStored)) % 2 ** bitsStored;
    return signed && bits >= 2 ** (bitsStored - 1) ? bits - 2 ** bitsStored : bits;
  };
  const stored = samples.map((slice) => slice.map(toStored));
  const padding = integer(0, 2) === 0 ? stored[integer(0, DEPTH - 1)]![integer(0, COUNT - 1)]! : undefined;
  return { allocated, bitsStored, highBit, signed, slope, intercept, inverted, samples, stored, padding };
}

type Series = ReturnType<typeof createSeries>;

/** As the standard says, in float64; padding has the lowest of the other values. */
function expectedValues({ bitsStored, signed, slope, intercept, inverted, stored, padding }: Series): number[] {
  const flipped = (value: number) => (signed ? -1 : 2 ** bitsStored - 1) - value;
  const values = stored.map((slice) =>
    slice.map((value) => (value === padding ? Number.NaN : (inverted ? flipped(value) : value) * slope + intercept)),
  );
  const lowest = Math.min(...values.flat().filter((value) => !Number.isNaN(value)));
  return values.flat().map((value) => (Number.isNaN(value) ? lowest : value));
}

function elementsOf(series: Series, k: number): Elements {
  const { allocated, bitsStored, highBit, signed, slope, intercept, inverted, samples, padding } = series;
  const bytes = Uint8Array.from(
    samples[k]!.flatMap((sample) => (allocated === 8 ? [sample] : [sample & 255, sample >> 8])),
  );
  return {
    '00080060 CS': 'MR',
    '00280004 CS': inverted ? 'MONOCHROME1' : 'MONOCHROME2',
    '00280100 US': [allocated],
    '00280101 US': [bitsStored],
    '00280102 US': [highBit],
    '00280103 US': [signed ? 1 : 0],
    '00281052 DS': String(intercept),
    '00281053 DS': String(slope),
    ...(padding !== undefined && { [signed ? '00280120 SS' : '00280120 US']: [padding] }),
    '7FE00010 OW': bytes,
  };
}

/** The same files, which fill memory of the reader's, as those of a disk do. */
const fillingFolder = (folder: FileFolder): FileFolder => ({
  ...folder,
  files: folder.files.map((file) => ({
    ...file,
    readInto: async (start, target) => {
      const bytes = await file.read(start, start + target.length);
      target.set(bytes);
      return bytes.length;
    },
  })),
});

test('300 random series', async () => {
  const seed = 7101;
  const random = createRandom(seed);
  for (let round = 0; round < 300; round++) {
    const series = createSeries(random);
    const folder = seriesFolder(DEPTH, (k) => elementsOf(series, k));
    const { volume } = await readDicomFolder(round % 2 === 0 ? folder : fillingFolder(folder), {});
    expect([...volume.voxels], `round ${round} of seed ${seed}`).toEqual(expectedValues(series));
  }
});
