/** Combines channels to colour volumes, with the values that opacities refer to. */
import { luminanceOf } from '../../../math/srgb.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume, type Volume, type VoxelArray } from '../../../volume/volume.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import type { Colors, VolumeFile } from '../source.js';

/**
 * A volume with its colours, and the values that opacities are of.
 * @param memory takes the colours.
 */
export function combineChannels(file: VolumeFile, colors: Colors, memory?: MemoryAccount): VolumeFile {
  const { channels, white } = colors;
  const { voxels } = file.volume;
  // Colours, and luminances of the channels' own type.
  memory?.spend(4 * voxels.length + voxels.byteLength, 'its voxels');
  const rgba = new Uint8Array(4 * voxels.length).fill(OPAQUE);
  for (const [channel, values] of channels.entries()) {
    for (let voxel = 0; voxel < values.length; voxel++) {
      rgba[4 * voxel + channel] = Math.min(Math.round((values[voxel]! * OPAQUE) / white), OPAQUE);
    }
  }
  const opacities = channels[3]?.some((value) => value !== channels[3]![0]) ? channels[3] : undefined;
  if (opacities) spreadColors(rgba, file.volume);
  const by = opacities ? 'opacity' : 'luminance';
  return {
    ...file,
    volume: createVolume({ ...file.volume, voxels: opacities ?? luminancesOf(channels), colors: rgba }),
    notes: [
      ...file.notes,
      `is in colors, which are shown as they are: what is seen follows from their ${by}; --component takes one of 0 to ${channels.length - 1}`,
    ],
  };
}

const OPAQUE = 255;

/** Values of the channels' own type. */
export function luminancesOf([red, green, blue]: readonly VoxelArray[]): VoxelArray {
  const luminances = red!.slice();
  for (let voxel = 0; voxel < luminances.length; voxel++) {
    luminances[voxel] = Math.round(luminanceOf(red![voxel]!, green![voxel]!, blue![voxel]!));
  }
  return luminances;
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
        if (rgba[at + 3] === 0) takeNeighborsColor(rgba, [ni, nj, nk], [i, j, k]);
      }
    }
  }
}

/** Gives one voxel the mean colour of those of its 26 neighbours that have opacity, if there are any. */
function takeNeighborsColor(rgba: Uint8Array, [ni, nj, nk]: Vec3, [i, j, k]: Vec3): void {
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
  if (count > 0) rgba.set([red / count, green / count, blue / count], 4 * (i + ni * (j + nj * k)));
}
