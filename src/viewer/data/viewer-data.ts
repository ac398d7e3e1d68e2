/** The data that a viewer has loaded. */
import type { Environment, LabelStyle, MeshFile, PagedVolume, Statistics, Volume, VolumeFile } from '../../index.js';
import type { CropGrid } from '../../recipe/scene/cuts.js';

/** A volume: of a store a coarse version of it. */
export interface LoadedImage {
  readonly volume: Volume;
  /** The finer volume that it is a coarse version of, where there is one. */
  readonly pages?: PagedVolume | undefined;
  /** The finest level of its store, of which another may be shown. */
  readonly finest?: CropGrid | undefined;
}

export interface ViewerData extends Partial<Omit<LoadedImage, 'volume'>> {
  readonly volume: Volume | undefined;
  /** The voxels that it stands for, where it is a coarse version of them. */
  readonly grid?: CropGrid | undefined;
  /** Volumes that are shown with it: all in pages as it is, or none. */
  readonly fused?: readonly LoadedImage[];
  /** The choices among the files' images, where there are several. */
  readonly choices?: FileChoices | undefined;
  /** A small copy of it, for pictures that have to be there at once. */
  readonly draft?: Volume | undefined;
  /** Whether not all of it has been counted yet, so that only the draft can be shown. */
  readonly isPartial?: boolean;
  /** Whether voxels have still to come. */
  readonly isReading?: boolean;
  readonly statistics: Statistics | undefined;
  /** Names and colours of the labels that it consists of itself. */
  readonly ownLabels?: VolumeFile['labels'];
  readonly labels: LoadedLabels | undefined;
  readonly meshes: readonly LoadedMesh[];
  /** A panorama, the light around paths of light. */
  readonly environment?: Environment | undefined;
}

/** Channels and times of a file, of which one is shown. */
export interface FileChoices {
  readonly channels: readonly string[];
  readonly times: number;
}

export interface LoadedVolume extends LoadedImage, Pick<VolumeFile, 'notes' | 'labels'> {
  readonly name: string;
  /** The command line's name for what it was read from. */
  readonly input: string;
  readonly grid?: CropGrid | undefined;
  readonly choices?: FileChoices | undefined;
  /** Whether it was named as the labels of another. */
  readonly isMask?: boolean | undefined;
  /** Other channels of its store, which are shown with it. */
  readonly channels?: readonly LoadedImage[];
}

export interface LoadedLabels {
  readonly volume: Volume;
  /** The labels of the finer voxels of a volume in pages, on these voxels. */
  readonly pages?: PagedVolume | undefined;
  /** All labels but 0, with the names and colours that their file has. */
  readonly styles: readonly LabelStyle[];
}

export interface LoadedMesh extends Omit<MeshFile, 'notes'> {
  readonly name: string;
}

export const EMPTY_DATA: ViewerData = { volume: undefined, statistics: undefined, labels: undefined, meshes: [] };

export const gridOf = ({ grid, volume }: ViewerData): CropGrid | undefined => grid ?? volume;
