/** The content of a frame: plain data, which the renderer uploads when it first meets it. */
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
 * Red, green and blue between 0 and 1; no background, which writes straight alpha; or the light around the scene, as paths see it
 * that meet nothing: other qualities have its mean in its place.
 */
export type Background = Vec3 | 'transparent' | 'environment';

/** A background that is the same behind all pixels. */
export type EvenBackground = Exclude<Background, 'environment'>;

/** Another volume in the same world, on a grid of its own. */
export interface FusedVolume {
  /** Voxels of NaN take a value that the transfer function leaves invisible. */
  readonly volume: Volume;
  /** Colours and opacities of its values. */
  readonly transfer: TransferFunction;
  /** The volume itself, where the first one is in pages too: of the same voxels. `volume` is its preview then. */
  readonly pages?: PagedVolume | undefined;
  /** The finest level, as the first volume's `finest`. */
  readonly finest?: Grid | undefined;
  /** How it reflects the lights of the scene's `shading`, or one at the eye; its own `light` does not count. Default: unlit. */
  readonly shading?: Shading | undefined;
}

/** Volumes beside the first. */
export const MAX_FUSED = 7;

/** The renderer knows the parts again by their identity: make a new object or array to change one. */
export interface VolumeScene {
  /** The volume that is shown. */
  readonly volume: Volume;
  /** Colours and opacities; gradient opacities too, where it has them. */
  readonly transfer: TransferFunction;
  /** Default composite. */
  readonly mode?: RenderMode;
  /** The data value of the isosurface; for that mode, which needs it or `isosurfaces`. */
  readonly isoValue?: number;
  /** Several isosurfaces instead of the one at `isoValue`, up to 8: translucent ones show what is behind them. */
  readonly isosurfaces?: readonly Isosurface[];
  /** Lights composites and isosurfaces; without it composites are unlit and isosurfaces lit by the defaults. */
  readonly shading?: Shading;
  /** Only what of the volume lies in all of these half-spaces is shown, up to 58 of them. */
  readonly clip?: readonly HalfSpace[];
  /**
   * The part of a larger volume that `volume` is. Its samples are then those of the whole, and the frame shows what of them,
   * and of meshes, lies in the part's cell: frames of all cells, put together front to back, are the frame of the whole. Modes
   * that reduce a ray to one value show none of it; the output `values` has what there is.
   */
  readonly part?: VolumePart;
  /**
   * The volume itself, where it is more than the device can hold: `volume` is its preview then. Its pages come and go while a
   * frame is rendered, which is that of the volume in one texture.
   */
  readonly pages?: PagedVolume;
  /**
   * The finest level of the store that `volume` is a coarser one of: opacities and gradients are those of its smallest spacing,
   * so that all levels look alike.
   */
  readonly finest?: Grid | undefined;
  /**
   * Whether lights with a direction are dimmed by what of the volume, and of opaque meshes, they come through. Applies to
   * composites and isosurfaces, of which opaque ones count; in a grid of up to 96 cells along the volume's longest side. Light
   * goes through the preview of a volume in pages.
   */
  readonly shadows?: boolean;
  /** Dims ambient light where the volume is dense around; `rays` directions are looked at from each cell of the same grid. */
  readonly ambientOcclusion?: AmbientOcclusion | undefined;
  /** Light that paths of quality `path` meet where they leave the scene; default `studio`. */
  readonly environment?: Environment;
  /** Lamps that paths of quality `path` are lit by, before the environment; default: none. */
  readonly lamps?: readonly Light[] | undefined;
  /** A ground of which paths of quality `path` show nothing but shadows; default: none. */
  readonly shadowCatcher?: ShadowCatcher | undefined;
  /** Only what has one of its labels is shown. */
  readonly mask?: Mask;
  /**
   * The labels of `mask` themselves where `pages` are shown: on the same voxels, and `pages` again for a volume of labels.
   * `mask.labels` is their preview then.
   */
  readonly labelPages?: PagedVolume | undefined;
  /**
   * Up to seven more volumes, composited with the first sample by sample: where several show something, their opacities combine
   * and their colours mix in proportion to their extinctions, whatever their order. Clipping is for all, the mask for the first.
   */
  readonly fused?: readonly FusedVolume[] | undefined;
  /**
   * World length by which the volumes after the first are seen through it, as activations are within a head. For their light the
   * extinction of the first is min(σ, 1 / `fusedDepth`): a length x of what is opaque lets exp(−x / `fusedDepth`) of it through. With M
   * for their opacity in the composite of all and S for that of what is seen of them so, what the first shows there is dimmed by
   * (1 − S) / (1 − M). Default: 0, the composite alone. For scenes without meshes and pages, and not for quality `path`.
   */
  readonly fusedDepth?: number | undefined;
  /** Default black. */
  readonly background?: Background;
}

