/** Writes lines in the formats that tilecast reads, for the tests. Coordinates are those of the file, RAS where it has a world. */
import type { Endianness } from '../../../../src/files/volumes/samples/voxels.js';
import { writeZip } from '../../bytes/compression/write-zip.js';
import { ascii, join, toBytes } from '../../volumes/nrrd/write-nrrd.js';

export type Line = readonly (readonly [number, number, number])[];

/** Two lines of three and four points. */
export const LINES: readonly Line[] = [
  [
    [1, 2, 3],
    [4, 2, 3],
    [4, 6, 3],
  ],
  [
    [10, 0, 0],
    [10, 0, 5],
    [10, 2, 9],
    [12, 2, 9],
  ],
];

export function writeTck(
  lines: readonly Line[] = LINES,
  { type = 'float32' as 'float32' | 'float64', endianness = 'little' as Endianness, isWhole = true } = {},
): Uint8Array {
  const name = `Float${type.slice(5)}${endianness === 'little' ? 'LE' : 'BE'}`;
  const header = `mrtrix tracks\ndatatype: ${name}\ncount: ${lines.length}\nfile: . 128\nEND\n`;
  const ends = [Number.NaN, Number.NaN, Number.NaN];
  const numbers = [
    ...lines.flatMap((line) => [...line.flat(), ...ends]),
    ...(isWhole ? [Infinity, Infinity, Infinity] : []),
  ];
  return join(header, new Uint8Array(128 - header.length), toBytes(numbers, type, endianness));
}

export interface TrkFields {
  readonly endianness?: Endianness;
  readonly sizes?: readonly number[];
  readonly spacings?: readonly number[];
  /** Row by row; none where the file does not say. */
  readonly matrix?: readonly number[];
  readonly order?: string;
  /** Names of values of points and lines, as 20 bytes hold them. */
  readonly scalars?: readonly string[];
  readonly properties?: readonly string[];
  /** Values of all points, and of all lines, list by list. */
  readonly scalarAt?: (list: number, point: number) => number;
  readonly propertyAt?: (list: number, line: number) => number;
  readonly scalarCount?: number;
}

/** @param lines in millimetres from the corner of the first voxel. */
export function writeTrk(lines: readonly Line[], fields: TrkFields = {}): Uint8Array {
  const { endianness = 'little', sizes = [10, 20, 30], spacings = [1, 1, 1], matrix, order = '' } = fields;
  const { scalars = [], properties = [], scalarAt = () => 0, propertyAt = () => 0 } = fields;
  const { scalarCount = scalars.length } = fields;
  const little = endianness === 'little';
  const header = new DataView(new ArrayBuffer(1000));
  const put = (at: number, text: string) => new Uint8Array(header.buffer).set(ascii(text), at);
  put(0, 'TRACK');
  for (const axis of [0, 1, 2]) {
    header.setInt16(6 + 2 * axis, sizes[axis]!, little);
    header.setFloat32(12 + 4 * axis, spacings[axis]!, little);
  }
  header.setInt16(36, scalarCount, little);
  for (const [index, name] of scalars.entries()) put(38 + 20 * index, name);
  header.setInt16(238, properties.length, little);
  for (const [index, name] of properties.entries()) put(240 + 20 * index, name);
  for (const [index, value] of (matrix ?? []).entries()) header.setFloat32(440 + 4 * index, value, little);
  put(948, order);
  header.setInt32(988, lines.length, little);
  header.setInt32(992, 2, little);
  header.setInt32(996, 1000, little);
  let point = 0;
  const body = lines.flatMap((line, index) => {
    const numbers = line.flatMap((place) => {
      const own = Array.from({ length: scalarCount }, (_, list) => scalarAt(list, point));
      point++;
      return [...place, ...own];
    });
    const own = properties.map((_, list) => propertyAt(list, index));
    return [toBytes([line.length], 'int32', endianness), toBytes([...numbers, ...own], 'float32', endianness)];
  });
  return join(new Uint8Array(header.buffer), ...body);
}

/** @param parts further files of the archive. */
export function writeTrx(
  lines: readonly Line[] = LINES,
  parts: Readonly<Record<string, Uint8Array>> = {},
  { isClosed = false, method = 8 as 0 | 8 } = {},
): Uint8Array {
  const points = lines.flat(2);
  const starts = lines.map((_, line) => lines.slice(0, line).flat().length);
  const offsets = isClosed ? [...starts, points.length / 3] : starts;
  const files = {
    'header.json': ascii('{}'),
    'positions.3.float32': toBytes(points, 'float32'),
    'offsets.uint64': toBytes(offsets, 'uint64'),
    ...parts,
  };
  return writeZip(Object.entries(files).map(([name, content]) => ({ name, content, method })));
}

/** A soma, a branch that parts in two, and one of another type. */
export const SWC = `# a neuron
1 1 0 0 0 5 -1
2 3 10 0 0 1 1
3 3 20 0 0 1 2
4 3 30 10 0 0.5 3
5 3 30 -10 0 0.5 3
6 2 0 -20 0 0.8 1
7 2 0 -30 0 0.8 6
`;
