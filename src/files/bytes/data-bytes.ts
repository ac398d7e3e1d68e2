/** The bytes of a file's data: whether there are as many as its header asks for, before memory is spent on them. */
import { InputError } from '../../errors.js';
import { quote } from '../volumes/nrrd/nrrd-fields.js';
import type { Decompress, FileSource } from '../volumes/source.js';
import { Budget, checkSmallInput, FILE_LIMITS } from './budget.js';
import { nameInErrors } from './name-in-errors.js';

/** The most that DEFLATE inflates anything by: https://zlib.net/zlib_tech.html. */
const DEFLATE_RATIO_MAX = 1032;

/** Compressed data may hold more than the header asks for, but not so much more that the memory they take surprises. */
const SURPLUS_BYTES_MAX = 1 << 26;

/** Inflated data are collected in pieces, which are joined. */
const COPIES = 2;

/**
 * Inflates `compressed`, which must hold at least `neededBytes`, unless it is too small for that.
 * @throws InputError if it is, if it holds far more, or if that is too much for a file of its size.
 */
export function inflateData(compressed: Uint8Array, neededBytes: number, inflate: Decompress): Promise<Uint8Array> {
  if (neededBytes > compressed.length * DEFLATE_RATIO_MAX) {
    throw new InputError(
      `has ${compressed.length} bytes of compressed data, which cannot hold the ${neededBytes} that its sizes and type ask for`,
    );
  }
  checkSmallInput(compressed.length, COPIES * neededBytes, `inflating ${neededBytes} bytes of data`);
  return inflate(compressed, neededBytes + SURPLUS_BYTES_MAX);
}

/**
 * `sizeBytes` bytes of `bytes` from `start` on.
 * @throws InputError if there are fewer.
 */
export function takeBytes(bytes: Uint8Array, start: number, sizeBytes: number): Uint8Array {
  const available = Math.max(bytes.length - start, 0);
  if (available < sizeBytes) {
    throw new InputError(`has ${available} bytes of data, but its sizes and type ask for ${sizeBytes}`);
  }
  return bytes.subarray(start, start + sizeBytes);
}

/** Bytes of a file's data, and how many more the file holds behind them. */
export interface DataPiece {
  readonly bytes: Uint8Array;
  readonly surplusBytes: number;
}

/** The piece that `takeBytes` takes, and how much more there is. */
export function takePiece(bytes: Uint8Array, start: number, sizeBytes: number): DataPiece {
  return { bytes: takeBytes(bytes, start, sizeBytes), surplusBytes: bytes.length - start - sizeBytes };
}

/** A note that there is more data than the header asks for, which often means that it is wrong; else no note. */
export function noteSurplus(surplusBytes: number): string[] {
  return surplusBytes > 0
    ? [`left out ${surplusBytes} bytes behind the data; check the sizes and the type that its header says`]
    : [];
}

/** The files that hold the data of a header apart from them. */
export interface DataFiles {
  readonly count: number;
  /** Relative to the header's. */
  readonly name: (index: number) => string;
}

/**
 * Reads the data files of a header one after another, and joins what `decode` takes out of each.
 * @param claimedBytes that the header asks for in all: files that are far larger, or named over and over, are refused.
 * @throws InputError, which names the data file.
 */
export async function readDataFiles(
  { readSibling, memory }: Pick<FileSource, 'readSibling' | 'memory'>,
  { count, name }: DataFiles,
  claimedBytes: number,
  decode: (bytes: Uint8Array) => Promise<DataPiece>,
): Promise<DataPiece> {
  if (count > FILE_LIMITS.dataFiles) {
    throw new InputError(`has its data in ${count} files; ${FILE_LIMITS.dataFiles} are the most that are read`);
  }
  const budget = new Budget(claimedBytes);
  const pieces: Uint8Array[] = [];
  let surplusBytes = 0;
  for (let index = 0; index < count; index++) {
    const file = await readSibling(name(index), budget.bytesLeft);
    const piece = await nameInErrors(`data file ${quote(name(index))}`, async () => {
      budget.spendBytes(file.length, `data files up to this one, for ${claimedBytes} bytes of data,`);
      return decode(file);
    });
    // A small view would keep the whole file in memory.
    const isSmallView = 2 * piece.bytes.length < piece.bytes.buffer.byteLength;
    pieces.push(isSmallView && count > 1 ? new Uint8Array(piece.bytes) : piece.bytes);
    surplusBytes += piece.surplusBytes;
  }
  if (count > 1) memory?.spend(claimedBytes, 'its voxels');
  return { bytes: concatenateBytes(pieces), surplusBytes };
}

/** All `pieces` in one array; a single one as it is. */
export function concatenateBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