/** A mesh, its appearance, and its vertices in this frame if they have moved. */
export interface PosedMesh {
  /** Known again by its identity: make a new object to change one. */
  readonly mesh: Mesh;
  /**
   * Positions that stand for the mesh's own, relative to its origin: an array, whose values are read in every frame, or a
   * buffer of the same device with the usage COPY_SRC. Their extent is about the mesh's own. Smooth
   * normals are then computed anew.
   */
  readonly positions?: Float32Array | GPUBuffer | undefined;
  /**
   * Takes the mesh into the world: a 4×4 affine matrix, column-major, such as three.js's `matrixWorld.elements`; default: the
   * identity. Its values are read in every frame, and only they are uploaded when they change. Normals stay perpendicular
   * to the surface, and mirrored triangles keep their outside.
   */
  readonly transform?: ArrayLike<number> | undefined;
  /** Colour of a mesh that has none of its own, channels between 0 and 1; default: the scene's `meshColor`. */
  readonly color?: Vec3 | undefined;
  /** 1, the default, is opaque; surfaces that are not show all that is behind them, in its order, and cast no shadow. */
  readonly opacity?: number | undefined;
  /** How much of its colour is what a mirror in its place would show, from 0, the default, to 1. */
  readonly reflectivity?: number | undefined;
  /** Its finish for paths of quality `path`: metal, varnish or glass; default: matt, with the `coat` of the options. */
  readonly finish?: MeshFinish | undefined;
}

/** How much of the ambient light reaches a surface: the share of the rays from it that meet nothing. */
export interface AmbientOcclusion {
  /** Rays from each place that is seen, in mirrors too; 1 to 256. */
  readonly rays: number;
  /** World length of the rays; default Infinity among meshes, and 12 cells of the light's grid in volumes. */
  readonly distance?: number | undefined;
}

/** Lights with an extent, whose shadows have soft edges. */
export interface SoftShadows {
  /** The angle across a light with a direction: above 0, to 60. The sun's is 0.5. */
  readonly angleDegrees: number;
  /** Rays from each place that is seen to each light, 1 to 256; default 16. */
  readonly rays?: number | undefined;
}

/** Which triangles are left out: those whose corners are clockwise as the eye sees them are the backs. */
export const CULLS = ['none', 'back', 'front'] as const;
/** The sides of triangles that are left out. */
export type Cull = (typeof CULLS)[number];

/** Meshes, their light, and what surrounds them. */
export interface MeshScene {
  /**
   * Meshes in the same world as the volume, if there is one. Ids of triangles run on from one mesh to the next. Up to 64
   * different sets of a colour, an opacity, a reflectivity and a finish.
   */
  readonly meshes: readonly PosedMesh[];
  /** Lights meshes; default: the scene's `shading`, and without that the default shading. */
  readonly meshShading?: Shading;
  /** How surfaces answer light. */
  readonly shading?: Shading;
  /** The colour of meshes that have none of their own, channels between 0 and 1. */
  readonly meshColor?: Vec3;
  /** Which faces are left out; default: none. */
  readonly cull?: Cull;
  /** Whether to light by the vertices' normals, which are computed where a mesh has none, or by the triangles'. */
  readonly smooth?: boolean;
  /** Whether lights with a direction cast shadows on meshes: those of all opaque triangles, culled or not, and of a volume. */
  readonly shadows?: boolean;
  /** Softens the shadows of meshes on meshes; default: lights are points, and shadows sharp. */
  readonly softShadows?: SoftShadows | undefined;
  /**
   * Most reflections along a path to the eye, 0 to 16. Mirrors show meshes, from both sides whatever `cull`
   * says, and the background, or black where that is transparent.
   */
  readonly reflections?: number;
  /** Light that paths of quality `path` meet where they leave the scene; default `studio`. */
  readonly environment?: Environment;
  /** Lamps that paths of quality `path` are lit by, before the environment; default: none. */
  readonly lamps?: readonly Light[] | undefined;
  /** A ground of which paths of quality `path` show nothing but shadows; default: none. */
  readonly shadowCatcher?: ShadowCatcher | undefined;
  /** Darkens the ambient light of meshes where opaque triangles, culled or not, are around; default: nowhere. */
  readonly ambientOcclusion?: AmbientOcclusion | undefined;
  /** Default black. */
  readonly background?: Background;
}

/**
 * A volume, meshes, or both: surfaces and samples are then composited in the order in which a ray meets them. A mode that
 * reduces a ray to one value (mip, minip, average, xray) has no order: there surfaces are in front of the value.
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

/** Limits of `reflections` and of `AmbientOcclusion.rays`. */
export const MAX_REFLECTIONS = 16;
/** Most rays of ambient occlusion for a pixel. */
export const MAX_OCCLUSION_RAYS = 256;

/** Rays to a light with an extent, and the most of them. */
export const SOFT_SHADOW_RAYS = 16;
export const MAX_SHADOW_RAYS = 256;
