/**
 * Finds the data elements of a DICOM data set (PS3.5, section 7), up to its pixels. Own code, since dicom-parser 1.8 takes the
 * lengths of OV, SV and UV elements for 16-bit ones, and needs all of a file in memory at once.
 */
import { InputError } from '../../../errors.js';

/** How elements are encoded. */
export interface ElementEncoding {
  readonly explicit: boolean;
  readonly littleEndian: boolean;
}

/** The place of an element's value, by bytes. */
export interface Element {
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
export const DEPTH_MAX = 64;

const IMPLICIT: ElementEncoding = { explicit: false, littleEndian: true };

/** Steps from element to element. */
export class ElementScanner {
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
