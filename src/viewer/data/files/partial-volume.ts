/** The volume of a file that is still being read, as far as it has come. */
import { InputError, readVolume, type Volume } from '../../../index.js';
import { createDraft } from '../draft.js';
import type { ViewerData } from '../viewer-data.js';

/** Smaller files are here before a picture of a part of them would be. */
const FILE_BYTES_MIN = 1 << 22;
/** Fractions of the file after which a new picture is shown. */
const SHARES = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4];
/** Voxels along a side of the copy that is shown meanwhile. */
const SIDE = 64;

/** A volume of which slices are missing, or the finer levels of its store. */
export interface PartialVolume extends Pick<ViewerData, 'grid' | 'finest'> {
  /** The whole volume; voxels that have not come are 0. */
  readonly volume: Volume;
  /** A copy with few voxels, in which voxels that have not come have the smallest value of the others. */
  readonly draft: Volume;
}

/** Understands files whose voxels are as they are in memory, behind a header; others are shown once they are complete. */
export class PartialReader {
  readonly #name: string;
  #next = 0;
  #isUnreadable = false;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * @param bytes of the whole file, 0 where they have not come.
   * @returns the volume where there is more to see than before.
   */
  async read(bytes: Uint8Array, doneBytes: number): Promise<PartialVolume | undefined> {
    const share = SHARES[this.#next];
    const isDue = share !== undefined && doneBytes >= share * bytes.length && doneBytes < bytes.length;
    if (!isDue || this.#isUnreadable || bytes.length < FILE_BYTES_MIN) return undefined;
    this.#next++;
    try {
      const { volume } = await readVolume({
        name: this.#name,
        bytes,
        readSibling: refuse,
        gunzip: refuse,
      });
      const headerBytes = bytes.length - volume.voxels.byteLength;
      return { volume, draft: draftOf(volume, (doneBytes - headerBytes) / volume.voxels.byteLength) };
    } catch {
      // Errors are reported when all of it has been read.
      this.#isUnreadable = true;
      return undefined;
    }
  }
}

const refuse = (): never => {
  throw new InputError('cannot be read in part');
};

/** @param share of the voxels that have come. */
function draftOf(volume: Volume, share: number): Volume {
  const draft = createDraft(volume, SIDE) ?? volume;
  const [ni, nj, nk] = draft.sizes;
  const { voxels } = draft;
  const come = ni * nj * Math.floor(nk * Math.min(Math.max(share, 0), 1));
  let least = voxels[0]!;
  for (let at = 1; at < come; at++) if (voxels[at]! < least) least = voxels[at]!;
  return { ...draft, voxels: voxels.slice().fill(least, come) };
}
