/** The scenes that data and a document are shown by, and what follows from them: the first view, the extent, the cuts. */
import type { Camera, LabelStyle, Scene, ViewDirection } from '../../index.js';
import type { Appearance } from '../../recipe/scene/appearance.js';
import { extentOf, fittedScene, pointsAround } from '../../recipe/scene/describe-view.js';
import { withAnatomy } from '../../recipe/scene/meshes/mesh-view-options.js';
import type { ValueColors } from '../../recipe/scene/meshes/value-colors.js';
import { ViewCamera } from '../camera/view-camera.js';
import { runGently } from '../data/run-gently.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import { LabelSurfaceMaker, type LabelSurfacesEvents } from './label-surfaces.js';
import { ListedLabels } from './page-labels.js';
import { SceneMaker } from './scene-maker.js';
import { shownData, shownDocument } from './shown-data.js';

export class ShownScenes {
  /** The first view of what is loaded. */
  readonly view = new ViewCamera();
  readonly #surfaces: LabelSurfaceMaker;
  readonly #listed: ListedLabels;
  readonly #createMaker = () =>
    new SceneMaker((scene, data) => this.view.up(scene, data), this.#surfaces, this.#listed);
  #maker: SceneMaker;
  /** Makes the scene that whole data are first seen in. */
  #prepared: SceneMaker | undefined;
  #extent: { readonly data: ViewerData; readonly value: number } | undefined;

  constructor(surfaces: LabelSurfacesEvents) {
    this.#surfaces = new LabelSurfaceMaker(surfaces, runGently);
    this.#listed = new ListedLabels(surfaces);
    this.#maker = this.#createMaker();
  }

  /** Whether parts of the scene are still being made. */
  get isMaking(): boolean {
    return this.#surfaces.isMaking || this.#listed.isMaking;
  }

  /** Resolves when the whole scene is ready. */
  async whenMade(data: ViewerData, document: ViewerDocument): Promise<void> {
    this.scene(data, document);
    await this.#listed.whenMade();
    // Labels that have just been listed may be those that surfaces are made of.
    this.scene(data, document);
    await this.#surfaces.whenMade();
  }

  /** All that is seen; undefined where nothing is loaded or all of it is hidden. */
  scene(data: ViewerData, document: ViewerDocument): Scene | undefined {
    const count = data.fused?.length ?? 0;
    return this.#maker.create(shownData(data, document), shownDocument(document, count));
  }

  /** The scene with a small copy of the volume, where there is one. */
  draft(data: ViewerData, document: ViewerDocument): Scene | undefined {
    const count = data.fused?.length ?? 0;
    return this.#maker.createDraft(shownData(data, document), shownDocument(document, count));
  }

  /** The transfer function in use, whether chosen or default. */
  appearance(data: ViewerData, document: ViewerDocument): Appearance {
    return this.#maker.appearance(data, document);
  }

  /** The labels of a mask, or those that the volume itself consists of; undefined where there are none. */
  labelStyles(data: ViewerData, document: ViewerDocument): readonly LabelStyle[] | undefined {
    return this.#maker.labelStyles(data, document);
  }

  /** Whether labels are shown by their surfaces. */
  showsSurfaces(data: ViewerData, document: ViewerDocument): boolean {
    return this.#maker.showsSurfaces(data, document);
  }

  /** Lines about what was chosen for a volume where somebody may expect another picture. */
  choiceNotes(data: ViewerData, document: ViewerDocument): readonly string[] {
    return this.#maker.choiceNotes(data, document);
  }

  /** The crop and the half-spaces that are in effect, asked for or not. */
  shownCuts(data: ViewerData, document: ViewerDocument): Pick<ViewerDocument, 'crop' | 'clip'> {
    return this.#maker.shownCuts(data, document);
  }

  /** The depth by which volumes after the first are seen through it, asked for or not. */
  shownDepth(data: ViewerData, document: ViewerDocument): ViewerDocument['fusedDepth'] {
    return this.#maker.shownDepth(data, document);
  }

  /** The colours of the values that meshes show; undefined where they show none. */
  valueColors(data: ViewerData, document: ViewerDocument): ValueColors | undefined {
    return this.#maker.valueColors(data, document);
  }

  /** Whether the own colours of the meshes are dark. */
  showsDark(data: ViewerData, document: ViewerDocument): boolean {
    return this.#maker.showsDark(data, document);
  }

  /** The part of a scene that the document's slab across the view keeps. */
  cut(scene: Scene, data: ViewerData, document: ViewerDocument, camera: Camera, name: 'scene' | 'draft'): Scene {
    return this.#maker.cut(scene, data, document, camera, `cut ${name}`);
  }

  /** World diameter of what is loaded. */
  extent(data: ViewerData, document: ViewerDocument): number {
    const outline = this.#maker.outline(data, document);
    if (!outline) return 1;
    if (this.#extent?.data !== data) this.#extent = { data, value: extentOf(outline) };
    return this.#extent!.value;
  }

  /** The document's camera, or the one that is fitted to the scene; undefined without a scene. */
  camera(data: ViewerData, document: ViewerDocument): Camera | undefined {
    const { camera } = document;
    const outline = camera ? undefined : this.#maker.outline(data, document);
    return outline ? this.view.cameraFor(outline, withAnatomy(data, document)) : camera;
  }

  /** The camera that shows all of the scene, from where it is seen first or along `direction`. */
  fit(data: ViewerData, document: ViewerDocument, direction?: ViewDirection): Camera | undefined {
    const outline = this.#maker.outline(data, document);
    const camera = this.camera(data, document);
    return (
      outline &&
      camera &&
      this.view.fit(outline, withAnatomy(data, document), camera, this.extent(data, document), direction)
    );
  }

  /** Finds the points that a view of data is fitted to, which takes a pass over all of their voxels. */
  async prepare(data: ViewerData, document: ViewerDocument, signal: AbortSignal): Promise<void> {
    this.#prepared = undefined;
    if (document.camera || !data.volume) return;
    const maker = this.#createMaker();
    const scene = maker.outline(data, document);
    if (!scene) return;
    this.view.knowPoints(scene, await runGently(pointsAround(fittedScene(scene, data)), signal));
    this.#prepared = maker;
  }

  /** Uses what was prepared: call when those data are loaded. */
  takePrepared(): void {
    if (this.#prepared) this.#maker = this.#prepared;
  }
}
