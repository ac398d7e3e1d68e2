/**
 * The data elements of a DICOM data set (PS3.5, section 7), up to its pixels. Own code, since dicom-parser 1.8 takes the
 * lengths of OV, SV and UV elements for 16-bit ones, and needs all of a file in memory at once.
 */
import { InputError } from '../../errors.js';
import { decodeText } from './character-sets.js';

/** An attribute: its tag, group and element in one number, and the value representation that implicit data sets leave out. */
export interface Attribute {
  readonly tag: number;
  readonly vr: string;
}

/** How elements are encoded. */
export interface ElementEncoding {
  readonly explicit: boolean;
  readonly littleEndian: boolean;
}

interface Element {
  /** Undefined in implicit data sets. */
  readonly vr: string | undefined;
  /** Start of the value. */
  readonly start: number;
  readonly end: number;
  /** Items are encoded as the data set is, except in elements of unknown VR. */
  readonly items: ElementEncoding;
}

/** The value of the element that holds the pixels. */
export interface PixelElement {
  readonly tag: number;
  /** Undefined in implicit data sets. */
  readonly vr: string | undefined;
  readonly start: number;
  /** Undefined for encapsulated pixels, which end with a delimiter. */
  readonly sizeBytes: number | undefined;
}

/** More bytes are needed than there were. */
export class IncompleteError extends Error {
  readonly neededBytes: number;

  constructor(neededBytes: number) {
    super(`needs ${neededBytes} bytes`);
    this.neededBytes = neededBytes;
  }
}

/** Value representations whose lengths are 32-bit numbers after two reserved bytes (PS3.5, table 7.1-1). */
const LONG_VRS: ReadonlySet<string> = new Set([
  'OB',
  'OD',
  'OF',
  'OL',
  'OV',
  'OW',
  'SQ',
  'SV',
  'UC',
  'UN',
  'UR',
  'UT',
  'UV',
]);

const UNDEFINED_LENGTH = 0xffffffff;
const ITEM = 0xfffee000;
const ITEM_DELIMITATION = 0xfffee00d;
const SEQUENCE_DELIMITATION = 0xfffee0dd;

/** Float, double float, and integer pixels; nothing that describes them comes later. */
export const [FLOAT_PIXELS, DOUBLE_PIXELS, PIXELS] = [0x7fe00008, 0x7fe00009, 0x7fe00010];

/** Deeper nesting is damage, and would exhaust the stack. */
const DEPTH_MAX = 64;

