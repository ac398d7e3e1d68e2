/** `<tilecast-viewer>`: a scan or a model to look around in. */
import { type Camera, type ImageSize, InputError } from '../index.js';
import { withPathDefaults } from '../recipe/recipe.js';
import { type AttributeProperties, defineAttributeProperties } from './attribute-properties.js';
import { ATTRIBUTES, isPanoramaAddress, readAttribute } from './attributes.js';
import type { LoadProgress } from './data/files/load-followers.js';
import { asViewerFile, type OpenableFile } from './data/files/openable-file.js';
import type { ViewerFile } from './data/files/viewer-file.js';
import { fileAt } from './data/files/viewer-file.js';
import { DOCUMENT_DEFAULTS, type DocumentPatch, type ViewerDocument } from './document/document.js';
import { checkPatch, selectionOf } from './document/parse-document.js';
import { formatShare, parseShare, SHARE_HASH } from './document/share.js';
import type { Pictures } from './frames/pictures.js';
import { changeRecipe, RemoteFrames } from './frames/remote-frames.js';
import type { ShownFrame } from './frames/subject.js';
import { Actions } from './input/actions.js';
import { listenForDrops } from './input/drops.js';
import { createSurface, followSize, listenForInput } from './input/surface.js';
import { Link } from './links.js';
import { stageShapes } from './overlay/overlay.js';
import type { SaveKind } from './panels/context.js';
import { Controls } from './panels/controls.js';
import { downloadFile, pickFiles } from './save/file-dialogs.js';
import { PageSaver } from './save/page-saver.js';
import { capturePanes, findPanes } from './save/panes.js';
import { recipeOf } from './save/recipe-of.js';
import { encodeView, savedFile, savedMeasurements } from './save/save.js';
import { Session } from './session.js';
import { Stage } from './stage.js';
import { STYLES } from './styles.js';

/** Details of the element's CustomEvents, by name. */
export interface ViewerEvents {
  /** The camera moved. */
  camera: Camera;
  /** Anything in the document changed. */
  change: ViewerDocument;
  /** Undefined once nothing is loading any more. */
  loading: LoadProgress | undefined;
  /** A frame is on the screen. */
  frame: ShownFrame;
  /** Something failed; the element shows its message. */
  error: Error;
}

/** The gesture of changes by linked viewers: they are undone there. */
const LINKED = {};

/** A module without a DOM, as on a server that prepares pages, can still be imported. */
const ElementBase = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & AttributeProperties;

/** A frame from a server is on its way for a part of this time, however small it is. */
const REMOTE_BUDGET_MS = 100;

/** Milliseconds after which slow work begins even if no picture has been drawn, as in a hidden tab. */
const SHOWN_WITHIN_MS = 1000;

/** Attributes from which the background may follow. */
const IMPLYING: readonly string[] = ['environment', 'quality'];

