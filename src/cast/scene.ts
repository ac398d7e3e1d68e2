/** What a frame shows and how: plain data, which the renderer uploads when it first meets it. */
import type { HalfSpace } from '../math/plane.js';
import type { Vec3 } from '../math/vec3.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Shape, WorkgroupOrder } from '../shapes/shape.js';
import type { ShapeChoice } from '../shapes/shape-ranking.js';
import type { RenderMode } from '../transfer/mode.js';
import type { Shading } from '../transfer/shading.js';
import type { TransferFunction } from '../transfer/transfer-function.js';
import type { Mask } from '../volume/mask.js';
import type { Volume } from '../volume/volume.js';

/** Red, green and blue between 0 and 1, or no background, which writes straight alpha. */
export type Background = Vec3 | 'transparent';

/** The renderer knows the parts again by their identity: make a new object or array to change one. */
export interface VolumeScene {
  readonly volume: Volume;
  /** Colours and opacities; gradient opacities too, where it has them. */
  readonly transfer: TransferFunction;
  /** Default composite. */
  readonly mode?: RenderMode;
  /** The data value of the isosurface; only for that mode, and needed there. */
  readonly isoValue?: number;
  /** Lights composites and isosurfaces; without it composites are unlit and isosurfaces lit by the defaults. */
  readonly shading?: Shading;
  /** Only what of the volume lies in all of these half-spaces is shown, up to 58 of them. */
  readonly clip?: readonly HalfSpace[];
  /** Only what has one of its labels is shown. */
  readonly mask?: Mask;
  /** Default black. */
  readonly background?: Background;
}

/** A mesh, how it looks, and where its vertices are in this frame if they have moved. */
export interface PosedMesh {
  /** Known again by its identity: make a new object to change one. */
  readonly mesh: Mesh;
  /**
   * Positions that stand for the mesh's own, relative to its origin: an array, whose values are read in every frame, or a
   * buffer of the same device with the usage COPY_SRC. Their extent is about the mesh's own. Smooth
   * normals are then computed anew.
   */
  readonly positions?: Float32Array | GPUBuffer | undefined;
  /** Where the mesh has none of its own, channels between 0 and 1; default: the scene's `meshColor`. */
  readonly color?: Vec3 | undefined;
  /** 1, the default, is opaque; surfaces that are not show all that is behind them, in its order, and cast no shadow. */
  readonly opacity?: number | undefined;
  /** How much of its colour is what a mirror in its place would show, from 0, the default, to 1. */
  readonly reflectivity?: number | undefined;
}

/** How much of the ambient light reaches a surface: the share of the rays from it that meet nothing. */
export interface AmbientOcclusion {
  /** From each place that is seen, in mirrors too; 1 to 256. */
  readonly rays: number;
  /** World length of the rays; default Infinity. */
  readonly distance?: number | undefined;
}

/** Which triangles are left out: those whose corners are clockwise as the eye sees them are the backs. */
export type Cull = 'none' | 'back' | 'front';

export interface MeshScene {
  /**
   * In the same world as the volume, if there is one. Ids of triangles run on from one mesh to the next. Up to 64 different
   * sets of a colour, an opacity and a reflectivity.
   */
  readonly meshes: readonly PosedMesh[];
  /** Lights meshes; default: the scene's `shading`, and without that the default shading. */
  readonly meshShading?: Shading;
  readonly shading?: Shading;
  /** The colour of meshes that have none of their own, channels between 0 and 1. */
  readonly meshColor?: Vec3;
  readonly cull?: Cull;
  /** Whether to light by the vertices' normals, which are computed where a mesh has none, or by the triangles'. */
  readonly smooth?: boolean;
  /** Whether a light with a direction casts shadows on meshes: those of all opaque triangles, culled or not. */
  readonly shadows?: boolean;
  /**
   * How often light is mirrored at most on its way to the eye, 0 to 16. Mirrors show meshes, both sides of them whatever `cull`
   * says, and the background, or black where that is transparent.
   */
  readonly reflections?: number;
  /** Darkens the ambient light of meshes where opaque triangles, culled or not, are around; default: nowhere. */
  readonly ambientOcclusion?: AmbientOcclusion | undefined;
  /** Default black. */
  readonly background?: Background;
}

