/** Input and output of file readers, which touch no file system, so that they run in a browser. */
import type { Vec3 } from '../../math/vec3.js';
import type { GreyDisplay } from '../../transfer/grey-display.js';
import type { LabelStyle } from '../../volume/mask.js';
import type { Volume, VoxelArray } from '../../volume/volume.js';
import type { FileFolder } from '../bytes/byte-source.js';
import type { MemoryAccount } from '../bytes/memory-account.js';

/** Reverses one compression; must stop, with an InputError, before it has made more than `sizeBytesMax` bytes. */
export type Decompress = (bytes: Uint8Array, sizeBytesMax: number) => Promise<Uint8Array>;

/** One file and the ways to reach what it refers to. */
export interface FileSource {
  /** Path or name: it gives the format where the content does not, and stands in messages. */
  readonly name: string;
  /** The file's bytes. */
  readonly bytes: Uint8Array;
  /**
   * Reads a file that this one names, relative to it. Throws InputError where that cannot be done, or if it is larger than
   * `sizeBytesMax`.
   */
  readonly readSibling: (name: string, sizeBytesMax?: number) => Promise<Uint8Array>;
  /** Inflates gzip data. */
  readonly gunzip: Decompress;
  /** The memory that it may take; undefined where nobody bounds it. Its bytes, and what is inflated by `gunzip`, are counted. */
  readonly memory?: MemoryAccount | undefined;
}

/** Which scalar volume to take from a file with several values per voxel or several time points. */
export interface VolumeSelection {
  /** Index of the component of vector data; default: the first, or all channels of a volume in colours. */
  readonly component?: number;
  /** Index of the time point of 4D data; default 0, or of some formats the middle one, where the first is nearly empty or saturated. */
  readonly time?: number;
  /**
   * Which image of several: its number in the list, from 1, or the start of its name; a series of a DICOM folder also by
   * its UID or words of its description.
   */
  readonly series?: string;
  /** Distances of voxels along i, j and k, in place of those that pictures have. */
  readonly spacings?: Vec3;
  /** Overrides what integers are taken for, whatever the file says or they look like. */
  readonly voxels?: 'labels' | 'values';
  /** Which labels of a segmentation whose segments overlap; default all. */
  readonly labels?: readonly number[];
}

/** A label of a segmentation, as the file has it. */
export interface FileLabel extends LabelStyle {
  /** Its name in the file. */
  readonly name: string;
}

/** Contents of a volume file. */
export interface VolumeFile {
  /** The volume, in the world. */
  readonly volume: Volume;
  /** Lines for the user about what was left out, e.g. the components or times that were not selected. */
  readonly notes: readonly string[];
  /** Points in time that the file has, of which the volume is one; 1 by default. */
  readonly times?: number;
  /** The point in time that it is; 0 by default. */
  readonly time?: number | undefined;
  /** The name of the world's unit where the file says it, such as micrometer; else anatomical ones are in millimetres. */
  readonly unit?: string | undefined;
  /** How slices in grey are shown where nobody chooses; undefined where the file does not say. */
  readonly display?: GreyDisplay | undefined;
  /** Whether the file leaves a distance between voxels open, which the selection's spacings may say. */
  readonly lacksSpacings?: boolean;
  /** Labels that a segmentation names. */
  readonly labels?: readonly FileLabel[];
  /** The components of a volume in colours, as the file has them. */
  readonly colors?: Colors | undefined;
}

/** The components of voxels that are red, green, blue and perhaps opacity. */
export interface Colors {
  /** The voxels of each; the first are the volume's. */
  readonly channels: readonly VoxelArray[];
  /** The value of a full channel. */
  readonly white: number;
}

/** @throws InputError, one line that starts with the file's name, for anything that is not a readable volume. */
export type VolumeReader = (source: FileSource, selection: VolumeSelection) => Promise<VolumeFile>;

/**
 * Reads a volume from several files.
 * @param report called as the files are read.
 * @throws InputError, one line that starts with the folder's name, if there is none.
 */
export type FolderReader = (
  folder: FileFolder,
  selection: VolumeSelection,
  report?: (done: number, total: number) => void,
) => Promise<VolumeFile>;
