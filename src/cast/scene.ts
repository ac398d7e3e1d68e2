/** The content of a frame: plain data, which the renderer uploads on first use. */
import type { HalfSpace } from '../math/half-space.js';
import type { Vec3 } from '../math/vec3.js';
import type { Mesh } from '../mesh/mesh.js';
import type { PagedVolume } from '../paged/paged-volume.js';
import type { Isosurface } from '../transfer/isosurface.js';
import type { Environment } from '../transfer/light/environment.js';
import type { MeshFinish } from '../transfer/light/finish.js';
import type { Light } from '../transfer/light/lights.js';
import type { Shading } from '../transfer/light/shading.js';
import type { ShadowCatcher } from '../transfer/light/shadow-catcher.js';
import type { RenderMode } from '../transfer/mode.js';
import type { TransferFunction } from '../transfer/transfer-function.js';
import type { Grid } from '../volume/grids/union-grid.js';
import type { Mask } from '../volume/mask.js';
import type { VolumePart } from '../volume/split-volume.js';
import type { Volume } from '../volume/volume.js';

/**
 * Red, green and blue between 0 and 1; `transparent`, which writes straight alpha; or `environment`, the light that surrounds the
 * scene in quality `path`, and its mean in other qualities.
 */
export type Background = Vec3 | 'transparent' | 'environment';

/** A background that is the same for all pixels. */
export type EvenBackground = Exclude<Background, 'environment'>;

/** Another volume in the same world, on a grid of its own. */
export interface FusedVolume {
  /** NaN voxels are replaced by a value that the transfer function leaves invisible. */
  readonly volume: Volume;
  /** Colours and opacities of its values. */
  readonly transfer: TransferFunction;
  /** The full volume, where the first one is paged too, on the same grid; `volume` is then its preview. */
  readonly pages?: PagedVolume | undefined;
  /** The grid of the finest level, as in `VolumeScene.finest`. */
  readonly finest?: Grid | undefined;
  /** How it reflects the lights of the scene's `shading`, or else a headlight; its own `light` is ignored. Default: unlit. */
  readonly shading?: Shading | undefined;
}

/** Maximum number of volumes after the first. */
export const MAX_FUSED = 7;

/** A volume, and how it is shown. The renderer caches its parts by identity: make a new object or array to change one. */
export interface VolumeScene {
  /** The volume that is shown. */
  readonly volume: Volume;
  /** Colours and opacities; gradient opacities too, where it has them. */
  readonly transfer: TransferFunction;
  /** Default: `composite`. */
  readonly mode?: RenderMode;
  /** The data value of the isosurface. Mode `isosurface` needs it or `isosurfaces`. */
  readonly isoValue?: number;
  /** Up to 8 isosurfaces, instead of the one at `isoValue`; they may be translucent. */
  readonly isosurfaces?: readonly Isosurface[];
  /** Shading of composites and isosurfaces; without it composites are unlit and isosurfaces have the default shading. */
  readonly shading?: Shading;
  /** Clips the volume to the intersection of these half-spaces, up to 58 of them. */
  readonly clip?: readonly HalfSpace[];
  /**
   * The part of a larger volume that `volume` is. Samples are placed as in the whole volume, and the frame shows those, and the
   * meshes, that lie in the part's cell: the frames of all cells, composited front to back, are the frame of the whole. Modes that
   * reduce a ray to one value show nothing; the output `values` has the value within the cell.
   */
  readonly part?: VolumePart;
  /**
   * The full volume, where it does not fit the device; `volume` is then its preview. Pages are loaded and evicted while a frame is
   * rendered, and the frame is the same as that of the volume in one texture.
   */
  readonly pages?: PagedVolume;
  /**
   * The grid of the finest level of the store, if `volume` is a coarser level: opacities and gradients refer to its smallest
   * spacing, so that all levels look alike.
   */
  readonly finest?: Grid | undefined;
  /**
   * Whether the volume and opaque meshes cast shadows: directional lights are attenuated along a grid of up to 96 cells on the
   * volume's longest side. Applies to composites and isosurfaces, of which only opaque ones cast shadows. A paged volume casts the
   * shadows of its preview.
   */
  readonly shadows?: boolean;
  /** Dims ambient light where the volume around is dense, by `rays` directions from each cell of the same grid. */
  readonly ambientOcclusion?: AmbientOcclusion | undefined;
  /** Light that surrounds the scene in quality `path`; default: `studio`. */
  readonly environment?: Environment;
  /** Lamps in front of the environment, in quality `path`; default: none. */
  readonly lamps?: readonly Light[] | undefined;
  /** A ground that shows only the shadows on it, in quality `path`; default: none. */
  readonly shadowCatcher?: ShadowCatcher | undefined;
  /** Shows only the voxels with one of its labels. */
  readonly mask?: Mask;
  /**
   * The full labels of `mask` where `pages` are shown, on the same grid of voxels; for a volume of labels, `pages` itself.
   * `mask.labels` is then their preview.
   */
  readonly labelPages?: PagedVolume | undefined;
  /**
   * Up to seven more volumes, composited with the first sample by sample: where several are visible, their opacities combine and
   * their colours mix in proportion to their extinctions, whatever their order. Clipping applies to all, the mask to the first.
   */
  readonly fused?: readonly FusedVolume[] | undefined;
  /**
   * Smallest mean free path in the first volume for light of the others, in world units, so that they show through it, as
   * activations within a head. For their light the extinction of the first is min(σ, 1 / `fusedDepth`): a length x of an opaque
   * medium transmits exp(−x / `fusedDepth`). With M for the opacity of the others in the composite of all, and S for their opacity
   * as seen through the first, the first is dimmed by (1 − S) / (1 − M). Default: 0, the composite alone. For scenes without meshes
   * and pages, and not for quality `path`.
   */
  readonly fusedDepth?: number | undefined;
  /** Default: black. */
  readonly background?: Background;
}

