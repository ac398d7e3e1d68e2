/** Bounds the size that Zarr's codecs decompress a chunk to, as none of them does itself. */
import * as zarr from 'zarrita';
import { InputError } from '../../../errors.js';
import { gunzip, inflateZlib } from '../../bytes/compression/inflate.js';
import { decodeBeside, decodeChunk } from '../decoding/decode-beside.js';
import type { DecodeTask } from '../decoding/decode-task.js';
import { appendChecksum, CHECKSUM_BYTES, removeChecksum } from './crc32c.js';

type Decode = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** Bytes of the largest values, and of what other codecs add, such as checksums. */
const [VALUE_BYTES_MAX, ADDED_BYTES_MAX] = [8, 1 << 16];

/** The bytes that compressed ones claim to make; undefined where they do not say. */
type ClaimedBytes = (view: DataView) => number | undefined;

/** blosc/blosc.h: `BLOSC_MIN_HEADER_LENGTH` is 16, with `nbytes` at 4. LZ4 of numcodecs has the size before the data. */
const CLAIMS: Readonly<Record<string, ClaimedBytes>> = {
  blosc: (view) => (view.byteLength >= 16 ? view.getUint32(4, true) : undefined),
  lz4: (view) => (view.byteLength >= 4 ? view.getUint32(0, true) : undefined),
  zstd: readZstandardSize,
};

const INFLATERS = { gzip: gunzip, zlib: inflateZlib } as const;

/** RFC 8878, 3.1.1: a magic number, a descriptor, a window's size, a dictionary's number, the content's size, and blocks. */
function readZstandardSize(view: DataView): number | undefined {
  if (view.byteLength < 5 || view.getUint32(0, true) !== 0xfd2fb528) return undefined;
  const descriptor = view.getUint8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  if (at + sizeBytes > view.byteLength) return undefined;
  if (sizeBytes === 1) return view.getUint8(at);
  if (sizeBytes === 2) return view.getUint16(at, true) + 256;
  if (sizeBytes === 4) return view.getUint32(at, true);
  return sizeBytes === 8 ? Number(view.getBigUint64(at, true)) : sumZstandardBlocks(view, at);
}

/** 3.1.1.2: no block makes more. */
const ZSTANDARD_BLOCK_BYTES = 1 << 17;

/** The most that blocks can make, for frames whose writer did not know the content's size: bits are last, type (2), size. */
function sumZstandardBlocks(view: DataView, start: number): number {
  let sum = 0;
  for (let at = start; at + 3 <= view.byteLength; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const [type, size] = [(header >> 1) & 3, header >> 3];
    const isRepeated = type === 1;
    sum += type === 2 ? ZSTANDARD_BLOCK_BYTES : size;
    if (header & 1) break;
    at += 3 + (isRepeated ? 1 : size);
  }
  // The last block is hardly ever full.
  return Math.max(0, sum - ZSTANDARD_BLOCK_BYTES);
}

function boundDecode(name: string, decode: Decode, sizeBytesMax: number): Decode {
  const inflate = INFLATERS[name as keyof typeof INFLATERS];
  if (inflate) return (bytes) => inflate(bytes, sizeBytesMax);
  return (bytes) => {
    const claimed = CLAIMS[name]?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (claimed === undefined) throw new InputError(`has ${name} data that do not say how large they are`);
    if (claimed > sizeBytesMax) {
      throw new InputError(`has ${name} data that make ${claimed} bytes; its chunk has ${sizeBytesMax} at most`);
    }
    return decode(bytes);
  };
}

let isBound = false;

/** Replaces zarrita's decompressors by bounded ones, and its checksums by verified ones, once; workers may decompress. */
export function boundCodecs(): void {
  if (isBound) return;
  isBound = true;
  zarr.registry.set('crc32c', async () => CHECKSUM);
  for (const known of boundedNames()) {
    const load = zarr.registry.get(known);
    if (load) zarr.registry.set(known, async () => boundedEntry(known, await load()));
  }
}

/** Checksums that are verified: zarrita's own codec takes them off unread. */
const CHECKSUM = {
  fromConfig: () => ({
    kind: 'bytes_to_bytes',
    encode: appendChecksum,
    decode: removeChecksum,
    computeEncodedSize: (sizeBytes: number) => sizeBytes + CHECKSUM_BYTES,
  }),
} as never;

const boundedNames = () =>
  [...Object.keys(CLAIMS), ...Object.keys(INFLATERS)].flatMap((name) => [name, `numcodecs.${name}`]);

type CodecEntry = Awaited<ReturnType<NonNullable<ReturnType<typeof zarr.registry.get>>>>;

const boundedEntry = (known: string, entry: CodecEntry) =>
  ({
    fromConfig(configuration: unknown, meta: { readonly shape: readonly number[] }) {
      const { shape } = meta;
      const codec = entry.fromConfig(configuration as never, meta as never);
      const values = shape.reduce((product, size) => product * size, 1);
      const decode = boundDecode(
        known.replace(/^numcodecs\./, ''),
        (bytes) => codec.decode(bytes as never) as never,
        VALUE_BYTES_MAX * values + ADDED_BYTES_MAX,
      );
      return {
        kind: codec.kind,
        encode: (bytes: never) => codec.encode(bytes),
        decode: (bytes: Uint8Array) => decodeChunk({ codec: known, configuration, shape, bytes }, () => decode(bytes)),
      };
    },
  }) as never;

/**
 * Decodes bytes in a worker's own thread.
 * @throws Error in the words of the codec.
 */
export async function decodeTask({ codec: name, configuration, shape, bytes }: DecodeTask): Promise<Uint8Array> {
  boundCodecs();
  decodeBeside(undefined);
  const load = zarr.registry.get(name);
  if (!load || !boundedNames().includes(name)) throw new Error(`there is no codec ${name}`);
  const codec = (await load()).fromConfig(configuration as never, { shape } as never);
  return codec.decode(bytes as never) as never;
}
