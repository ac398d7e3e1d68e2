/** The data that a viewer has loaded. */
import type { LabelStyle, Mesh, PagedVolume, Statistics, Volume, VolumeFile } from '../../index.js';

export interface ViewerData {
  readonly volume: Volume | undefined;
  /** The finer volume that it is a coarse version of, where there is one. */
  readonly pages?: PagedVolume | undefined;
  /** A small copy of it, for pictures that have to be there at once. */
  readonly draft?: Volume | undefined;
  /** Whether nobody has looked at all of it yet, so that the draft is all there is to see. */
  readonly isPartial?: boolean;
  /** Whether voxels have still to come. */
  readonly isReading?: boolean;
  readonly statistics: Statistics | undefined;
  readonly labels: LoadedLabels | undefined;
  readonly meshes: readonly LoadedMesh[];
}

export interface LoadedVolume {
  readonly name: string;
  readonly file: VolumeFile;
  /** The pages of a store whose coarse version the file's volume is. */
  readonly pages?: PagedVolume | undefined;
}

export interface LoadedLabels {
  readonly volume: Volume;
  /** All labels but 0, with the names and colours that their file has. */
  readonly styles: readonly (LabelStyle & { readonly name?: string })[];
}

export interface LoadedMesh {
  readonly name: string;
  readonly mesh: Mesh;
}

export const EMPTY_DATA: ViewerData = { volume: undefined, statistics: undefined, labels: undefined, meshes: [] };
