/** Reads the volume of an input of the command line, with a progress bar where it has many files. */
import {
  InputError,
  readStoreVolume,
  readVolume,
  readVolumeFolder,
  type VolumeFile,
  type VolumeReader,
  type VolumeSelection,
} from '../index.js';
import { levelSizeBytes } from '../lab.js';
import { countKeptBytes, type OpenedInput } from '../node/index.js';
import { createProgress, type Progress } from './progress.js';

/** @param read a reader for files that do not identify themselves. */
export async function readVolumeInput(
  input: OpenedInput,
  selection: VolumeSelection,
  read?: VolumeReader,
): Promise<VolumeFile> {
  const file = await readInput(input, selection, read);
  input.memory?.settle(countKeptBytes(file, 'source' in input ? input.source.bytes : undefined));
  return file;
}

async function readInput(input: OpenedInput, selection: VolumeSelection, read?: VolumeReader): Promise<VolumeFile> {
  if ('store' in input) {
    if (read) throw new InputError(`${input.name}: is for no raw reader; name a file`);
    const store = await input.store(selection);
    input.memory?.check(levelSizeBytes(store.levels.at(-1)!), 'the voxels of its coarsest level');
    return showProgress((report) => readStoreVolume(store, report, input.memory?.bytesLeft), 'chunks');
  }
  if (!('folder' in input)) {
    return (read ?? readVolume)(input.source, selection);
  }
  if (read) throw new InputError(`${input.folder.name}: is for no raw reader; name a file`);
  return showProgress((report) => readVolumeFolder(input.folder, selection, report));
}

/** Shows a bar for each part of the work, which is a part of its own where what is done starts again. */
export async function showProgress<T>(
  work: (report: (done: number, total: number) => void) => Promise<T>,
  label = 'files',
): Promise<T> {
  let bar: Progress | undefined;
  let shown = 0;
  try {
    return await work((done, total) => {
      if (!bar || done <= shown) {
        bar?.stop();
        bar = createProgress(total, label);
        shown = 0;
      }
      bar.advance(done - shown);
      shown = done;
    });
  } finally {
    bar?.stop();
  }
}
