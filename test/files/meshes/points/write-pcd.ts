/** Writes clouds of points as the Point Cloud Library does, for tests. */
import { ascii } from '../../volumes/nrrd/write-nrrd.js';

/** x, y, z, a colour and an intensity of each point; the third has no place. */
export const CLOUD = [
  [1, 2, 3, 0xff8000, 0.5],
  [-4, 5.5, 0, 0x0010ff, 2],
  [Number.NaN, Number.NaN, Number.NaN, 0, 0],
  [7, 0, -2, 0xffffff, -1],
] as const;

/** Fields in the order of `CLOUD`, with two bytes of padding and a histogram of two numbers before the intensity. */
const FIELDS = ['x', 'y', 'z', 'rgb', '_', 'vfh', 'intensity'];
const [SIZES, TYPES, COUNTS] = ['4 4 4 4 1 4 8', 'F F F F U F F', '1 1 1 1 2 2 1'];

type Kind = 'ascii' | 'binary' | 'binary_compressed';

export const pcdHeader = (kind: Kind, changes: Readonly<Record<string, string>> = {}): string => {
  const lines = {
    VERSION: '0.7',
    FIELDS: FIELDS.join(' '),
    SIZE: SIZES,
    TYPE: TYPES,
    COUNT: COUNTS,
    WIDTH: '4',
    HEIGHT: '1',
    VIEWPOINT: '0 0 0 1 0 0 0',
    POINTS: '4',
    DATA: kind,
    ...changes,
  };
  const text = Object.entries(lines).map(([word, rest]) => `${word} ${rest}\n`);
  return `# .PCD v0.7 - Point Cloud Data file format\n${text.join('')}`;
};

export function writePcd(kind: Kind, changes?: Readonly<Record<string, string>>): Uint8Array {
  const header = ascii(pcdHeader(kind, changes));
  if (kind === 'ascii') {
    const lines = CLOUD.map(([x, y, z, color, intensity]) => `${x} ${y} ${z} ${asFloat(color)} 9 9 1 2 ${intensity}\n`);
    return Buffer.concat([header, ascii(lines.join('').replaceAll('NaN', 'nan'))]);
  }
  const columns = CLOUD.map(([x, y, z, color, intensity]) => [
    ...[x, y, z].map((value) => new Uint8Array(Float32Array.of(value).buffer)),
    new Uint8Array(Uint32Array.of(color).buffer),
    Uint8Array.of(9, 9),
    new Uint8Array(Float32Array.of(1, 2).buffer),
    new Uint8Array(Float64Array.of(intensity).buffer),
  ]);
  if (kind === 'binary') return Buffer.concat([header, ...columns.flat()]);
  const data = Buffer.concat(FIELDS.flatMap((_, field) => columns.map((row) => row[field]!)));
  const packed = packLzf(data);
  return Buffer.concat([header, new Uint8Array(Uint32Array.of(packed.length, data.length).buffer), packed]);
}

/** The number whose four bytes are a colour. */
const asFloat = (color: number) => new Float32Array(Uint32Array.of(color).buffer)[0]!;

/** Literals, and matches of what was two or more bytes before wherever three bytes or more agree. */
export function packLzf(data: Uint8Array): Uint8Array {
  const out: number[] = [];
  let literals: number[] = [];
  const flush = () => {
    for (let at = 0; at < literals.length; at += 32) {
      const run = literals.slice(at, at + 32);
      out.push(run.length - 1, ...run);
    }
    literals = [];
  };
  for (let at = 0; at < data.length; ) {
    let best = { length: 0, distance: 0 };
    for (let distance = 1; distance <= Math.min(at, 8192); distance++) {
      let length = 0;
      while (length < 264 && at + length < data.length && data[at + length] === data[at + length - distance]) length++;
      if (length > best.length) best = { length, distance };
    }
    if (best.length < 3) {
      literals.push(data[at++]!);
      continue;
    }
    flush();
    const [short, far] = [Math.min(best.length - 2, 7), best.distance - 1];
    out.push((short << 5) | (far >> 8), ...(short === 7 ? [best.length - 9] : []), far & 255);
    at += best.length;
  }
  flush();
  return Uint8Array.from(out);
}
