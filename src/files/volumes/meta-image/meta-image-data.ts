/** The data of a MetaImage: found in one or several files, freed of what precedes them, and decoded. */
import { InputError } from '../../../errors.js';
import { inflateZlib, isGzip } from '../../bytes/compression/inflate.js';
import { type DataPiece, inflateData, readDataFiles, takePiece } from '../../bytes/data-bytes.js';
import { decodeAscii } from '../nrrd/decode-nrrd-text.js';
import { type NrrdDataFiles, parseDataFiles } from '../nrrd/nrrd-data-files.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { countSamples } from '../samples/select-samples.js';
import { scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource } from '../source.js';
import type { MetaImageHeader } from './meta-image-header.js';

/**
 * All samples that the header asks for, fastest axis first, in its byte order.
 * @throws InputError if there are fewer, or they cannot be decoded.
 */
export async function readMetaImageData(source: FileSource, header: MetaImageHeader): Promise<DataPiece> {
  const { axes, dataFile, dataStart } = header;
  if (/^local$/i.test(dataFile)) {
    // A HeaderSize counts from the start of the file, whether the data are in this one or another.
    return decodePiece(source, header, source.bytes, dataStart, countSamples(axes), header.compressedSizeBytes);
  }
  const files = findDataFiles(header);
  const count = countSamplesPerFile(header, files);
  const compressedSizeBytes = files.count === 1 ? header.compressedSizeBytes : undefined;
  const claimedBytes = countSamples(axes) * scalarSizeBytes(header.type);
  return readDataFiles(source, files, claimedBytes, (bytes) =>
    decodePiece(source, header, bytes, 0, count, compressedSizeBytes),
  );
}

/** MetaImage names files as NRRD does, but a series may leave out its last numbers: `min max step`. */
function findDataFiles({ axes, dataFile, listedFiles }: MetaImageHeader): NrrdDataFiles {
  const list = /^LIST(?:\s|$)/.test(dataFile);
  if (list && listedFiles.length === 0) {
    throw new InputError('has no file names after "ElementDataFile = LIST"; one a line is right');
  }
  const [format, min = 1, max = Number(min) + axes.at(-1)!.size - 1, step = 1] = dataFile.split(/\s+/, 4);
  const value = !list && /%\d*[du]/.test(dataFile) ? `${format} ${min} ${max} ${step}` : dataFile;
  const files = parseDataFiles(value, listedFiles);
  if (files) return files;
  throw new InputError(`has ElementDataFile ${quote(dataFile)}; LOCAL, LIST or a file name would be right`);
}

/** Files of a list or series hold all but the slowest axis, unless the list says how many. */
function countSamplesPerFile({ axes }: MetaImageHeader, { count, dimension }: NrrdDataFiles): number {
  if (count === 1 && dimension === undefined) return countSamples(axes);
  // The components of a voxel, which are the fastest axis, are no dimension.
  const perFile = 1 + (dimension ?? axes.length - 2);
  if (perFile < 2 || perFile > axes.length) {
    throw new InputError(`has data files of ${perFile - 1} dimensions; right is 1 to ${axes.length - 1}`);
  }
  const parts = countSamples(axes.slice(perFile));
  if (parts !== count) throw new InputError(`has ${count} data files; its DimSize makes ${parts} right`);
  return countSamples(axes.slice(0, perFile));
}

/** `count` samples of the data that start in `bytes` at `start`, unless the header says otherwise. */
async function decodePiece(
  { gunzip, memory }: FileSource,
  { type, encoding, headerSizeBytes }: MetaImageHeader,
  bytes: Uint8Array,
  start: number,
  count: number,
  compressedSizeBytes: number | undefined,
): Promise<DataPiece> {
  const sizeBytes = count * scalarSizeBytes(type);
  const dataStart = headerSizeBytes > 0 ? headerSizeBytes : start;
  switch (encoding) {
    case 'raw':
      return takePiece(
        bytes,
        headerSizeBytes === -1 ? Math.max(start, bytes.length - sizeBytes) : dataStart,
        sizeBytes,
      );
    case 'ascii':
      return { bytes: decodeAscii(bytes.subarray(dataStart), type, count), surplusBytes: 0 };
    case 'compressed': {
      const rest = bytes.subarray(dataStart);
      if (compressedSizeBytes !== undefined && compressedSizeBytes > rest.length) {
        throw new InputError(`has ${rest.length} bytes of data, but CompressedDataSize is ${compressedSizeBytes}`);
      }
      const compressed = rest.subarray(0, compressedSizeBytes);
      // Some programs write gzip, which ITK takes as well.
      if (isGzip(compressed)) return takePiece(await inflateData(compressed, sizeBytes, gunzip), 0, sizeBytes);
      memory?.spendInflated(sizeBytes);
      return takePiece(await inflateData(compressed, sizeBytes, inflateZlib), 0, sizeBytes);
    }
  }
}