const IMPLICIT: ElementEncoding = { explicit: false, littleEndian: true };

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
      encoding === undefined ? decodeText(bytes, this.#characterSets) : new TextDecoder(encoding).decode(bytes);
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
  OW: { sizeBytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  OV: { sizeBytes: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
};

/** Steps from element to element. */
class ElementScanner {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array, view: DataView) {
    this.#bytes = bytes;
    this.#view = view;
  }

  /** Elements from `start` to `end`, or to an item's delimiter, or to the pixels. */
  scan(start: number, end: number, encoding: ElementEncoding, depth: number) {
    const elements = new Map<number, Element>();
    let at = start;
    while (at < end) {
      const tag = this.#tag(at, encoding.littleEndian);
      if (tag === ITEM_DELIMITATION) return { elements, pixels: undefined, end: at + 8 };
      const { vr, valueStart, sizeBytes } = this.#head(at, encoding);
      if (depth === 0 && (tag === PIXELS || tag === FLOAT_PIXELS || tag === DOUBLE_PIXELS)) {
        const known = sizeBytes === UNDEFINED_LENGTH ? undefined : sizeBytes;
        return { elements, pixels: { tag, vr, start: valueStart, sizeBytes: known }, end: valueStart };
      }
      // PS3.5, section 6.2.2, note 4: sequences of unknown VR are implicit.
      const items = vr === 'UN' ? IMPLICIT : encoding;
      const valueEnd =
        sizeBytes === UNDEFINED_LENGTH ? this.#findSequenceEnd(valueStart, items, depth) : valueStart + sizeBytes;
      if (valueEnd > end) throw new InputError(`has an element ${formatTag(tag)} that ends after what it is in`);
      if (valueEnd > this.#bytes.length) throw new IncompleteError(valueEnd);
      const delimited = sizeBytes === UNDEFINED_LENGTH ? valueEnd - 8 : valueEnd;
      elements.set(tag, { vr, start: valueStart, end: delimited, items });
      at = valueEnd;
    }
    return { elements, pixels: undefined, end: at };
  }

  /** The ranges of a sequence's items, between two places. */
  items(start: number, end: number, encoding: ElementEncoding): { start: number; end: number }[] {
    const items: { start: number; end: number }[] = [];
    for (let at = start; at + 8 <= end; ) {
      const tag = this.#tag(at, encoding.littleEndian);
      if (tag !== ITEM) break;
      const sizeBytes = this.#view.getUint32(at + 4, encoding.littleEndian);
      const itemEnd = sizeBytes === UNDEFINED_LENGTH ? this.scan(at + 8, end, encoding, 1).end : at + 8 + sizeBytes;
      if (itemEnd > end) throw new InputError('has an item of a sequence that ends after it; the file is damaged');
      items.push({ start: at + 8, end: itemEnd });
      at = itemEnd;
    }
    return items;
  }

  /** The end of the sequence of undefined length that starts at `start`, its delimiter included. */
  #findSequenceEnd(start: number, encoding: ElementEncoding, depth: number): number {
    if (depth >= DEPTH_MAX) throw new InputError(`has sequences more than ${DEPTH_MAX} deep; the file is damaged`);
    for (let at = start; ; ) {
      const tag = this.#tag(at, encoding.littleEndian);
      this.#need(at + 8);
      const sizeBytes = this.#view.getUint32(at + 4, encoding.littleEndian);
      if (tag === SEQUENCE_DELIMITATION) return at + 8;
      if (tag !== ITEM) {
        throw new InputError(`has ${formatTag(tag)} where an item of a sequence should be; the file is damaged`);
      }
      if (sizeBytes === UNDEFINED_LENGTH) {
        at = this.scan(at + 8, Number.MAX_SAFE_INTEGER, encoding, depth + 1).end;
      } else at += 8 + sizeBytes;
    }
  }

  #head(at: number, { explicit, littleEndian }: ElementEncoding) {
    this.#need(at + 8);
    const tag = this.#tag(at, littleEndian);
    // Items and their delimiters have no VR.
    if (!explicit || tag >>> 16 === 0xfffe) {
      return { vr: undefined, valueStart: at + 8, sizeBytes: this.#view.getUint32(at + 4, littleEndian) };
    }
    const vr = String.fromCharCode(this.#bytes[at + 4]!, this.#bytes[at + 5]!);
    if (!/^[A-Z]{2}$/.test(vr)) {
      throw new InputError(`has an element ${formatTag(tag)} of no value representation; the file is damaged`);
    }
    if (!LONG_VRS.has(vr)) return { vr, valueStart: at + 8, sizeBytes: this.#view.getUint16(at + 6, littleEndian) };
    this.#need(at + 12);
    return { vr, valueStart: at + 12, sizeBytes: this.#view.getUint32(at + 8, littleEndian) };
  }

  #tag(at: number, littleEndian: boolean): number {
    this.#need(at + 4);
    return (this.#view.getUint16(at, littleEndian) * 0x10000 + this.#view.getUint16(at + 2, littleEndian)) >>> 0;
  }

  #need(end: number): void {
    if (end > this.#bytes.length) throw new IncompleteError(end);
  }
}

const formatTag = (tag: number) => {
  const hex = tag.toString(16).padStart(8, '0').toUpperCase();
  return `(${hex.slice(0, 4)},${hex.slice(4)})`;
};
