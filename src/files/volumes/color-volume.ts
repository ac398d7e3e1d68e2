/** Volumes in colours: read channel by channel, and put together with the values that tell what is seen of them. */
import { createVolume, type Volume, type VoxelArray } from '../../volume/volume.js';
import type { VolumeFile, VolumeSelection } from './source.js';

/** Rec. 709, as it is usual for values that are coded for a display; of greys, it is the grey itself. */
const LUMINANCE = [0.2126, 0.7152, 0.0722] as const;

/**
 * Reads what a reader says is the first channel of colours again for each of the others, so that no reader needs to hold more
 * than one; and all else as it is, as where the selection asks for one channel.
 */
export async function readWithColors(
  read: (selection: VolumeSelection) => Promise<VolumeFile>,
  selection: VolumeSelection,
): Promise<VolumeFile> {
  const { colors, ...first } = await read(selection);
  if (!colors || selection.component !== undefined) return first;
  const { channels, white } = colors;
  const { voxels } = first.volume;
  const rgba = new Uint8Array(4 * voxels.length).fill(OPAQUE);
  let luminances = new Float32Array(voxels.length);
  let opacities: VoxelArray | undefined;
  for (let channel = 0; channel < channels; channel++) {
    const values = channel === 0 ? voxels : (await read({ ...selection, component: channel })).volume.voxels;
    const share = LUMINANCE[channel];
    for (let voxel = 0; voxel < values.length; voxel++) {
      rgba[4 * voxel + channel] = Math.min(Math.round((values[voxel]! * OPAQUE) / white), OPAQUE);
      if (share !== undefined) luminances[voxel]! += share * values[voxel]!;
    }
    if (share === undefined && values.some((value) => value !== values[0])) opacities = values;
  }
  if (opacities) {
    luminances = new Float32Array(0);
    spreadColors(rgba, first.volume);
  }
  const by = opacities ? 'opacity' : 'luminance';
  return {
    ...first,
    volume: createVolume({ ...first.volume, voxels: opacities ?? roundLike(voxels, luminances), colors: rgba }),
    notes: [
      ...first.notes,
      `is in colors, which are shown as they are: what is seen follows from their ${by}; --component takes one of 0 to ${channels - 1}`,
    ],
  };
}

const OPAQUE = 255;

function roundLike(like: VoxelArray, values: Float32Array): VoxelArray {
  const rounded = like.slice();
  for (let index = 0; index < values.length; index++) rounded[index] = Math.round(values[index]!);
  return rounded;
}

/**
 * Gives voxels without opacity the mean colour of those around them that have some: theirs says nothing, and interpolation
 * would mix it into edges.
 */
function spreadColors(rgba: Uint8Array, { sizes: [ni, nj, nk] }: Pick<Volume, 'sizes'>): void {
  for (let k = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      for (let i = 0; i < ni; i++) {
        const at = 4 * (i + ni * (j + nj * k));
        if (rgba[at + 3] !== 0) continue;
        let [red, green, blue, count] = [0, 0, 0, 0];
        for (let z = Math.max(k - 1, 0); z <= Math.min(k + 1, nk - 1); z++) {
          for (let y = Math.max(j - 1, 0); y <= Math.min(j + 1, nj - 1); y++) {
            for (let x = Math.max(i - 1, 0); x <= Math.min(i + 1, ni - 1); x++) {
              const near = 4 * (x + ni * (y + nj * z));
              if (rgba[near + 3] === 0) continue;
              red += rgba[near]!;
              green += rgba[near + 1]!;
              blue += rgba[near + 2]!;
              count++;
            }
          }
        }
        if (count > 0) for (const [channel, sum] of [red, green, blue].entries()) rgba[at + channel] = sum / count;
      }
    }
  }
}
