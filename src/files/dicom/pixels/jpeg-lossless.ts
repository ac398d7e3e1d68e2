/**
 * Decodes lossless JPEG by Huffman coding, process 14 (ISO 10918-1, annex H). Own code, since jpeg-lossless-decoder-js
 * 2.1 gets selection value 4 and colours wrong that dcmtk writes.
 */
import { InputError } from '../../../errors.js';

const [SOF3, DHT, SOI, EOI, SOS, DRI] = [0xc3, 0xc4, 0xd8, 0xd9, 0xda, 0xdd];

/** Bits that the table of short codes is indexed by. */
const LOOKUP_BITS = 8;

/** Differences have 16 bits at most. */
const INVALID_SIZE = 17;

/** Bytes that may be searched for a code beyond its own. */
const LOOK_AHEAD_BYTES_MAX = 3;

interface Frame {
  readonly rows: number;
  readonly columns: number;
  readonly bits: number;
  /** Identifiers of the components, in their order. */
  readonly components: readonly number[];
  readonly samples: Uint16Array;
}

/**
 * Decodes to samples of 16 bits, pixel by pixel.
 * @throws InputError for another process of JPEG, or for data that are damaged or cut short.
 */
export function decodeJpegLossless(bytes: Uint8Array): Uint16Array {
  const word = (at: number) => bytes[at]! * 256 + bytes[at + 1]!;
  const tables: (HuffmanTable | undefined)[] = [];
  let frame: Frame | undefined;
  let restartInterval = 0;
  for (let at = 0; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) throw damaged();
    const marker = bytes[at + 1]!;
    at += marker === 0xff ? 1 : 2;
    if (marker === 0xff || marker === SOI) continue;
    if (marker === EOI) break;
    const end = at + word(at);
    if (end > bytes.length) throw damaged();
    if (marker === SOF3) frame = readFrame(bytes, at);
    else if (marker === DHT) readTables(bytes, at + 2, end, tables);
    else if (marker === DRI) restartInterval = word(at + 2);
    else if (marker === SOS) {
      if (!frame) throw damaged();
      at = decodeScan(bytes, at, frame, tables, restartInterval);
      continue;
    } else if (marker >= 0xc0 && marker <= 0xcf) {
      throw new InputError(`has JPEG data of process ${marker - 0xc0}, not lossless as its transfer syntax says`);
    }
    at = end;
  }
  if (!frame) throw damaged();
  return frame.samples;
}

function readFrame(bytes: Uint8Array, at: number): Frame {
  const count = bytes[at + 7]!;
  const [rows, columns] = [bytes[at + 3]! * 256 + bytes[at + 4]!, bytes[at + 5]! * 256 + bytes[at + 6]!];
  const components = Array.from({ length: count }, (_, index) => bytes[at + 8 + 3 * index]!);
  const subsampled = components.some((_, index) => bytes[at + 9 + 3 * index] !== bytes[at + 9]);
  if (subsampled) throw new InputError('has lossless JPEG data with components of several sizes, which cannot be read');
  // Each sample takes a bit at least.
  if (rows * columns * count > 8 * bytes.length) throw damaged();
  return { rows, columns, bits: bytes[at + 2]!, components, samples: new Uint16Array(rows * columns * count) };
}

function readTables(bytes: Uint8Array, start: number, end: number, tables: (HuffmanTable | undefined)[]): void {
  for (let at = start; at + 17 <= end; ) {
    const counts = bytes.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (at + 17 + total > end) throw damaged();
    tables[bytes[at]! & 15] = new HuffmanTable(counts, bytes.subarray(at + 17, at + 17 + total));
    at += 17 + total;
  }
}

