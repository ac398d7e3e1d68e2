/** Volumes as files that are no larger than asked, for pages that are sent around. */
import { decimate, type Volume, writeVolume } from '../index.js';
import { downsample } from '../lab.js';

export interface ShrunkVolume {
  readonly bytes: Uint8Array;
  /** The voxels along an axis that became one; 1 where nothing was lost. */
  readonly factor: number;
}

interface ShrinkOptions {
  readonly bytesMax: number;
  readonly isLabels: boolean;
  /** The name of the world's unit. */
  readonly lengthUnit?: string | undefined;
}

/** Compressed voxels are rarely a smaller part of those in memory: factors that would need that are not tried. */
const COMPRESSED_MIN = 1 / 16;

/**
 * A volume as NRRD, whose blocks of voxels are averaged until the file fits; of labels, one voxel of each block stays.
 * @param name what errors start with.
 */
export async function shrinkVolume(
  volume: Volume,
  name: string,
  { bytesMax, isLabels, lengthUnit }: ShrinkOptions,
): Promise<ShrunkVolume> {
  const least = Math.floor(Math.cbrt((COMPRESSED_MIN * volume.voxels.byteLength) / bytesMax));
  for (let factor = Math.max(1, least); ; factor++) {
    const bytes = await encode(factor === 1 ? volume : shrink(volume, factor, isLabels), name, lengthUnit);
    if (bytes.length <= bytesMax || factor >= Math.max(...volume.sizes)) return { bytes, factor };
  }
}

const shrink = (volume: Volume, factor: number, isLabels: boolean): Volume =>
  isLabels ? decimate(volume, [factor, factor, factor]) : downsample(volume, factor);

async function encode(volume: Volume, name: string, unit: string | undefined): Promise<Uint8Array> {
  const { pieces } = await writeVolume(volume, `${name}.nrrd`, { unit });
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
