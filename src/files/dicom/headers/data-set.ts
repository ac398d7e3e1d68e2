/** A DICOM data set: its attributes, as text, numbers, bytes and items. */
import { InputError } from '../../../errors.js';
import { decodeDicomText } from './decode-dicom-text.js';
import { DEPTH_MAX, type Element, type ElementEncoding, ElementScanner, type PixelElement } from './element-scanner.js';

/** An attribute: its tag, group and element in one number, and the value representation that implicit data sets leave out. */
export interface Attribute {
  readonly tag: number;
  readonly vr: string;
}

/** One level of a data set: typed access to its attributes, which may be missing or empty. */
export class DataSet {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #littleEndian: boolean;
  readonly #elements: ReadonlyMap<number, Element>;
  readonly #depth: number;
  /** ISO names of the character sets of its text; items have those of what holds them unless they name others. */
  readonly #characterSets: readonly string[];
  /** Pixels of the outermost data set; undefined if it has none. */
  readonly pixels: PixelElement | undefined;
  readonly end: number;

  /** @throws InputError for what is no data set; IncompleteError if `bytes` end before the pixels do begin. */
  constructor(
    bytes: Uint8Array,
    encoding: ElementEncoding,
    { start = 0, end = Number.POSITIVE_INFINITY, depth = 0, characterSets = [] as readonly string[] } = {},
  ) {
    if (depth > DEPTH_MAX) throw new InputError(`has sequences more than ${DEPTH_MAX} deep; the file is damaged`);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#littleEndian = encoding.littleEndian;
    this.#depth = depth;
    const scanner = new ElementScanner(bytes, this.#view);
    const found = scanner.scan(start, end, encoding, depth);
    this.#elements = found.elements;
    this.pixels = found.pixels;
    this.end = found.end;
    const own = this.#text(CHARACTER_SET, 'iso-8859-1');
    this.#characterSets = own.length > 0 ? own : characterSets;
  }

  has({ tag }: Attribute): boolean {
    return this.#elements.has(tag);
  }

  /** All values of a text attribute, without padding; none if it is missing or empty. */
  strings(attribute: Attribute): string[] {
    return this.#text(attribute, undefined);
  }

  /** The first value; undefined if it is missing or empty. */
  string(attribute: Attribute): string | undefined {
    return this.strings(attribute)[0] || undefined;
  }

  /** All numbers of an attribute, be they text or binary, up to the first that is none; none if it is missing. */
  numbers(attribute: Attribute): number[] {
    const element = this.#elements.get(attribute.tag);
    if (!element) return [];
    const vr = element.vr === undefined || element.vr === 'UN' ? attribute.vr : element.vr;
    const binary = BINARY[vr];
    if (!binary) {
      const numbers = this.strings(attribute).map((text) => (text === '' ? Number.NaN : Number(text)));
      const wrong = numbers.findIndex((number) => !Number.isFinite(number));
      return wrong < 0 ? numbers : numbers.slice(0, wrong);
    }
    const { sizeBytes, read } = binary;
    const count = Math.floor((element.end - element.start) / sizeBytes);
    return Array.from({ length: count }, (_, index) =>
      read(this.#view, element.start + index * sizeBytes, this.#littleEndian),
    );
  }

  /** The first number; undefined if there is none. */
  number(attribute: Attribute): number | undefined {
    return this.numbers(attribute)[0];
  }

  /** The bytes of an attribute's value; undefined if it is missing. */
  bytes({ tag }: Attribute): Uint8Array | undefined {
    const element = this.#elements.get(tag);
    return element && this.#bytes.subarray(element.start, element.end);
  }

  /** The items of a sequence; none if it is missing. */
  items({ tag }: Attribute): DataSet[] {
    const element = this.#elements.get(tag);
    if (!element) return [];
    const scanner = new ElementScanner(this.#bytes, this.#view);
    return scanner.items(element.start, element.end, element.items).map(
      ({ start, end }) =>
        new DataSet(this.#bytes, element.items, {
          ...{ start, end },
          depth: this.#depth + 1,
          characterSets: this.#characterSets,
        }),
    );
  }

  #text({ tag }: Attribute, encoding: string | undefined): string[] {
    const element = this.#elements.get(tag);
    if (!element || element.end === element.start) return [];
    const bytes = this.#bytes.subarray(element.start, element.end);
    const text =
      encoding === undefined ? decodeDicomText(bytes, this.#characterSets) : new TextDecoder(encoding).decode(bytes);
    return text.split('\\').map((value) => value.replace(/^ +| +$/g, ''));
  }
}

const CHARACTER_SET: Attribute = { tag: 0x00080005, vr: 'CS' };

const BINARY: Readonly<
  Record<string, { sizeBytes: number; read: (view: DataView, at: number, little: boolean) => number }>
> = {
  US: { sizeBytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  SS: { sizeBytes: 2, read: (view, at, little) => view.getInt16(at, little) },
  UL: { sizeBytes: 4, read: (view, at, little) => view.getUint32(at, little) },
  SL: { sizeBytes: 4, read: (view, at, little) => view.getInt32(at, little) },
  FL: { sizeBytes: 4, read: (view, at, little) => view.getFloat32(at, little) },
  FD: { sizeBytes: 8, read: (view, at, little) => view.getFloat64(at, little) },
  AT: {
    sizeBytes: 4,
    read: (view, at, little) => 0x10000 * view.getUint16(at, little) + view.getUint16(at + 2, little),
  },
  OW: { sizeBytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  OV: { sizeBytes: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
};