/** A mesh, its appearance, and its vertices in this frame if they have moved. */
export interface PosedMesh {
  /** Cached by identity: make a new object to change it. */
  readonly mesh: Mesh;
  /**
   * Positions that replace the mesh's own, relative to its origin: an array, whose values are read in every frame, or a buffer of
   * the same device with usage COPY_SRC. Their extent should be close to the mesh's own. Smooth normals are recomputed.
   */
  readonly positions?: Float32Array | GPUBuffer | undefined;
  /**
   * Transform from the mesh to the world: a column-major affine 4×4 matrix, such as three.js's `matrixWorld.elements`; default: the
   * identity. Its values are read in every frame, and a change uploads nothing else. Normals stay perpendicular to the surface, and
   * mirrored triangles keep their outside.
   */
  readonly transform?: ArrayLike<number> | undefined;
  /** Colour of a mesh that has none of its own, channels between 0 and 1; default: the scene's `meshColor`. */
  readonly color?: Vec3 | undefined;
  /** 1, the default, is opaque. Translucent surfaces are composited in depth order and cast no shadows. */
  readonly opacity?: number | undefined;
  /** Share of its colour that is a mirror reflection, from 0, the default, to 1. */
  readonly reflectivity?: number | undefined;
  /** Its finish for paths of quality `path`: metal, varnish or glass; default: matt, with the `coat` of the options. */
  readonly finish?: MeshFinish | undefined;
}

/** Ambient occlusion: the share of rays from a surface that are unoccluded scales its ambient light. */
export interface AmbientOcclusion {
  /** Rays from each visible point, also in mirrors; 1 to 256. */
  readonly rays: number;
  /** Length of the rays in world units; default: Infinity for meshes, and 12 cells of the light grid for volumes. */
  readonly distance?: number | undefined;
}

/** Area lights, whose shadows have soft edges. */
export interface SoftShadows {
  /** Angular diameter of directional lights: above 0, at most 60. The sun's is 0.5. */
  readonly angleDegrees: number;
  /** Shadow rays from each visible point to each light, 1 to 256; default 16. */
  readonly rays?: number | undefined;
}

/** Sides of triangles that can be culled: a back face has its corners clockwise as seen from the eye. */
export const CULLS = ['none', 'back', 'front'] as const;
/** The side of triangles that is culled. */
export type Cull = (typeof CULLS)[number];

/** Meshes, their lights and their surroundings. */
export interface MeshScene {
  /**
   * Meshes in the same world as the volume, if there is one. Triangle ids continue from one mesh to the next. Up to 64 distinct
   * combinations of colour, opacity, reflectivity and finish.
   */
  readonly meshes: readonly PosedMesh[];
  /** Shading of meshes; default: the scene's `shading`, else the default shading. */
  readonly meshShading?: Shading;
  /** Shading of the volume, and of meshes without `meshShading`. */
  readonly shading?: Shading;
  /** The colour of meshes that have none of their own, channels between 0 and 1. */
  readonly meshColor?: Vec3;
  /** Which faces are culled; default: none. */
  readonly cull?: Cull;
  /** Whether to shade with vertex normals, which are computed where a mesh has none, or with those of triangles. */
  readonly smooth?: boolean;
  /** Whether directional lights cast shadows on meshes, of all opaque triangles, culled or not, and of a volume. */
  readonly shadows?: boolean;
  /** Softens the shadows that meshes cast on meshes; default: sharp shadows. */
  readonly softShadows?: SoftShadows | undefined;
  /**
   * Maximum number of reflections along a path to the eye, 0 to 16. Mirrors show both sides of meshes, whatever `cull` says, and
   * the background, or black where that is transparent.
   */
  readonly reflections?: number;
  /** Light that surrounds the scene in quality `path`; default: `studio`. */
  readonly environment?: Environment;
  /** Lamps in front of the environment, in quality `path`; default: none. */
  readonly lamps?: readonly Light[] | undefined;
  /** A ground that shows only the shadows on it, in quality `path`; default: none. */
  readonly shadowCatcher?: ShadowCatcher | undefined;
  /** Darkens the ambient light of meshes near opaque triangles, culled or not; default: none. */
  readonly ambientOcclusion?: AmbientOcclusion | undefined;
  /** Default: black. */
  readonly background?: Background;
}

/**
 * A volume, meshes, or both. Surfaces and samples are composited in the order in which a ray meets them; in modes that reduce a ray
 * to one value (mip, minip, average, xray) surfaces are in front of it.
 */
export type Scene = VolumeScene | MeshScene | (VolumeScene & MeshScene);

/** Defaults of `MeshScene`. */
export const MESH_SCENE_DEFAULTS = {
  meshColor: [0.8, 0.8, 0.8],
  cull: 'none',
  smooth: true,
  shadows: false,
  reflections: 2,
  softShadows: undefined,
  ambientOcclusion: undefined,
} as const satisfies Partial<MeshScene>;

/** Maximum of `MeshScene.reflections`. */
export const MAX_REFLECTIONS = 16;
/** Maximum of `AmbientOcclusion.rays`. */
export const MAX_OCCLUSION_RAYS = 256;

/** Default of `SoftShadows.rays`. */
export const SOFT_SHADOW_RAYS = 16;
/** Maximum of `SoftShadows.rays`. */
export const MAX_SHADOW_RAYS = 256;
