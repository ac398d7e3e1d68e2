/** The data of an NRRD file: found in one or several files, freed of what precedes them, and decoded. */
import { InputError } from '../../../errors.js';
import { Budget } from '../../bytes/budget.js';
import { type DataPiece, inflateData, takePiece } from '../../bytes/data-bytes.js';
import { countSamples } from '../samples/select-samples.js';
import { scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource } from '../source.js';
import { decodeAscii, decodeHex } from './decode-nrrd-text.js';
import type { NrrdHeader } from './nrrd-header.js';

const LF = 10;

/** bzip2 data may hold more than the header asks for, but not so much more that the memory they take surprises. */
const BZIP2_SURPLUS_BYTES_MAX = 1 << 24;

/**
 * All samples that the header asks for, fastest axis first, in its byte order.
 * @throws InputError if there are fewer, or they cannot be decoded.
 */
export async function readNrrdData(source: FileSource, header: NrrdHeader): Promise<DataPiece> {
  const { axes, dataFiles, dataStart } = header;
  if (!dataFiles) {
    if (dataStart === source.bytes.length)
      throw new InputError('has neither data after its header nor a "data file" in it; one of the two is right');
    return decodePiece(source.bytes.subarray(dataStart), header, countSamples(axes), source);
  }
  const { readDetachedData } = await import('./detached-data.js');
  return readDetachedData(source, header, dataFiles, (bytes, count) => decodePiece(bytes, header, count, source));
}

async function decodePiece(
  bytes: Uint8Array,
  header: NrrdHeader,
  count: number,
  { gunzip, memory }: Pick<FileSource, 'gunzip' | 'memory'>,
): Promise<DataPiece> {
  const { type, encoding, byteSkip } = header;
  const sizeBytes = count * scalarSizeBytes(type);
  const encoded = skipLines(bytes, header.lineSkip);
  // Lines of compressed data are skipped before decompression and bytes after.
  const neededBytes = Math.max(byteSkip, 0) + sizeBytes;
  switch (encoding) {
    case 'raw':
      return take(encoded, byteSkip, sizeBytes);
    case 'ascii':
      return { bytes: decodeAscii(skipBytes(encoded, header), type, count), surplusBytes: 0 };
    case 'hex':
      return { bytes: decodeHex(skipBytes(encoded, header), sizeBytes), surplusBytes: 0 };
    case 'gzip':
      return take(await inflateData(encoded, neededBytes, gunzip), byteSkip, sizeBytes);
    case 'bzip2': {
      new Budget(encoded.length).spendBytes(neededBytes, `${count} values of bzip2 data`);
      // Memory for bzip2 data doubles until they fit.
      memory?.spend(3 * neededBytes, 'its voxels');
      const { bunzip2 } = await import('../../bytes/compression/bzip2.js');
      return take(await bunzip2(encoded, neededBytes + BZIP2_SURPLUS_BYTES_MAX), byteSkip, sizeBytes);
    }
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

/** Skips from the start for text, whose end does not give its start. */
function skipBytes(bytes: Uint8Array, { byteSkip, encoding }: NrrdHeader): Uint8Array {
  if (byteSkip >= 0) return bytes.subarray(byteSkip);
  throw new InputError(
    `has byte skip -1 and encoding ${encoding}; only raw and compressed data can be found from their end`,
  );
}

/** `sizeBytes` bytes after the first `skip`, or, if that is −1, the last ones. */
function take(bytes: Uint8Array, skip: number, sizeBytes: number): DataPiece {
  return takePiece(bytes, skip < 0 ? Math.max(bytes.length - sizeBytes, 0) : skip, sizeBytes);
}
