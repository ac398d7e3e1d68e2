/** Results of a frame: pixels, measurements and cost. */

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
  /** The shape of a workgroup's tile in pixels, e.g. "32x4". */
  readonly shape: string;
  /** The shape with its lane layout, order and synchronisation, as `parseShape` reads it. */
  readonly workgroup: string;
  /** The policy that chose the shape. */
  readonly shapePolicy: ShapeChoice['policy'];
  /** Why it chose that shape. */
  readonly shapeReason: string;
  /** Number of tiles, one workgroup each. */
  readonly tiles: number;
  /** The intersector of primary rays; undefined if there were none. */
  readonly primaryRays: RayTracing | undefined;
  /** The intersector of shadow rays; undefined without shadows. */
  readonly shadowRays: RayTracing | undefined;
  /** Number of depth slabs that triangles were binned into; 1 if they were not binned. */
  readonly slabs: number;
  /** The quality that the frame was rendered with. */
  readonly quality: Quality;
  /** Distance between samples, in units of the volume's smallest spacing. */
  readonly step: number;
  /** Samples of the volume that were taken; undefined without `counts`. */
  readonly samples: number | undefined;
  /** Samples that were skipped because they could not contribute; undefined without `counts`. */
  readonly samplesSkipped: number | undefined;
  /** Triangles that may cover a pixel; with the BVH, all valid triangles. */
  readonly triangles: number;
  /** Invalid triangles: without area, or with a vertex that does not exist or is not finite. */
  readonly trianglesSkipped: number;
  /** Number of (bin, item) pairs. */
  readonly binItems: number;
  /** Number of (bin, item) pairs of the light's bins; 0 without shadows. */
  readonly lightBinItems: number;
  /** Ray-triangle intersection tests of primary rays; undefined without `counts`. */
  readonly rti: number | undefined;
  /** Milliseconds by pass, with `upload` in the frame that uploaded a volume. */
  readonly timesMs: Readonly<Record<string, number>>;
  /** The clock of `timesMs`: the GPU's timestamps, or wall time. */
  readonly timer: 'gpu' | 'wall';
  /** The volume on the device. */
  readonly volume?: {
    /** Its size in voxels, after downsampling. */
    readonly sizes: Vec3;
    readonly format: string;
    readonly downsampleFactor: number;
    /** The interpolation that `filter` of the options resolved to. */
    readonly filter: Filter;
  };
  /** Paths per pixel of `renderPaths`, and their estimated noise on a scale of 255, if the options bound it. */
  readonly paths?: { readonly count: number; readonly noise: number | undefined };
  /** Counts of a paged volume, since its first frame. */
  readonly paging?: PagingStats;
}

/** Paging of a volume: what a frame had to load. */
export interface PagingStats {
  /** Rounds of casting rays and loading the pages that they wait for. */
  readonly rounds: number;
  /** Pages that were uploaded. */
  readonly pagesLoaded: number;
  /** Pages that were evicted. */
  readonly pagesEvicted: number;
  /** Number of pages of the volume. */
  readonly pages: number;
  /** Number of pages that fit into the atlas. */
  readonly slots: number;
  /** Voxels along each side of a page. */
  readonly pageSide: number;
  /** Width in voxels of a page's border, which it shares with its neighbours. */
  readonly border: number;
  /** Number of chunks that were read from the store. */
  readonly chunksRead: number;
  /** Size of these chunks in bytes, decoded. */
  readonly bytesRead: number;
}

/** Counts per pixel, summed over its rays; rows from the top. */
export interface PixelCounts {
  /** Samples taken. */
  readonly samples: Uint32Array<ArrayBuffer>;
  /** Samples that were skipped because they could not contribute. */
  readonly skipped: Uint32Array<ArrayBuffer>;
  /** Ray-triangle intersection tests of primary rays. */
  readonly tests: Uint32Array<ArrayBuffer>;
}

/** How long the parts of an image take, each measured separately. */
export interface PixelTimes {
  /**
   * Time per pixel, rows from the top: its share of its block's time, the median of several runs. A single block leaves a large GPU
   * partly idle, so that the sum may exceed the time of the image.
   */
  readonly nanoseconds: Float32Array<ArrayBuffer>;
  /** Width of a block in pixels, in whole tiles; blocks at the right and at the bottom may be cut off. */
  readonly blockWidth: number;
  /** Height of a block in pixels, in whole tiles. */
  readonly blockHeight: number;
  /** The clock, as `timestamps` of the options asks: the GPU's timestamps, or wall time. */
  readonly timer: 'gpu' | 'wall';
}

/** Facts about a frame that was rendered to memory. */
export interface FrameInfo {
  /** The camera of the frame: as given, or fitted to the scene. */
  readonly camera: Camera;
  /** Pixels of a row. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
  /** Number of frames averaged: 1 unless frames accumulate. */
  readonly accumulated: number;
  /** Present with `counts`. */
  readonly counts: PixelCounts | undefined;
  /** Present with `timings`. */
  readonly timings: PixelTimes | undefined;
  /**
   * Present with `slabCounts` for scenes with meshes: per tile, rows from the top, the number of slabs in which visible triangles
   * may begin.
   */
  readonly slabCounts: Uint8Array<ArrayBuffer> | undefined;
  /** The cost of the frame, and the choices that were made for it. */
  readonly stats: FrameStats;
}

/** A frame with the requested `outputs`. */
export type Frame<Output extends OutputName = 'pixels'> = FrameInfo & Pick<FrameOutputs, Output>;

/** A frame that was drawn to a target, without reading anything back. */
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
