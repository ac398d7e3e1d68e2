/** What a frame shows and how: plain data, which the renderer uploads when it first meets it. */
import type { Vec3 } from '../math/vec3.js';
import type { Shape } from '../shapes/shape.js';
import type { TransferFunction } from '../transfer/transfer-function.js';
import type { Volume } from '../volume/volume.js';

/** Red, green and blue between 0 and 1, or no background, which writes straight alpha. */
export type Background = Vec3 | 'transparent';

export interface Scene {
  readonly volume: Volume;
  readonly transfer: TransferFunction;
  /** Default black. */
  readonly background?: Background;
}

export interface RenderOptions {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Distance between samples, in units of the smallest spacing. */
  readonly step?: number;
  /** The workgroup's shape; `auto` follows the viewpoint. */
  readonly shape?: Shape | 'auto';
  /** Whether rays end when hardly any light is left (accumulated opacity 0.999). */
  readonly earlyTermination?: boolean;
  /** Whether to count samples, which costs an atomic a ray. */
  readonly countSamples?: boolean;
  /** Whether to time passes by the GPU's own clock where it has one, instead of the wall's. */
  readonly timestamps?: boolean;
  /** Whether a volume that the device cannot hold may be made smaller by a whole factor. */
  readonly allowDownsample?: boolean;
}

export const RENDER_DEFAULTS = {
  width: 512,
  height: 512,
  step: 1,
  shape: 'auto',
  earlyTermination: true,
  countSamples: false,
  timestamps: false,
  allowDownsample: true,
} as const satisfies Required<RenderOptions>;

/** What a frame cost. Counts are undefined where nobody counted. */
export interface FrameStats {
  readonly adapter: string;
  readonly software: boolean;
  /** The workgroup's shape, e.g. "32x4", and why it was taken. */
  readonly shape: string;
  readonly shapeReason: string;
  readonly tiles: number;
  readonly samples: number | undefined;
  readonly samplesSkipped: number;
  readonly triangles: number;
  readonly binItems: number;
  readonly rti: number;
  /** Milliseconds by pass; `upload` is there in the frame that uploaded. */
  readonly timesMs: Readonly<Record<string, number>>;
  /** The clock of `timesMs`: the GPU's timestamps or the wall. */
  readonly timer: 'gpu' | 'wall';
  readonly volume: {
    /** Voxels of the volume on the device. */
    readonly sizes: Vec3;
    readonly format: string;
    readonly downsampleFactor: number;
  };
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** RGBA, 4 bytes a pixel, rows from the top; opaque, or straight alpha where the background is transparent. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  readonly stats: FrameStats;
}
