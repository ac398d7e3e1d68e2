/** The scene that a document shows of what is loaded; equal parts are the same objects, by which the renderer knows them again. */
import {
  createDeformation,
  createMask,
  createShading,
  createTransferFunction,
  cropToVoxels,
  type DefaultAppearance,
  defaultAppearance,
  findTransfer,
  type HalfSpace,
  type Mask,
  type Mesh,
  type MeshScene,
  type PosedMesh,
  type RenderMode,
  type Scene,
  type Shading,
  type Statistics,
  smallestSpacing,
  type TransferFunction,
  type Volume,
  type VolumeScene,
} from '../../index.js';
import type { ViewerData } from '../data/viewer-data.js';
import { clampCrop } from '../handles/crop-box.js';
import { toMatrix } from '../handles/place-mesh.js';
import { type CropBox, meshStyleOf, type ViewerDocument } from './document.js';

/** Bone, under a light: what isosurfaces are where no transfer function says otherwise. */
const SURFACE_COLOR = [0.93, 0.9, 0.83] as const;

/** Ambient light that is darkened by ambient occlusion has to be there. */
const OCCLUDED_LIGHT = { ambient: 0.5, diffuse: 0.4 } as const;

export class SceneMaker {
  readonly #parts = new Map<string, { readonly of: readonly unknown[]; readonly part: unknown }>();

  /** The scene, or undefined where nothing is loaded or all of it is hidden. */
  create(data: ViewerData, document: ViewerDocument): Scene | undefined {
    return this.#create(data, document, data.isPartial ? data.draft : data.volume);
  }

  /** The same with a small copy of the volume; undefined without one. Masks are finer than the copy. */
  createDraft(data: ViewerData, document: ViewerDocument): Scene | undefined {
    const { draft, labels } = data;
    const isMasked = labels !== undefined || (data.volume && this.appearance(data, document).mask !== undefined);
    return draft && !isMasked ? this.#create(data, document, draft) : undefined;
  }