/**
 * A volume, meshes, or both: surfaces and samples are then composited in the order in which a ray meets them. A mode that
 * reduces a ray to one value (mip, minip, average) has no order: there surfaces are in front of the value.
 */
export type Scene = VolumeScene | MeshScene | (VolumeScene & MeshScene);

export const MESH_SCENE_DEFAULTS = {
  meshColor: [0.8, 0.8, 0.8],
  cull: 'none',
  smooth: true,
  shadows: false,
  reflections: 2,
  ambientOcclusion: undefined,
} as const satisfies Partial<MeshScene>;

/** Limits of `reflections` and of `AmbientOcclusion.rays`. */
export const MAX_REFLECTIONS = 16;
export const MAX_OCCLUSION_RAYS = 256;

/** What finds the triangles that a ray hits: bins of tiles and slabs, made for each frame, or a tree that is kept. */
export const RAY_TRACINGS = ['bins', 'bvh'] as const;
export type RayTracing = (typeof RAY_TRACINGS)[number];

/**
 * How rays to meshes are shared out. `quads`: an invocation has four rays and reads each triangle for them, without
 * barriers. `batches`: an invocation has a ray, and the workgroup brings triangles to its memory together.
 */
export type MeshVariant = 'quads' | 'batches';

export interface RenderOptions {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Distance between a volume's samples, in units of its smallest spacing. */
  readonly step?: number;
  /** Rays a pixel, 1 to 64. */
  readonly samplesPerPixel?: number;
  /** Seed of the blue noise that shifts the samples of each pixel's rays, which turns rings into grain; off by default. */
  readonly jitter?: number | undefined;
  /** Whether to integrate the transfer function between samples: fewer rings for composites, without lighting or masks. */
  readonly preintegrated?: boolean;
  /**
   * The shape of a workgroup's tile; `auto` follows the viewpoint, and what there is to see. That rays wait for each other
   * counts for composites of volumes alone, and is left out elsewhere.
   */
  readonly shape?: Shape | 'auto';
  /** Depth intervals that items are binned into, 1 to 64; `auto` is the fastest that was measured. */
  readonly slabs?: number | 'auto';
  /** The order that tiles are cast in, unless the shape has one. */
  readonly order?: WorkgroupOrder;
  readonly variant?: MeshVariant | 'auto';
  /** What finds the triangles that rays from the eye hit; `auto` is what takes less time, as far as that was measured. */
  readonly eyeRays?: RayTracing | 'auto';
  /**
   * The same for rays from surfaces to the light. Rays of mirrors and of ambient occlusion take the tree, and where there are
   * any, those to the light do so too. A tree has its places in f32 for all meshes together: if they are far from each other
   * for their size, bins are more exact, and what `auto` takes.
   */
  readonly shadowRays?: RayTracing | 'auto';
  /** Whether rays leave out samples that nothing can come of; `auto` does where it pays. The picture is the same. */
  readonly skip?: boolean | 'auto';
  /** Whether rays end when hardly any light is left (accumulated opacity 0.999). */
  readonly earlyTermination?: boolean;
  /** Whether the frame has ids and distances of the nearest triangles at the pixels' centres. */
  readonly hits?: boolean;
  /** Whether to count samples and tests of triangles, pixel by pixel. */
  readonly counts?: boolean;
  /**
   * Whether to measure where in the image time goes: it is cast once more, block by block, several times. Tiles then follow
   * row by row, whatever `order` says. The picture is the same.
   */
  readonly timings?: boolean;
  /** Whether to count, tile by tile, the slabs of bins that triangles begin in; so not for rays by the tree. */
  readonly slabCounts?: boolean;
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
  slabs: 'auto',
  order: 'rows',
  variant: 'auto',
  eyeRays: 'auto',
  shadowRays: 'auto',
  skip: 'auto',
  earlyTermination: true,
  hits: false,
  counts: false,
  timings: false,
  slabCounts: false,
  timestamps: false,
  allowDownsample: true,
} as const satisfies Required<RenderOptions>;

