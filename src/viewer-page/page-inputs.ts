/** The inputs of the viewer's page, which come from its server, or stand inside of it where it was saved. */

import type { Affine, GreyDisplay, Statistics, Vec3 } from '../index.js';

/** A volume in fewer voxels, by which the page begins where frames come from the server: its files are read when they are looked at. */
export interface PageCopy {
  /** Relative to the page. */
  readonly url: string;
  /** Voxels of the volume itself along each axis. */
  readonly sizes: Vec3;
  readonly indexToWorld: Affine;
  readonly unit: string;
  readonly display?: GreyDisplay | undefined;
  readonly statistics: Omit<Statistics, 'counts'> & { readonly counts: readonly number[] };
}

export interface PageFile {
  readonly name: string;
  /** Relative to the page, or the data themselves. */
  readonly url: string;
  readonly sizeBytes: number;
  /** Its name on the command line, or that of the folder that it is in. */
  readonly input: string;
  /** Whether the address is that of a store. */
  readonly isStore?: boolean;
  /** Whether it is the mask of the volume among the others. */
  readonly isMask?: boolean;
  /** Whether it is of the volume that the page's copy is of. */
  readonly isCopied?: boolean;
}

export interface PageInputs {
  readonly files: readonly PageFile[];
  /** Text of a saved view, or of a picture's recipe. */
  readonly view?: string | undefined;
  /** Attributes of the element. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether the server renders frames, and for which browsers. */
  readonly remote?: 'always' | 'without-webgpu';
  /** The copy of the volume that some of the files are. */
  readonly copy?: PageCopy;
  /** Whether a program follows the view, and changes it. */
  readonly isLinked?: boolean;
}

/** Attributes of the element that are set, or taken away by null. */
export interface PageChanges {
  readonly attributes: Readonly<Record<string, string | null>>;
}

/** The copy's path below the page's, and the query by which a page without WebGPU asks for its inputs. */
export const COPY_PATH = 'copy';
export const WITHOUT_WEBGPU = 'without-webgpu';

/** Paths below the page's: recipes are sent there for frames, and where the view is told to the program; changes come from the third. */
export const FRAMES_PATH = 'frames';
export const VIEWS_PATH = 'views';
export const CHANGES_PATH = 'changes';

/** The ids of a saved page's elements: its inputs as JSON, and the picture that stands for the viewer. */
export const INPUTS_ID = 'inputs';
export const PICTURE_ID = 'picture';
