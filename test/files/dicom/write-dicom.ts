/** Writes DICOM files for the tests: explicit or implicit, of either byte order, with pixels as they are or in fragments. */
import { deflateRawSync } from 'node:zlib';
import { type ByteSource, type FileFolder, memorySource } from '../../../src/files/bytes/byte-source.js';

/** A value: text, numbers as their VR has them, bytes, or the items of a sequence. */
export type Value = string | readonly number[] | Uint8Array | readonly Elements[];

/** Values by tag, group and element as eight hexadecimal digits, and VR: `{ '00280010 US': [4] }`. */
export type Elements = Readonly<Record<string, Value>>;

export interface DicomForm {
  readonly explicit?: boolean;
  readonly littleEndian?: boolean;
  readonly deflated?: boolean;
  readonly preamble?: boolean;
  /** Whether sequences and their items have undefined lengths. */
  readonly undefinedLengths?: boolean;
  readonly syntax?: string;
  /** The class that the meta information names; default none. */
  readonly mediaClass?: string;
  /** Fragments of compressed pixels; the first is the table of offsets. */
  readonly fragments?: readonly Uint8Array[];
}

export const SYNTAX = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
  rle: '1.2.840.10008.1.2.5',
} as const;

const LONG = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'UN', 'UT']);
const NUMBERS: Readonly<
  Record<string, [size: number, set: (view: DataView, at: number, value: number, little: boolean) => void]>
> = {
  US: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  SS: [2, (view, at, value, little) => view.setInt16(at, value, little)],
  OW: [2, (view, at, value, little) => view.setUint16(at, value, little)],
  UL: [4, (view, at, value, little) => view.setUint32(at, value, little)],
  FL: [4, (view, at, value, little) => view.setFloat32(at, value, little)],
  OF: [4, (view, at, value, little) => view.setFloat32(at, value, little)],
  FD: [8, (view, at, value, little) => view.setFloat64(at, value, little)],
};

const join = (...pieces: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

export function writeDicom(elements: Elements, form: DicomForm = {}): Uint8Array {
  const { explicit = true, littleEndian = true, deflated = false, preamble = true, fragments } = form;
  const syntax =
    form.syntax ??
    (deflated ? SYNTAX.deflated : explicit ? (littleEndian ? SYNTAX.explicit : SYNTAX.bigEndian) : SYNTAX.implicit);
  const body = join(writeElements(elements, form), ...(fragments ? [writeFragments(fragments)] : []));
  if (!preamble) return body;
  const { mediaClass } = form;
  const meta = writeElements({ ...(mediaClass && { '00020002 UI': mediaClass }), '00020010 UI': syntax }, {});
  const group = writeElements({ '00020000 UL': [meta.length] }, {});
  const head = join(new Uint8Array(128), new TextEncoder().encode('DICM'), group, meta);
  return join(head, deflated ? new Uint8Array(deflateRawSync(body)) : body);
}

function writeElements(elements: Elements, form: DicomForm): Uint8Array {
  const keys = Object.keys(elements).sort();
  return join(...keys.map((key) => writeElement(key, elements[key]!, form)));
}

function writeElement(key: string, value: Value, form: DicomForm): Uint8Array {
  const { explicit = true, littleEndian = true, undefinedLengths = false } = form;
  const [tag, vr] = key.split(' ') as [string, string];
  const bytes = encode(vr, value, form);
  const sequence = vr === 'SQ' && undefinedLengths;
  const length = sequence ? 0xffffffff : bytes.length;
  const long = explicit && LONG.has(vr);
  const head = new DataView(new ArrayBuffer(long ? 12 : 8));
  head.setUint16(0, Number.parseInt(tag.slice(0, 4), 16), littleEndian);
  head.setUint16(2, Number.parseInt(tag.slice(4), 16), littleEndian);
  if (explicit) for (const [index, letter] of [...vr].entries()) head.setUint8(4 + index, letter.charCodeAt(0));
  if (long) head.setUint32(8, length, littleEndian);
  else if (explicit) head.setUint16(6, length, littleEndian);
  else head.setUint32(4, length, littleEndian);
  return join(new Uint8Array(head.buffer), bytes, ...(sequence ? [mark(0xe0dd, 0, littleEndian)] : []));
}

function encode(vr: string, value: Value, form: DicomForm): Uint8Array {
  const { littleEndian = true, undefinedLengths = false } = form;
  if (value instanceof Uint8Array) return value.length % 2 ? join(value, new Uint8Array(1)) : value;
  if (typeof value === 'string') {
    const text = value.length % 2 ? value + (vr === 'UI' ? '\0' : ' ') : value;
    return Uint8Array.from(Buffer.from(text, 'latin1'));
  }
  if (vr === 'SQ') {
    const items = (value as readonly Elements[]).map((item) => {
      const body = writeElements(item, form);
      const head = mark(0xe000, undefinedLengths ? 0xffffffff : body.length, littleEndian);
      return join(head, body, ...(undefinedLengths ? [mark(0xe00d, 0, littleEndian)] : []));
    });
    return join(...items);
  }
  const [size, set] = NUMBERS[vr]!;
  const view = new DataView(new ArrayBuffer(size * value.length));
  for (const [index, number] of (value as readonly number[]).entries()) set(view, index * size, number, littleEndian);
  return new Uint8Array(view.buffer);
}

/** An item or a delimiter. */
function mark(element: number, length: number, littleEndian = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint16(0, 0xfffe, littleEndian);
  view.setUint16(2, element, littleEndian);
  view.setUint32(4, length, littleEndian);
  return new Uint8Array(view.buffer);
}

function writeFragments(fragments: readonly Uint8Array[]): Uint8Array {
  const pixels = Uint8Array.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]);
  return join(pixels, ...fragments.flatMap((fragment) => [mark(0xe000, fragment.length), fragment]), mark(0xe0dd, 0));
}

