/** The document of a viewer, as one immutable value: all that undo, saving and sharing have to know. */
import type { Camera, ValueRange, Vec3 } from '../../index.js';
import { type Patch, patched, SCENE_CHOICE_DEFAULTS, type SceneChoice } from '../../recipe/scene/scene-choice.js';
import type { Slab } from '../../slices/sample-slice.js';

/** Volumes and labels that are not shown for now. */
export interface HiddenParts {
  readonly volume?: boolean;
  readonly labels?: boolean;
  /** Indices of volumes after the first. */
  readonly fused?: readonly number[];
}

/** Directions across and down a slice, at right angles. */
export interface MeasuredPlane {
  /** Unit vector to the right of the slice. */
  readonly right: Vec3;
  /** Unit vector to the bottom of the slice. */
  readonly down: Vec3;
}

/** Places of the world: one is a point, two a length or the corners around a region, three the angle at the second. */
export interface Measurement {
  /** Its points, in the world. */
  readonly points: readonly Vec3[];
  /** Its name. */
  readonly name?: string;
  /** The sides of the rectangle between two corners, whose ellipse the region is. */
  readonly region?: MeasuredPlane;
  /** The volume's value at a single point. */
  readonly value?: number;
  /** The label at a single point. */
  readonly label?: number;
  /** The triangle at a single point. */
  readonly triangle?: number;
}

/** The state of a view: all that is shown of the data and how. Immutable. */
export interface ViewerDocument extends SceneChoice {
  /** Fitted to the scene where it is absent. */
  readonly camera?: Camera;
  /** Parts that are not shown. */
  readonly hidden?: HiddenParts;
  /** Opacities of labels' colours and of their outlines over slices. */
  readonly labelFill: number;
  /** Opacity of labels' outlines over slices. */
  readonly labelOutline: number;
  /** World point where the slices cross; the volume's middle where it is absent. */
  readonly cursor?: Vec3;
  /** Normals of the slices across x, y and z, which are turned together; the world's axes where it is absent. */
  readonly sliceNormals?: readonly [Vec3, Vec3, Vec3];
  /** Slices of this thickness, whose values are reduced to one along the normal. */
  readonly sliceSlab?: Slab;
  /** Values from black to white in slices; chosen by the volume's values where it is absent. */
  readonly sliceWindow?: ValueRange;
  /** Whether greys of `sliceWindow` rise along a sigmoid, as windows of DICOM files may, and not along a straight line. */
  readonly sliceSigmoid?: boolean;
  /** All measurements. */
  readonly measurements: readonly Measurement[];
}

/** A view in which nothing has been changed. */
export const DOCUMENT_DEFAULTS: ViewerDocument = {
  ...SCENE_CHOICE_DEFAULTS,
  labelFill: 0.3,
  labelOutline: 1,
  measurements: [],
};

/** Fields of a view that change; those that are left out stay. */
export type DocumentPatch = Patch<ViewerDocument>;

/** Fields that the volume's transfer function is made by: one that was recorded is of their values then. */
const MAKERS = [
  'transfer',
  'preset',
  'window',
  'threshold',
  'mode',
] as const satisfies readonly (keyof ViewerDocument)[];

export function changeDocument(before: ViewerDocument, patch: DocumentPatch): ViewerDocument {
  const isMadeAnew = MAKERS.some((name) => name in patch && patch[name] !== before[name]);
  return patched<ViewerDocument>(before, { ...(isMadeAnew && { recorded: undefined }), ...patch });
}
