/** The choice that options make of a scene, and of how it is rendered, as one immutable value: on the command line and in the viewer alike. */
import {
  type Background,
  CREASE_DEFAULTS,
  type Cull,
  type DeformationName,
  type ENVIRONMENTS,
  type HalfSpace,
  type Isosurface,
  LABEL_SURFACE_DEFAULTS,
  type LabelStyle,
  type MaskEdges,
  MESH_SCENE_DEFAULTS,
  type Quality,
  type RenderMode,
  type RenderOptions,
  type Shading,
  type TransferFunction,
  type ValueRange,
  type Vec3,
  type VolumeFile,
} from '../../index.js';
import type { Threshold } from '../options/option-types.js';
import type { WorldBox } from '../parse/parse-options.js';
import type { AnimationChoice } from './meshes/mesh-animations.js';
import type { MeshPlacement } from './meshes/mesh-space.js';

/** The appearance of one mesh. */
export interface MeshStyle {
  /** Whether it is shown. */
  readonly visible: boolean;
  /** Channels from 0 to 1; the mesh's own colour, or grey, where it is absent. */
  readonly color?: Vec3;
  /** From 0 to 1. */
  readonly opacity: number;
  /** Share of light that is mirrored, from 0 to 1. */
  readonly reflectivity: number;
  /** How much it is of metal in paths of light, from 0 to 1; that of its file where it is absent, as the next three. */
  readonly metallic?: number;
  /** Roughness of metal, varnish or glass, from 0 to 1. */
  readonly roughness?: number;
  /** The share of the light that enters which goes on through it, from 0 to 1. */
  readonly transmission?: number;
  /** Index of refraction. */
  readonly ior?: number;
  /** Name of the mesh's values that it is coloured by. */
  readonly values?: string;
  /** Name of the mesh's values that are seen in grey where those are hidden. */
  readonly underlay?: string;
  /** Map from the mesh's own space to the world. */
  readonly transform?: MeshPlacement;
}

export const MESH_STYLE_DEFAULTS = { visible: true, opacity: 1, reflectivity: 0 } as const satisfies MeshStyle;

/** Voxels that a crop keeps, both ends included; a last one of `OPEN_END` is the volume's. */
export interface CropBox {
  /** The first voxel on each axis. */
  readonly first: Vec3;
  /** The last voxel on each axis, which is kept too. */
  readonly last: Vec3;
}

export const OPEN_END = Number.MAX_SAFE_INTEGER;

/** How a volume after the first is seen. */
export interface FusedStyle {
  /** Made as `preset` says where it is absent, or from the volume's values. */
  readonly transfer?: TransferFunction;
  /** A named transfer function. */
  readonly preset?: string;
  /** Values that the transfer function is stretched to. */
  readonly window?: ValueRange;
  /** Values below it are hidden. */
  readonly threshold?: Threshold;
  /** Factor of its opacities. */
  readonly opacity?: number;
}

/** How frames at rest are sampled and shared out; each is the renderer's own choice where it is absent. */
export type FrameSettings = Pick<
  RenderOptions,
  | 'samplesPerPixel'
  | 'jitter'
  | 'seed'
  | 'exposure'
  | 'tone'
  | 'lightSpace'
  | 'anisotropy'
  | 'coat'
  | 'coatRoughness'
  | 'aperture'
  | 'focusDistance'
  | 'clampIndirect'
  | 'filter'
  | 'skip'
  | 'earlyTermination'
  | 'shape'
  | 'slabs'
  | 'primaryRays'
  | 'shadowRays'
  | 'allowDownsample'
>;