/** @returns where the scan ends. */
function decodeScan(
  bytes: Uint8Array,
  at: number,
  { rows, columns, bits, components, samples }: Frame,
  tables: readonly (HuffmanTable | undefined)[],
  restartInterval: number,
): number {
  const count = bytes[at + 2]!;
  if (count === 0) throw damaged();
  const end = at + bytes[at]! * 256 + bytes[at + 1]!;
  const scanned = Array.from({ length: count }, (_, index) => {
    const component = components.indexOf(bytes[at + 3 + 2 * index]!);
    const table = tables[bytes[at + 4 + 2 * index]! >> 4];
    if (component < 0 || !table) throw damaged();
    return { component, table };
  });
  const selection = bytes[at + 3 + 2 * count]!;
  const shift = bytes[at + 5 + 2 * count]! & 15;
  const reader = new BitReader(bytes, end);
  const stride = components.length;
  const row = columns * stride;
  // Restarts are at the start of rows (H.1.2.1), where prediction starts anew.
  const restartRows = restartInterval === 0 ? rows : Math.max(Math.floor(restartInterval / columns), 1);
  const differences = new Int32Array(columns);
  for (let y = 0; y < rows; y++) {
    const first = y % restartRows === 0;
    if (first && y > 0) reader.restart();
    const start = 2 ** (bits - shift - 1);
    if (stride === 1) {
      reader.readDifferences(scanned[0]!.table, differences);
      if (first) addToLeft(samples, y * row, start, differences);
      else if (selection === 1) addToLeft(samples, y * row, samples[(y - 1) * row]!, differences);
      else addPredicted(samples, y * row, selection, differences);
      continue;
    }
    for (let x = 0; x < columns; x++) {
      for (const { component, table } of scanned) {
        const index = y * row + x * stride + component;
        let predicted: number;
        if (first) predicted = x === 0 ? start : samples[index - stride]!;
        else if (x === 0) predicted = samples[index - row]!;
        else
          predicted = predict(
            selection,
            samples[index - stride]!,
            samples[index - row]!,
            samples[index - row - stride]!,
          );
        samples[index] = predicted + reader.difference(table);
      }
    }
  }
  // Shifted at the end only: prediction is by values before it.
  if (shift > 0) {
    for (const { component } of scanned) {
      for (let index = component; index < samples.length; index += stride) samples[index]! <<= shift;
    }
  }
  return reader.end();
}

/** Adds each difference to the sample before, modulo 65536. */
function addToLeft(samples: Uint16Array, row: number, start: number, differences: Int32Array): void {
  let value = start;
  for (let x = 0; x < differences.length; x++) {
    value = (value + differences[x]!) & 0xffff;
    samples[row + x] = value;
  }
}

/** Adds the differences of a row of single samples to what those before and above predict. */
function addPredicted(samples: Uint16Array, row: number, selection: number, differences: Int32Array): void {
  const above = row - differences.length;
  samples[row] = samples[above]! + differences[0]!;
  for (let x = 1; x < differences.length; x++) {
    const predicted = predict(selection, samples[row + x - 1]!, samples[above + x]!, samples[above + x - 1]!);
    samples[row + x] = predicted + differences[x]!;
  }
}

/** Predicts from the sample to the left, the one above and that to the left of it (table H.1). */
function predict(selection: number, left: number, above: number, aboveLeft: number): number {
  switch (selection) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return aboveLeft;
    case 4:
      return left + above - aboveLeft;
    case 5:
      return left + ((above - aboveLeft) >> 1);
    case 6:
      return above + ((left - aboveLeft) >> 1);
    case 7:
      return (left + above) >> 1;
    default:
      throw damaged();
  }
}

/** Codes in the order of their lengths (annex C). */
class HuffmanTable {
  readonly values: Uint8Array;
  /** Indexed by the next bits: a short code's length and value, or 0. */
  readonly lookup = new Uint16Array(1 << LOOKUP_BITS);
  /** Indexed by length, one more than the last code of it; and what to add to a code for its place among the values. */
  readonly ends = new Int32Array(17);
  readonly valueOffsets = new Int32Array(17);

  constructor(counts: Uint8Array, values: Uint8Array) {
    this.values = values;
    let code = 0;
    let rank = 0;
    for (let length = 1; length <= 16; length++) {
      this.valueOffsets[length] = rank - code;
      for (let index = 0; index < counts[length - 1]!; index++, code++, rank++) {
        if (length > LOOKUP_BITS) continue;
        const from = code << (LOOKUP_BITS - length);
        this.lookup.fill((length << 8) | values[rank]!, from, from + (1 << (LOOKUP_BITS - length)));
      }
      this.ends[length] = code;
      code *= 2;
    }
  }
}

