/** Changes that several gestures make a document's: each remembers what it needs for the next. */
import { applyWindow, type TransferFunction, windowOf } from '../index.js';
import { fusedStyleOf } from '../recipe/scene/describe-volume-scene.js';
import { findAnimation, longestSeconds } from '../recipe/scene/meshes/mesh-animations.js';
import {
  type CropBox,
  type FusedStyle,
  type MeshStyle,
  meshStyleOf,
  type Patch,
  patched,
} from '../recipe/scene/scene-choice.js';
import { gridOf } from '../recipe/scene/scene-data.js';
import type { ViewerData } from './data/viewer-data.js';
import type { DocumentPatch, ViewerDocument } from './document/document.js';
import { type CropFace, clampCrop, cropFaces, moveFace, wholeVolume } from './handles/crop-box.js';
import type { Preferences } from './preferences.js';
import { sliceAppearance } from './slices/slice-values.js';
import { shiftRange } from './transfer/edit-points.js';

/** The session that they are made in. */
export interface Edited {
  readonly document: ViewerDocument;
  readonly data: ViewerData;
  readonly preferences: Preferences;
  /** The transfer function that the volume is shown by. */
  readonly transfer: TransferFunction;
  change(patch: DocumentPatch, gesture?: unknown): void;
}

/** Moves and widenings of a window, in shares of the range of the values. */
export interface WindowShift {
  readonly level: number;
  readonly width: number;
}

const DEFORMATION_SECONDS = 4;
/** The shortest period: some animations have one pose and no length. */
const TICK_SECONDS = 0.01;
/** Most milliseconds that a motion advances by in one frame: pauses do not count. */
const LONGEST_STEP_MS = 400;
/** Undo takes back a whole playback. */
const PLAYING = {};

export class Edits {
  readonly #session: Edited;
  #cropRest = 0;
  #playedMs = 0;

  constructor(session: Edited) {
    this.#session = session;
  }

  /** Changes the transfer function, which is no preset any more. */
  changeTransfer(transfer: TransferFunction, gesture?: object): void {
    this.#session.change({ transfer, preset: undefined, window: undefined }, gesture);
  }

  /** Moves and widens the window of the slices. */
  shiftWindow(by: WindowShift, gesture?: object): void {
    const { statistics } = this.#session.data;
    if (!statistics) return;
    const { range, isSigmoid } = sliceAppearance(this.#session);
    const shifted = shiftRange(range, by, statistics.max - statistics.min);
    this.#session.change({ sliceWindow: shifted, sliceSigmoid: isSigmoid || undefined }, gesture);
  }

  /** Shifts the transfer function, as a drag over the slices shifts their window. */
  shiftTransfer(by: WindowShift, gesture?: object): void {
    const { data, transfer } = this.#session;
    if (!data.statistics) return;
    const shifted = shiftRange(windowOf(transfer), by, data.statistics.max - data.statistics.min);
    this.changeTransfer(applyWindow(transfer, shifted), gesture);
  }

  /** Changes the appearance or the place of one mesh. */
  changeMesh(index: number, patch: Patch<MeshStyle>, gesture?: object): void {
    const { document, data } = this.#session;
    const styles = data.meshes.map((_, at) => meshStyleOf(document, at));
    const style = styles[index];
    if (style) this.#session.change({ meshes: styles.with(index, patched(style, patch)) }, gesture);
  }

  /** Changes the appearance of a volume after the first. */
  changeFused(index: number, patch: Patch<FusedStyle>, gesture?: object): void {
    const { document, data } = this.#session;
    const styles = (data.fused ?? []).map((_, at) => fusedStyleOf(document, at));
    const style = styles[index];
    if (style) this.#session.change({ fused: styles.with(index, patched(style, patch)) }, gesture);
  }

  /** The voxels that are kept; undefined without a volume that has some. */
  get crop(): CropBox | undefined {
    const { data, document } = this.#session;
    const grid = gridOf(data);
    if (!grid) return document.crop;
    return document.crop ? clampCrop(document.crop, grid) : wholeVolume(grid);
  }

  /** Moves a face of the crop box; parts of voxels are kept for the next move. */
  cropBy(face: CropFace, voxels: number, gesture: object): void {
    const grid = gridOf(this.#session.data);
    const { crop } = this;
    if (!grid || !crop) return;
    // Several moves may come between two drawings of the handle.
    const { index } = cropFaces(crop).find(({ axis, isLast }) => axis === face.axis && isLast === face.isLast)!;
    this.#cropRest += voxels;
    const whole = Math.trunc(this.#cropRest);
    this.#cropRest -= whole;
    if (whole !== 0) this.#session.change({ crop: moveFace(crop, face, index + whole, grid.sizes) }, gesture);
  }

  /** Seconds of one period of the deformation or the animation. */
  get motionSeconds(): number {
    const { document, data } = this.#session;
    const { animation } = document;
    if (!animation) return DEFORMATION_SECONDS;
    return longestSeconds(data.meshes.map(({ animations }) => findAnimation(animations, animation.name)));
  }

  /** Share of the period that has gone by, from 0 to 1. */
  get motionTime(): number {
    const { animation, deformTime } = this.#session.document;
    return animation?.seconds === undefined
      ? deformTime
      : animation.seconds / Math.max(this.motionSeconds, TICK_SECONDS);
  }

  /** Shows another time of the period. */
  moveTo(time: number, gesture?: object): void {
    const { animation } = this.#session.document;
    this.#session.change({ deformTime: time, ...(animation && { animation: { name: animation.name } }) }, gesture);
  }

  /** Goes on with the deformation or the animation, if it plays: call with each frame. */
  play(): void {
    const { document, preferences } = this.#session;
    if (!preferences.plays || (document.deform === undefined && !document.animation)) return;
    const periodMs = 1000 * Math.max(this.motionSeconds, TICK_SECONDS);
    const now = performance.now();
    const passedMs = Math.min(now - this.#playedMs, LONGEST_STEP_MS);
    this.#playedMs = now;
    this.moveTo((this.motionTime + passedMs / periodMs) % 1, PLAYING);
  }
}
