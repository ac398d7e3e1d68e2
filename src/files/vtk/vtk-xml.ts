/** The XML container of VTK's files (.vti, .vtp, …): its elements, and its arrays in every encoding. */
import { InputError } from '../../errors.js';
import { checkSmallInput } from '../bytes/budget.js';
import { inflateZlib } from '../bytes/compression/inflate.js';
import { unpackLz4 } from '../bytes/compression/lz4.js';
import { decompressXz } from '../bytes/compression/xz.js';
import type { MemoryAccount } from '../bytes/memory-account.js';
import { decodeBase64 } from '../bytes/text/base64.js';
import { parseXml, type XmlElement } from '../bytes/text/xml.js';
import { decodeAscii } from '../volumes/nrrd/decode-nrrd-text.js';
import { quote } from '../volumes/nrrd/nrrd-fields.js';
import { type Endianness, type ScalarType, scalarSizeBytes } from '../volumes/samples/voxels.js';
import type { VtkArray } from './vtk-array.js';

export interface VtkXml {
  /** The kind of data, e.g. ImageData or PolyData. */
  readonly type: string;
  /** The element of that name. */
  readonly dataSet: XmlElement;
  /**
   * Reads a DataArray of `tuples` tuples.
   * @throws InputError if there are fewer, or more.
   */
  readonly readArray: (element: XmlElement, tuples: number) => Promise<VtkArray>;
}

/** Makes blocks of `sizeBytes` bytes of compressed ones. */
interface Compressor {
  readonly unpack: (block: Uint8Array, sizeBytes: number) => Promise<Uint8Array> | Uint8Array;
  /** The most that it makes of a byte. */
  readonly ratioMax: number;
}

/** A match of 273 bytes takes about a third of a bit. */
const LZMA_RATIO_MAX = 8192;

const COMPRESSORS: Readonly<Record<string, Compressor>> = {
  vtkZLibDataCompressor: { unpack: inflateZlib, ratioMax: 1032 },
  vtkLZ4DataCompressor: { unpack: unpackLz4, ratioMax: 255 },
  vtkLZMADataCompressor: { unpack: decompressXz, ratioMax: LZMA_RATIO_MAX },
};

interface Layout {
  readonly endianness: Endianness;
  /** Size of the numbers before each array. */
  readonly wordBytes: 4 | 8;
  readonly compressor: Compressor | undefined;
  /** Content of AppendedData after its underscore, and whether it is base64. */
  readonly appended: Uint8Array | undefined;
  readonly appendedBase64: boolean;
  readonly memory?: MemoryAccount | undefined;
}

/**
 * @param memory takes arrays that are not the file's own bytes.
 * @throws InputError if it is no such file, or compressed by something else.
 */
export function openVtkXml(bytes: Uint8Array, memory?: MemoryAccount): VtkXml {
  const root = parseXml(bytes, 'AppendedData');
  const type = root.attributes.get('type') ?? '';
  const dataSet = root.children.find(({ name }) => name === type);
  if (root.name !== 'VTKFile' || !dataSet) throw new InputError(`has no ${quote(type)} in a VTKFile element`);
  const layout = { ...findLayout(root), memory };
  return { type, dataSet, readArray: (element, tuples) => readArray(element, tuples, layout) };
}

function findLayout({ attributes, children }: XmlElement): Layout {
  const name = attributes.get('compressor');
  const compressor = name === undefined || name === '' ? undefined : COMPRESSORS[name];
  if (name && !compressor) {
    throw new InputError(`is compressed by ${quote(name)}; ${Object.keys(COMPRESSORS).join(' and ')} can be read`);
  }
  const last = children.at(-1);
  const appended = last?.name === 'AppendedData' ? last : undefined;
  const underscore = appended?.text.indexOf('_'.charCodeAt(0)) ?? -1;
  return {
    endianness: attributes.get('byte_order') === 'BigEndian' ? 'big' : 'little',
    wordBytes: attributes.get('header_type') === 'UInt64' ? 8 : 4,
    compressor,
    appended: underscore < 0 ? undefined : appended?.text.subarray(underscore + 1),
    appendedBase64: appended?.attributes.get('encoding') === 'base64',
  };
}

const TYPES: Readonly<Record<string, ScalarType>> = {
  ...{ Int8: 'int8', UInt8: 'uint8', Int16: 'int16', UInt16: 'uint16', Int32: 'int32', UInt32: 'uint32' },
  ...{ Int64: 'int64', UInt64: 'uint64', Float32: 'float32', Float64: 'float64' },
};

/** The most components that anything has: a damaged file may claim any number. */
const COMPONENTS_MAX = 1 << 16;