export const COLUMNS = 5;
export const ROWS = 4;
export const DEPTH = 3;

/** A value of its own for each voxel. */
export const valueAt = (k: number, pixel: number) => 100 * k + pixel - 30;

/** Elements that all slices of the series below have. */
export function sliceElements(k: number, changes: Elements = {}): Elements {
  const stored = Array.from({ length: COLUMNS * ROWS }, (_, pixel) => valueAt(k, pixel) + 1024);
  return without({
    '00080008 CS': 'ORIGINAL\\PRIMARY\\AXIAL',
    '00080016 UI': '1.2.840.10008.5.1.4.1.1.2',
    '00080018 UI': `1.2.3.${k + 1}`,
    '00080060 CS': 'CT',
    '0008103E LO': 'Head',
    '00100010 PN': 'Doe^Jane',
    '00180050 DS': '2.5',
    '0020000E UI': '1.2.3',
    '00200011 IS': '7',
    '00200013 IS': String(100 - k),
    '00200032 DS': `-10\\20\\${30 + 2.5 * k}`,
    '00200037 DS': '1\\0\\0\\0\\1\\0',
    '00280002 US': [1],
    '00280004 CS': 'MONOCHROME2',
    '00280010 US': [ROWS],
    '00280011 US': [COLUMNS],
    '00280030 DS': '0.75\\0.5',
    '00280100 US': [16],
    '00280101 US': [12],
    '00280102 US': [11],
    '00280103 US': [0],
    '00281052 DS': '-1024',
    '00281053 DS': '1',
    '7FE00010 OW': stored,
    ...changes,
  });
}

/** Empty text takes an element out. */
const without = (elements: Elements): Elements =>
  Object.fromEntries(Object.entries(elements).filter(([, value]) => value !== ''));

export function writeSlice(k: number, changes: Elements = {}, form: DicomForm = {}): Uint8Array {
  return writeDicom(sliceElements(k, changes), form);
}

export const folderOf = (files: Readonly<Record<string, Uint8Array>>): FileFolder => ({
  name: 'some/folder',
  files: Object.entries(files).map(([name, bytes]): ByteSource => memorySource(`some/folder/${name}`, bytes)),
});

/** A folder of the slices 0 to `count` − 1, in another order. */
export function seriesFolder(
  count = DEPTH,
  changes: (k: number) => Elements = () => ({}),
  form: DicomForm = {},
): FileFolder {
  const order = Array.from({ length: count }, (_, index) => (index * 7 + 1) % count);
  const indices = new Set(order).size === count ? order : order.map((_, index) => index);
  return folderOf(Object.fromEntries(indices.map((k, index) => [`${index}.dcm`, writeSlice(k, changes(k), form)])));
}
