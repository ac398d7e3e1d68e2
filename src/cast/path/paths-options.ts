/** Options of path tracing, apart from the code that renders: many commands list options, and few render. */
import type { ImageSize } from '../../camera/camera.js';
import type { FrameStats } from '../frame.js';
import type { ReadOptions } from '../render-request.js';

/** Options of `renderPaths`. */
export interface PathsOptions extends Omit<ReadOptions, 'quality' | 'accumulate' | 'samplesPerPixel' | 'onProgress'> {
  /** Paths per pixel, at least 1; default: 64, or up to 4096 with `noise`. */
  readonly paths?: number | undefined;
  /**
   * Estimated noise at which to stop, after at least 8 paths: the RMS of the standard errors of all colours, on a scale of 255, before
   * denoising. The picture is the same in every run.
   */
  readonly noise?: number | undefined;
  /** Seconds after which no further frame of paths is started. */
  readonly seconds?: number | undefined;
  /** Whether to denoise the picture, which takes at least two paths. */
  readonly denoised?: boolean | undefined;
  /**
   * Paths per pixel and frame; `paths` must be a multiple of it. Paths are stratified within a frame, and the noise is estimated from
   * frame to frame. Always 1 with `noise` or `seconds`; default otherwise: as many as a frame of the size may have.
   */
  readonly pathsPerFrame?: number | undefined;
  /** Called after each frame with the number of paths per pixel so far. */
  readonly onPaths?: ((paths: number) => void) | undefined;
  /**
   * Called with intermediate pictures, each with twice as many paths as the one before, denoised if the last one is. The first ones are
   * traced separately, so that they come soon; the result is bit-identical with or without.
   */
  readonly onPicture?: ((picture: PathsPicture) => void) | undefined;
}

/** Defaults of `PathsOptions`. */
export const PATHS_DEFAULTS = { paths: 64, pathsForNoise: 4096, seconds: Infinity, denoised: false } as const;

/** An intermediate picture of `renderPaths`. */
export interface PathsPicture extends ImageSize {
  /** RGBA, as in `FrameOutputs.pixels`. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Paths per pixel. */
  readonly paths: number;
  /** From its last frame. */
  readonly stats: Pick<FrameStats, 'workgroup'>;
}