/** The element `<tilecast-viewer>`; attributes are properties of the same name in camel case. */
export class TilecastViewer extends ElementBase {
  /** The attributes that the browser tells the element of. */
  static readonly observedAttributes = ATTRIBUTES;
  readonly #root: ShadowRoot;
  readonly #session: Session;
  readonly #controls: Controls;
  readonly #link: Link;
  #stage: Stage | undefined;
  #lifetime: AbortController | undefined;
  #frames: number | undefined;
  #budgetMs: number | undefined;
  /** The address that recipes are sent to for frames. */
  #remote: string | undefined;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    this.#root.adoptedStyleSheets = [sheet];
    this.#session = new Session({
      picture: (change) => {
        this.#stage?.invalidate(change);
        this.#link.tell(this.#session.document);
        this.#tell('change', this.#session.document);
      },
      controls: () => this.#controls.refresh(),
      camera: (camera) => this.#tell('camera', camera),
      loading: (progress) => {
        if (progress && !this.#session.scene) void this.#stage?.prepare(this.#session.warmUpScene);
        this.#tell('loading', progress);
      },
      error: (error) => this.#tell('error', error),
      gpu: async () => this.#pictures.gpu(),
      shown: async () => this.#stage?.nextShown(SHOWN_WITHIN_MS),
    });
    this.#link = new Link((fields) => this.#session.change(fields, LINKED));
    this.#controls = new Controls(this.#root, this.#session, {
      chooseFiles: (kind, add) => void this.#chooseFiles(kind, add),
      pages: new PageSaver(this.#session, {
        screenshot: () => this.screenshot(),
        size: () => this.#stage!.size,
        refresh: () => this.#controls.refresh(),
      }),
      save: (kind) => void this.#save(kind).catch((error: unknown) => this.#session.contents.fail(error)),
      toggleFullScreen: () =>
        void this.#toggleFullScreen().catch((error: unknown) => this.#session.contents.fail(error)),
      copyLink: () => void this.#copyLink().catch((error: unknown) => this.#session.contents.fail(error)),
    });
  }

  /** Address of a file, or of several by blanks. */
  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  set src(value: string) {
    this.setAttribute('src', value);
  }

  /** All that is shown, as one immutable value. Setting it can be undone. */
  get document(): ViewerDocument {
    return this.#session.document;
  }

  set document(value: ViewerDocument) {
    checkPatch(value);
    this.#session.open({ ...DOCUMENT_DEFAULTS, ...value });
  }

  /** The document's camera, or the one that was fitted; undefined before anything is loaded. */
  get camera(): Camera | undefined {
    return this.#session.navigation.camera;
  }

  set camera(value: Camera | undefined) {
    this.change({ camera: value });
  }

  /**
   * Changes some fields of the document; undefined removes one.
   * @throws InputError that names the field, if there is none of its name or it cannot have the value.
   */
  change(patch: DocumentPatch): void {
    checkPatch(patch);
    this.#session.change(patch);
  }

  /**
   * Shows files: by their addresses, as a page has them from inputs and drops, or with their names. Resolves when they are shown, or
   * others have been opened meanwhile.
   * @param options.add keeps what is shown: volumes that lie in the same world are laid over it, others are listed in the panel of data.
   * @throws InputError for what cannot be shown; it is shown too, and dispatched as the event `error`.
   */
  async open(files: readonly OpenableFile[], options: { readonly add?: boolean } = {}): Promise<void> {
    await this.#session.load(files.map(asViewerFile), { ...options, overlays: options.add === true });
  }

  /** Takes the keyboard, whose keys then turn the picture. */
  override focus(options?: FocusOptions): void {
    this.#root.querySelector<HTMLElement>('.surface')?.focus(options);
  }

  /** Ends what is being loaded. */
  cancel(): void {
    this.#session.contents.cancel();
  }

  /** Shows all of the scene, from where it is seen first. */
  fit(): void {
    this.#session.navigation.fit();
  }

  /** Takes the last change back. */
  undo(): void {
    this.#session.undo();
  }

  /** Makes the last change that was undone again. */
  redo(): void {
    this.#session.redo();
  }

  /**
   * The picture as a PNG with its recipe: what is on the screen, with slices, measurements and scale bars. Without these it is the
   * picture of `tilecast render`. In layouts with slices the recipe is that of the 3D view.
   * @param size in pixels; that of what is on the screen by default.
   */
  async screenshot(size?: ImageSize): Promise<Blob> {
    await this.#session.whenMade();
    const pictures = this.#pictures;
    const { layout } = this.#session;
    const stage = this.#stage!;
    if (layout === '3d' && stageShapes(this.#session, stage.size).length === 0)
      return encodeView(this.#session, await pictures.capture(size));
    const { shownPanes, drawSlice, sliceShapes } = this.#controls.slices;
    const source = {
      ...{ shownPanes, drawSlice, sliceShapes },
      capture: (box: ImageSize) => pictures.capture(box),
      stageShapes: (box: ImageSize) => stageShapes(this.#session, box),
    };
    const captured = await capturePanes(findPanes(this.#root), source, size);
    return encodeView(this.#session, captured, layout === '3d' ? captured : stage.size);
  }

  get #pictures(): Pictures {
    if (!this.#stage) throw new InputError('the viewer is on no page');
    return this.#stage.pictures;
  }

  /** The view as JSON, which `openView` and `tilecast render --replay` take. */
  saveView(): string {
    return recipeOf(this.#session, this.#stage?.size ?? { width: 512, height: 512 });
  }

  /** Takes a view, a camera or a transfer function as JSON. @throws InputError, one line that starts with `name`. */
  openView(json: string, name = 'the view'): void {
    const selection = selectionOf(json, name);
    this.#session.openView(json, name);
    if (selection) void this.#session.contents.select(selection);
  }

  /** The view as a short text for an address. */
  share(): Promise<string> {
    const { document, contents, layout } = this.#session;
    return formatShare({ document, selection: contents.selection, layout });
  }

  /** @throws InputError for a text that `share` did not make, which is shown too. */
  async openShared(text: string): Promise<void> {
    const { document, selection, layout } = await parseShare(text).catch((error: unknown) => {
      this.#session.contents.fail(error);
      throw error;
    });
    this.#session.open(document);
    if (layout) this.#session.prefer({ layout });
    await this.#session.contents.select(selection);
  }

  /** Called by the browser when the element is added to a page. */
  connectedCallback(): void {
    this.#link.join(this.getAttribute('link')?.trim() ?? '');
    this.#lifetime = new AbortController();
    const surface = createSurface();
    this.#stage = this.#createStage(surface, this.#lifetime.signal);
    this.#controls.show({ stage: this.#stage, surface });
    this.#openSource();
  }

  /** Reads what `src` and `mask` name, and a panorama that `environment` does. */
  #openSource(): void {
    const [mask, environment] = ['mask', 'environment'].map((name) => this.getAttribute(name)?.trim() ?? '');
    const files = this.src.split(/\s+/).filter((address) => address !== '');
    if (files.length === 0) return;
    const labels = mask ? [{ ...fileAt(mask), isMask: true }] : [];
    const panoramas = environment && isPanoramaAddress(environment) ? [fileAt(environment)] : [];
    void this.#show([...files, ...labels, ...panoramas]);
  }

  #createStage(surface: HTMLElement, signal: AbortSignal): Stage {
    const canvas = document.createElement('canvas');
    canvas.className = 'picture';
    canvas.setAttribute('part', 'canvas');
    const stage = new Stage(canvas, {
      subject: () => this.#session.subject,
      recipe: (size, changes = {}) => changeRecipe(recipeOf(this.#session, size), size, changes),
      onFrame: (frame) => {
        this.#tell('frame', frame);
        this.#controls.showFrame(frame);
        this.#session.edits.play();
      },
      onError: (error) => this.#session.contents.fail(error),
      onRecovery: () => this.#session.contents.note('The GPU device was lost; another one shows the picture.'),
    });
    const onResize = () => {
      this.#session.navigation.view.aspect = stage.size.width / stage.size.height;
      this.#controls.refresh();
    };
    followSize(surface, stage, onResize, signal);
    this.#adjust(stage);
    listenForInput(surface, this.#root, stage, new Actions(this.#session, stage), signal);
    // A scan that is dropped takes the place of the shown one, which stays in the list.
    const drop = (files: readonly ViewerFile[]) => this.#session.load(files, { add: true }).catch(() => undefined);
    listenForDrops(this, (files) => void drop(files), signal);
    return stage;
  }

  #adjust(stage: Stage): void {
    if (this.#frames !== undefined) stage.restingFrames = this.#frames;
    if (this.#remote !== undefined) stage.remote = new RemoteFrames(this.#remote);
    const budgetMs = this.#budgetMs ?? (stage.remote && REMOTE_BUDGET_MS);
    if (budgetMs !== undefined) stage.quality.budgetMs = budgetMs;
  }

  /** Called by the browser when the element is taken out of its page. */
  disconnectedCallback(): void {
    this.#lifetime?.abort();
    this.#session.contents.cancel();
    this.#stage?.dispose();
    this.#stage = undefined;
    // A canvas keeps its device: the next one is new.
    this.#controls.clear();
    this.#link.leave();
  }

  /** Called by the browser when an attribute changes. */
  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    try {
      const effect = readAttribute(name, value, this.#session.document);
      const { document, preferences, view, selection, isFile, link, frames, budgetMs, remote } = effect;
      if (link !== undefined && this.#stage) this.#link.join(link);
      if (isFile && this.#stage) this.#openSource();
      const implied = IMPLYING.includes(name) ? this.#impliedBackground() : undefined;
      if (document || implied) this.#session.begin({ ...document, ...implied });
      if (preferences) this.#session.prefer(preferences);
      if (view) this.#session.seeFirst(view);
      if (selection) void this.#session.contents.beginSelection(selection);
      if (frames !== undefined) this.#frames = frames;
      if (budgetMs !== undefined) this.#budgetMs = budgetMs;
      if (remote !== undefined) this.#remote = remote;
      if (this.#stage) this.#adjust(this.#stage);
    } catch (error) {
      this.#session.contents.fail(error);
    }
  }

  /** The background that follows from other attributes, as on the command line. */
  #impliedBackground(): DocumentPatch | undefined {
    const textOf = (name: string) => this.getAttribute(name)?.trim();
    const given = { environment: textOf('environment'), background: textOf('background') };
    const { background } = withPathDefaults({ quality: textOf('quality') }, given);
    return background === 'environment' ? { background } : undefined;
  }

  #tell<Name extends keyof ViewerEvents>(name: Name, detail: ViewerEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #chooseFiles(kind: 'files' | 'folder', add: boolean): Promise<void> {
    const files = await pickFiles(kind);
    if (files.length > 0) await this.#show(files, add);
  }

  /** Opens files that a person chose, whom the page tells what is wrong with them. */
  #show(files: readonly OpenableFile[], add = false): Promise<void> {
    return this.open(files, { add }).catch(() => undefined);
  }

  /** Fills the screen with the viewer, or gives it back. */
  async #toggleFullScreen(): Promise<void> {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await this.requestFullscreen();
    this.#controls.refresh();
  }

  async #copyLink(): Promise<void> {
    const address = new URL(location.href);
    address.hash = SHARE_HASH + (await this.share());
    try {
      await navigator.clipboard.writeText(address.href);
      this.#session.contents.note('The link was copied.');
    } catch {
      // Browsers refuse the clipboard to pages that are not secure, and to frames.
      throw new InputError(`the browser does not let the page copy; this is the link: ${address.href}`);
    }
  }

  async #save(kind: SaveKind): Promise<void> {
    if (kind === 'picture')
      return downloadFile(await this.screenshot(this.#session.preferences.pictureSize), 'picture.png');
    const { blob, name } =
      kind === 'csv' || kind === 'json'
        ? await savedMeasurements(this.#session, kind)
        : savedFile(this.#session, kind, this.#stage!.size);
    downloadFile(blob, name);
  }
}

defineAttributeProperties(TilecastViewer.prototype);
