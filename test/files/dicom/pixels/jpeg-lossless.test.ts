/** Lossless JPEG of random pictures, encoded here, is what it was made of: all predictors, restarts, short codes and long ones. */
import { describe, expect, it } from 'vitest';
import { decodeJpegLossless } from '../../../../src/files/dicom/pixels/jpeg-lossless.js';
import { createRandom } from '../../../camera/random.js';

/** Codes of 3 bits for the sizes 0 to 6 and of 9 bits for those of 7 to 16. */
const [SHORT, LONG] = [7, 10];
const codeOf = (size: number) =>
  size < SHORT ? { code: size, bits: 3 } : { code: 0b111_000_000 + size - SHORT, bits: 9 };

interface Picture {
  readonly columns: number;
  readonly rows: number;
  readonly components: number;
  readonly bits: number;
  readonly selection: number;
  /** Rows between restarts; 0 for none. */
  readonly restartRows: number;
  readonly samples: Uint16Array;
}

class BitWriter {
  readonly bytes: number[] = [];
  #bits = 0;
  #count = 0;

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) {
      this.#bits = (this.#bits << 1) | ((value >> bit) & 1);
      if (++this.#count === 8) this.#flush();
    }
  }

  /** Fills the last byte with ones. */
  align(): void {
    while (this.#count > 0) this.write(1, 1);
  }

  #flush(): void {
    this.bytes.push(this.#bits);
    if (this.#bits === 0xff) this.bytes.push(0);
    [this.#bits, this.#count] = [0, 0];
  }
}

function predict(picture: Picture, index: number, x: number, isFirst: boolean): number {
  const { samples, columns, components, bits, selection } = picture;
  const row = columns * components;
  if (isFirst) return x === 0 ? 2 ** (bits - 1) : samples[index - components]!;
  if (x === 0) return samples[index - row]!;
  const [left, above, corner] = [
    samples[index - components]!,
    samples[index - row]!,
    samples[index - row - components]!,
  ];
  return [
    left,
    above,
    corner,
    left + above - corner,
    left + ((above - corner) >> 1),
    above + ((left - corner) >> 1),
    (left + above) >> 1,
  ][selection - 1]!;
}

function encode(picture: Picture): Uint8Array {
  const { columns, rows, components, bits, selection, restartRows, samples } = picture;
  const word = (value: number) => [value >> 8, value & 255];
  const segment = (marker: number, ...content: number[]) => [0xff, marker, ...word(content.length + 2), ...content];
  const each = <T>(make: (component: number) => readonly T[]) =>
    Array.from({ length: components }, (_, component) => make(component)).flat();
  const counts = Array.from({ length: 16 }, (_, length) => (length === 2 ? SHORT : length === 8 ? LONG : 0));
  const sizes = Array.from({ length: SHORT + LONG }, (_, size) => size);
  const head = [
    ...[0xff, 0xd8],
    ...segment(0xc3, bits, ...word(rows), ...word(columns), components, ...each((n) => [n + 1, 0x11, 0])),
    ...segment(0xc4, 0, ...counts, ...sizes),
    ...(restartRows > 0 ? segment(0xdd, ...word(restartRows * columns)) : []),
    ...segment(0xda, components, ...each((n) => [n + 1, 0]), selection, 0, 0),
  ];
  const writer = new BitWriter();
  let restarts = 0;
  for (let y = 0; y < rows; y++) {
    const isFirst = y === 0 || (restartRows > 0 && y % restartRows === 0);
    if (isFirst && y > 0) {
      writer.align();
      writer.bytes.push(0xff, 0xd0 + (restarts++ % 8));
    }
    for (let x = 0; x < columns; x++) {
      for (let component = 0; component < components; component++) {
        const index = (y * columns + x) * components + component;
        const difference = ((samples[index]! - predict(picture, index, x, isFirst)) << 16) >> 16;
        const size = difference === -32768 ? 16 : 32 - Math.clz32(Math.abs(difference));
        const { code, bits: length } = codeOf(size);
        writer.write(code, length);
        if (size < 16) writer.write(difference < 0 ? difference + 2 ** size - 1 : difference, size);
      }
    }
  }
  writer.align();
  return Uint8Array.from([...head, ...writer.bytes, 0xff, 0xd9]);
}

function createPicture(random: () => number): Picture {
  const integer = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const [columns, rows, components, bits] = [integer(1, 19), integer(1, 13), random() < 0.8 ? 1 : 3, integer(2, 16)];
  // Smooth ones have short codes, noise long ones.
  const [noise, middle] = [random() ** 3, random()];
  const samples = new Uint16Array(columns * rows * components);
  for (let at = 0; at < samples.length; at++) {
    samples[at] = Math.floor((2 ** bits - 1) * Math.min(Math.max(middle + noise * (random() - 0.5), 0), 1));
  }
  return { columns, rows, components, bits, selection: integer(1, 7), restartRows: integer(0, 4), samples };
}

describe('lossless JPEG', () => {
  it('is decoded to what it was made of', () => {
    const seed = 3107;
    const random = createRandom(seed);
    for (let round = 0; round < 500; round++) {
      const picture = createPicture(random);
      const decoded = decodeJpegLossless(encode(picture));
      expect([...decoded], `round ${round} of seed ${seed}`).toEqual([...picture.samples]);
    }
  });

  it('is refused where it is cut short', () => {
    const random = createRandom(12);
    const samples = Uint16Array.from({ length: 64 * 64 }, () => 4096 * random());
    const bytes = encode({ columns: 64, rows: 64, components: 1, bits: 12, selection: 1, restartRows: 0, samples });
    for (const share of [0.3, 0.6, 0.95]) {
      expect(() => decodeJpegLossless(bytes.subarray(0, Math.floor(share * bytes.length)))).toThrow('cut short');
    }
  });

  it('is refused where a scan has no components', () => {
    const samples = Uint16Array.from({ length: 9 }, (_, index) => 100 * index);
    const bytes = encode({ columns: 3, rows: 3, components: 1, bits: 12, selection: 1, restartRows: 0, samples });
    const scan = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xda);
    bytes[scan + 4] = 0;
    expect(() => decodeJpegLossless(bytes)).toThrow('damaged');
  });
});
