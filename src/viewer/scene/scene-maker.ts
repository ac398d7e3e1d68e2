/** The scenes that a document shows of what is loaded, with what of them is still being made. */
import {
  type Camera,
  createTransferFunction,
  type LabelStyle,
  type PosedMesh,
  type Scene,
  type Vec3,
  type Volume,
  verticalOf,
} from '../../index.js';
import type { Appearance } from '../../recipe/scene/appearance.js';
import { addGround, describeScene } from '../../recipe/scene/describe-scene.js';
import { firstDirection, fittedScene, pointsIn } from '../../recipe/scene/describe-view.js';
import { cutToSlab, resolveAppearance } from '../../recipe/scene/describe-volume-scene.js';
import { describeLabelSurfaces, settleSurfaces } from '../../recipe/scene/labels/describe-label-surfaces.js';
import { describeMask } from '../../recipe/scene/labels/describe-masks.js';
import { describeDots, maskOfSurfaces } from '../../recipe/scene/labels/label-dots.js';
import { describeValueColors, showsDark } from '../../recipe/scene/meshes/describe-meshes.js';
import { withAnatomy } from '../../recipe/scene/meshes/mesh-view-options.js';
import type { ValueColors } from '../../recipe/scene/meshes/value-colors.js';
import { Parts } from '../../recipe/scene/parts.js';
import { gridOf, type LoadedImage, type LoadedLabels, type SceneData } from '../../recipe/scene/scene-data.js';
import { describeDepth, describeThin, settleDepth } from '../../recipe/scene/settled/settle-depth.js';
import { describeKind, describeSlice, settleSlice } from '../../recipe/scene/settled/settle-slice.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import { clampCrop } from '../handles/crop-box.js';
import type { LabelSurfaceMaker } from './label-surfaces.js';
import type { ListedLabels } from './page-labels.js';

/** The direction to the top of the first picture of a scene, which may be of a volume. */
type UpOf = (scene: Scene, data: ViewerData) => Vec3;

export class SceneMaker {
  readonly #parts = new Parts();
  readonly #upOf: UpOf;
  readonly #surfaces: LabelSurfaceMaker | undefined;
  readonly #listed: ListedLabels | undefined;

  /**
   * @param upOf the direction that a ground faces.
   * @param surfaces those of labels, where they can be made.
   * @param listed labels of pages, where they can be listed.
   */
  constructor(
    upOf: UpOf = (scene, data) => verticalOf(firstDirection(scene, data)),
    surfaces?: LabelSurfaceMaker,
    listed?: ListedLabels,
  ) {
    this.#upOf = upOf;
    this.#surfaces = surfaces;
    this.#listed = listed;
  }

  /** The scene, or undefined where nothing is loaded or all of it is hidden. */
  create(data: ViewerData, document: ViewerDocument): Scene | undefined {
    return this.#withGround(this.outline(data, document), data, document, 'grounded');
  }

  /** The scene without its ground. */
  outline(data: ViewerData, document: ViewerDocument): Scene | undefined {
    return this.#describe(data, document, data.isPartial ? data.draft : undefined);
  }

  /** The scene with a small copy of the volume; undefined without one. Masks are finer than the copy. */
  createDraft(data: ViewerData, document: ViewerDocument): Scene | undefined {
    const { draft, labels } = data;
    const isMasked = labels !== undefined || (data.volume && this.appearance(data, document).mask !== undefined);
    if (!draft || isMasked) return undefined;
    return this.#withGround(this.#describe(data, document, draft), data, document, 'grounded draft');
  }

