/** The model behind the element: what it shows and how, and whom it notifies of changes. */
import type { Camera, LabelStyle, MeshScene, Scene } from '../index.js';
import { middleValue } from '../recipe/scene/describe-volume-scene.js';
import type { ValueColors } from '../recipe/scene/meshes/value-colors.js';
import { gridOf } from '../recipe/scene/scene-data.js';
import type { ViewTexts } from '../recipe/scene/view-options.js';
import type { PlaneName } from '../slices/planes.js';
import { Navigation } from './camera/navigation.js';
import { Contents, type ContentsEvents } from './data/contents.js';
import type { ViewerFile } from './data/files/viewer-file.js';
import { FineValue } from './data/fine-value.js';
import type { FileSet, OpenFilesOptions } from './data/opened-files.js';
import { type ListedSeries, SeriesList } from './data/series-list.js';
import { EMPTY_DATA, type ViewerData } from './data/viewer-data.js';
import {
  changeDocument,
  DOCUMENT_DEFAULTS,
  type DocumentPatch,
  type Measurement,
  type ViewerDocument,
} from './document/document.js';
import { History } from './document/history.js';
import { checkNames } from './document/missing-names.js';
import {
  describeMissing,
  findMissing,
  listNeeded,
  type MissingFile,
  type NeededFile,
} from './document/needed-files.js';
import { parseViewerDocument } from './document/parse-document.js';
import { Edits } from './edits.js';
import type { FrameSubject } from './frames/subject.js';
import { wholeVolume } from './handles/crop-box.js';
import { MeasuredValues } from './measure/measured-values.js';
import { describeMeasurement } from './measure/measurements.js';
import { Measuring } from './measure/measuring.js';
import { isPlaneLayout, PREFERENCES_DEFAULTS, type Preferences, type ViewerLayout } from './preferences.js';
import { sceneAhead } from './scene/scene-ahead.js';
import { shownData, shownDocument } from './scene/shown-data.js';
import { ShownScenes } from './scene/shown-scenes.js';
import { warmUpScene } from './scene/warm-up-scene.js';
import type { SlicedContents } from './slices/slice-layers.js';
import { planeOfPicture } from './slices/slice-planes.js';
import { valueUnit } from './slices/slice-values.js';

export interface SessionEvents extends Pick<ContentsEvents, 'controls' | 'loading' | 'error' | 'shown' | 'gpu'> {
  /** Something that the picture depends on changed, or only how sharply it can be shown. */
  readonly picture: (change?: { readonly sharpens: boolean }) => void;
  readonly camera: (camera: Camera) => void;
}

