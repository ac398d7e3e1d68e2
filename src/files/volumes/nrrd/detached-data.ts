/** The data of NRRD headers that are in other files. */
import { InputError } from '../../../errors.js';
import { type DataPiece, readDataFiles } from '../../bytes/data-bytes.js';
import { countSamples } from '../samples/select-samples.js';
import { scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource } from '../source.js';
import { checkDataFile } from './check-data-file.js';
import type { NrrdDataFiles } from './nrrd-data-files.js';
import type { NrrdAxis, NrrdHeader } from './nrrd-header.js';

/**
 * All samples of the data files.
 * @param decode decodes a number of samples of one file.
 * @throws InputError if there are fewer, or files are other than the header says.
 */
export function readDetachedData(
  source: FileSource,
  header: NrrdHeader,
  dataFiles: NrrdDataFiles,
  decode: (bytes: Uint8Array, count: number) => Promise<DataPiece>,
): Promise<DataPiece> {
  const { axes, type } = header;
  const count = countSamplesPerFile(axes, dataFiles);
  return readDataFiles(source, dataFiles, countSamples(axes) * scalarSizeBytes(type), async (bytes) => {
    await checkDataFile(bytes, header);
    return decode(bytes, count);
  });
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
