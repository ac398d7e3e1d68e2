/** Options of the CPU reference about a scene and its image, and what it refuses. */
import type { Camera, ImageSize } from '../camera/camera.js';
import { InputError } from '../errors.js';
import type { HalfSpace } from '../math/half-space.js';
import { MAX_SUBPIXELS } from '../math/subpixels.js';
import type { Vec3 } from '../math/vec3.js';
import type { Isosurface } from '../transfer/isosurface.js';
import type { Shading } from '../transfer/light/shading.js';
import type { RenderMode } from '../transfer/mode.js';
import type { TransferFunction } from '../transfer/transfer-function.js';
import type { Grid } from '../volume/grids/union-grid.js';
import type { Mask } from '../volume/mask.js';
import type { Volume } from '../volume/volume.js';
import type { Cull } from './mesh/find-hits.js';
import type { StyledMesh } from './mesh/mesh-faces.js';

export interface ImageOptions extends ImageSize {
  readonly camera: Camera;
  /** Red, green and blue between 0 and 1, or straight alpha instead of a background. */
  readonly background: Vec3 | 'transparent';
  /** Rays through each pixel, of which it shows the mean. */
  readonly samplesPerPixel?: number;
  /** Accumulated opacity of a volume's samples that counts as its surface; without it surfaces are not looked for. */
  readonly surfaceOpacity?: number;
  /** Whether rays end when hardly any light is left. */
  readonly earlyTermination?: boolean;
  /**
   * Seed of the blue noise that says where in their steps a pixel's samples lie, in the middle without it, and how its rays
   * of ambient occlusion are turned, by seed 0 without it.
   */
  readonly jitter?: number;
}

/** Another volume in the same world. */
export interface FusedVolume {
  readonly volume: Volume;
  /** The finest level's grid, as of the first volume. */
  readonly finest?: Grid | undefined;
  readonly transfer: TransferFunction;
  /** Lit by the lights of the scene. */
  readonly shading?: Shading | undefined;
}

export interface VolumeOptions {
  readonly volume: Volume;
  /** The finest level that the volume is a coarser one of: opacities and gradients are those of its smallest spacing. */
  readonly finest?: Grid | undefined;
  readonly transfer: TransferFunction;
  /** Distance between samples, in units of the smallest spacing. */
  readonly stepVoxels?: number;
  readonly mode?: RenderMode;
  /** The value whose surface mode isosurface shows. */
  readonly isoValue?: number;
  /** Several of them instead. */
  readonly isosurfaces?: readonly Isosurface[] | undefined;
  /** Modes composite, unshaded without it, and isosurface, which then takes the default, read it. */
  readonly shading?: Shading;
  /** Samples outside any of these half-spaces of the world are left out. */
  readonly clip?: readonly HalfSpace[];
  readonly mask?: Mask;
  /** More volumes, mixed with the first sample by sample. */
  readonly fused?: readonly FusedVolume[] | undefined;
  /** World length by which these are seen through the first. */
  readonly fusedDepth?: number | undefined;
  /** Whether modes mip and minip look for their values between samples too. */
  readonly refined?: boolean;
  /** Whether lit samples of mode composite, four in a row from a multiple of four on, share light where they are hardly seen. */
  readonly sharesLight?: boolean;
  /** Whether mode composite looks between samples for where a ray enters what is visible. */
  readonly findsEntries?: boolean;
  /** Whether unlit samples of mode composite, four in a row from a multiple of four on, are one where they hardly vary. */
  readonly judgesSteps?: boolean;
}

export interface MeshOptions {
  readonly meshes: readonly StyledMesh[];
  /** Default: `shading`, and without that the default. */
  readonly meshShading?: Shading;
  readonly shading?: Shading;
  /** The colour of meshes without any other. */
  readonly meshColor?: Vec3;
  readonly cull?: Cull;
  /** Whether to light by the vertices' normals, which are computed where a mesh has none, or by the triangles'. */
  readonly smooth?: boolean;
  /** Whether a light with a direction casts shadows on meshes: those of all opaque triangles, culled or not. */
  readonly shadows?: boolean;
  /** How often light is mirrored at most on its way to the eye. */
  readonly reflections?: number;
  readonly ambientOcclusion?: AmbientOcclusion | undefined;
  /** Lights with an extent, for shadows of meshes on meshes. */
  readonly softShadows?: SoftShadows | undefined;
}

export interface SoftShadows {
  /** Across a light. */
  readonly angleDegrees: number;
  readonly rays?: number | undefined;
}

/** How much of the ambient light reaches a surface: the share of the rays from it that meet nothing. */
export interface AmbientOcclusion {
  readonly rays: number;
  /** World length of the rays; default Infinity. */
  readonly distance?: number | undefined;
}

/** A volume with its transfer function, meshes, or both. */
export type SceneOptions = ImageOptions & Partial<VolumeOptions> & Partial<MeshOptions>;

export const SCENE_DEFAULTS = {
  samplesPerPixel: 1,
  earlyTermination: true,
  stepVoxels: 1,
  mode: 'composite',
  clip: [],
  meshes: [],
  meshColor: [0.8, 0.8, 0.8],
  cull: 'none',
  smooth: true,
  shadows: false,
  reflections: 2,
} as const satisfies Partial<SceneOptions>;

export type SceneSettings = SceneOptions & Required<Pick<SceneOptions, keyof typeof SCENE_DEFAULTS>>;

/** @throws InputError if an option is out of range or the isosurface has no value. */
export function checkOptions(options: SceneSettings): void {
  const { width, height, stepVoxels, mode, isoValue, isosurfaces, jitter, samplesPerPixel } = options;
  if (![width, height].every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new InputError(`an image's width and height must be positive integers, not ${width} × ${height}`);
  }
  if (!(stepVoxels > 0 && stepVoxels < Infinity)) {
    throw new InputError(`the step must be a positive number of voxels, not ${stepVoxels}`);
  }
  if (mode === 'isosurface' && !isosurfaces && !Number.isFinite(isoValue)) {
    throw new InputError(`an isosurface needs a finite value, not ${isoValue}`);
  }
  if (jitter !== undefined && !(Number.isSafeInteger(jitter) && jitter >= 0)) {
    throw new InputError(`the jitter's seed must be an integer from 0 on, not ${jitter}`);
  }
  if (!(Number.isInteger(samplesPerPixel) && samplesPerPixel >= 1 && samplesPerPixel <= MAX_SUBPIXELS)) {
    throw new InputError(`the samples per pixel must be an integer from 1 to ${MAX_SUBPIXELS}, not ${samplesPerPixel}`);
  }
  checkLightPaths(options);
}

function checkLightPaths({ meshes, reflections, ambientOcclusion }: SceneSettings): void {
  for (const { reflectivity = 0 } of meshes) {
    if (!(reflectivity >= 0 && reflectivity <= 1)) {
      throw new InputError(`a mesh's reflectivity must be a number from 0 to 1, not ${reflectivity}`);
    }
  }
  if (!(Number.isSafeInteger(reflections) && reflections >= 0)) {
    throw new InputError(`the reflections must be a whole number from 0 on, not ${reflections}`);
  }
  if (!ambientOcclusion) return;
  const { rays, distance = Infinity } = ambientOcclusion;
  if (!(Number.isSafeInteger(rays) && rays > 0)) {
    throw new InputError(`the rays of ambient occlusion must be a whole number from 1 on, not ${rays}`);
  }
  if (!(distance > 0))
    throw new InputError(`the distance of ambient occlusion must be greater than 0, not ${distance}`);
}
