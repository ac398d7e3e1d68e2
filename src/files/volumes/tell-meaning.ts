/** The meaning of a volume's voxels as told from outside: by whoever reads it, its format, or its name. */
import { isLabelName } from '../../volume/values/recognize-labels.js';
import type { VoxelMeaning } from '../../volume/volume.js';
import type { VolumeFile, VolumeSelection } from './source.js';

/** @param said by the format. */
export function findMeaning(
  name: string,
  { voxels }: Pick<VolumeSelection, 'voxels'>,
  said?: VoxelMeaning,
): VoxelMeaning | undefined {
  return voxels ?? said ?? (isLabelName(name) ? 'perhaps labels' : undefined);
}

/** The file with its volume's meaning. */
export function tellMeaning(file: VolumeFile, name: string, selection: VolumeSelection): VolumeFile {
  const meaning = findMeaning(name, selection, file.volume.meaning);
  return meaning === file.volume.meaning ? file : { ...file, volume: { ...file.volume, meaning } };
}
