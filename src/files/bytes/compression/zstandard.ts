/** Zstandard (RFC 8878), by numcodecs, within bounds that the frames themselves give. */
import { InputError } from '../../../errors.js';

/** Bytes that a frame says it makes, or its blocks can; undefined for what is no frame. 3.1.1: a magic number, a descriptor, a window's size, a dictionary's number, the content's size, and blocks. */
export function readZstandardSize(view: DataView): number | undefined {
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

/**
 * Decompresses one frame.
 * @throws InputError if it makes more than `sizeBytesMax`, or is damaged.
 */
export async function decompressZstandard(bytes: Uint8Array, sizeBytesMax: number): Promise<Uint8Array> {
  const claimed = readZstandardSize(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (claimed === undefined || claimed > sizeBytesMax) {
    const made = claimed === undefined ? 'do not say how large they are' : `make ${claimed} bytes`;
    throw new InputError(`has Zstandard data that ${made}; ${sizeBytesMax} are right`);
  }
  const { default: Zstd } = await import('numcodecs/zstd');
  try {
    return await Zstd.fromConfig({ id: 'zstd' }).decode(bytes);
  } catch (cause) {
    throw new InputError('has Zstandard data that are damaged or cut short; get a whole copy', { cause });
  }
}
