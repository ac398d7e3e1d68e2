/** The data of an NRRD file: found in one or several files, freed of what precedes them, and decoded. */
import { InputError } from '../errors.js';
import { bunzip2 } from './bzip2.js';
import { nameInErrors } from './name-in-errors.js';
import { countSamples } from './nrrd-axes.js';
import type { NrrdDataFiles } from './nrrd-data-files.js';
import type { NrrdAxis, NrrdHeader } from './nrrd-header.js';
import { decodeAscii, decodeHex } from './nrrd-text.js';
import type { Decompress, FileSource } from './source.js';
import { scalarSizeBytes } from './voxels.js';

const LF = 10;

/** The most that DEFLATE inflates anything by: https://zlib.net/zlib_tech.html. */
const GZIP_RATIO_MAX = 1032;

/** Compressed data may hold more than the header asks for, but not so much more that the memory they take surprises. */
const SURPLUS_BYTES_MAX = 1 << 24;

/**
 * All samples that the header asks for, fastest axis first, in its byte order.
 * @throws InputError if there are fewer, or they cannot be decoded.
 */
export async function readNrrdData(source: FileSource, header: NrrdHeader): Promise<Uint8Array> {
  const { axes, dataFiles, dataStart } = header;
  if (!dataFiles) {
    if (dataStart === source.bytes.length)
      throw new InputError('has neither data after its header nor a "data file" in it');
    return decodePiece(source.bytes.subarray(dataStart), header, countSamples(axes), source.gunzip);
  }
  const count = countSamplesPerFile(axes, dataFiles);
  const pieces: Uint8Array[] = [];
  for (let index = 0; index < dataFiles.count; index++) {
    const name = dataFiles.name(index);
    const bytes = await source.readSibling(name);
    pieces.push(await nameInErrors(`data file ${name}`, () => decodePiece(bytes, header, count, source.gunzip)));
  }
  return concatenate(pieces);
}

/** @throws InputError if the files' number does not fit the sizes. */
function countSamplesPerFile(axes: readonly NrrdAxis[], { count, dimension = axes.length - 1 }: NrrdDataFiles): number {
  if (count === 1) return countSamples(axes);
  if (dimension < 1 || dimension > axes.length) {
    throw new InputError(`has data files of dimension ${dimension}; right is 1 to ${axes.length}`);
  }
  // Files of all axes are slabs: parts of the slowest one.
  const slabs = dimension === axes.length;
  const parts = slabs ? axes.at(-1)!.size : countSamples(axes.slice(dimension));
  if (slabs ? parts % count !== 0 : parts !== count) {
    throw new InputError(`has ${count} data files; its sizes make ${slabs ? 'a divisor of ' : ''}${parts} right`);
  }
  return countSamples(axes) / count;
}

async function decodePiece(
  bytes: Uint8Array,
  header: NrrdHeader,
  count: number,
  gunzip: Decompress,
): Promise<Uint8Array> {
  const { type, encoding, byteSkip } = header;
  const sizeBytes = count * scalarSizeBytes(type);
  const encoded = skipLines(bytes, header.lineSkip);
  switch (encoding) {
    case 'raw':
      return take(encoded, byteSkip, sizeBytes);
    case 'ascii':
      return decodeAscii(skipBytes(encoded, header), type, count);
    case 'hex':
      return decodeHex(skipBytes(encoded, header), sizeBytes);
    // Of compressed data, lines are skipped before decompression and bytes after.
    case 'gzip': {
      const needed = Math.max(byteSkip, 0) + sizeBytes;
      if (needed > encoded.length * GZIP_RATIO_MAX) {
        throw new InputError(
          `has ${encoded.length} bytes of gzip data, which cannot hold the ${needed} that its header asks for`,
        );
      }
      return take(await gunzip(encoded, needed + SURPLUS_BYTES_MAX), byteSkip, sizeBytes);
    }
    case 'bzip2':
      return take(await bunzip2(encoded, Math.max(byteSkip, 0) + sizeBytes + SURPLUS_BYTES_MAX), byteSkip, sizeBytes);
  }
}

function skipLines(bytes: Uint8Array, count: number): Uint8Array {
  let start = 0;
  for (let line = 0; line < count; line++) {
    start = bytes.indexOf(LF, start) + 1;
    if (start === 0) throw new InputError(`has ${line} lines before its data, but "line skip" is ${count}`);
  }
  return bytes.subarray(start);
}

/** For text, whose end does not tell where its start is. */
function skipBytes(bytes: Uint8Array, { byteSkip, encoding }: NrrdHeader): Uint8Array {
  if (byteSkip >= 0) return bytes.subarray(byteSkip);
  throw new InputError(
    `has byte skip -1 and encoding ${encoding}; only raw and compressed data can be found from their end`,
  );
}

/** `sizeBytes` bytes after the first `skip`, or, if that is −1, the last ones. */
function take(bytes: Uint8Array, skip: number, sizeBytes: number): Uint8Array {
  const available = bytes.length - Math.max(skip, 0);
  if (available < sizeBytes) {
    throw new InputError(`has ${Math.max(available, 0)} bytes of data, but its sizes and type ask for ${sizeBytes}`);
  }
  const start = skip < 0 ? bytes.length - sizeBytes : skip;
  return bytes.subarray(start, start + sizeBytes);
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
