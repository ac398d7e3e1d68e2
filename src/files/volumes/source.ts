/** What a file reader is given, and what it gives back: readers touch no file system, so that they run in a browser. */
import type { Volume } from '../../volume/volume.js';

/** Reverses one compression; must stop, with an InputError, before it has made more than `sizeBytesMax` bytes. */
export type Decompress = (bytes: Uint8Array, sizeBytesMax: number) => Promise<Uint8Array>;

/** One file and the ways to reach what it refers to. */
export interface FileSource {
  /** Path or name: it tells the format where the content does not, and stands in messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Reads a file that this one names, relative to it. Throws InputError where that cannot be done. */
  readonly readSibling: (name: string) => Promise<Uint8Array>;
  readonly gunzip: Decompress;
}

/** Which scalar volume of a file with several values a voxel, or several points in time, to take. */
export interface VolumeSelection {
  /** Index of the component of vector data; default 0. */
  readonly component?: number;
  /** Index of the time point of 4D data; default 0. */
  readonly time?: number;
}

export interface VolumeFile {
  readonly volume: Volume;
  /** Lines for the user about what was left out, e.g. the components or times that were not selected. */
  readonly notes: readonly string[];
}

/** @throws InputError, one line that starts with the file's name, for anything that is not a readable volume. */
export type VolumeReader = (source: FileSource, selection: VolumeSelection) => Promise<VolumeFile>;
