/** The data that a viewer has loaded and shows, and what it tells those who draw it: the model behind the element. */
import {
  applyWindow,
  type Camera,
  computeStatistics,
  corners,
  createVolume,
  fitPoints,
  type Scene,
  type TransferFunction,
  type Vec3,
  type ViewDirection,
  type ViewName,
  viewDirection,
  windowOf,
} from '../index.js';
import { lookAlong } from './camera/navigate.js';
import type { ReadInput } from './data/load-files.js';
import type { LoadProgress } from './data/load-followers.js';
import { Loader, type LoadOptions } from './data/loader.js';
import { runGently } from './data/run-gently.js';
import { EMPTY_DATA, type ViewerData } from './data/viewer-data.js';
import type { ViewerFile } from './data/viewer-file.js';
import {
  type CropBox,
  DOCUMENT_DEFAULTS,
  type DocumentPatch,
  type Measurement,
  type MeshPatch,
  meshStyleOf,
  patchDocument,
  patchMesh,
  type ViewerDocument,
} from './document/document.js';
import { extentOf, firstDirection, fitScene, pointsAround } from './document/fit.js';
import { History } from './document/history.js';
import { parseViewerDocument } from './document/recipe.js';
import { middleValue, SceneMaker } from './document/scene.js';
import { type CropFace, clampCrop, cropFaces, moveFace, wholeVolume } from './handles/crop-box.js';
import { type Hit, withPoint } from './measure/measurements.js';
import { PREFERENCES_DEFAULTS, type Preferences } from './preferences.js';
import { toIndex } from './slices/slice-planes.js';
import { sliceWindow, valueAt } from './slices/slice-values.js';
import { shiftRange } from './transfer/edit-points.js';

export interface SessionEvents {
  /** Something that the picture depends on changed. */
  readonly picture: () => void;
  /** Something that is shown around the picture changed. */
  readonly controls: () => void;
  readonly camera: (camera: Camera) => void;
  readonly loading: (progress: LoadProgress | undefined) => void;
  readonly error: (error: Error) => void;
  /** Resolves when the next picture is on the screen, or none can be. */
  readonly shown: () => Promise<unknown>;
}

export class Session {
  readonly history = new History<ViewerDocument>(DOCUMENT_DEFAULTS);
  readonly #events: SessionEvents;
  #scenes = new SceneMaker();
  /** The scene that whole data are first seen in, and the points that its view is fitted to. */
  #prepared: { readonly scenes: SceneMaker; readonly scene: Scene; readonly points: readonly Vec3[] } | undefined;
  readonly #loader: Loader;
  #preferences = PREFERENCES_DEFAULTS;
  #error: Error | undefined;
  #fitted: { readonly scene: Scene; readonly aspect: number; readonly camera: Camera } | undefined;
  #extent: { readonly data: ViewerData; readonly value: number } | undefined;
  #start = DOCUMENT_DEFAULTS;
  #cropRest = 0;
  #playedMs = 0;
  /** Points that the tool has of what it measures. */
  #pendingPoints = 0;
  /** Width over height of the picture. */
  aspect = 1;
  /** The view in which what is loaded is seen first; the default is that of the command line. */
  firstView: ViewName | undefined;
  /** The copy that it is first seen by. */
  firstProjection: Camera['projection'] = 'perspective';

  constructor(events: SessionEvents) {
    this.#events = events;
    this.#loader = new Loader({
      loading: (progress) => {
        events.loading(progress);
        events.controls();
      },
      prepare: (data, begins, signal) => this.#prepare(data, begins ? this.#start : this.document, signal),
      begin: () => this.history.reset(this.#start),
      data: (document) => {
        if (this.#prepared && !this.data.isPartial) this.#scenes = this.#prepared.scenes;
        if (document) this.history.change(parseViewerDocument(document.text, document.name));
        this.#tellOfPicture();
      },
      shown: events.shown,
    });
  }

  get document(): ViewerDocument {
    return this.history.present;
  }

  get data(): ViewerData {
    return this.#loader.data;
  }

  get preferences(): Preferences {
    return this.#preferences;
  }

  get progress(): LoadProgress | undefined {
    return this.#loader.progress;
  }

  get error(): Error | undefined {
    return this.#error;
  }

  get notes(): readonly string[] {
    return this.#loader.notes;
  }

  /** Files that were read, for recipes. */
  get inputs(): readonly ReadInput[] {
    return this.#loader.inputs;
  }

  get scene(): Scene | undefined {
    return this.#scenes.create(this.data, this.document);
  }

  /** The scene with a small copy of the volume, where there is one. */
  get draft(): Scene | undefined {
    return this.#scenes.createDraft(this.data, this.document);
  }

