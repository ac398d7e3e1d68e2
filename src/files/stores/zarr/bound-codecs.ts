/** Bounds the size that Zarr's codecs decompress a chunk to, as none of them does itself. */

import * as zarr from 'zarrita';
import { InputError } from '../../../errors.js';
import { gunzip, inflateZlib } from '../../bytes/compression/inflate.js';
import { readZstandardSize } from '../../bytes/compression/zstandard.js';
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

const INFLATERS = {
  gzip: gunzip,
  zlib: inflateZlib,
  bz2: async (bytes: Uint8Array, sizeBytesMax: number) =>
    (await import('../../bytes/compression/bzip2.js')).bunzip2(bytes, sizeBytesMax),
  lzma: async (bytes: Uint8Array, sizeBytesMax: number) =>
    (await import('../../bytes/compression/xz.js')).decompressXz(bytes, sizeBytesMax),
} as const;

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
    zarr.registry.set(known, async () => boundedEntry(known, load ? await load() : OWN));
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

/** Codecs that zarrita lacks and that inflate nothing. */
const OWN = { fromConfig: () => ({ kind: 'bytes_to_bytes' }) } as never;

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