/** What a frame cost. Counts are undefined where nobody counted. */
export interface FrameStats {
  readonly adapter: string;
  readonly software: boolean;
  /** The shape of a workgroup's tile in pixels, e.g. "32x4", and why it was taken. */
  readonly shape: string;
  /** The same with its footprint, order and waiting, as `parseShape` reads it. */
  readonly workgroup: string;
  /** What decided on it. */
  readonly shapePolicy: ShapeChoice['policy'];
  readonly shapeReason: string;
  readonly tiles: number;
  /** What found the triangles that rays hit; undefined where there were no such rays. */
  readonly eyeRays: RayTracing | undefined;
  readonly shadowRays: RayTracing | undefined;
  /** Depth intervals that triangles were binned into; 1 where they were not. */
  readonly slabs: number;
  /** Samples of the volume that were taken, and those that nothing could have come of. */
  readonly samples: number | undefined;
  readonly samplesSkipped: number | undefined;
  /** Triangles that may cover a pixel; by the tree, all that can be drawn. */
  readonly triangles: number;
  /** Triangles without area, or with a corner that does not exist or is not finite. */
  readonly trianglesSkipped: number;
  /** Pairs of a bin and an item in it. */
  readonly binItems: number;
  /** The same for the light's bins, 0 without shadows. */
  readonly lightBinItems: number;
  /** Tests of a ray from the eye against a triangle. */
  readonly rti: number | undefined;
  /** Milliseconds by pass; `upload` is there in the frame that uploaded a volume. */
  readonly timesMs: Readonly<Record<string, number>>;
  /** The clock of `timesMs`: the GPU's timestamps or the wall. */
  readonly timer: 'gpu' | 'wall';
  readonly volume?: {
    /** Voxels of the volume on the device. */
    readonly sizes: Vec3;
    readonly format: string;
    readonly downsampleFactor: number;
  };
}

/** Of pixels where no triangle is. */
export const NO_TRIANGLE = 0xffffffff;

/** By pixel, rows from the top, over all of its rays. */
export interface PixelCounts {
  /** Samples taken. */
  readonly samples: Uint32Array<ArrayBuffer>;
  /** Samples that were left out because nothing could have come of them. */
  readonly skipped: Uint32Array<ArrayBuffer>;
  /** Tests of rays from the eye against triangles. */
  readonly tests: Uint32Array<ArrayBuffer>;
}

/** How long parts of an image take, each measured by itself. */
export interface PixelTimes {
  /**
   * By pixel, rows from the top: a pixel's share of the time that its block takes, the median of several. A block alone leaves
   * a large GPU idle in part, so the sum may be more than the image takes.
   */
  readonly nanoseconds: Float32Array<ArrayBuffer>;
  /** Pixels of a block, which is of whole tiles; those at the right and at the bottom may be cut off. */
  readonly blockWidth: number;
  readonly blockHeight: number;
  /** The clock: the GPU's timestamps or the wall, as `timestamps` asked for. */
  readonly timer: 'gpu' | 'wall';
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** RGBA, 4 bytes a pixel, rows from the top; opaque, or straight alpha where the background is transparent. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** With `hits`: the nearest triangle at each pixel's centre, counted through all meshes, or `NO_TRIANGLE`. */
  readonly ids: Uint32Array<ArrayBuffer> | undefined;
  /** With `hits`: world distance to it along the ray, or Infinity. */
  readonly depths: Float32Array<ArrayBuffer> | undefined;
  /** With `counts`. */
  readonly counts: PixelCounts | undefined;
  /** With `timings`. */
  readonly timings: PixelTimes | undefined;
  /** With `slabCounts`, where there are meshes: by tile, rows from the top, in how many slabs triangles begin that it may show. */
  readonly slabCounts: Uint8Array<ArrayBuffer> | undefined;
  readonly stats: FrameStats;
}