/** Choices of a scene, before its data is there. */
export interface SceneChoice {
  /** How samples become a pixel. */
  readonly mode: RenderMode;
  /** Value of the isosurface. */
  readonly isoValue?: number;
  /** Several isosurfaces in place of the one at `isoValue`. */
  readonly isosurfaces?: readonly Isosurface[];
  /** Made as `preset` says where it is absent, or from the volume's values. */
  readonly transfer?: TransferFunction;
  /** Name of a transfer function. */
  readonly preset?: string;
  /** Values that the transfer function is stretched to. */
  readonly window?: ValueRange;
  /** Hides values below it. */
  readonly threshold?: Threshold;
  /** The transfer function that the fields above made when a picture was recorded, in place of the one that they make now. */
  readonly recorded?: TransferFunction;
  /** Styles of the second and the third volume; the last one holds for those without. */
  readonly fused: readonly FusedStyle[];
  /** World length by which volumes after the first are seen through it; 0 is the composite alone; that of `settleDepth` where it is absent. */
  readonly fusedDepth?: number;
  /** Whether composites are lit; as the transfer function says where it is absent. */
  readonly shade?: boolean;
  /** Replaces the transfer function's own lighting. */
  readonly shading: Partial<Shading>;
  /** The background, behind everything. */
  readonly background: Background;
  /** Distance between samples, in units of the smallest spacing. */
  readonly step: number;
  /** Quality of the exact picture; frames that move are plain. */
  readonly quality: Quality;
  /** Options of the frame. */
  readonly settings: FrameSettings;
  /** Light around paths of light; where it is absent that of a panorama among the files, or else of a studio. */
  readonly environment?: (typeof ENVIRONMENTS)[number];
  /** Degrees of the sun of `sky` to the right of straight ahead; the sky's default where it is absent, as the next two. */
  readonly sunAzimuth?: number;
  /** Degrees of the sun of `sky` above the horizon. */
  readonly sunElevation?: number;
  /** Haze of `sky`. */
  readonly turbidity?: number;
  /** Error of 255 that is enough for path-traced pictures that are saved. */
  readonly noise?: number;
  /** Whether the noise of path-traced pictures that are saved is taken out. */
  readonly denoise: boolean;
  /** Half-spaces that are kept. */
  readonly clip: readonly HalfSpace[];
  /** Voxels that are kept. */
  readonly crop?: CropBox;
  /** Box in the world that is kept. */
  readonly cropWorld?: WorldBox;
  /** World thickness of a slab across the view, about the camera's target, that alone is shown. */
  readonly slabThickness?: number;
  /** Labels of the mask that are shown; all where it is absent. */
  readonly labels?: readonly LabelStyle[];
  /** Names of labels, and colours of those that are given none. */
  readonly labelNames?: NonNullable<VolumeFile['labels']>;
  /** Whether labels are shown as surfaces, those of a mask or those that the volume consists of; what suits them where it is absent. */
  readonly labelSurfaces?: boolean;
  /** Voxels over which those surfaces are smoothed. */
  readonly labelSmoothing: number;
  /** Edges of the mask; those of `chooseMaskEdges` where it is absent. */
  readonly maskEdges?: MaskEdges;
  /** How each mesh is shown. */
  readonly meshes: readonly MeshStyle[];
  /** Meshes that have no style of their own. */
  readonly meshStyle: Partial<MeshStyle>;
  /** Which faces of meshes are left out. */
  readonly cull: Cull;
  /** Whether triangles are lit by their own normals. */
  readonly flat: boolean;
  /** Degrees from which edges of meshes without normals stay sharp. */
  readonly creaseDegrees: number;
  /** Colours of the meshes' values; by the values where it is absent. */
  readonly colorMap?: string;
  /** Values at the ends of those colours. */
  readonly valueRange?: ValueRange;
  /** Whether meshes keep the colours of their files. */
  readonly ownColors: boolean;
  /** Bends all meshes, as they are at `deformTime`. */
  readonly deform?: DeformationName;
  /** Moves all meshes whose files have such an animation, to its moment or else to `deformTime`. */
  readonly animation?: AnimationChoice;
  /** The moment in one period of a deformation or an animation, 0 … 1. */
  readonly deformTime: number;
  /** Whether lights cast shadows. */
  readonly shadows: boolean;
  /** Degrees across lights with a direction, which make the shadows of meshes soft; 0 is a point. */
  readonly lightDegrees: number;
  /** Bounces of mirrored rays. */
  readonly reflections: number;
  /** Rays of ambient occlusion; 0 is none. */
  readonly occlusionRays: number;
  /** World length of those rays; the renderer's choice where it is absent. */
  readonly occlusionDistance?: number;
  /** Colour of a ground below all that can be seen; `shadow` is one of paths that shows nothing but shadows. */
  readonly ground?: Vec3 | 'shadow';
}

export const SCENE_CHOICE_DEFAULTS: SceneChoice = {
  mode: 'composite',
  shading: {},
  fused: [],
  background: [0, 0, 0],
  step: 1,
  quality: 'fine',
  settings: {},
  denoise: false,
  clip: [],
  labelSmoothing: LABEL_SURFACE_DEFAULTS.smoothing,
  meshes: [],
  meshStyle: {},
  cull: 'none',
  flat: false,
  creaseDegrees: CREASE_DEFAULTS.angleDegrees,
  ownColors: true,
  deformTime: 0,
  shadows: false,
  lightDegrees: 0,
  reflections: MESH_SCENE_DEFAULTS.reflections,
  occlusionRays: 0,
};

/** A change of some fields; undefined removes a field. */
export type Patch<Value> = { readonly [Name in keyof Value]?: Value[Name] | undefined };

export function patched<Value extends object>(before: Value, patch: Patch<Value>): Value {
  return Object.fromEntries(
    Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined),
  ) as Value;
}

export const meshStyleOf = ({ meshes, meshStyle }: Pick<SceneChoice, 'meshes' | 'meshStyle'>, index: number) =>
  meshes[index] ?? { ...MESH_STYLE_DEFAULTS, ...meshStyle };
