/** The scene that a document shows of what is loaded; equal parts are the same objects, by which the renderer knows them again. */
import {
  type Camera,
  createGround,
  createTransferFunction,
  type Environment,
  type HalfSpace,
  type LabelStyle,
  type MeshScene,
  type PagedVolume,
  type PosedMesh,
  type Scene,
  type Statistics,
  smallestSpacing,
  type TransferFunction,
  thickSlab,
  type Vec3,
  type Volume,
  type VolumeScene,
  verticalOf,
} from '../../index.js';
import type { ValueColors } from '../../recipe/meshes/value-colors.js';
import { type Appearance, createAppearance, fuseVolume } from '../../recipe/scene/appearance.js';
import type { CropGrid } from '../../recipe/scene/cuts.js';
import { createCuts } from '../../recipe/scene/cuts.js';
import { nameLabels } from '../../recipe/scene/name-labels.js';
import { gridOf, type ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import { clampCrop } from '../handles/crop-box.js';
import { firstDirection, pointsIn } from './fit.js';
import type { LabelSurfaceMaker } from './label-surfaces.js';
import { labelStylesOf, maskOfLabels, ownLabelsMask, pageLabelsMask } from './masks.js';
import { ambientOcclusion, createMeshScene, meshSettings, valueColors } from './mesh-scene.js';
import type { ListedLabels } from './page-labels.js';
import { Parts } from './parts.js';
import { volumeShading } from './shading.js';

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
    upOf: UpOf = (scene, data) => verticalOf(firstDirection(scene, undefined, data)),
    surfaces?: LabelSurfaceMaker,
    listed?: ListedLabels,
  ) {
    this.#upOf = upOf;
    this.#surfaces = surfaces;
    this.#listed = listed;
  }

  /** The scene, or undefined where nothing is loaded or all of it is hidden. */
  create(data: ViewerData, document: ViewerDocument): Scene | undefined {
    return this.#withGround(this.outline(data, document), data, document, 'ground');
  }

  /** The scene without its ground. */
  outline(data: ViewerData, document: ViewerDocument): Scene | undefined {
    return this.#create(data, document, data.isPartial ? data.draft : data.volume);
  }

  /** The scene with a small copy of the volume; undefined without one. Masks are finer than the copy. */
  createDraft(data: ViewerData, document: ViewerDocument): Scene | undefined {
    const { draft, labels } = data;
    const isMasked = labels !== undefined || (data.volume && this.appearance(data, document).mask !== undefined);
    if (!draft || isMasked) return undefined;
    return this.#withGround(this.#create(data, document, draft), data, document, 'draft ground');
  }

  /** The part of a scene that is in the document's slab across the view. */
  cut<Cut extends Scene>(scene: Cut, { slabThickness }: ViewerDocument, camera: Camera, name: string): Cut {
    if (slabThickness === undefined || !('volume' in scene)) return scene;
    return this.#parts.keep(name, [scene, slabThickness, camera], () => ({
      ...scene,
      clip: [...(scene.clip ?? []), ...thickSlab(camera, slabThickness)],
    }));
  }

  valueColors(meshes: ViewerData['meshes'], document: ViewerDocument): ValueColors | undefined {
    return valueColors(this.#parts, meshes, document);
  }

  #create(data: ViewerData, document: ViewerDocument, drawn: Volume | undefined): Scene | undefined {
    const surfaces = this.#labelSurfaces(data, document);
    // Labels that are all there is of a volume are seen by their surfaces alone.
    const isReplaced = surfaces !== undefined && data.labels === undefined;
    const hasVolume = data.volume !== undefined && drawn !== undefined && !isReplaced;
    const meshScene = createMeshScene(this.#parts, data.meshes, document, surroundingsOf(data, document), surfaces);
    const volumeScene = hasVolume ? this.#createVolumeScene(drawn, data, document) : undefined;
    if (volumeScene && meshScene) {
      const name = drawn === data.volume ? 'both' : 'both in draft';
      return this.#parts.keep(name, [volumeScene, meshScene], () => ({ ...meshScene, ...volumeScene }));
    }
    return volumeScene ?? meshScene;
  }

  #withGround(scene: Scene | undefined, data: ViewerData, document: ViewerDocument, name: string): Scene | undefined {
    const { ground } = document;
    const outline = ground && scene && this.outline(data, document);
    if (!outline) return scene;
    const up = document.camera?.vertical ?? this.#upOf(outline, data);
    const mesh = this.#parts.keep('ground mesh', [outline, ...up], () => createGround(pointsIn(outline), up));
    const settings = 'meshes' in scene ? {} : meshSettings(this.#parts, document, surroundingsOf(data, document));
    return this.#parts.keep(name, [scene, mesh, ground, ...Object.values(settings)], () => ({
      ...settings,
      ...scene,
      meshes: [...((scene as Partial<MeshScene>).meshes ?? []), { mesh, color: ground }],
    }));
  }

  /** The transfer function that the document shows the volume by, and the mask of a volume that consists of labels. */
  appearance(data: ViewerData, document: ViewerDocument): Appearance {
    const { statistics } = data;
    const { transfer, preset, mode, window } = document;
    const volume = data.isPartial ? data.draft : data.volume;
    if (!volume || !statistics) return { transfer: transfer ?? EMPTY_TRANSFER };
    const { finest, ownLabels } = data;
    return this.#parts.keep('appearance', [volume, finest, transfer, preset, mode, window, ownLabels], () => {
      const whole = createAppearance(volume, document, statistics);
      const made = whole.mask && ownLabels ? { ...whole, mask: nameLabels(whole.mask, ownLabels) } : whole;
      const isOwn = transfer === undefined && preset === undefined;
      return isOwn && finest ? { ...made, transfer: forLevel(made.transfer, gridOf(data)!, finest) } : made;
    });
  }

  /** The labels of a mask, or those that the volume itself consists of; undefined where there are none. */
  labelStyles(data: ViewerData, document: ViewerDocument): readonly LabelStyle[] | undefined {
    const { labels } = data;
    return labels ? labelStylesOf(this.#parts, labels, this.#listed) : this.appearance(data, document).mask?.styles;
  }

  /** @param drawn the volume or its draft. */
  #createVolumeScene(drawn: Volume, data: ViewerData, document: ViewerDocument): VolumeScene {
    const parts = this.#parts;
    const { mode, background, shadows, shade, shading: shares } = document;
    const { statistics, finest } = data;
    const environment = lightAround(data, document);
    const appearance = this.appearance(data, document);
    const isDraft = drawn !== data.volume;
    // Other modes show one volume.
    const fused = mode === 'composite' ? (data.fused ?? []) : [];
    // Paths of light go through what fits the device.
    const isCoarse = isDraft || document.quality === 'path' || fused.some((one) => !one.pages);
    const pages = isCoarse ? undefined : data.pages;
    const transfer = isDraft ? this.#forDraft(appearance.transfer, finest ?? gridOf(data)!) : appearance.transfer;
    const lit = [transfer.shading, shade, shares, shadows, document.occlusionRays];
    const shading = parts.keep('shading', lit, () => volumeShading(document, transfer));
    const fusedScenes = parts.keep('fused', [...fused, pages, document.fused, shade], () =>
      fused.map((one, index) => ({
        ...fuseVolume(one.volume, document.fused[index] ?? document.fused.at(-1) ?? {}, shade),
        ...(one.finest && { finest: one.finest }),
        ...(pages && { pages: one.pages }),
      })),
    );
    return parts.keepFields(isDraft ? 'draft' : 'volume', {
      volume: drawn,
      transfer,
      background,
      mode,
      clip: this.#createCuts([gridOf(data)!, ...fused.map((one) => one.volume)], document),
      ...(pages && { pages }),
      ...(finest && !isDraft && { finest }),
      ...this.#createMask(data, document, pages),
      ...(mode === 'isosurface' && surfacesOf(document, statistics!)),
      ...(shading && { shading }),
      ...(fusedScenes.length > 0 && { fused: fusedScenes }),
      // Light is found anew for each view of a light at the camera.
      ...(shadows && !isDraft && { shadows }),
      ...(!isDraft && { ambientOcclusion: ambientOcclusion(parts, document) }),
      ...(environment && { environment }),
    });
  }

  /** The labels that are shown by their voxels; those of a mask in pages are in pages too. */
  #createMask(data: ViewerData, document: ViewerDocument, pages: PagedVolume | undefined) {
    // Surfaces stand for the labels of a mask.
    const isReplaced = document.labelSurfaces && data.labels !== undefined;
    const ofLabels = isReplaced ? undefined : maskOfLabels(this.#parts, data, document, this.#listed);
    const own = isReplaced || ofLabels ? undefined : this.appearance(data, document).mask;
    const labelPages = pages && (ofLabels ? data.labels!.pages : own && pages);
    // Labels that are named need no list of all.
    if (labelPages && !(ofLabels && document.labels)) this.#listed?.of(labelPages);
    else this.#listed?.forget();
    const mask = ofLabels ?? (own && labelPages ? pageLabelsMask(this.#parts, own, labelPages, this.#listed) : own);
    return { ...(mask && { mask }), ...(labelPages && { labelPages }) };
  }

  /** Undefined where none are wanted, or there are none yet. */
  #labelSurfaces(data: ViewerData, document: ViewerDocument): readonly PosedMesh[] | undefined {
    const grid = gridOf(data);
    if (!document.labelSurfaces || !grid || data.isPartial) {
      this.#surfaces?.forget();
      return undefined;
    }
    const own = this.appearance(data, document).mask;
    const mask =
      maskOfLabels(this.#parts, data, document, this.#listed) ?? ownLabelsMask(this.#parts, data, document, own);
    const { labelSmoothing: smoothing } = document;
    return mask && this.#surfaces?.of({ mask, smoothing, clip: this.#createCuts([grid], document) });
  }

  #createCuts(
    grids: readonly [CropGrid, ...CropGrid[]],
    { clip, crop, cropWorld }: ViewerDocument,
  ): readonly HalfSpace[] {
    return this.#parts.keep('clip', [...grids, clip, crop, cropWorld], () => {
      const [grid] = grids;
      const box = crop && clampCrop(crop, grid);
      const ranges = box?.first.map((first, axis) => [first, box.last[axis]!] as const);
      return createCuts(grids, { clip, crop: ranges, cropWorld });
    });
  }

  /** Opacities are for the whole volume's spacing. */
  #forDraft(transfer: TransferFunction, grid: CropGrid): TransferFunction {
    if (transfer.unit !== undefined) return transfer;
    return this.#parts.keep('draft transfer', [transfer, grid], () => ({ ...transfer, unit: smallestSpacing(grid) }));
  }
}

/** A panorama among the files is the light unless another is set. */
const lightAround = (data: ViewerData, document: ViewerDocument): Environment | undefined =>
  document.environment ?? data.environment;

const surroundingsOf = (data: ViewerData, document: ViewerDocument) => ({
  environment: lightAround(data, document),
  isAlone: data.volume === undefined,
});

/** Transfer functions that are made of a coarser level are for its voxels. */
const forLevel = (transfer: TransferFunction, level: CropGrid, finest: CropGrid): TransferFunction =>
  smallestSpacing(level) === smallestSpacing(finest) ? transfer : { unit: smallestSpacing(level), ...transfer };

function surfacesOf({ isoValue, isosurfaces }: ViewerDocument, statistics: Statistics) {
  return isosurfaces ? { isosurfaces } : { isoValue: isoValue ?? middleValue(statistics) };
}

const EMPTY_TRANSFER = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [{ value: 0, opacity: 0 }],
});

export const middleValue = ({ min, max }: Statistics) => min + (max - min) / 2;