  /** A tiny scene whose kernels are those of a volume that is shown as the document begins. */
  get rehearsal(): Scene {
    return new SceneMaker().create(REHEARSED, this.#start)!;
  }

  /** The transfer function that the volume is shown by, whoever chose it. */
  get transfer() {
    return this.#scenes.appearance(this.data, this.document).transfer;
  }

  /** World diameter of what is loaded. */
  get extent(): number {
    const { scene } = this;
    if (!scene) return 1;
    if (this.#extent?.data !== this.data) this.#extent = { data: this.data, value: extentOf(scene) };
    return this.#extent!.value;
  }

  /** The document's camera, or the one that is fitted to the scene; undefined without a scene. */
  get camera(): Camera | undefined {
    const { camera } = this.document;
    const { scene, aspect } = this;
    if (camera || !scene) return camera;
    const isSame = this.#fitted && this.#fitted.aspect === aspect && this.#fitted.scene === scene;
    if (!isSame) {
      this.#fitted = { scene, aspect, camera: this.#fit(scene) };
    }
    return this.#fitted!.camera;
  }

  /** Finds the points that a view of data is fitted to, which takes as long as a look at all of their voxels. */
  async #prepare(data: ViewerData, document: ViewerDocument, signal: AbortSignal): Promise<void> {
    this.#prepared = undefined;
    if (document.camera || !data.volume) return;
    const scenes = new SceneMaker();
    const scene = scenes.create(data, document);
    if (scene) this.#prepared = { scenes, scene, points: await runGently(pointsAround(scene), signal) };
  }

  /** Parts of a volume are fitted as a whole, or the picture would grow with them. */
  #fit(scene: Scene): Camera {
    const direction = this.#firstDirection(scene);
    const options = { aspect: this.aspect, projection: this.firstProjection };
    const { isReading, volume } = this.data;
    return isReading && volume ? fitPoints(corners(volume), direction, options) : fitScene(scene, direction, options);
  }