/** Bits of entropy-coded data, whose 0xff bytes have a zero after them. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #count = 0;
  /** Bytes of zeros that were read where the data had ended. */
  #ahead = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** A coded difference (H.1.2.2), modulo 65536. */
  difference(table: HuffmanTable): number {
    const size = this.#decode(table);
    if (size === 0) return 0;
    if (size === 16) return 0x8000;
    if (size >= INVALID_SIZE) throw damaged();
    this.#fill(size);
    this.#count -= size;
    const value = (this.#bits >> this.#count) & ((1 << size) - 1);
    return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
  }

  /** The differences of a row; with its state in variables, as most of the time goes into them. */
  readDifferences(table: HuffmanTable, out: Int32Array): void {
    const bytes = this.#bytes;
    const { lookup } = table;
    let [at, bits, count] = [this.#at, this.#bits, this.#count];
    for (let index = 0; index < out.length; index++) {
      // Enough for a short code and its difference; near the end and beside markers, bytes are looked at one by one.
      while (count <= 16 && at + 1 < bytes.length) {
        const byte = bytes[at]!;
        if (byte === 0xff && bytes[at + 1] !== 0) break;
        at += byte === 0xff ? 2 : 1;
        bits = (bits << 8) | byte;
        count += 8;
      }
      const found = count > 16 ? lookup[(bits >> (count - LOOKUP_BITS)) & ((1 << LOOKUP_BITS) - 1)]! : 0;
      const size = found & 255;
      const left = count - (found >> 8) - size;
      if (found === 0 || size > 15 || left < 0) {
        [this.#at, this.#bits, this.#count] = [at, bits, count];
        out[index] = this.difference(table);
        [at, bits, count] = [this.#at, this.#bits, this.#count];
        continue;
      }
      count = left;
      const value = (bits >> count) & ((1 << size) - 1);
      out[index] = size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
    }
    [this.#at, this.#bits, this.#count] = [at, bits, count];
  }

  /** Steps over a restart marker. */
  restart(): void {
    this.#at = this.end() + 2;
    this.#bits = 0;
    this.#count = 0;
    this.#ahead = 0;
  }

  /** The place of the next marker. */
  end(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at + 1 < bytes.length && !(bytes[at] === 0xff && bytes[at + 1]! > 0)) at++;
    return at;
  }

  #decode(table: HuffmanTable): number {
    this.#fill(LOOKUP_BITS);
    const found = table.lookup[(this.#bits >> (this.#count - LOOKUP_BITS)) & ((1 << LOOKUP_BITS) - 1)]!;
    if (found > 0) {
      this.#count -= found >> 8;
      return found & 255;
    }
    this.#fill(16);
    for (let length = LOOKUP_BITS + 1; length <= 16; length++) {
      const code = (this.#bits >> (this.#count - length)) & ((1 << length) - 1);
      if (code >= table.ends[length]! || table.valueOffsets[length]! + code < 0) continue;
      this.#count -= length;
      return table.values[table.valueOffsets[length]! + code] ?? INVALID_SIZE;
    }
    throw damaged();
  }

  /** Makes `count` bits available, up to 16. It may look ahead of where the data end, and finds zeros. */
  #fill(count: number): void {
    const bytes = this.#bytes;
    while (this.#count < count) {
      const byte = this.#at < bytes.length ? bytes[this.#at]! : 0xff;
      const ended = byte === 0xff && bytes[this.#at + 1] !== 0;
      if (ended && ++this.#ahead > LOOK_AHEAD_BYTES_MAX) throw damaged();
      if (!ended) this.#at += byte === 0xff ? 2 : 1;
      this.#bits = (this.#bits << 8) | (ended ? 0 : byte);
      this.#count += 8;
    }
  }
}

const damaged = () => new InputError('has lossless JPEG data that are damaged or cut short; get a whole copy');
