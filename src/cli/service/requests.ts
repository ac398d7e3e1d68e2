/** Requests of a service's callers as they reach the process that answers them, and its answers. */
import type { UploadedPaths } from './recipe-files.js';

export interface PictureRequest {
  /** A recipe as JSON, not checked yet. */
  readonly recipe: unknown;
  /** The form of the answer, not checked yet. */
  readonly output: unknown;
  readonly uploads: UploadedPaths;
  /** The frame of a turntable of so many that is asked for, each a number; not checked yet. */
  readonly turntable?: unknown;
  readonly frame?: unknown;
}

export interface PictureAnswer {
  /** The media type of `bytes`. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Lines that the command line would say. */
  readonly notes: readonly string[];
}

export interface RenderAnswer extends PictureAnswer {
  readonly camera: object;
  /** Whether the inputs were in memory already. */
  readonly isKept: boolean;
  /** Bytes of everything that is kept. */
  readonly keptBytes: number;
}
