/** Results of a frame: pixels, what was measured beside them, and what it cost. */

import type { Camera } from '../camera/camera.js';
import type { PassTimes } from '../gpu/timer.js';
import type { Vec3 } from '../math/vec3.js';
import type { ShapeChoice } from '../shapes/shape-ranking.js';
import type { Quality, RayTracing } from './settings.js';
import type { FrameOutputs, OutputName } from './target/outputs.js';
import type { Filter } from './volume/sampling.js';

/** The cost of a frame. Counts are undefined unless they were requested. */
export interface FrameStats {
  /** Name of the adapter. */
  readonly adapter: string;
  /** Whether the adapter runs on the CPU. */
  readonly software: boolean;
  /** The shape of a workgroup's tile in pixels, e.g. "32x4", and why it was taken. */
  readonly shape: string;
  /** The shape with its lane layout, order and waiting, as `parseShape` reads it. */
  readonly workgroup: string;
  /** The policy that decided on it. */
  readonly shapePolicy: ShapeChoice['policy'];
  /** Why the workgroup has that shape. */
  readonly shapeReason: string;
  /** Tiles of the frame, a workgroup each. */
  readonly tiles: number;
  /** The intersector of primary rays; undefined where there were no such rays. */
  readonly primaryRays: RayTracing | undefined;
  /** How shadow rays were traced; undefined without shadows. */
  readonly shadowRays: RayTracing | undefined;
  /** Depth intervals that triangles were binned into; 1 where they were not. */
  readonly slabs: number;
  /** How well the volume was sampled. */
  readonly quality: Quality;
  /** Distance between samples, in units of the volume's smallest spacing. */
  readonly step: number;
  /** Samples of the volume that were taken, and those that could not contribute. */
  readonly samples: number | undefined;
  /** Samples that could not contribute; undefined where nobody counts. */
  readonly samplesSkipped: number | undefined;
  /** Triangles that may cover a pixel; by the tree, all that can be drawn. */
  readonly triangles: number;
  /** Triangles without area, or with a corner that does not exist or is not finite. */
  readonly trianglesSkipped: number;
  /** Pairs of a bin and an item in it. */
  readonly binItems: number;
  /** Pairs of one of the light's bins and an item in it, 0 without shadows. */
  readonly lightBinItems: number;
  /** Tests of a primary ray against a triangle. */
  readonly rti: number | undefined;
  /** Milliseconds by pass; `upload` is there in the frame that uploaded a volume. */
  readonly timesMs: Readonly<Record<string, number>>;
  /** The clock of `timesMs`: the GPU's timestamps or the wall. */
  readonly timer: 'gpu' | 'wall';
  /** How the volume lies on the device. */
  readonly volume?: {
    /** Voxels of the volume on the device. */
    readonly sizes: Vec3;
    readonly format: string;
    readonly downsampleFactor: number;
    /** The filter of `RenderOptions`, as it was chosen. */
    readonly filter: Filter;
  };
  /** Paths of light through each pixel of `renderPaths`, and their estimated noise, of 255, where there was a limit to it. */
  readonly paths?: { readonly count: number; readonly noise: number | undefined };
  /** Counts of a volume in pages, from its first frame on. */
  readonly paging?: PagingStats;
}

/** Counts of a volume in pages: what a frame had to load for it. */
export interface PagingStats {
  /** Times that rays were cast and then waited for pages. */
  readonly rounds: number;
  /** Pages that were uploaded. */
  readonly pagesLoaded: number;
  /** Pages that made room. */
  readonly pagesEvicted: number;
  /** Pages of the volume, and slots for them on the device. */
  readonly pages: number;
  /** Pages that the atlas has room for. */
  readonly slots: number;
  /** Voxels along a page's side, and of the border around it. */
  readonly pageSide: number;
  /** Voxels around a page that it shares with its neighbours. */
  readonly border: number;
  /** Chunks of the store, and their bytes when decoded. */
  readonly chunksRead: number;
  /** Decoded bytes of the chunks that were read. */
  readonly bytesRead: number;
}

/** Counts per pixel, rows from the top, over all of its rays. */
export interface PixelCounts {
  /** Samples taken. */
  readonly samples: Uint32Array<ArrayBuffer>;
  /** Samples that were skipped because they could not contribute. */
  readonly skipped: Uint32Array<ArrayBuffer>;
  /** Tests of primary rays against triangles. */
  readonly tests: Uint32Array<ArrayBuffer>;
}

/** How long the parts of an image take, each measured separately. */
export interface PixelTimes {
  /**
   * Time per pixel, rows from the top: its share of the time that its block takes, the median of several. A block alone leaves
   * a large GPU idle in part, so the sum may be more than the image takes.
   */
  readonly nanoseconds: Float32Array<ArrayBuffer>;
  /** Pixels of a block, which is of whole tiles; those at the right and at the bottom may be cut off. */
  readonly blockWidth: number;
  /** Rows of a block, which is of whole tiles. */
  readonly blockHeight: number;
  /** The clock: the GPU's timestamps or the wall, as `timestamps` asked for. */
  readonly timer: 'gpu' | 'wall';
}

/** A frame, whatever was read back of it. */
export interface FrameInfo {
  /** The camera that saw it: the one that was given, or the one that was fitted to the scene. */
  readonly camera: Camera;
  /** Pixels of a row. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
  /** Frames that it is the mean of: 1 unless frames accumulate. */
  readonly accumulated: number;
  /** Present with `counts`. */
  readonly counts: PixelCounts | undefined;
  /** Present with `timings`. */
  readonly timings: PixelTimes | undefined;
  /**
   * Present with `slabCounts` where there are meshes: per tile, rows from the top, in how many slabs triangles begin that it
   * may show.
   */
  readonly slabCounts: Uint8Array<ArrayBuffer> | undefined;
  /** How the frame was made. */
  readonly stats: FrameStats;
}

/** A frame with the requested `outputs`. */
export type Frame<Output extends OutputName = 'pixels'> = FrameInfo & Pick<FrameOutputs, Output>;

/** A frame that was drawn to a target, with nothing read back of it. */
export interface PresentedFrame extends Pick<FrameInfo, 'camera' | 'width' | 'height' | 'accumulated'> {
  /** The shape of a workgroup's tile, as `parseShape` reads it. */
  readonly workgroup: string;
  /** Resolves once the device has drawn it, with all triangles. @throws DeviceError where it could not. */
  readonly done: Promise<FrameReport>;
}

/** Facts about a presented frame, known once the device has drawn it. */
export interface FrameReport {
  /** Whether all triangles are in the picture: false only where a newer frame came to the target before this could be drawn again. */
  readonly whole: boolean;
  /** Milliseconds by pass, where `timestamps` asked for them and the device was not still busy with those of a frame before. */
  readonly times: PassTimes | undefined;
}
