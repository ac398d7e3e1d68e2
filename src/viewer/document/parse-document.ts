/** Documents from JSON: saved views, and the recipes of pictures by the command line. */
import {
  type Camera,
  CULLS,
  type Cull,
  DEFORMATION_NAMES,
  type DeformationName,
  ENVIRONMENTS,
  InputError,
  MASK_EDGES,
  type MaskEdges,
  parseCamera,
  parseLight,
  parseTransfer,
  QUALITIES,
  type Quality,
  RENDER_MODES,
  type RenderMode,
  type Vec3,
  withVertical,
} from '../../index.js';
import { checkCamera } from '../../lab.js';
import { dot } from '../../math/vec3.js';
import { isGone, type JsonObject } from '../../recipe/gone-options.js';
import { isInlineTransfer } from '../../recipe/parse/file-or-name.js';
import { isTransferName, optionsAgain } from '../../recipe/recipe.js';
import { readSceneOption, SCENE_OPTIONS, type SceneOption } from '../../recipe/scene/choose-scene.js';
import { DARK_MESH_LIGHT, MESH_LIGHT } from '../../recipe/scene/lighting.js';
import { COLOR_MAP_NAMES } from '../../recipe/scene/meshes/value-colors.js';
import { patched } from '../../recipe/scene/scene-choice.js';
import { SLAB_MODES, type SlabMode } from '../../slices/sample-slice.js';
import { pickSelection, type SelectionTexts } from '../data/files/selection.js';
import { DOCUMENT_DEFAULTS, type ViewerDocument } from './document.js';
import { isObject, nameErrors, readParts } from './read-parts.js';

/** @throws InputError, one line that starts with `name`, if the text is no document and no recipe. */
export function parseViewerDocument(text: string, name: string): ViewerDocument {
  const { viewer, options, camera, transfer, time, ...rest } = readParts(text, name);
  const parts = {
    ...(camera !== undefined && { camera: parseCamera(JSON.stringify(camera), name) }),
    ...(transfer !== undefined && { recorded: parseTransfer(JSON.stringify(transfer), name) }),
    ...(typeof time === 'number' && { deformTime: time }),
  };
  if (viewer !== undefined) return withLight(checkDocument(viewer, parts, name), options);
  if (isObject(options)) {
    const again = optionsAgain(options, { tilecast: rest.tilecast, transfer, mask: rest.mask });
    return withoutRepeated(readSceneOptions(again, { ...DOCUMENT_DEFAULTS, ...parts }, name));
  }
  // A camera or a transfer function alone.
  if ('projection' in rest) return { ...DOCUMENT_DEFAULTS, camera: withVertical(parseCamera(text, name)) };
  if ('opacities' in rest) return { ...DOCUMENT_DEFAULTS, transfer: parseTransfer(text, name) };
  throw new InputError(`${name}: is neither a saved view nor a camera or a transfer function`);
}

/** A recorded transfer function that is the chosen one says nothing more. */
function withoutRepeated(document: ViewerDocument): ViewerDocument {
  const { recorded, transfer } = document;
  const isChosen = recorded && JSON.stringify(recorded) === JSON.stringify(transfer);
  return isChosen ? patched<ViewerDocument>(document, { recorded: undefined }) : document;
}

/** The light that a saved view leaves open is that of its recipe, if today's default is another. */
function withLight(document: ViewerDocument, options: unknown): ViewerDocument {
  const { shading, occlusionRays } = document;
  const { light, ambient }: JsonObject = isObject(options) ? options : {};
  if (shading.light !== undefined || typeof light !== 'string') return document;
  const isDefault = light === MESH_LIGHT || light === DARK_MESH_LIGHT;
  // Views of before have another share of ambient light with occlusion, and do not name it.
  if (isDefault && (occlusionRays === 0 || ambient !== undefined)) return document;
  return { ...document, shading: { ...shading, light: parseLight(light) } };
}

/** The part of its files that a recipe selects; undefined where the text names none. */
export function selectionOf(text: string, name: string): SelectionTexts | undefined {
  const { options } = readParts(text, name);
  return isObject(options) ? pickSelection(options) : undefined;
}

/** Items of a list at most: more are no view that anybody made. */
const LIST_MAX = 1000;