  #create(data: ViewerData, document: ViewerDocument, drawn: Volume | undefined): Scene | undefined {
    const volumeScene = data.volume && drawn && this.#createVolumeScene(data.volume, drawn, data, document);
    const meshScene = this.#createMeshScene(data, document);
    if (volumeScene && meshScene) {
      const name = drawn === data.volume ? 'both' : 'both in draft';
      return this.#keep(name, [volumeScene, meshScene], () => ({ ...meshScene, ...volumeScene }));
    }
    return volumeScene ?? meshScene;
  }

  /** The transfer function that the document shows the volume by, and the mask of labels that go by themselves. */
  appearance(
    data: ViewerData,
    { transfer, preset, mode }: ViewerDocument,
  ): Pick<DefaultAppearance, 'transfer' | 'mask'> {
    const { statistics } = data;
    const volume = data.isPartial ? data.draft : data.volume;
    if (transfer || !volume || !statistics) return { transfer: transfer ?? EMPTY_TRANSFER };
    if (preset !== undefined) {
      const create = () => ({ transfer: findTransfer(preset).create({ statistics: () => statistics }) });
      return this.#keep('appearance', [volume, preset], create);
    }
    return this.#keep('appearance', [volume, mode], () => createAppearance(volume, statistics, mode));
  }

  /** @param drawn the volume or its draft. */
  #createVolumeScene(volume: Volume, drawn: Volume, data: ViewerData, document: ViewerDocument): VolumeScene {
    const { mode, isoValue, background, clip, crop } = document;
    const appearance = this.appearance(data, document);
    const isDraft = drawn !== volume;
    // Labels that go by themselves are those of the coarse version, and paths of light go through what fits the device.
    const pages = appearance.mask || document.quality === 'path' ? undefined : data.pages;
    const isCoarse = isDraft || (data.pages !== undefined && !pages);
    const transfer = isCoarse ? this.#forDraft(appearance.transfer, data.pages?.level ?? volume) : appearance.transfer;
    const shading = this.#keep('shading', [transfer.shading, document.shade, document.shading], () =>
      chooseShading(transfer, document),
    );
    const halfSpaces = this.#keep('clip', [volume, clip, crop], (): readonly HalfSpace[] => [
      ...clip,
      ...(crop ? cropTo(volume, crop) : []),
    ]);
    const mask = this.#createMask(data, document) ?? appearance.mask;
    return this.#keepFields(isDraft ? 'draft' : 'volume', {
      volume: drawn,
      transfer,
      background,
      mode,
      clip: halfSpaces,
      ...(pages && !isDraft && { pages }),
      ...(mode === 'isosurface' && { isoValue: isoValue ?? middleValue(data.statistics!) }),
      ...(shading && { shading }),
      ...(mask && { mask }),
    });
  }

  /** Opacities are for the whole volume's spacing. */
  #forDraft(transfer: TransferFunction, volume: Pick<Volume, 'indexToWorld'>): TransferFunction {
    if (transfer.unit !== undefined) return transfer;
    return this.#keep('draft transfer', [transfer, volume], () => ({ ...transfer, unit: smallestSpacing(volume) }));
  }

  #createMask({ labels }: ViewerData, document: ViewerDocument): Mask | undefined {
    if (!labels) return undefined;
    const styles = document.labels ?? labels.styles;
    if (styles.length === 0) return undefined;
    return this.#keep('mask', [labels, styles], () =>
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

  #createMeshScene({ meshes }: ViewerData, document: ViewerDocument): MeshScene | undefined {
    const { shading, background, shadows, reflections, occlusionRays, cull, flat } = document;
    const posed = meshes.flatMap(({ mesh }, index): PosedMesh[] => {
      const { visible, color, opacity, reflectivity, transform } = meshStyleOf(document, index);
      if (!visible) return [];
      const matrix = transform && this.#keep(`transform ${index}`, [transform], () => toMatrix(transform));
      const positions = this.#deform(mesh, index, document);
      const style = {
        color,
        opacity,
        reflectivity,
        ...(matrix && { transform: matrix }),
        ...(positions && { positions }),
      };
      return [this.#keepFields(`mesh ${index}`, { mesh, ...style })];
    });
    if (posed.length === 0) return undefined;
    const meshShading = this.#keep('meshShading', [shading, occlusionRays > 0], () =>
      createShading({ ...(occlusionRays > 0 && OCCLUDED_LIGHT), ...shading }),
    );
    return this.#keepFields('meshes', {
      meshes: this.#keep('posed', posed, () => posed),
      meshShading,
      background,
      shadows,
      reflections,
      cull,
      smooth: !flat,
      ambientOcclusion: occlusionRays > 0 ? this.#keepFields('occlusion', { rays: occlusionRays }) : undefined,
    });
  }

  /** The vertices of a mesh as they are at the document's time. */
  #deform(mesh: Mesh, index: number, { deform, deformTime }: ViewerDocument): Float32Array | undefined {
    if (deform === undefined) return undefined;
    const move = this.#keep(`deformation ${index}`, [mesh, deform], () => createDeformation(mesh, deform));
    return this.#keep(`positions ${index}`, [move, deformTime], () => move(deformTime));
  }

  /** The object before, if it had the same fields: whoever fits a view to a scene looks at all of its voxels. */
  #keepFields<Part extends object>(name: string, fields: Part): Part {
    return this.#keep(name, Object.entries(fields).flat(), () => fields);
  }

  /** The part that was made of the same objects before, or a new one. */
  #keep<Part>(name: string, of: readonly unknown[], create: () => Part): Part {
    const kept = this.#parts.get(name);
    if (kept && kept.of.length === of.length && kept.of.every((value, index) => value === of[index])) {
      return kept.part as Part;
    }
    const part = create();
    this.#parts.set(name, { of, part });
    return part;
  }
}

const EMPTY_TRANSFER = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [{ value: 0, opacity: 0 }],
});

/** The command line's choice: projections from black to white, isosurfaces of bone, composites by the values. */
function createAppearance(volume: Volume, statistics: Statistics, mode: RenderMode) {
  if (mode === 'isosurface') {
    const transfer = createTransferFunction({
      colors: [{ value: 0, color: SURFACE_COLOR }],
      opacities: [{ value: 0, opacity: 1 }],
    });
    return { transfer };
  }
  if (mode !== 'composite') return { transfer: findTransfer('mip').create({ statistics: () => statistics }) };
  return defaultAppearance(volume, statistics);
}

function chooseShading(transfer: TransferFunction, { shade, shading }: ViewerDocument): Shading | undefined {
  const isLit = shade ?? transfer.shading !== undefined;
  return isLit ? createShading({ ...transfer.shading, ...shading }) : undefined;
}

export const middleValue = ({ min, max }: Statistics) => min + (max - min) / 2;

function cropTo(volume: Volume, crop: CropBox): HalfSpace[] {
  const { first, last } = clampCrop(crop, volume);
  return cropToVoxels(volume, first, last);
}
