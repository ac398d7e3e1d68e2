/** Compressions of N5's blocks, each bounded by the bytes that a block may have. */
import { InputError } from '../../../errors.js';
import { gunzip, inflateZlib } from '../../bytes/compression/inflate.js';
import { unpackLz4 } from '../../bytes/compression/lz4.js';
import { decompressZstandard } from '../../bytes/compression/zstandard.js';
import { decodeChunk } from '../decoding/decode-beside.js';
import { type Fields, fieldsOf } from '../metadata-fields.js';

/** Undoes the compression of a block. */
export type N5Compression = (bytes: Uint8Array, sizeBytesMax: number) => Promise<Uint8Array>;

/** Codecs that threads may run, by zarrita's names. */
const beside =
  (codec: string, here: N5Compression): N5Compression =>
  (bytes, sizeBytesMax) =>
    decodeChunk({ codec, configuration: {}, shape: [sizeBytesMax], bytes }, () => here(bytes, sizeBytesMax));

const COMPRESSIONS: Readonly<Record<string, N5Compression>> = {
  raw: async (bytes) => bytes,
  gzip: beside('gzip', gunzip),
  zlib: beside('zlib', inflateZlib),
  zstd: beside('zstd', decompressZstandard),
  // Loaded for the first block: few stores have them.
  bzip2: async (...args) => (await import('../../bytes/compression/bzip2.js')).bunzip2(...args),
  xz: async (...args) => (await import('../../bytes/compression/xz.js')).decompressXz(...args),
  lz4: async (bytes, sizeBytesMax) => unpackFrames(bytes, sizeBytesMax),
  blosc: unpackBlosc,
};

/** @throws InputError, without the store's name, for a compression that is not known. */
export function parseCompression(attributes: Fields): N5Compression {
  const fields = fieldsOf(attributes['compression']);
  const type = String(fields?.['type'] ?? attributes['compressionType'] ?? 'raw').toLowerCase();
  const name = type === 'gzip' && fields?.['useZlib'] === true ? 'zlib' : type;
  const known = Object.hasOwn(COMPRESSIONS, name) ? COMPRESSIONS[name] : undefined;
  if (known) return known;
  throw new InputError(
    `has blocks compressed by ${name.slice(0, 40)}; ${Object.keys(COMPRESSIONS).join(', ')} can be read`,
  );
}

/** The bytes that Blosc data claim to make stand in their header: `blosc/blosc.h`. */
async function unpackBlosc(bytes: Uint8Array, sizeBytesMax: number): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const claimed = bytes.length >= 16 ? view.getUint32(4, true) : Number.POSITIVE_INFINITY;
  if (claimed > sizeBytesMax)
    throw new InputError(`has Blosc data that make ${claimed} bytes; ${sizeBytesMax} are right`);
  const { default: Blosc } = await import('numcodecs/blosc');
  try {
    return await Blosc.fromConfig({ id: 'blosc' }).decode(bytes);
  } catch (cause) {
    throw new InputError('has Blosc data that are damaged or cut short; get a whole copy', { cause });
  }
}

const FRAME_MAGIC = 'LZ4Block';

/** The magic, a token, the sizes of the compressed and the other data, and a checksum: lz4-java's `LZ4BlockOutputStream`. */
const FRAME_BYTES = FRAME_MAGIC.length + 1 + 4 + 4 + 4;

/** The upper half of tokens of blocks that are stored as they are. */
const STORED = 0x10;

function unpackFrames(bytes: Uint8Array, sizeBytesMax: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const made: Uint8Array[] = [];
  let total = 0;
  for (let at = 0; at < bytes.length; ) {
    const magic = String.fromCharCode(...bytes.subarray(at, at + FRAME_MAGIC.length));
    if (magic !== FRAME_MAGIC || at + FRAME_BYTES > bytes.length) throw damaged();
    const [packedBytes, sizeBytes] = [view.getUint32(at + 9, true), view.getUint32(at + 13, true)];
    const data = bytes.subarray(at + FRAME_BYTES, at + FRAME_BYTES + packedBytes);
    total += sizeBytes;
    if (data.length !== packedBytes || total > sizeBytesMax) throw damaged();
    const isStored = (bytes[at + 8]! & 0xf0) === STORED;
    if (isStored && packedBytes !== sizeBytes) throw damaged();
    made.push(isStored ? data : unpackLz4(data, sizeBytes));
    at += FRAME_BYTES + packedBytes;
  }
  const joined = new Uint8Array(total);
  let at = 0;
  for (const part of made) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const damaged = () => new InputError('has LZ4 blocks that are damaged or cut short; get a whole copy');
