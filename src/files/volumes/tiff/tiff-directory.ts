/** The directories of a TIFF file, one for each page: TIFF revision 6.0, and BigTIFF. */
import { InputError } from '../../../errors.js';
import { Budget } from '../../bytes/budget.js';
import type { Endianness } from '../samples/voxels.js';

/** Tags that are read, by their numbers. */
export const TAG = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  description: 270,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  resolutionUnit: 296,
  planarConfiguration: 284,
  predictor: 317,
  inkSet: 332,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  sampleFormat: 339,
  jpegTables: 347,
  imageDepth: 32997,
  tileDepth: 32998,
} as const;

const KNOWN = new Set<number>(Object.values(TAG));

/** The values of a page's tags. */
export type TiffDirectory = ReadonlyMap<number, readonly number[] | string>;

/** Bytes of a value of each type; types that are not here are not read. */
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 16: 8 };
const ASCII = 2;

/** More pages than any stack has. */
export const PAGES_MAX = 1 << 16;

/** Descriptions list each plane of a series, but no more than this. */
const VALUES_MAX = 1 << 24;

/** Values of tags, by the bytes of the file: those of a page are its own, so that all of them cost no more than it is long. */
const VALUES_BUDGET = { freeBytes: 1 << 24, bytesPerByte: 64 } as const;

interface Layout {
  readonly budget: Budget;
  readonly view: DataView;
  readonly little: boolean;
  /** Bytes of offsets and counts: 4, or 8 in BigTIFF. */
  readonly wordBytes: 4 | 8;
}

/** @throws InputError if the directories are damaged or lead in a circle. */
export function readDirectories(bytes: Uint8Array): { endianness: Endianness; pages: TiffDirectory[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = bytes[0] === 0x49;
  const big = bytes.length >= 16 && view.getUint16(2, little) === 43;
  const layout: Layout = { budget: new Budget(bytes.length, VALUES_BUDGET), view, little, wordBytes: big ? 8 : 4 };
  const pages: TiffDirectory[] = [];
  const met = new Set<number>();
  for (let at = readWord(layout, big ? 8 : 4); at !== 0; ) {
    if (met.has(at) || pages.length === PAGES_MAX) throw new InputError('has directories that lead in a circle');
    met.add(at);
    const { directory, next } = readDirectory(layout, at);
    pages.push(directory);
    at = next;
  }
  return { endianness: little ? 'little' : 'big', pages };
}

function readDirectory(layout: Layout, start: number): { directory: TiffDirectory; next: number } {
  const { view, little, wordBytes } = layout;
  const countBytes = wordBytes === 8 ? 8 : 2;
  const entryBytes = wordBytes === 8 ? 20 : 12;
  checkInside(layout, start, countBytes);
  const count = countBytes === 8 ? readWord(layout, start) : view.getUint16(start, little);
  const end = start + countBytes + count * entryBytes;
  checkInside(layout, start, end - start + wordBytes);
  const directory = new Map<number, readonly number[] | string>();
  for (let at = start + countBytes; at < end; at += entryBytes) {
    const tag = view.getUint16(at, little);
    const value = KNOWN.has(tag) ? readValue(layout, at) : undefined;
    // Some programs describe a file twice: the first description is the one that others read.
    if (value !== undefined && !directory.has(tag)) directory.set(tag, value);
  }
  return { directory, next: readWord(layout, end) };
}

function readValue(layout: Layout, at: number): readonly number[] | string | undefined {
  const { view, little, wordBytes } = layout;
  const type = view.getUint16(at + 2, little);
  const unitBytes = TYPE_BYTES[type];
  if (unitBytes === undefined) return undefined;
  const count = readWord(layout, at + 4);
  const sizeBytes = count * unitBytes;
  const valueAt = at + 4 + wordBytes;
  const start = sizeBytes <= wordBytes ? valueAt : readWord(layout, valueAt);
  if (count > VALUES_MAX) throw new InputError(`has a tag of ${count} values, which are too many`);
  checkInside(layout, start, sizeBytes);
  layout.budget.spendBytes(count * Float64Array.BYTES_PER_ELEMENT, 'values of tags, again and again,');
  if (type === ASCII) {
    return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + start, count)).replace(/\0+$/, '');
  }
  return Array.from({ length: count }, (_, index) => readNumber(layout, type, start + index * unitBytes));
}

function readNumber(layout: Layout, type: number, at: number): number {
  const { view, little } = layout;
  if (type === 1 || type === 7) return view.getUint8(at);
  if (type === 3) return view.getUint16(at, little);
  if (type === 4) return view.getUint32(at, little);
  // A fraction.
  if (type === 5) return view.getUint32(at, little) / view.getUint32(at + 4, little);
  return Number(view.getBigUint64(at, little));
}

function readWord(layout: Layout, at: number): number {
  checkInside(layout, at, layout.wordBytes);
  return layout.wordBytes === 8
    ? Number(layout.view.getBigUint64(at, layout.little))
    : layout.view.getUint32(at, layout.little);
}

function checkInside({ view }: Layout, start: number, sizeBytes: number): void {
  if (start >= 0 && start + sizeBytes <= view.byteLength) return;
  throw new InputError(`is cut short: it refers to bytes up to ${start + sizeBytes}, and has ${view.byteLength}`);
}

/** The numbers of a tag; none where it is absent, or a text. */
export function numbersOf(directory: TiffDirectory, tag: number): readonly number[] {
  const value = directory.get(tag);
  return typeof value === 'object' ? value : [];
}
