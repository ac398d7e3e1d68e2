/** Writes a data set in JSON, with its frames, as the DICOM file that it stands for (PS3.10, section 7; PS3.18, annex F). */
import { InputError } from '../../../errors.js';
import { concatenateBytes } from '../../bytes/data-bytes.js';
import { DEPTH_MAX } from '../headers/element-scanner.js';
import { EXPLICIT_LITTLE_ENDIAN_UID } from '../pixels/transfer-syntaxes.js';
import { type JsonDataSet, type JsonElement, valuesOf } from './json-data-set.js';

/** The pixels of an instance. */
export interface InstanceFrames {
  /** UID of the transfer syntax that they are in. */
  readonly syntax: string;
  /** Whether each frame is compressed by itself. */
  readonly isEncapsulated: boolean;
  readonly frames: readonly Uint8Array[];
}

/**
 * @param bulk bytes that the data set names by their addresses, by their tags; others are left out.
 * @param pixels undefined for what is no image.
 */
export function encodeInstance(
  dataSet: JsonDataSet,
  bulk: ReadonlyMap<string, Uint8Array>,
  pixels: InstanceFrames | undefined,
): Uint8Array {
  const syntax = new TextEncoder().encode(pixels?.syntax ?? EXPLICIT_LITTLE_ENDIAN_UID);
  return concatenateBytes([
    new Uint8Array(128),
    new TextEncoder().encode('DICM'),
    encodeElement(0x00020010, 'UI', padEven(syntax, 0)),
    ...encodeDataSet(dataSet, bulk, 0),
    ...(pixels ? encodePixels(pixels) : []),
  ]);
}

const CHARACTER_SET = '00080005';

function encodeDataSet(dataSet: JsonDataSet, bulk: ReadonlyMap<string, Uint8Array>, depth: number): Uint8Array[] {
  const texts = { ...dataSet, ...(depth === 0 && { [CHARACTER_SET]: { vr: 'CS', Value: ['ISO_IR 192'] } }) };
  return Object.entries(texts)
    .filter(([tag]) => /^[\da-f]{8}$/i.test(tag) && !/^(?:0002|7fe0)/i.test(tag))
    .sort(([a], [b]) => Number.parseInt(a, 16) - Number.parseInt(b, 16))
    .flatMap(([tag, element]) => {
      const vr = String(element.vr ?? '');
      const value = encodeValue(vr, element, depth === 0 ? bulk.get(tag) : undefined, depth);
      return value ? [encodeElement(Number.parseInt(tag, 16), vr, value)] : [];
    });
}

const TEXT_VRS = ['AE', 'AS', 'CS', 'DA', 'DS', 'DT', 'IS', 'LO', 'LT', 'PN', 'SH', 'ST', 'TM', 'UC', 'UI', 'UR', 'UT'];
const BYTE_VRS = ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN'];

/** VRs whose length is a 16-bit number (PS3.5, section 7.1.2). */
const SHORT_VRS = [...TEXT_VRS, 'AT', 'FD', 'FL', 'SL', 'SS', 'UL', 'US'].filter((vr) => !/^U[CRT]$/.test(vr));

const NUMBER_VRS: Readonly<
  Record<string, { sizeBytes: number; write: (view: DataView, at: number, value: number) => void }>
> = {
  US: { sizeBytes: 2, write: (view, at, value) => view.setUint16(at, value, true) },
  SS: { sizeBytes: 2, write: (view, at, value) => view.setInt16(at, value, true) },
  UL: { sizeBytes: 4, write: (view, at, value) => view.setUint32(at, value, true) },
  SL: { sizeBytes: 4, write: (view, at, value) => view.setInt32(at, value, true) },
  FL: { sizeBytes: 4, write: (view, at, value) => view.setFloat32(at, value, true) },
  FD: { sizeBytes: 8, write: (view, at, value) => view.setFloat64(at, value, true) },
};

