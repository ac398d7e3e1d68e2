/** What a frame of meshes shows and how: plain data, which the mesh pass uploads when it first meets it. */
import { InputError } from '../errors.js';
import { MAX_SUBPIXELS } from '../math/subpixels.js';
import type { Vec3 } from '../math/vec3.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Shading } from '../transfer/shading.js';
import type { Background } from './scene.js';

/** A mesh, and where its vertices are in this frame if they have moved. */
export interface PosedMesh {
  /** Known again by its identity: make a new object to change one. */
  readonly mesh: Mesh;
  /**
   * Positions that stand for the mesh's own, relative to its origin: an array, whose values are read in every frame, or a
   * buffer of the same device with the usage COPY_SRC. Smooth normals are then computed anew.
   */
  readonly positions?: Float32Array | GPUBuffer | undefined;
}

/** Which triangles are left out: those whose corners are clockwise as the eye sees them are the backs. */
export type Cull = 'none' | 'back' | 'front';

export interface MeshScene {
  /** Ids of triangles run on from one mesh to the next. */
  readonly meshes: readonly PosedMesh[];
  readonly shading?: Shading;
  /** The colour of meshes that have none of their own, channels between 0 and 1. */
  readonly meshColor?: Vec3;
  readonly cull?: Cull;
  /** Whether to light by the vertices' normals, which are computed where a mesh has none, or by the triangles'. */
  readonly smooth?: boolean;
  /** Whether a light with a direction casts shadows: those of all triangles, culled or not. */
  readonly shadows?: boolean;
  /** Default black. */
  readonly background?: Background;
}

export const MESH_SCENE_DEFAULTS = {
  meshColor: [0.8, 0.8, 0.8],
  cull: 'none',
  smooth: true,
  shadows: false,
  background: [0, 0, 0],
} as const satisfies Partial<MeshScene>;

/** A scene with what it leaves to the defaults. */
export type ShadedMeshScene = Required<MeshScene>;

/**
 * How rays are shared out. `quads`: an invocation has four rays and reads each triangle for them, without barriers.
 * `batches`: an invocation has a ray, and the workgroup brings triangles to its memory together.
 */
export type MeshVariant = 'quads' | 'batches';

export interface MeshRenderOptions {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Rays a pixel, 1 to 64. */
  readonly samplesPerPixel?: number;
  /** Pixels of a tile; `auto` is the fastest that was measured. */
  readonly tile?: { readonly width: number; readonly height: number } | 'auto';
  /** Depth intervals, 1 to 64; `auto` is the fastest that was measured. */
  readonly slabs?: number | 'auto';
  /** The order that tiles are cast in. */
  readonly order?: 'rows' | 'morton';
  readonly variant?: MeshVariant | 'auto';
  /** Whether the frame has ids and distances of the triangles at the pixels' centres. */
  readonly hits?: boolean;
  /** Whether to count the tests of rays against triangles, which costs a word a pixel. */
  readonly countTests?: boolean;
  /** Whether to time passes by the GPU's own clock where it has one, instead of the wall's. */
  readonly timestamps?: boolean;
}

export const MESH_RENDER_DEFAULTS = {
  width: 512,
  height: 512,
  samplesPerPixel: 1,
  tile: 'auto',
  slabs: 'auto',
  order: 'rows',
  variant: 'auto',
  hits: false,
  countTests: false,
  timestamps: false,
} as const satisfies Required<MeshRenderOptions>;

export interface MeshStats {
  /** Triangles that may cover a pixel. */
  readonly triangles: number;
  /** Triangles without area, or with a corner that does not exist or is not finite. */
  readonly trianglesSkipped: number;
  readonly tiles: number;
  /** Pixels of a tile, and the depth intervals that it was divided into. */
  readonly tile: { readonly width: number; readonly height: number };
  readonly slabs: number;
  /** Pairs of a bin and a triangle in it. */
  readonly binItems: number;
  /** The same for the light's bins, 0 without shadows. */
  readonly lightBinItems: number;
  /** Tests of a ray from the eye against a triangle; undefined where nobody counted. */
  readonly rti: number | undefined;
  /** Milliseconds by pass. */
  readonly timesMs: Readonly<Record<string, number>>;
  /** The clock of `timesMs`: the GPU's timestamps or the wall. */
  readonly timer: 'gpu' | 'wall';
}

/** Of pixels where no triangle is. */
export const NO_TRIANGLE = 0xffffffff;

export interface MeshFrame {
  readonly width: number;
  readonly height: number;
  /** RGBA, 4 bytes a pixel, rows from the top; opaque, or straight alpha where the background is transparent. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** The triangle at each pixel's centre, counted through all meshes, or `NO_TRIANGLE`. */
  readonly ids: Uint32Array<ArrayBuffer> | undefined;
  /** World distance to it along the ray, or Infinity. */
  readonly depths: Float32Array<ArrayBuffer> | undefined;
  readonly stats: MeshStats;
}

export type MeshSettings = Required<MeshRenderOptions>;

/** @throws InputError that names what cannot be rendered, before anything is allocated for it. */
export function checkMeshFrame(
  { meshes, meshColor }: MeshScene,
  { width, height, samplesPerPixel }: MeshSettings,
  { maxStorageBufferBindingSize, maxBufferSize }: GPUSupportedLimits,
): void {
  if (![width, height].every((side) => Number.isSafeInteger(side) && side > 0)) {
    throw new InputError(`an image's size must be two positive whole numbers, not ${width}x${height}`);
  }
  const maxPixels = Math.floor(Math.min(maxStorageBufferBindingSize, maxBufferSize / 2) / (4 * WORDS_PER_PIXEL));
  if (width * height > maxPixels) {
    throw new InputError(
      `an image of ${width}x${height} is too large for this adapter, which takes ${Math.floor(maxPixels / 1e6)} megapixels`,
    );
  }
  if (!(Number.isSafeInteger(samplesPerPixel) && samplesPerPixel >= 1 && samplesPerPixel <= MAX_SUBPIXELS)) {
    throw new InputError(`the rays a pixel must be a whole number from 1 to ${MAX_SUBPIXELS}, not ${samplesPerPixel}`);
  }
  if (meshes.length === 0) throw new InputError('there must be one mesh at least');
  if (meshColor && !meshColor.every((channel) => channel >= 0 && channel <= 1)) {
    throw new InputError(`a mesh's colour must be three numbers from 0 to 1, not (${meshColor.join(', ')})`);
  }
  for (const { mesh, positions } of meshes) {
    const expected = mesh.positions.length;
    const given = positions instanceof Float32Array ? positions.length : positions && positions.size / 4;
    if (given !== undefined && given !== expected) {
      throw new InputError(`a mesh's positions must be ${expected} numbers, not ${given}`);
    }
  }
}

/** Colour, id, distance and tests. */
const WORDS_PER_PIXEL = 4;
