/** Moves the camera of a session: the document's, or the one that is fitted until somebody moves it. */
import { type Camera, IDENTITY_AFFINE, type ViewDirection, type ViewName, viewDirection } from '../../index.js';
import { frontOf } from '../../recipe/scene/describe-view.js';
import { withAnatomy } from '../../recipe/scene/meshes/mesh-view-options.js';
import type { ViewTexts } from '../../recipe/scene/view-options.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { DocumentPatch, ViewerDocument } from '../document/document.js';
import type { ShownScenes } from '../scene/shown-scenes.js';
import { lookAlong } from './navigate.js';
import type { ViewCamera } from './view-camera.js';

/** The session whose camera is moved. */
export interface Navigated {
  readonly document: ViewerDocument;
  readonly data: ViewerData;
  change(patch: DocumentPatch, gesture?: unknown): void;
}

export class Navigation {
  readonly #session: Navigated;
  readonly #scenes: ShownScenes;
  readonly #onMove: (camera: Camera) => void;

  constructor(session: Navigated, scenes: ShownScenes, onMove: (camera: Camera) => void) {
    this.#session = session;
    this.#scenes = scenes;
    this.#onMove = onMove;
  }

  /** The first view of what is loaded. */
  get view(): ViewCamera {
    return this.#scenes.view;
  }

  /** The document's camera, or the one that is fitted to the scene; undefined without a scene. */
  get camera(): Camera | undefined {
    const { data, document } = this.#session;
    return this.#scenes.camera(data, document);
  }

  /** World diameter of what is loaded. */
  get extent(): number {
    const { data, document } = this.#session;
    return this.#scenes.extent(data, document);
  }

  /** Moves the camera, if there is something to see. */
  move(move: (camera: Camera) => Camera, gesture?: unknown): void {
    const { camera } = this;
    if (camera) this.#take(move(camera), gesture);
  }

  /** Shows all of the scene, from where it is seen first or along `direction`. */
  fit(direction?: ViewDirection): void {
    const { data, document } = this.#session;
    const camera = this.#scenes.fit(data, document, direction);
    const vertical = this.camera?.vertical;
    // An object on a ground does not tip over when it is seen from elsewhere.
    if (camera) this.#take({ ...camera, ...(vertical && { vertical }) });
  }

  /** Turns to a named view, at the same place and distance. */
  showFrom(view: ViewName): void {
    const { data, document } = this.#session;
    const axes = data.volume?.indexToWorld ?? IDENTITY_AFFINE;
    const scene = this.#scenes.scene(data, document);
    this.move((camera) =>
      lookAlong(camera, viewDirection(view, axes, scene && frontOf(scene, withAnatomy(data, document)))),
    );
  }

  /** Changes the options that say where what is loaded is seen from first. */
  changeView(texts: ViewTexts): void {
    this.view.texts = { ...this.view.texts, ...texts };
  }

  #take(camera: Camera, gesture?: unknown): void {
    this.#session.change({ camera }, gesture);
    this.#onMove(this.camera!);
  }
}
