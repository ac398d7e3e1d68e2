/** Documents as recipes: with the options of the command line, which `tilecast render --replay` takes, and the viewer's own fields. */
import type { Camera, TransferFunction } from '../../index.js';
import type { OptionTexts } from '../../recipe/options.js';
import { type RecipeParts, recipeToJson } from '../../recipe/recipe-json.js';
import { writeScene } from '../../recipe/scene/choose-scene.js';
import { nameLight } from '../../recipe/scene/lighting.js';
import { meshStyleOf } from '../../recipe/scene/scene-choice.js';
import type { ViewTexts } from '../../recipe/scene/view-options.js';
import type { ReadInput } from '../data/files/load-files.js';
import type { SelectionTexts } from '../data/files/selection.js';
import type { ViewerDocument } from './document.js';

/** The inputs of a picture besides the document. */
export interface PictureParts {
  readonly version: string;
  readonly inputs: readonly ReadInput[];
  readonly camera: Camera | undefined;
  /** The transfer function of the volume, if there is one. */
  readonly transfer: TransferFunction | undefined;
  /** The value of an isosurface that the document leaves open. */
  readonly isoValue?: number;
  /** The document that is read again, if it is another than the one that the picture is of: it keeps how hidden parts look. */
  readonly kept?: ViewerDocument;
  /** Whether the own colours of its meshes are dark. */
  readonly areDark?: boolean;
  /** Whether surfaces of labels are shown. */
  readonly showsSurfaces?: boolean;
  /** The crop in effect, where it is not the document's. */
  readonly crop?: ViewerDocument['crop'];
  /** The half-spaces in effect, where they are not the document's alone. */
  readonly clip?: ViewerDocument['clip'];
  /** The depth of what is seen through the first volume, where it is not the document's. */
  readonly fusedDepth?: ViewerDocument['fusedDepth'];
  /** The part of the files that was taken. */
  readonly selection?: SelectionTexts;
  /** The first view, whose top is where a ground faces. */
  readonly view?: ViewTexts;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The workgroup's shape and the adapter that made the picture, where one was made. */
  readonly shape?: string;
  readonly adapter?: string;
}

/** The recipe as JSON. */
export function formatDocument(document: ViewerDocument, parts: PictureParts): string {
  const { version, camera, transfer, inputs, kept = document, shape = 'auto', adapter = '' } = parts;
  const shown = shownInputs(document, inputs);
  const mask = maskOf(document, inputs);
  const panorama = panoramaOf(document, inputs);
  const file = ({ path, sha256 }: ReadInput) => ({ path, ...(sha256 && { sha256 }) });
  const recipe: RecipeParts = {
    tilecast: version,
    inputs: shown.flatMap((input) => input.files ?? [file(input)]),
    mask: mask && file(mask),
    environment: panorama && file(panorama),
    options: recipeOptions(document, parts),
    camera,
    transfer,
    // A still of a deformation, not all of it.
    ...(moves(document) && { time: document.deformTime }),
  };
  // A view that was fitted is saved as it was seen: options of the page may have turned it.
  return JSON.stringify(recipeToJson(recipe, { shape, adapter }, { ...kept, ...(camera && { camera }) }));
}

/** Whether meshes are shown at a time of a period. */
const moves = ({ deform, animation }: ViewerDocument) =>
  deform !== undefined || (animation !== undefined && animation.seconds === undefined);

/** The panorama that paths of light come from; undefined where they come from elsewhere. */
const panoramaOf = ({ quality, environment }: ViewerDocument, inputs: readonly ReadInput[]) =>
  quality === 'path' && environment === undefined ? inputs.findLast(({ kind }) => kind === 'environment') : undefined;

/**
 * The labels that a recipe names as its mask: those that were found beside a volume are found again, unless options of volumes
 * over the first say that none are.
 */
function maskOf({ mode, fused }: ViewerDocument, inputs: readonly ReadInput[]): ReadInput | undefined {
  const labels = inputs.find(({ kind }) => kind === 'labels');
  const hasOthers = mode === 'composite' && inputs.filter(({ kind }) => kind === 'volume').length > 1;
  return labels?.isFound && !(hasOthers && fused.length > 0) ? undefined : labels;
}

/** Modes other than composite show one volume. */
function shownInputs(document: ViewerDocument, inputs: readonly ReadInput[]): ReadInput[] {
  const meshInputs = inputs.filter(({ kind }) => kind === 'mesh');
  const first = inputs.find(({ kind }) => kind === 'volume');
  const mask = maskOf(document, inputs);
  return inputs.filter((input) => {
    if (input.kind === 'labels') return input !== mask;
    if (input.kind !== 'mesh') return input.kind === 'volume' && (document.mode === 'composite' || input === first);
    return meshStyleOf(document, meshInputs.indexOf(input)).visible;
  });
}

/** The document as options of the command line. */
function recipeOptions(document: ViewerDocument, parts: PictureParts): OptionTexts {
  const { width, height, inputs, selection, view, isoValue, showsSurfaces = false, areDark = false, crop } = parts;
  const { fusedDepth = document.fusedDepth, clip = document.clip } = parts;
  const panorama = panoramaOf(document, inputs);
  const count = (kind: ReadInput['kind']) => inputs.filter((input) => input.kind === kind).length;
  const channels = selection?.component?.split(',') ?? [];
  const isComposite = document.mode === 'composite';
  const choice = {
    ...document,
    ...(showsSurfaces && { labelSurfaces: true }),
    ...(crop && { crop }),
    clip,
    ...(fusedDepth !== undefined && { fusedDepth }),
  };
  const written = writeScene(isoValue === undefined ? choice : { isoValue, ...choice }, {
    volume: count('volume') > 0,
    meshes: count('mesh'),
    // Other modes show one volume.
    fused: isComposite ? count('volume') + Math.max(channels.length, 1) - 2 : 0,
    mask: maskOf(document, inputs)?.path,
  });
  return {
    size: `${width}x${height}`,
    ...(document.ground && view?.view && { view: view.view }),
    ...(document.ground && view?.up && { up: view.up }),
    ...nameLight(document, {
      isAlone: count('volume') === 0 || (choice.labelSurfaces === true && count('labels') === 0),
      areDark,
    }),
    ...(count('volume') > 0 && selection),
    ...(channels.length > 1 && !isComposite && { component: channels[0]! }),
    ...written,
    // A path, not the name of a built-in light.
    ...(panorama && { environment: /[\\/]/.test(panorama.path) ? panorama.path : `./${panorama.path}` }),
  };
}