  #firstDirection(scene: Scene): ViewDirection {
    const axes = this.data.volume?.indexToWorld ?? WORLD;
    return this.firstView ? viewDirection(this.firstView, axes) : firstDirection(scene);
  }

  /** Changes the document; changes of one gesture are undone together. Other changes than its own leave the camera where it is. */
  change(patch: DocumentPatch, gesture?: unknown): void {
    const { camera } = this;
    this.history.change(patchDocument(this.document, { ...(camera && { camera }), ...patch }), gesture);
    this.#tellOfPicture();
  }

  /** Moves the camera, if there is something to see. */
  moveCamera(move: (camera: Camera) => Camera, gesture?: unknown): void {
    const { camera } = this;
    if (!camera) return;
    this.change({ camera: move(camera) }, gesture);
    this.#events.camera(this.camera!);
  }

  /** Changes the transfer function, which is nobody's preset then. */
  changeTransfer(transfer: TransferFunction, gesture?: object): void {
    this.change({ transfer, preset: undefined }, gesture);
  }

  /** Moves and widens the window of the slices, in shares of the range of the values. */
  shiftWindow(by: { readonly level: number; readonly width: number }, gesture?: object): void {
    const { statistics } = this.data;
    if (statistics)
      this.change({ window: shiftRange(sliceWindow(this), by, statistics.max - statistics.min) }, gesture);
  }

  /** The same for the transfer function. */
  shiftTransfer(by: { readonly level: number; readonly width: number }, gesture?: object): void {
    const { statistics } = this.data;
    if (!statistics) return;
    const shifted = shiftRange(windowOf(this.transfer), by, statistics.max - statistics.min);
    this.changeTransfer(applyWindow(this.transfer, shifted), gesture);
  }

  /** The value of the isosurface, whoever chose it. */
  get isoValue(): number {
    const { statistics } = this.data;
    return this.document.isoValue ?? (statistics ? middleValue(statistics) : 0);
  }

  get crop(): CropBox | undefined {
    const { volume } = this.data;
    const { crop } = this.document;
    if (!volume) return crop;
    return crop ? clampCrop(crop, volume) : wholeVolume(volume);
  }

  /** Changes the appearance or the place of one mesh. */
  changeMesh(index: number, patch: MeshPatch, gesture?: object): void {
    const { document } = this;
    const styles = this.data.meshes.map((_, at) => meshStyleOf(document, at));
    const style = styles[index];
    if (style) this.change({ meshes: styles.with(index, patchMesh(style, patch)) }, gesture);
  }

  /** Moves a face of the crop box; parts of voxels are kept for the next move. */
  cropBy(face: CropFace, voxels: number, gesture: object): void {
    const { volume } = this.data;
    if (!volume || !this.crop) return;
    // Several moves may come between two drawings of the handle.
    const { index } = cropFaces(this.crop).find(({ axis, isLast }) => axis === face.axis && isLast === face.isLast)!;
    this.#cropRest += voxels;
    const whole = Math.trunc(this.#cropRest);
    this.#cropRest -= whole;
    if (whole !== 0) this.change({ crop: moveFace(this.crop, face, index + whole, volume.sizes) }, gesture);
  }

  /** Adds a place that was pointed at to what the tool measures. */
  addMeasuredPoint({ point, label, triangle }: Hit): void {
    const { tool } = this.#preferences;
    const { volume } = this.data;
    const needed = { turn: 1, window: 1, pick: 1, length: 2, angle: 3 }[tool];
    const value =
      tool === 'pick' && volume && triangle === undefined ? valueAt(volume, toIndex(volume, point)) : undefined;
    const added: Measurement = {
      points: [point],
      ...(tool === 'pick' && value !== undefined && { value }),
      ...(tool === 'pick' && label !== undefined && { label }),
      ...(tool === 'pick' && triangle !== undefined && { triangle }),
    };
    this.change({ measurements: withPoint(this.document.measurements, this.#pendingPoints, added) });
    this.#pendingPoints = (this.#pendingPoints + 1) % needed;
  }

  /** Goes on with the deformation, if it plays: call with each frame. */
  play(): void {
    const { deform, deformTime } = this.document;
    if (!this.#preferences.plays || deform === undefined) return;
    const now = performance.now();
    const passedMs = Math.min(now - this.#playedMs, PERIOD_MS / 10);
    this.#playedMs = now;
    this.change({ deformTime: (deformTime + passedMs / PERIOD_MS) % 1 }, PLAYING);
  }

  /** Closes what is open, the last one first. */
  close(): void {
    const { showsHelp, panel } = this.#preferences;
    if (showsHelp) this.prefer({ showsHelp: false });
    else if (panel !== undefined) this.prefer({ panel: undefined });
    else if (this.progress) this.cancel();
    else this.dismissError();
  }

  /** Sets what a document begins with, now and whenever something else is loaded. */
  begin(patch: DocumentPatch): void {
    this.#start = patchDocument(this.#start, patch);
    this.change(patch);
  }

  undo(): void {
    this.history.undo();
    this.#tellOfPicture();
  }

  redo(): void {
    this.history.redo();
    this.#tellOfPicture();
  }

  #tellOfPicture(): void {
    this.#events.picture();
    this.#events.controls();
  }

  prefer(patch: Partial<Preferences>): void {
    if (patch.tool) this.#pendingPoints = 0;
    this.#preferences = { ...this.#preferences, ...patch };
    this.#events.controls();
    if (patch.plays) this.play();
  }

  /** Shows all of the scene, from where it is seen now or along `direction`. */
  fit(direction?: ViewDirection): void {
    const { scene, camera, aspect } = this;
    if (!scene || !camera) return;
    const along = direction ?? this.#firstDirection(scene);
    this.change({ camera: fitScene(scene, along, { aspect, projection: camera.projection }) });
    this.#events.camera(this.camera!);
  }

  /** Turns to a named view, at the same place and distance. */
  look(view: ViewName): void {
    const { volume } = this.data;
    const axes = volume?.indexToWorld ?? WORLD;
    this.moveCamera((camera) => lookAlong(camera, viewDirection(view, axes)));
  }

  /** Takes another document; parts that do not fit what is loaded are left out. */
  open(document: ViewerDocument): void {
    this.history.change(document);
    this.#tellOfPicture();
  }

  /**
   * Reads files and shows them. A second volume that holds labels becomes the mask of the first. Tells what goes wrong.
   * @param add keeps meshes and volume that are there.
   */
  async load(files: readonly ViewerFile[], options: LoadOptions = {}): Promise<void> {
    this.#error = undefined;
    try {
      await this.#loader.load(files, options);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends what is being loaded. */
  cancel(): void {
    this.#loader.cancel();
  }

  fail(error: unknown): void {
    this.#error = error instanceof Error ? error : new Error(String(error));
    this.#events.error(this.#error);
    this.#events.controls();
  }

  /** Tells something that is no error. */
  note(text: string): void {
    this.#loader.note([text]);
    this.#events.controls();
  }

  dismissError(): void {
    this.#error = undefined;
    this.#loader.note([]);
    this.#events.controls();
  }
}

/** Values of many kinds, in the commonest type: they are taken for no labels. */
const REHEARSED_VOLUME = createVolume({
  sizes: [12, 12, 12],
  voxels: Int16Array.from({ length: 12 ** 3 }, (_, at) => at % 1000),
});
const REHEARSED: ViewerData = {
  ...EMPTY_DATA,
  volume: REHEARSED_VOLUME,
  statistics: computeStatistics(REHEARSED_VOLUME),
};

/** Milliseconds of a deformation's period. */
const PERIOD_MS = 4000;
/** All of a playing is undone at once. */
const PLAYING = {};

const WORLD = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} as const;