  /** The part of a scene that is in the document's slab across the view. */
  cut(scene: Scene, data: ViewerData, document: ViewerDocument, camera: Camera, name: string): Scene {
    if (document.slabThickness === undefined || !('volume' in scene)) return scene;
    const { choice, shown } = this.#shown(data, document);
    return this.#parts.keep(name, [scene, document.slabThickness, camera], () =>
      cutToSlab(scene, shown, choice, camera),
    );
  }

  valueColors(data: ViewerData, document: ViewerDocument): ValueColors | undefined {
    return describeValueColors(this.#parts, data, document);
  }

  /** Whether the own colours of the meshes are dark. */
  showsDark({ meshes }: ViewerData, document: ViewerDocument): boolean {
    return showsDark(this.#parts, meshes, document);
  }

  /** The transfer function that the document shows the volume by, and the mask of a volume that consists of labels. */
  appearance(data: ViewerData, document: ViewerDocument): Appearance {
    const { volume } = loadedOf(data);
    if (!volume) return { transfer: document.transfer ?? EMPTY_TRANSFER };
    return resolveAppearance(this.#parts, { ...data, volume }, document);
  }

  /** The labels of a mask, or those that the volume itself consists of; undefined where there are none. */
  labelStyles(data: ViewerData, document: ViewerDocument): readonly LabelStyle[] | undefined {
    return data.labels ? this.#stylesOf(data.labels) : this.appearance(data, document).mask?.styles;
  }

  /** Whether labels are shown by their surfaces. */
  showsSurfaces(data: ViewerData, document: ViewerDocument): boolean {
    return settleSurfaces(this.#parts, loadedOf(data), document).labelSurfaces === true;
  }

  /** Lines about what was chosen for a volume where somebody may expect another picture. */
  choiceNotes(data: ViewerData, document: ViewerDocument): readonly string[] {
    const loaded = loadedOf(data);
    const { name = 'the volume', volume } = loaded;
    if (!volume) return [];
    const appearance = this.appearance(data, document);
    const settled = this.#settle(data, document);
    const lines = [
      describeThin(name, loaded, document, appearance),
      describeDepth(name, document, settled),
      describeSlice(name, document, settled, appearance),
      describeKind(name, loaded, appearance),
      this.#describeDots(name, loaded, settled),
    ];
    return lines.filter((line) => line !== undefined);
  }

  #describeDots(name: string, loaded: ViewerData, settled: ViewerDocument): string | undefined {
    if (!settled.labelSurfaces || loaded.labels || loaded.isPartial) return undefined;
    const inVoxels = { ...settled, labelSurfaces: false };
    const own = describeMask(this.#parts, loaded, inVoxels, this.appearance(loaded, settled).mask);
    if (!own) return undefined;
    const { labelSmoothing } = settled;
    const shown = this.#parts.keep('dots', [own.mask, labelSmoothing], () => maskOfSurfaces(own.mask, labelSmoothing));
    return describeDots(name, own.mask, shown);
  }

  /** The crop and the half-spaces that are in effect, asked for or not. */
  shownCuts(data: ViewerData, document: ViewerDocument): Pick<ViewerDocument, 'crop' | 'clip'> {
    const { crop, clip } = this.#settle(data, document);
    return { clip, ...(crop && { crop }) };
  }

  /** The depth by which volumes after the first are seen through it, asked for or not. */
  shownDepth(data: ViewerData, document: ViewerDocument): ViewerDocument['fusedDepth'] {
    return this.#settle(data, document).fusedDepth;
  }

  #settle(data: ViewerData, document: ViewerDocument): ViewerDocument {
    const loaded = loadedOf(data);
    const settled = settleSurfaces(this.#parts, loaded, document);
    const appearance = this.appearance(data, document);
    return settleDepth(loaded, settleSlice(this.#parts, loaded, settled, appearance), appearance);
  }

  /** @param draft a small copy of the volume in its place. */
  #describe(data: ViewerData, document: ViewerDocument, draft: Volume | undefined): Scene | undefined {
    const { volume } = data;
    if (data.isPartial && !draft) return describeScene(this.#parts, { ...data, volume: undefined }, document);
    const { shown, choice } = this.#shown(data, document, draft);
    const surfaces = this.#labelSurfaces(shown, choice, data.isPartial === true);
    return describeScene(this.#parts, shown, choice, { surfaces, ...(draft !== volume && { draft }) });
  }

  /** The data as they can be shown now, and the choice as it fits them. */
  #shown(data: ViewerData, document: ViewerDocument, draft?: Volume) {
    const settled = this.#settle(data, document);
    const { mode, quality, crop, labelSurfaces } = settled;
    const { labels } = data;
    // Other modes show one volume.
    const fused = mode === 'composite' ? (data.fused ?? []) : [];
    // Paths of light go through what fits the device.
    const isCoarse = draft !== undefined || quality === 'path' || fused.some((one) => !one.pages);
    const pages = isCoarse ? undefined : data.pages;
    const grid = gridOf(data);
    // Labels that are named need no list of all, and surfaces stand for those of a mask.
    const ofLabels = document.labels || labelSurfaces ? undefined : labels?.pages;
    const listed = labels ? ofLabels : this.appearance(data, document).mask && pages;
    if (pages && listed) this.#listed?.of(listed);
    else this.#listed?.forget();
    const shown: SceneData = {
      ...loadedOf(data),
      pages,
      pageLabels: pages && this.#listed?.known(pages),
      fused: isCoarse ? fused.map(withoutPages) : fused,
      labels: labels && { ...labels, styles: this.#stylesOf(labels) },
    };
    const fitting = crop && grid && this.#parts.keep('crop', [crop, grid], () => clampCrop(crop, grid));
    return { shown, choice: fitting ? { ...settled, crop: fitting } : settled };
  }

  /** The labels of a mask, or of one in pages all that its finer voxels have, where these are known. */
  #stylesOf({ styles, pages }: LoadedLabels): readonly LabelStyle[] {
    const all = pages && this.#listed?.known(pages);
    if (!all) return styles;
    return this.#parts.keep('label styles', [styles, all], () => {
      const known = new Map(styles.map((style) => [style.label, style]));
      return all.map((label) => known.get(label) ?? { label });
    });
  }

  /** Undefined where none are wanted, or there are none yet. */
  #labelSurfaces(data: SceneData, document: ViewerDocument, isPartial: boolean): readonly PosedMesh[] | undefined {
    const { volume } = data;
    const request =
      volume && !isPartial ? describeLabelSurfaces(this.#parts, { ...data, volume }, document) : undefined;
    if (request) return this.#surfaces?.of(request);
    if (!document.labelSurfaces || !volume || isPartial) this.#surfaces?.forget();
    return undefined;
  }

  #withGround(scene: Scene | undefined, data: ViewerData, document: ViewerDocument, name: string): Scene | undefined {
    const outline = document.ground && scene && this.outline(data, document);
    if (!outline) return scene;
    const up = document.camera?.vertical ?? this.#upOf(outline, withAnatomy(data, document));
    return addGround(
      this.#parts,
      scene,
      data,
      document,
      { of: outline, points: () => pointsIn(fittedScene(outline, data)), up },
      name,
    );
  }
}

/** Voxels that have not arrived are unknown: the small copy stands for those that have, and crops count those of the whole. */
const loadedOf = (data: ViewerData): ViewerData =>
  data.isPartial ? { ...data, volume: data.draft, grid: gridOf(data) } : data;

const withoutPages = ({ pages: _, ...image }: LoadedImage): LoadedImage => image;

const EMPTY_TRANSFER = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [{ value: 0, opacity: 0 }],
});
