/** The scene that a document shows of what is loaded; equal parts are the same objects, by which the renderer knows them again. */
import {
  type Camera,
  createGround,
  createMask,
  cropToVoxels,
  cropToWorld,
  type Environment,
  type HalfSpace,
  type Mask,
  type MeshScene,
  type PosedMesh,
  type Scene,
  type Statistics,
  smallestSpacing,
  type TransferFunction,
  thickSlab,
  type Vec3,
  type Volume,
  type VolumeScene,
} from '../../index.js';
import type { ValueColors } from '../../options/value-colors.js';
import { gridOf, type ViewerData, type VoxelGrid } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import { clampCrop } from '../handles/crop-box.js';
import { type Appearance, createAppearance, EMPTY_TRANSFER, fuseVolume } from './appearance.js';
import { firstDirection, pointsIn } from './fit.js';
import type { LabelSurfaces } from './label-surfaces.js';
import { volumeShading } from './lighting.js';
import { ambientOcclusion, createMeshScene, meshSettings, valueColors } from './mesh-scene.js';
import { Parts } from './parts.js';

/** The direction to the top of the first picture of a scene, which may be of a volume. */
type UpOf = (scene: Scene, volume: Volume | undefined) => Vec3;

export class SceneMaker {
  readonly #parts = new Parts();
  readonly #upOf: UpOf;
  readonly #surfaces: LabelSurfaces | undefined;

  /**
   * @param upOf the direction that a ground faces.
   * @param surfaces those of labels, where they can be made.
   */
  constructor(upOf: UpOf = (scene, volume) => firstDirection(scene, undefined, volume).up, surfaces?: LabelSurfaces) {
    this.#upOf = upOf;
    this.#surfaces = surfaces;
  }

  /** The scene, or undefined where nothing is loaded or all of it is hidden. */
  create(data: ViewerData, document: ViewerDocument): Scene | undefined {
    return this.#withGround(this.outline(data, document), data, document, 'ground');
  }

  /** The same without what is only there for it to stand on. */
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

