/** The document of a viewer, as one immutable value: all that undo, saving and sharing have to know. */
import type { Camera, ValueRange, Vec3 } from '../../index.js';
import { type Patch, SCENE_CHOICE_DEFAULTS, type SceneChoice } from '../../recipe/scene/scene-choice.js';

/** Places of the world: one is a point, two a length, three the angle at the second. */
export interface Measurement {
  readonly points: readonly Vec3[];
  /** The volume's value at a single point. */
  readonly value?: number;
  readonly label?: number;
  readonly triangle?: number;
}

/** Rays through a pixel of one frame; pictures at rest have more as the mean of several. */
export const MAX_RAYS = 64;

/** The state of a view: all that is shown of the data and how. Immutable. */
export interface ViewerDocument extends SceneChoice {
  /** Fitted to the scene where it is absent. */
  readonly camera?: Camera;
  /** World point where the slices cross; the volume's middle where it is absent. */
  readonly cursor?: Vec3;
  /** Values from black to white in slices; chosen by the volume's values where it is absent. */
  readonly sliceWindow?: ValueRange;
  readonly measurements: readonly Measurement[];
}

export const DOCUMENT_DEFAULTS: ViewerDocument = { ...SCENE_CHOICE_DEFAULTS, measurements: [] };

export type DocumentPatch = Patch<ViewerDocument>;