async function readArray(element: XmlElement, tuples: number, layout: Layout): Promise<VtkArray> {
  const { attributes, text } = element;
  const name = attributes.get('Name') ?? '';
  const typeName = attributes.get('type') ?? '';
  const type = TYPES[typeName];
  if (!type) throw new InputError(`has array ${quote(name)} of type ${quote(typeName)}, which holds no numbers`);
  const components = Number(attributes.get('NumberOfComponents') ?? 1);
  if (!(Number.isInteger(components) && components > 0 && components <= COMPONENTS_MAX)) {
    throw new InputError(`has array ${quote(name)} of ${components} components; a positive integer would be right`);
  }
  const count = tuples * components;
  const what = { name, type, components };
  // Blocks are inflated in pieces, which are joined.
  const isJoined = attributes.get('format') !== 'ascii' && layout.compressor !== undefined;
  if (isJoined) layout.memory?.spendInflated(count * scalarSizeBytes(type));
  else if (!isOwnBytes(attributes, layout)) layout.memory?.spend(count * scalarSizeBytes(type), 'its values');
  if (attributes.get('format') === 'ascii') {
    return { ...what, bytes: decodeAscii(text, type, count), endianness: 'little' };
  }
  const bytes = await readBlocks(openStream(element, layout), count * scalarSizeBytes(type), layout).catch((error) => {
    throw error instanceof InputError
      ? new InputError(`array ${quote(name)} ${error.message}`, { cause: error })
      : error;
  });
  return { ...what, bytes, endianness: layout.endianness };
}

/** Whether an array is neither text nor base64, but the file's own bytes. */
const isOwnBytes = (attributes: XmlElement['attributes'], { appendedBase64 }: Layout) =>
  attributes.get('format') === 'appended' && !appendedBase64;

/** Gives the first bytes of an array's data, or fewer where they end. */
type Stream = (sizeBytes: number) => Uint8Array;

function openStream({ attributes, text }: XmlElement, { appended, appendedBase64 }: Layout): Stream {
  if (attributes.get('format') !== 'appended') return (sizeBytes) => decodeBase64(text, sizeBytes);
  const offset = Number(attributes.get('offset'));
  if (!appended) throw new InputError('is appended, but no AppendedData follow; get a whole copy');
  if (!(Number.isSafeInteger(offset) && offset >= 0)) {
    throw new InputError(`has offset ${offset}; an integer of at least 0 would be right`);
  }
  const rest = appended.subarray(offset);
  return appendedBase64 ? (sizeBytes) => decodeBase64(rest, sizeBytes) : (sizeBytes) => rest.subarray(0, sizeBytes);
}

/**
 * The `sizeBytes` bytes of an array: after their number, or, if they are compressed, after the number of blocks, the size of
 * each, that of the last one if it is smaller, and what each takes compressed.
 */
async function readBlocks(stream: Stream, sizeBytes: number, layout: Layout): Promise<Uint8Array> {
  const { compressor, wordBytes } = layout;
  const [claimed = 0] = readWords(stream, 0, 1, layout);
  if (!compressor) {
    if (claimed !== sizeBytes) throw unfit(claimed, sizeBytes);
    return take(stream, wordBytes + sizeBytes).subarray(wordBytes);
  }
  const blocks = claimed;
  if (blocks === 0 && sizeBytes === 0) return new Uint8Array();
  const [blockBytes = 0, partialBytes = 0] = readWords(stream, 1, 2, layout);
  const total = partialBytes > 0 ? (blocks - 1) * blockBytes + partialBytes : blocks * blockBytes;
  if (total !== sizeBytes || blocks > sizeBytes) throw unfit(total, sizeBytes);
  const packed = readWords(stream, 3, blocks, layout);
  const headerBytes = (3 + blocks) * wordBytes;
  const packedBytes = packed.reduce((sum, size) => sum + size, 0);
  if (sizeBytes > packedBytes * compressor.ratioMax) throw unfit(packedBytes * compressor.ratioMax, sizeBytes);
  // Blocks are inflated in pieces, which are joined, and are joined in turn.
  checkSmallInput(packedBytes, sizeBytes + 2 * Math.min(blockBytes, sizeBytes), `inflating ${sizeBytes} bytes of data`);
  const data = take(stream, headerBytes + packedBytes).subarray(headerBytes);
  const unpacked = new Uint8Array(sizeBytes);
  let at = 0;
  for (let block = 0; block < blocks; block++) {
    const size = Math.min(blockBytes, sizeBytes - block * blockBytes);
    const made = await compressor.unpack(data.subarray(at, at + packed[block]!), size);
    if (made.length !== size) throw unfit(made.length, size);
    unpacked.set(made, block * blockBytes);
    at += packed[block]!;
  }
  return unpacked;
}

function readWords(stream: Stream, first: number, count: number, { wordBytes, endianness }: Layout): number[] {
  const bytes = take(stream, (first + count) * wordBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = endianness === 'little';
  return Array.from({ length: count }, (_, index) => {
    const at = (first + index) * wordBytes;
    return wordBytes === 4 ? view.getUint32(at, little) : Number(view.getBigUint64(at, little));
  });
}

function take(stream: Stream, sizeBytes: number): Uint8Array {
  const bytes = stream(sizeBytes);
  if (bytes.length < sizeBytes) throw unfit(bytes.length, sizeBytes);
  return bytes;
}

const unfit = (available: number, needed: number) =>
  new InputError(`has ${available} bytes of data, but its sizes and type ask for ${needed}; get a whole copy`);