/** Kinds of the fields, so that a slip in an edited file is reported by its name. */
const FIELDS: Readonly<Record<keyof ViewerDocument, (value: unknown) => boolean>> = {
  camera: isObject,
  mode: (value) => RENDER_MODES.includes(value as RenderMode),
  isoValue: Number.isFinite,
  transfer: isObject,
  isosurfaces: isListOf(({ value }) => Number.isFinite(value)),
  preset: (value) => typeof value === 'string',
  window: isRange,
  threshold: (value) => isObject(value) && Number.isFinite(value['low']),
  recorded: isObject,
  fused: isListOf(() => true),
  fusedDepth: Number.isFinite,
  shade: isBoolean,
  shading: isObject,
  background: (value) => value === 'transparent' || value === 'environment' || isVector(value),
  step: isPositive,
  quality: (value) => QUALITIES.includes(value as Quality),
  settings: isObject,
  environment: (value) => (ENVIRONMENTS as readonly unknown[]).includes(value),
  sunAzimuth: Number.isFinite,
  sunElevation: Number.isFinite,
  turbidity: isPositive,
  noise: isPositive,
  denoise: isBoolean,
  clip: isListOf(({ normal, offset }) => isVector(normal) && Number.isFinite(offset)),
  crop: (value) => isObject(value) && isVector(value['first']) && isVector(value['last']),
  cropWorld: (value) => isObject(value) && isVector(value['min']) && isVector(value['max']),
  slabThickness: isPositive,
  labelSurfaces: isBoolean,
  labelSmoothing: Number.isFinite,
  maskEdges: (value) => MASK_EDGES.includes(value as MaskEdges),
  labelNames: isListOf(({ label, name }) => Number.isSafeInteger(label) && typeof name === 'string'),
  hidden: (value) => isObject(value) && (value['fused'] === undefined || isIndexList(value['fused'])),
  labelFill: Number.isFinite,
  labelOutline: Number.isFinite,
  labels: isListOf(({ label }) => Number.isSafeInteger(label)),
  meshes: isListOf(({ visible, opacity }) => typeof visible === 'boolean' && Number.isFinite(opacity)),
  meshStyle: isObject,
  cull: (value) => CULLS.includes(value as Cull),
  flat: isBoolean,
  creaseDegrees: Number.isFinite,
  colorMap: (value) => COLOR_MAP_NAMES.includes(value as string),
  valueRange: isRange,
  ownColors: isBoolean,
  deform: (value) => DEFORMATION_NAMES.includes(value as DeformationName),
  animation: (value) => isObject(value) && typeof value['name'] === 'string',
  deformTime: Number.isFinite,
  shadows: isBoolean,
  reflections: Number.isSafeInteger,
  lightDegrees: Number.isFinite,
  occlusionRays: Number.isSafeInteger,
  occlusionDistance: isPositive,
  ground: (value) => value === 'shadow' || isVector(value),
  cursor: isVector,
  sliceNormals: (value) => Array.isArray(value) && value.length === 3 && value.every(isVector) && isOrthonormal(value),
  sliceSlab: (value) =>
    isObject(value) && isPositive(value['thickness']) && SLAB_MODES.includes(value['mode'] as SlabMode),
  sliceWindow: isRange,
  sliceSigmoid: isBoolean,
  measurements: isListOf(
    ({ points, name, region }) =>
      Array.isArray(points) &&
      points.length >= 1 &&
      points.length <= 3 &&
      points.every(isVector) &&
      (name === undefined || typeof name === 'string') &&
      (region === undefined || (isObject(region) && isVector(region['right']) && isVector(region['down']))),
  ),
};

/** Addresses round their numbers. */
const ORTHONORMAL_WITHIN = 1e-3;

function isOrthonormal(axes: readonly Vec3[]): boolean {
  return axes.every((a, i) => axes.every((b, j) => Math.abs(dot(a, b) - (i === j ? 1 : 0)) < ORTHONORMAL_WITHIN));
}

const isIndexList = (value: unknown) => Array.isArray(value) && value.every(Number.isSafeInteger);

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}

function isRange(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}

function isVector(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}

function isListOf(check: (item: Record<string, unknown>) => boolean) {
  return (value: unknown) =>
    Array.isArray(value) && value.length <= LIST_MAX && value.every((item) => isObject(item) && check(item));
}

/** @param words by which messages name the field. */
function checkField(field: string, value: unknown, words: string): void {
  const check = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof ViewerDocument] : undefined;
  if (!check) throw new InputError(`${words} is no field that tilecast knows`);
  if (!check(value)) throw new InputError(`${words} cannot be ${JSON.stringify(value)?.slice(0, 60)}`);
}

/** @throws InputError that names the field, for changes that are none of a document. */
export function checkPatch(patch: unknown): void {
  if (!isObject(patch)) throw new InputError('a change must be an object with fields of the document');
  for (const [field, value] of Object.entries(patch)) if (value !== undefined) checkField(field, value, field);
  const { camera, transfer } = patch;
  if (camera !== undefined) nameErrors('camera', () => checkCamera(camera as Camera));
  if (transfer !== undefined) parseTransfer(JSON.stringify(transfer), 'transfer');
}

function checkDocument(given: unknown, parts: Partial<ViewerDocument>, name: string): ViewerDocument {
  if (!isObject(given)) throw new InputError(`${name}: its "viewer" must be an object`);
  for (const [field, value] of Object.entries(given)) checkField(field, value, `${name}: "viewer.${field}"`);
  const settings = Object.fromEntries(Object.entries(given['settings'] ?? {}).filter(([setting]) => !isGone(setting)));
  const document = { ...DOCUMENT_DEFAULTS, ...given, settings } as ViewerDocument;
  // Checked by its own rules; the fitted view stays so.
  const camera = document.camera && (parts.camera ?? nameErrors(name, () => checkCamera(document.camera!)));
  return { ...document, ...(camera && { camera }) };
}

/** Options of pictures that the document has under other names. */
const isOption = (name: string): name is SceneOption => SCENE_OPTIONS.includes(name as SceneOption);

/** A name of a file stands for the transfer function that was made of it, in its window and above its threshold. */
const isTransferFile = (value: unknown) =>
  typeof value === 'string' && !isInlineTransfer(value) && !isTransferName(value);

const MADE_OF_FILE: readonly string[] = ['transfer', 'window', 'threshold'];

/** A panorama comes with the files. */
const isFileOption = (option: string, value: unknown) =>
  option === 'environment' && !(ENVIRONMENTS as readonly unknown[]).includes(value);

/** The options of a picture by the command line that the viewer has too. */
function readSceneOptions(options: Record<string, unknown>, start: ViewerDocument, name: string): ViewerDocument {
  const { recorded, ...plain } = start;
  const isOfFile = recorded !== undefined && isTransferFile(options['transfer']);
  let document = isOfFile ? { ...plain, transfer: recorded } : start;
  for (const [option, value] of Object.entries(options)) {
    if (!isOption(option) || isFileOption(option, value)) continue;
    if (isOfFile && MADE_OF_FILE.includes(option)) continue;
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    try {
      document = patched<ViewerDocument>(document, readSceneOption(option, texts, document));
    } catch (cause) {
      throw new InputError(`${name}: its ${(cause as Error).message}`, { cause });
    }
  }
  return document;
}
