/** The document of a viewer, as one immutable value: all that undo, saving and sharing have to know. */
import type {
  Affine,
  Background,
  Camera,
  Cull,
  DeformationName,
  HalfSpace,
  LabelStyle,
  Quality,
  RenderMode,
  Shading,
  TransferFunction,
  ValueRange,
  Vec3,
} from '../../index.js';

/** The appearance of one mesh. */
export interface MeshStyle {
  readonly visible: boolean;
  /** Channels from 0 to 1; the mesh's own colour, or grey, where it is absent. */
  readonly color?: Vec3;
  readonly opacity: number;
  readonly reflectivity: number;
  /** Map from the mesh's own space to the world. */
  readonly transform?: Affine;
}

export const MESH_STYLE_DEFAULTS = { visible: true, opacity: 1, reflectivity: 0 } as const satisfies MeshStyle;

/** Places of the world: one is a point, two a length, three the angle at the second. */
export interface Measurement {
  readonly points: readonly Vec3[];
  /** The volume's value at a single point. */
  readonly value?: number;
  readonly label?: number;
  readonly triangle?: number;
}

/** Voxels that a crop keeps, both ends included. */
export interface CropBox {
  readonly first: Vec3;
  readonly last: Vec3;
}

export interface ViewerDocument {
  /** Fitted to the scene where it is absent. */
  readonly camera?: Camera;
  readonly mode: RenderMode;
  readonly isoValue?: number;
  /** Made as `preset` says where it is absent, or from the volume's values. */
  readonly transfer?: TransferFunction;
  /** Name of a transfer function. */
  readonly preset?: string;
  /** Whether composites are lit; as the transfer function says where it is absent. */
  readonly shade?: boolean;
  /** Replaces the transfer function's own lighting. */
  readonly shading: Partial<Shading>;
  readonly background: Background;
  /** Distance between samples, in units of the smallest spacing. */
  readonly step: number;
  /** Quality of the exact picture; frames that move are plain. */
  readonly quality: Quality;
  readonly clip: readonly HalfSpace[];
  readonly crop?: CropBox;
  /** Labels of the mask that are shown; all where it is absent. */
  readonly labels?: readonly LabelStyle[];
  readonly meshes: readonly MeshStyle[];
  /** Meshes that have no style of their own. */
  readonly meshStyle: Partial<MeshStyle>;
  readonly cull: Cull;
  /** Whether triangles are lit by their own normals. */
  readonly flat: boolean;
  /** Bends all meshes, as they are at `deformTime`. */
  readonly deform?: DeformationName;
  /** From 0 to 1, of one period. */
  readonly deformTime: number;
  readonly shadows: boolean;
  readonly reflections: number;
  /** Rays of ambient occlusion; 0 is none. */
  readonly occlusionRays: number;
  /** World point where the slices cross; the volume's middle where it is absent. */
  readonly cursor?: Vec3;
  /** Values from black to white in slices; chosen by the volume's values where it is absent. */
  readonly window?: ValueRange;
  readonly measurements: readonly Measurement[];
}

export const DOCUMENT_DEFAULTS: ViewerDocument = {
  mode: 'composite',
  shading: {},
  background: [0, 0, 0],
  step: 1,
  quality: 'fine',
  clip: [],
  meshes: [],
  meshStyle: {},
  cull: 'none',
  flat: false,
  deformTime: 0,
  shadows: false,
  reflections: 2,
  occlusionRays: 0,
  measurements: [],
};

/** A change of some fields; undefined removes a field. */
export type DocumentPatch = { readonly [Name in keyof ViewerDocument]?: ViewerDocument[Name] | undefined };

export type MeshPatch = { readonly [Name in keyof MeshStyle]?: MeshStyle[Name] | undefined };

export const patchDocument = (document: ViewerDocument, patch: DocumentPatch): ViewerDocument =>
  merge(document, patch) as ViewerDocument;

export const patchMesh = (style: MeshStyle, patch: MeshPatch): MeshStyle => merge(style, patch) as MeshStyle;

function merge(before: object, patch: object): unknown {
  return Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined));
}

export const meshStyleOf = ({ meshes, meshStyle }: ViewerDocument, index: number): MeshStyle =>
  meshes[index] ?? { ...MESH_STYLE_DEFAULTS, ...meshStyle };
