/** The last steps of reading a volume, whatever its format. */
import type { MemoryAccount } from '../bytes/memory-account.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { settleInfinite } from './samples/settle-infinite.js';
import { settlePadding } from './samples/settle-padding.js';
import type { VolumeFile, VolumeSelection } from './source.js';
import { tellMeaning } from './tell-meaning.js';

/**
 * The file with its channels put together, its infinite and its fill values taken for missing, and the meaning of its voxels.
 * @param memory takes what is made.
 * @throws InputError, one line that starts with the name, if no voxel is finite.
 */
export function finishVolume(
  read: VolumeFile,
  name: string,
  selection: VolumeSelection,
  memory?: MemoryAccount,
): Promise<VolumeFile> {
  return nameInErrors(name, async () => {
    // Loaded with the first colours, so that pages start without it.
    const file = read.colors
      ? (await import('./samples/combine-channels.js')).combineChannels(read, read.colors, memory)
      : read;
    const { voxels, notes } = settleInfinite(file.volume.voxels, memory);
    const isChanged = voxels !== file.volume.voxels;
    const settled = isChanged
      ? { ...file, volume: { ...file.volume, voxels }, notes: [...file.notes, ...notes] }
      : file;
    return tellMeaning(settlePadding(settled, memory), name, selection);
  });
}