/** Undefined for values that are not there, or of a VR that no reader asks for. */
function encodeValue(
  vr: string,
  element: JsonElement,
  bulk: Uint8Array | undefined,
  depth: number,
): Uint8Array | undefined {
  const values = valuesOf(element);
  if (vr === 'SQ') return depth < DEPTH_MAX ? encodeItems(values as JsonDataSet[], depth) : undefined;
  if (bulk) return padEven(bulk, 0);
  if (typeof element.InlineBinary === 'string') return padEven(decodeBase64(element.InlineBinary), 0);
  if (BYTE_VRS.includes(vr)) return undefined;
  if (TEXT_VRS.includes(vr)) {
    const text = new TextEncoder().encode(values.map(encodeText).join('\\'));
    return padEven(text, vr === 'UI' ? 0 : 0x20);
  }
  if (vr === 'AT') {
    const tags = values.map((tag) => Number.parseInt(String(tag), 16));
    return encodeNumbers(
      tags.flatMap((tag) => [tag >>> 16, tag & 0xffff]),
      NUMBER_VRS['US']!,
    );
  }
  const numbers = NUMBER_VRS[vr];
  return numbers && encodeNumbers(values.map(Number), numbers);
}

/** A person's name has a part for each script. */
function encodeText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const { Alphabetic = '', Ideographic = '', Phonetic = '' } = value as Record<string, string>;
  return [Alphabetic, Ideographic, Phonetic].join('=').replace(/=+$/, '');
}

function encodeNumbers(values: readonly number[], { sizeBytes, write }: (typeof NUMBER_VRS)[string]): Uint8Array {
  const bytes = new Uint8Array(values.length * sizeBytes);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) write(view, index * sizeBytes, value);
  return bytes;
}

function encodeItems(items: readonly JsonDataSet[], depth: number): Uint8Array {
  return concatenateBytes(
    items.flatMap((item) => {
      const value = concatenateBytes(encodeDataSet(item ?? {}, new Map(), depth + 1));
      return [encodeItemHead(ITEM, value.length), value];
    }),
  );
}

function encodeElement(tag: number, vr: string, value: Uint8Array): Uint8Array {
  const isShort = SHORT_VRS.includes(vr) && value.length <= 0xffff;
  // PS3.5, section 6.2.2, note 3: longer values than a VR has room for are of unknown VR.
  const written = SHORT_VRS.includes(vr) && !isShort ? 'UN' : vr;
  const bytes = new Uint8Array((isShort ? 8 : 12) + value.length);
  const view = new DataView(bytes.buffer);
  writeTag(view, tag);
  bytes.set(new TextEncoder().encode(written), 4);
  if (isShort) view.setUint16(6, value.length, true);
  else view.setUint32(8, value.length, true);
  bytes.set(value, bytes.length - value.length);
  return bytes;
}

const [ITEM, SEQUENCE_DELIMITATION, UNDEFINED_LENGTH] = [0xfffee000, 0xfffee0dd, 0xffffffff];
const PIXELS = 0x7fe00010;

/** Compressed frames are an item each, behind an empty table of their offsets (PS3.5, section A.4). */
function encodePixels({ isEncapsulated, frames }: InstanceFrames): Uint8Array[] {
  if (!isEncapsulated) return [encodeElement(PIXELS, 'OW', padEven(concatenateBytes([...frames]), 0))];
  const head = new Uint8Array(12);
  const view = new DataView(head.buffer);
  writeTag(view, PIXELS);
  head.set(new TextEncoder().encode('OB'), 4);
  view.setUint32(8, UNDEFINED_LENGTH, true);
  const items = frames
    .map((frame) => padEven(frame, 0))
    .flatMap((frame) => [encodeItemHead(ITEM, frame.length), frame]);
  return [head, encodeItemHead(ITEM, 0), ...items, encodeItemHead(SEQUENCE_DELIMITATION, 0)];
}

function encodeItemHead(tag: number, sizeBytes: number): Uint8Array {
  const head = new Uint8Array(8);
  const view = new DataView(head.buffer);
  writeTag(view, tag);
  view.setUint32(4, sizeBytes, true);
  return head;
}

function writeTag(view: DataView, tag: number): void {
  view.setUint16(0, tag >>> 16, true);
  view.setUint16(2, tag & 0xffff, true);
}

function padEven(bytes: Uint8Array, filler: number): Uint8Array {
  return bytes.length % 2 === 0 ? bytes : concatenateBytes([bytes, Uint8Array.of(filler)]);
}

/** @throws InputError for a text that is no base64. */
function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch (cause) {
    throw new InputError('the server sends bytes that are not in base64', { cause });
  }
}
