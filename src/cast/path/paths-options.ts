/** Options of random paths, apart from what renders them: many commands list options, and few render. */
import type { ImageSize } from '../../camera/camera.js';
import type { FrameStats } from '../frame.js';
import type { ReadOptions } from '../render-request.js';

/** Options of `renderPaths`. */
export interface PathsOptions extends Omit<ReadOptions, 'quality' | 'accumulate' | 'samplesPerPixel' | 'onProgress'> {
  /** Paths through each pixel, from 1 on; 64 by default, and up to 4096 where there is a limit to the noise. */
  readonly paths?: number | undefined;
  /**
   * Paths begin until the estimated noise is so small, which takes 8 of them at least: the root of the mean square of the standard
   * errors of all colours, of 255, before they are denoised. The picture is the same in every run.
   */
  readonly noise?: number | undefined;
  /** Seconds after which no more paths begin. */
  readonly seconds?: number | undefined;
  /** Whether to take the noise out as far as the paths, of which it takes two, tell it from what is there. */
  readonly denoised?: boolean | undefined;
  /**
   * Paths of each pixel in a frame, of which `paths` is a multiple: they are spread evenly within it, and frames tell the noise. Frames have one
   * where noise or seconds end them; default elsewhere: as many as a frame of the size may have.
   */
  readonly pathsPerFrame?: number | undefined;
  /** Called after each frame of all pixels, with how many paths of each there are. */
  readonly onPaths?: ((paths: number) => void) | undefined;
  /**
   * Called with pictures on the way, each of twice as many paths as the one before, denoised where the last is: what is looked at while one waits.
   * The first ones have paths of their own, so that they come soon; the result is the same to the bit as without.
   */
  readonly onPicture?: ((picture: PathsPicture) => void) | undefined;
}

/** Defaults of `PathsOptions`. */
export const PATHS_DEFAULTS = { paths: 64, pathsForNoise: 4096, seconds: Infinity, denoised: false } as const;

/** A picture on the way to a better one. */
export interface PathsPicture extends ImageSize {
  /** Red, green, blue and opacity of each pixel, as of frames. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Paths through each pixel. */
  readonly paths: number;
  /** Its last frame. */
  readonly stats: Pick<FrameStats, 'workgroup'>;
}
