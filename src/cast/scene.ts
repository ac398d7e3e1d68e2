/** What a frame shows and how: plain data, which the renderer uploads when it first meets it. */
import type { HalfSpace } from '../math/plane.js';
import type { Vec3 } from '../math/vec3.js';
import type { Shape } from '../shapes/shape.js';
import type { RenderMode } from '../transfer/mode.js';
import type { Shading } from '../transfer/shading.js';
import type { TransferFunction } from '../transfer/transfer-function.js';
import type { Mask } from '../volume/mask.js';
import type { Volume } from '../volume/volume.js';

/** Red, green and blue between 0 and 1, or no background, which writes straight alpha. */
export type Background = Vec3 | 'transparent';

/** The renderer knows the parts again by their identity: make a new object or array to change one. */
export interface Scene {
  readonly volume: Volume;
  /** Colours and opacities; gradient opacities too, where it has them. */
  readonly transfer: TransferFunction;
  /** Default composite. */
  readonly mode?: RenderMode;
  /** The data value of the isosurface; only for that mode, and needed there. */
  readonly isoValue?: number;
  /** Lights composites and isosurfaces; without it composites are unlit and isosurfaces lit by the defaults. */
  readonly shading?: Shading;
  /** Only what lies in all of these half-spaces is shown. */
  readonly clip?: readonly HalfSpace[];
  /** Only what has one of its labels is shown. */
  readonly mask?: Mask;
  /** Default black. */
  readonly background?: Background;
}

export interface RenderOptions {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Distance between samples, in units of the smallest spacing. */
  readonly step?: number;
  /** Rays a pixel, 1 to 64. */
  readonly samplesPerPixel?: number;
  /** Seed of the blue noise that shifts the samples of each pixel's rays, which turns rings into grain; off by default. */
  readonly jitter?: number | undefined;
  /** Whether to integrate the transfer function between samples: fewer rings for composites, without lighting or masks. */
  readonly preintegrated?: boolean;
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
  samplesPerPixel: 1,
  jitter: undefined,
  preintegrated: false,
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
