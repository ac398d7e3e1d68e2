/** The files that a saved page holds of what a viewer shows: as they are where they fit, else volumes in fewer voxels. */
import { InputError, smallestSpacing, type Volume } from '../index.js';
import type { SavedFile } from './format-page.js';
import { shrinkVolume } from './shrink-volume.js';

export interface PageInput {
  readonly name: string;
  /** Undefined where it is no single file. */
  readonly sizeBytes: number | undefined;
  readonly isMask?: boolean;
  readonly read: () => Promise<Uint8Array>;
  /** Undefined for meshes and panoramas, which are held as they are. */
  readonly readVolume: (() => Promise<ReadPageVolume>) | undefined;
}

export interface ReadPageVolume {
  readonly volume: Volume;
  readonly isLabels: boolean;
  /** The name of the world's unit, where it is known. */
  readonly lengthUnit?: string | undefined;
  /** The smallest spacing of the finest voxels, of which `volume` has fewer. */
  readonly finestSpacing?: number | undefined;
}

export interface PackedInputs {
  readonly files: readonly SavedFile[];
  /** Lines about volumes that are not held as they are. */
  readonly notes: readonly string[];
  /** Whether the first volume was written anew: as the part of its file that was selected. */
  readonly isConverted: boolean;
  /** The smallest spacing of the first volume before it was reduced, if it was: the unit of its opacities. */
  readonly unit: number | undefined;
}

/** Volumes of one file that a saved page can read: it has no decoders of others. */
const HELD = /\.(?:nrrd|nii|nii\.gz|mha|mgh|mgz|npy)$/i;

/**
 * @param bytesMax of all files.
 * @throws InputError where meshes alone have more, or nothing is left for files.
 */
export async function packInputs(inputs: readonly PageInput[], bytesMax: number): Promise<PackedInputs> {
  const isHeld = ({ name, readVolume, sizeBytes = Infinity }: PageInput, most: number) =>
    !readVolume || (HELD.test(name) && sizeBytes <= most);
  const meshBytes = inputs.reduce((sum, { readVolume, sizeBytes = 0 }) => sum + (readVolume ? 0 : sizeBytes), 0);
  const volumes = inputs.filter(({ readVolume }) => readVolume);
  const most = (bytesMax - meshBytes) / volumes.length;
  if (bytesMax - meshBytes <= 0) {
    const held = [...(meshBytes > 0 ? [`meshes of ${toMib(meshBytes)} MiB`] : []), 'the viewer and a picture'].join(
      ', ',
    );
    throw new InputError(
      `a page with ${held} is larger than that by ${toMib(meshBytes - bytesMax)} MiB without any volume`,
    );
  }
  const files: SavedFile[] = [];
  const notes: string[] = [];
  let unit: number | undefined;
  for (const input of inputs) {
    const { name, isMask, readVolume } = input;
    const marked = isMask ? { isMask } : {};
    if (!readVolume || isHeld(input, most)) {
      files.push({ name, bytes: await input.read(), ...marked });
      continue;
    }
    const { volume, finestSpacing, ...told } = await readVolume();
    const { bytes, factor } = await shrinkVolume(volume, name, { bytesMax: most, ...told });
    if (input === volumes[0] && (factor > 1 || finestSpacing !== undefined)) {
      unit = finestSpacing ?? smallestSpacing(volume);
    }
    if (finestSpacing !== undefined) notes.push(`${name}: the page holds the coarse voxels that are shown at first`);
    if (factor > 1) {
      notes.push(
        `${name}: the page holds one voxel for each ${factor} along an axis, so that it is no larger than asked`,
      );
    }
    files.push({ name: `${name.replace(/\.\w+(?:\.gz)?$/, '')}.nrrd`, bytes, ...marked });
  }
  return { files, notes, isConverted: volumes[0] !== undefined && !isHeld(volumes[0], most), unit };
}

export const toMib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
