/** The data that a viewer has loaded. */
import type { FileFolder, Statistics, Volume, VolumeFile } from '../../index.js';
import type { CropGrid } from '../../recipe/scene/cuts.js';
import type { LoadedImage, SceneData } from '../../recipe/scene/scene-data.js';

export interface ViewerData extends SceneData, Pick<VolumeFile, 'display'> {
  /** The symbol of the world's unit; an empty text where it is not known. */
  readonly unit?: string | undefined;
  /** The DICOM files that the volume is of, among which there may be other series. */
  readonly folder?: FileFolder | undefined;
  /** The choices among the files' images, where there are several. */
  readonly choices?: FileChoices | undefined;
  /** A small copy of the volume, for immediate pictures. */
  readonly draft?: Volume | undefined;
  /** Whether not all of it has been counted yet, so that only the draft can be shown. */
  readonly isPartial?: boolean;
  /** Whether voxels have still to come. */
  readonly isReading?: boolean;
}

/** Channels and times of a file, of which one is shown. */
export interface FileChoices {
  readonly channels: readonly string[];
  readonly times: number;
  /** Numbers of the channels that are shown where none are chosen; the first by default. */
  readonly active?: readonly number[];
  /** The time that is shown where none is chosen; 0 by default. */
  readonly time?: number | undefined;
  /** Whether the files leave open how far apart their voxels are. */
  readonly spaces?: boolean;
}

export interface LoadedVolume extends LoadedImage, Pick<VolumeFile, 'notes' | 'labels' | 'display'> {
  /** Statistics of the voxels that it is a copy of, where it is one. */
  readonly statistics?: Statistics;
  readonly name: string;
  /** The symbol of the world's unit; an empty text where it is not known. */
  readonly unit: string;
  readonly folder?: FileFolder | undefined;
  /** The command line's name for what it was read from. */
  readonly input: string;
  readonly grid?: CropGrid | undefined;
  readonly choices?: FileChoices | undefined;
  /** Whether it was named as the labels of another, or as none; undefined lets its voxels say. */
  readonly isMask?: boolean | undefined;
  /** Other channels of its store, which are shown with it. */
  readonly channels?: readonly LoadedImage[];
}

export const EMPTY_DATA: ViewerData = { volume: undefined, statistics: undefined, labels: undefined, meshes: [] };