  /** What of a scene is in the document's slab across the view. */
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
    const meshScene = createMeshScene(
      this.#parts,
      data.meshes,
      document,
      hasVolume,
      lightAround(data, document),
      surfaces,
    );
    // Surfaces that are still being made count; a ground does not.
    const besideMeshes = meshScene !== undefined || document.labelSurfaces;
    const volumeScene = hasVolume ? this.#createVolumeScene(drawn, data, document, besideMeshes) : undefined;
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
    const up = this.#upOf(outline, data.volume);
    const mesh = this.#parts.keep('ground mesh', [outline, ...up], () => createGround(pointsIn(outline), up));
    const settings = 'meshes' in scene ? {} : meshSettings(this.#parts, document, true, lightAround(data, document));
    return this.#parts.keep(name, [scene, mesh, ground, ...Object.values(settings)], () => ({
      ...settings,
      ...scene,
      meshes: [...((scene as Partial<MeshScene>).meshes ?? []), { mesh, color: ground }],
    }));
  }

  /** The transfer function that the document shows the volume by, and the mask of labels that go by themselves. */
  appearance(data: ViewerData, document: ViewerDocument): Appearance {
    const { statistics } = data;
    const { transfer, preset, mode, window } = document;
    const volume = data.isPartial ? data.draft : data.volume;
    if (!volume || !statistics) return { transfer: transfer ?? EMPTY_TRANSFER };
    return this.#parts.keep('appearance', [volume, transfer, preset, mode, window], () =>
      createAppearance(volume, statistics, document),
    );
  }

  /** @param drawn the volume or its draft. */
  #createVolumeScene(drawn: Volume, data: ViewerData, document: ViewerDocument, besideMeshes: boolean): VolumeScene {
    const parts = this.#parts;
    const { mode, background, shadows, shade, shading: shares } = document;
    const { statistics, fused = [] } = data;
    const environment = lightAround(data, document);
    const appearance = this.appearance(data, document);
    const isDraft = drawn !== data.volume;
    // Labels that go by themselves and fused volumes are of coarse versions; paths of light go through what fits the device.
    const isWhole = appearance.mask || fused.length > 0 || document.quality === 'path';
    const pages = isWhole ? undefined : data.pages;
    const isCoarse = isDraft || (data.pages !== undefined && !pages);
    const transfer = isCoarse ? this.#forDraft(appearance.transfer, gridOf(data)!) : appearance.transfer;
    const lit = [transfer.shading, shade, shares, shadows, document.occlusionRays, besideMeshes];
    const shading = parts.keep('shading', lit, () => volumeShading(document, transfer, besideMeshes));
    const mask =
      document.labelSurfaces && data.labels ? undefined : (this.#createMask(data, document) ?? appearance.mask);
    const volumes = parts.keep('fused', [fused, document.fused, shade], () =>
      fused.map((volume, index) => fuseVolume(volume, document.fused[index] ?? document.fused.at(-1) ?? {}, shade)),
    );
    return parts.keepFields(isDraft ? 'draft' : 'volume', {
      volume: drawn,
      transfer,
      background,
      mode,
      clip: this.#createCuts(gridOf(data)!, document),
      ...(pages && !isDraft && { pages }),
      ...(mode === 'isosurface' && surfacesOf(document, statistics!)),
      ...(shading && { shading }),
      ...(mask && { mask }),
      // Other modes show one volume.
      ...(volumes.length > 0 && mode === 'composite' && { fused: volumes }),
      // Light is found anew for each view of a light at the camera.
      ...(shadows && !isDraft && { shadows }),
      ...(!isDraft && { ambientOcclusion: ambientOcclusion(parts, document) }),
      ...(environment && { environment }),
    });
  }

  /** Undefined where none are wanted, or there are none yet. */
  #labelSurfaces(data: ViewerData, document: ViewerDocument): readonly PosedMesh[] | undefined {
    const grid = gridOf(data);
    if (!document.labelSurfaces || !grid || data.isPartial) {
      this.#surfaces?.forget();
      return undefined;
    }
    const mask = this.#createMask(data, document) ?? this.#ownLabels(data, document);
    const { labelSmoothing: smoothing } = document;
    return mask && this.#surfaces?.of({ mask, smoothing, clip: this.#createCuts(grid, document) });
  }

  /** The labels that the volume itself consists of. */
  #ownLabels(data: ViewerData, document: ViewerDocument): Mask | undefined {
    const { labels } = document;
    const own = this.appearance(data, document).mask;
    if (!labels || !data.volume) return own;
    return this.#parts.keep('own labels', [data.volume, labels], () =>
      createMask({ labels: data.volume!, styles: labels }),
    );
  }

  #createCuts(grid: VoxelGrid, { clip, crop, cropWorld }: ViewerDocument): readonly HalfSpace[] {
    return this.#parts.keep('clip', [grid, clip, crop, cropWorld], () => {
      const box = crop && clampCrop(crop, grid);
      return [
        ...clip,
        ...(box ? cropToVoxels(grid, box.first, box.last) : []),
        ...(cropWorld ? cropToWorld(cropWorld.min, cropWorld.max) : []),
      ];
    });
  }

  /** Opacities are for the whole volume's spacing. */
  #forDraft(transfer: TransferFunction, grid: VoxelGrid): TransferFunction {
    if (transfer.unit !== undefined) return transfer;
    return this.#parts.keep('draft transfer', [transfer, grid], () => ({ ...transfer, unit: smallestSpacing(grid) }));
  }

  #createMask({ labels }: ViewerData, document: ViewerDocument): Mask | undefined {
    if (!labels) return undefined;
    const styles = document.labels ?? labels.styles;
    if (styles.length === 0) return undefined;
    return this.#parts.keep('mask', [labels, styles], () =>
      createMask({
        labels: labels.volume,
        styles: styles.map(({ label, color, opacity }) => ({
          label,
          ...(color && { color }),
          ...(opacity !== undefined && { opacity }),
        })),
      }),
    );
  }
}

/** A panorama among the files is the light where no other is asked for. */
const lightAround = (data: ViewerData, document: ViewerDocument): Environment | undefined =>
  document.environment ?? data.environment;

function surfacesOf({ isoValue, isosurfaces }: ViewerDocument, statistics: Statistics) {
  return isosurfaces ? { isosurfaces } : { isoValue: isoValue ?? middleValue(statistics) };
}

export const middleValue = ({ min, max }: Statistics) => min + (max - min) / 2;
