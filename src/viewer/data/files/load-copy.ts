/** Reads a copy of a volume in fewer voxels, which stands for it where a server renders. */
import { readVolume } from '../../../index.js';
import type { LoadedVolume } from '../viewer-data.js';
import type { LoadFollowers } from './load-followers.js';
import { type CopiedVolume, readViewerFile, type ViewerFile } from './viewer-file.js';

/** @throws InputError, one line that starts with the file's name, or the signal's reason. */
export async function loadCopy(
  file: ViewerFile,
  { sizes, indexToWorld, unit, statistics, display }: CopiedVolume,
  signal: AbortSignal,
  { report }: Pick<LoadFollowers, 'report'>,
): Promise<LoadedVolume> {
  const { name, input = name } = file;
  const bytes = await readViewerFile(file, signal, {
    report: (progress) => report({ ...progress, stage: 'reading' }),
    inspect: async () => undefined,
  });
  const { volume } = await readVolume(bytes, `${name}.nrrd`);
  const finest = { sizes, indexToWorld };
  return { name, input, volume, finest, grid: finest, unit, statistics, display, notes: [] };
}