export class Session {
  readonly history = new History<ViewerDocument>(DOCUMENT_DEFAULTS);
  /** Changes by gestures. */
  readonly edits: Edits = new Edits(this);
  readonly navigation: Navigation;
  readonly measuring: Measuring = new Measuring(this);
  /** The values in measured regions. */
  readonly measured = new MeasuredValues(() => this.#events.controls());
  /** The value where the slices cross. */
  readonly crossing = new FineValue(() => this.#events.controls());
  readonly #series = new SeriesList(() => this.#events.controls());
  /** The files that are open. */
  readonly contents: Contents;
  readonly #events: SessionEvents;
  readonly #scenes: ShownScenes;
  #preferences = PREFERENCES_DEFAULTS;
  #start = DOCUMENT_DEFAULTS;
  /** Files of the view that was opened last. */
  #needed: readonly NeededFile[] = [];
  /** Whether some of them, or all that it shows, were not open then, and have not come yet. */
  #waits = false;
  /** The documents of files that were shown and are set aside. */
  readonly #asides = new WeakMap<FileSet, ViewerDocument>();
  /** The document of files that are about to be shown again. */
  #returning: ViewerDocument | undefined;

  constructor(events: SessionEvents) {
    this.#events = events;
    this.#scenes = new ShownScenes({
      ready: () => this.#tellOfPicture(),
      error: (error) => this.contents.fail(error),
    });
    this.navigation = new Navigation(this, this.#scenes, events.camera);
    let wasPartial = false;
    this.contents = new Contents({
      ...events,
      choice: (begins) => (begins ? this.#first : this.document),
      prepare: (data, begins, signal) => this.#scenes.prepare(data, begins ? this.#first : this.document, signal),
      begin: () => this.history.reset(this.#first),
      data: (document) => {
        const { isPartial = false } = this.data;
        // Until then a copy of it was shown.
        const sharpens = wasPartial && !isPartial && document === undefined;
        wasPartial = isPartial;
        if (!isPartial) this.#scenes.takePrepared();
        if (document) {
          this.history.change(parseViewerDocument(document.text, document.name));
          this.#need(document.text, document.name);
        }
        if (!isPartial) {
          this.#checkNames();
          this.contents.addNotes(this.#scenes.choiceNotes(this.data, this.document));
        }
        if (this.missing.length === 0) this.#waits = false;
        this.#tellOfPicture({ sharpens });
        this.#readShown();
      },
    });
  }

  /** The document that other data are first seen in: a view that waits for its files is seen as soon as they come. */
  get #first(): ViewerDocument {
    return this.#returning ?? (this.#waits ? this.document : this.#start);
  }

  get document(): ViewerDocument {
    return this.history.present;
  }

  get data(): ViewerData {
    return this.contents.data;
  }

  get preferences(): Preferences {
    return this.#preferences;
  }

  /** The layout that was chosen, or the one that suits the data: a picture of one plane is seen as that. */
  get layout(): ViewerLayout {
    const { volume } = this.data;
    return this.#preferences.layout ?? (volume && planeOfPicture(volume)) ?? '3d';
  }

  get scene(): Scene | undefined {
    return this.#scenes.scene(this.data, this.document);
  }

  /** Resolves when the whole scene is ready, not just a preliminary part. */
  whenMade(): Promise<void> {
    return this.#scenes.whenMade(this.data, this.document);
  }

  /** The scene with a small copy of the volume, where there is one. */
  get draft(): Scene | undefined {
    return this.#scenes.draft(this.data, this.document);
  }

  /** A tiny scene whose kernels are those of a volume that is shown as the document begins. */
  get warmUpScene(): Scene {
    return warmUpScene(this.#start);
  }

  /** The transfer function in use, whether chosen or default. */
  get transfer() {
    return this.#scenes.appearance(this.data, this.document).transfer;
  }

  /** The colours of the values that meshes show; undefined where they show none. */
  get valueColors(): ValueColors | undefined {
    return this.#scenes.valueColors(this.data, this.document);
  }

  /** Whether the own colours of the meshes are dark, which their light follows from. */
  get showsDark(): boolean {
    return this.#scenes.showsDark(this.data, this.document);
  }

  /** The labels of the mask, or those that the volume itself consists of. */
  get showsSurfaces(): boolean {
    return this.#scenes.showsSurfaces(this.data, this.document);
  }

  /** The crop and the half-spaces that are in effect, asked for or not. */
  get shownCuts(): Pick<ViewerDocument, 'crop' | 'clip'> {
    return this.#scenes.shownCuts(this.data, this.document);
  }

  /** The depth by which volumes after the first are seen through it, asked for or not. */
  get shownDepth(): ViewerDocument['fusedDepth'] {
    return this.#scenes.shownDepth(this.data, this.document);
  }

  get labelStyles(): readonly LabelStyle[] | undefined {
    return this.#scenes.labelStyles(this.data, this.document);
  }

  /** The series of the DICOM files that are open; none of other files. */
  get series(): readonly ListedSeries[] {
    return this.#series.of(this.data.folder);
  }

  /** The contents of slices. */
  get sliced(): SlicedContents {
    const { labelStyles, scene } = this;
    const data = shownData(this.data, this.document);
    const document = shownDocument(this.document, data.fused?.length ?? 0);
    return { document, data, labelStyles, posedMeshes: (scene as Partial<MeshScene> | undefined)?.meshes };
  }

  /** The state that the next frame is drawn of; undefined where there is nothing to see. */
  get subject(): FrameSubject | undefined {
    const { scene, draft, document, data } = this;
    const { camera } = this.navigation;
    if (!scene || !camera) return undefined;
    const { step, quality, settings, denoise, noise, mode, window, transfer } = document;
    return {
      scene: this.#scenes.cut(scene, data, document, camera, 'scene'),
      draft: draft && this.#scenes.cut(draft, data, document, camera, 'draft'),
      isPartial: data.isPartial === true || this.#scenes.isMaking,
      ahead: sceneAhead(scene, data),
      isReading: data.isReading === true,
      camera,
      fitsIntegrals: mode === 'xray' && window === undefined && transfer === undefined,
      step,
      quality,
      settings,
      denoise,
      noise,
    };
  }

  /** Changes the options that say where what is loaded is seen from first. */
  seeFirst(texts: ViewTexts): void {
    this.navigation.changeView(texts);
    this.#tellOfPicture();
  }

  /** Changes the document; changes of one gesture are undone together. Other changes than its own leave the camera where it is. */
  change(patch: DocumentPatch, gesture?: unknown): void {
    const { camera } = this.navigation;
    this.history.change(changeDocument(this.document, { ...(camera && { camera }), ...patch }), gesture);
    this.#tellOfPicture();
  }

  /** The value of the isosurface, whether chosen or default. */
  get isoValue(): number {
    const { statistics } = this.data;
    return this.document.isoValue ?? (statistics ? middleValue(statistics) : 0);
  }

  /** Ends all crops, those that nobody asked for too. */
  showWholeVolume(): void {
    const { data } = this;
    const { crop: _, ...uncut } = this.document;
    const isCut = this.#scenes.shownCuts(data, uncut).crop !== undefined;
    const grid = gridOf(data);
    this.change({ crop: isCut && grid ? wholeVolume(grid) : undefined });
  }

  /** Closes what is open, the last one first. */
  close(): void {
    const { showsHelp, panel } = this.#preferences;
    if (showsHelp) this.prefer({ showsHelp: false });
    else if (this.contents.error) this.contents.dismiss();
    else if (panel !== undefined) this.prefer({ panel: undefined });
    else if (this.contents.progress) this.contents.cancel();
    else this.contents.dismiss();
  }

  /** Sets what a document begins with, now and whenever something else is loaded. */
  begin(patch: DocumentPatch): void {
    this.#start = changeDocument(this.#start, patch);
    this.change(patch);
    if (!this.data.isPartial) this.#checkNames();
  }

  #checkNames(): void {
    try {
      checkNames(this.data, this.document, this.labelStyles !== undefined);
    } catch (error) {
      this.contents.fail(error);
    }
  }

  undo(): void {
    this.history.undo();
    this.#tellOfPicture();
  }

  redo(): void {
    this.history.redo();
    this.#tellOfPicture();
  }

  #tellOfPicture(change?: { readonly sharpens: boolean }): void {
    this.#events.picture(change);
    this.#events.controls();
  }

  prefer(patch: Partial<Preferences>): void {
    if (patch.tool) this.measuring.forget();
    this.#preferences = { ...this.#preferences, ...patch };
    this.#events.controls();
    this.#readShown();
    if (patch.plays) this.edits.play();
  }

  /** Slices are of all voxels, whatever the 3D view begins by. */
  #readShown(): void {
    if (this.layout !== '3d' && !this.data.isPartial) void this.contents.readWhole();
  }

  /** Shows one slice alone, or all panes again. */
  maximize(plane: PlaneName): void {
    const { layout } = this;
    const { fullLayout } = this.#preferences;
    if (isPlaneLayout(layout)) this.prefer({ layout: fullLayout });
    else this.prefer({ layout: plane, fullLayout: layout });
  }

  /** The words of a measurement, line by line. */
  describe(measurement: Measurement): readonly string[] {
    const { data } = this;
    const values = this.measured.of(measurement, data);
    return describeMeasurement(measurement, { unit: data.unit ?? '', valueUnit: valueUnit(data), values });
  }

  /** The files that the view which was opened last needs, and that are not open. */
  get missing(): readonly MissingFile[] {
    return findMissing(this.#needed, this.contents.inputs);
  }

  /** Lines about those files; none where all of them are open. */
  get missingNotes(): readonly string[] {
    return describeMissing(this.missing, this.#needed.length);
  }

  /** Waits for files of a view no more. */
  forgetNeeded(): void {
    this.#needed = [];
    this.#waits = false;
    this.#events.controls();
  }

  #need(text: string, name: string): void {
    this.#needed = listNeeded(text, name);
    this.#waits = this.missing.length > 0 || this.data === EMPTY_DATA;
  }

  /**
   * Reads files and shows them. Those that a view waits for are added to the ones it is of, whatever `overlays` says.
   * @throws InputError for what cannot be shown.
   */
  async load(files: readonly ViewerFile[], options: OpenFilesOptions): Promise<void> {
    const { length } = this.missing;
    const overlays = length > 0 ? length < this.#needed.length : (options.overlays ?? false);
    await this.#leave(() => this.contents.load(files, { ...options, overlays }));
  }

  /** Shows files that were set aside as they were seen last, and sets those aside that are shown. */
  async showAside(set: FileSet): Promise<void> {
    this.#returning = this.#asides.get(set);
    await this.#leave(() => this.contents.showAside(set));
    this.#returning = undefined;
  }

  /** Keeps the document for files that are set aside meanwhile. */
  async #leave(load: () => Promise<void>): Promise<void> {
    const { document } = this;
    const before = this.contents.aside;
    await load();
    for (const set of this.contents.aside) {
      if (set.wasShown && !before.includes(set)) this.#asides.set(set, document);
    }
  }

  /** Takes a saved view, a camera or a transfer function. @throws InputError, one line that starts with `name`. */
  openView(text: string, name: string): void {
    const document = parseViewerDocument(text, name);
    this.#need(text, name);
    this.open(document);
  }

  /** Takes another document; parts that do not fit what is loaded are left out. */
  open(document: ViewerDocument): void {
    this.history.change(document);
    this.#tellOfPicture();
  }
}
