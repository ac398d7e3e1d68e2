/**
 * Documents as JSON: the recipe that `tilecast render --replay` takes, with the options of the command line, and beside it the
 * viewer's own fields, which tell more.
 */
import {
  type Camera,
  CULLS,
  type Cull,
  DEFORMATION_NAMES,
  type DeformationName,
  formatColor,
  formatLight,
  formatTransfer,
  InputError,
  type LabelStyle,
  parseCamera,
  parseTransfer,
  QUALITIES,
  type Quality,
  RENDER_MODES,
  type RenderMode,
  type TransferFunction,
} from '../../index.js';
import type { ReadInput } from '../data/load-files.js';
import { DOCUMENT_DEFAULTS, type MeshStyle, meshStyleOf, patchDocument, type ViewerDocument } from './document.js';
import { OPTION_NAMES, type OptionName, readOption } from './options.js';

/** The inputs of a picture besides the document. */
export interface RecipeParts {
  readonly version: string;
  readonly inputs: readonly ReadInput[];
  readonly camera: Camera | undefined;
  /** The transfer function of the volume, if there is one. */
  readonly transfer: TransferFunction | undefined;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The workgroup's shape and the adapter that made the picture, where one was made. */
  readonly shape?: string;
  readonly adapter?: string;
}

/** The keyword of the text chunk in which a PNG holds its recipe. */
export const RECIPE_KEYWORD = 'tilecast:recipe';

const numbers = (values: readonly number[]) => values.join(',');
/** The recipe as JSON. */
export function formatRecipe(document: ViewerDocument, parts: RecipeParts): string {
  const { version, camera, transfer, inputs, shape = 'auto', adapter = '' } = parts;
  const shown = shownInputs(document, inputs);
  const mask = inputs.find(({ kind }) => kind === 'labels');
  const file = ({ path, sha256 }: ReadInput) => ({ path, ...(sha256 && { sha256 }) });
  const plainTransfer = transfer && (JSON.parse(formatTransfer(transfer)) as object);
  return JSON.stringify({
    tilecast: version,
    inputs: shown.map(file),
    ...(mask && { mask: file(mask) }),
    options: recipeOptions(document, parts),
    ...(camera && { camera }),
    ...(plainTransfer && { transfer: plainTransfer }),
    step: document.step,
    shape,
    adapter,
    viewer: document,
  });
}

function shownInputs(document: ViewerDocument, inputs: readonly ReadInput[]): ReadInput[] {
  const meshInputs = inputs.filter(({ kind }) => kind === 'mesh');
  return inputs.filter((input) => {
    if (input.kind !== 'mesh') return input.kind === 'volume';
    return meshStyleOf(document, meshInputs.indexOf(input)).visible;
  });
}

/** The document as options of the command line. */
function recipeOptions(document: ViewerDocument, { width, height, inputs }: RecipeParts) {
  const has = (kind: ReadInput['kind']) => inputs.some((input) => input.kind === kind);
  const { background, shading } = document;
  const { light, ...shares } = shading;
  return {
    size: `${width}x${height}`,
    background: background === 'transparent' ? background : numbers(background),
    ...Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, String(share)])),
    ...(light && { light: formatLight(light) }),
    ...(has('volume') && volumeOptions(document, inputs)),
    ...(has('mesh') && meshOptions(document, inputs)),
  };
}

function volumeOptions(document: ViewerDocument, inputs: readonly ReadInput[]) {
  const { mode, isoValue, step, quality, shade, clip, crop, labels } = document;
  const mask = inputs.find(({ kind }) => kind === 'labels')?.path;
  return {
    mode,
    // Recipes that say nothing are of times when there was no other quality than plain.
    quality,
    ...(mode === 'isosurface' && isoValue !== undefined && { iso: String(isoValue) }),
    step: String(step),
    ...(shade !== undefined && { shade }),
    ...(clip.length > 0 && { clip: clip.map(({ normal, offset }) => numbers([...normal, offset])) }),
    ...(crop && { crop: crop.first.map((first, axis) => `${first}:${crop.last[axis]}`).join(',') }),
    ...(mask !== undefined && { mask, ...(labels && { labels: labels.map(formatLabel).join(',') }) }),
  };
}

const formatLabel = ({ label, color, opacity }: LabelStyle) =>
  [
    label,
    ...(color || opacity !== undefined ? [color ? formatColor(color) : ''] : []),
    ...(opacity === undefined ? [] : [opacity]),
  ].join(':');

/** Each option is given once for each mesh. */
function meshOptions(document: ViewerDocument, inputs: readonly ReadInput[]) {
  const { shadows, reflections, occlusionRays, cull, flat } = document;
  const count = inputs.filter(({ kind }) => kind === 'mesh').length;
  const styles = Array.from({ length: count }, (_, index) => meshStyleOf(document, index)).filter(
    ({ visible }) => visible,
  );
  const each = (differs: (style: MeshStyle) => boolean, format: (style: MeshStyle) => string) =>
    styles.some(differs) ? styles.map(format) : undefined;
  const identity = '1,0,0,0,0,1,0,0,0,0,1,0';
  const options = {
    'mesh-color': each(
      ({ color }) => color !== undefined,
      ({ color }) => numbers(color ?? [0.8, 0.8, 0.8]),
    ),
    'mesh-opacity': each(
      ({ opacity }) => opacity !== 1,
      ({ opacity }) => String(opacity),
    ),
    reflectivity: each(
      ({ reflectivity }) => reflectivity !== 0,
      ({ reflectivity }) => String(reflectivity),
    ),
    transform: each(
      ({ transform }) => transform !== undefined,
      ({ transform }) => (transform ? formatAffine(transform) : identity),
    ),
    ...(cull !== 'none' && { cull }),
    ...(flat && { flat }),
    ...(shadows && { shadows }),
    reflections: String(reflections),
    ...(occlusionRays > 0 && { 'ambient-occlusion': String(occlusionRays) }),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Row by row, as the command line reads it. */
const formatAffine = ({ columns, origin }: NonNullable<MeshStyle['transform']>) =>
  numbers([0, 1, 2].flatMap((row) => [...columns.map((column) => column[row]!), origin[row]!]));

/** @throws InputError, one line that starts with `name`, if the text is no document and no recipe. */
export function parseViewerDocument(text: string, name: string): ViewerDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${name}: is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (typeof value !== 'object' || value === null)
    throw new InputError(`${name}: must be an object, such as a saved view`);
  const { viewer, options, camera, transfer, ...rest } = value as Record<string, unknown>;
  const parts = {
    ...(camera !== undefined && { camera: parseCamera(JSON.stringify(camera), name) }),
    ...(transfer !== undefined && { transfer: parseTransfer(JSON.stringify(transfer), name) }),
  };
  if (viewer !== undefined) return checkDocument(viewer, parts, name);
  if (typeof options === 'object' && options !== null) {
    return readOptions(options as Record<string, unknown>, { ...DOCUMENT_DEFAULTS, ...parts }, name);
  }
  // A camera or a transfer function by itself.
  if ('projection' in rest) return { ...DOCUMENT_DEFAULTS, camera: parseCamera(text, name) };
  if ('opacities' in rest) return { ...DOCUMENT_DEFAULTS, transfer: parseTransfer(text, name) };
  throw new InputError(`${name}: is neither a saved view nor a camera or a transfer function`);
}

/** Kinds of the fields, so that a slip in a file that somebody edited is told by its name. */
const FIELDS: Readonly<Record<keyof ViewerDocument, (value: unknown) => boolean>> = {
  camera: isObject,
  mode: (value) => RENDER_MODES.includes(value as RenderMode),
  isoValue: Number.isFinite,
  transfer: isObject,
  preset: (value) => typeof value === 'string',
  shade: (value) => typeof value === 'boolean',
  shading: isObject,
  background: (value) => value === 'transparent' || isVector(value),
  step: (value) => typeof value === 'number' && value > 0,
  quality: (value) => QUALITIES.includes(value as Quality),
  clip: isListOf(({ normal, offset }) => isVector(normal) && Number.isFinite(offset)),
  crop: (value) => isObject(value) && isVector(value['first']) && isVector(value['last']),
  labels: isListOf(({ label }) => Number.isSafeInteger(label)),
  meshes: isListOf(({ visible, opacity }) => typeof visible === 'boolean' && Number.isFinite(opacity)),
  meshStyle: isObject,
  cull: (value) => CULLS.includes(value as Cull),
  flat: (value) => typeof value === 'boolean',
  deform: (value) => DEFORMATION_NAMES.includes(value as DeformationName),
  deformTime: Number.isFinite,
  shadows: (value) => typeof value === 'boolean',
  reflections: Number.isSafeInteger,
  occlusionRays: Number.isSafeInteger,
  cursor: isVector,
  window: (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite),
  measurements: isListOf(({ points }) => Array.isArray(points) && points.every(isVector)),
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isVector(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
}

function isListOf(check: (item: Record<string, unknown>) => boolean) {
  return (value: unknown) => Array.isArray(value) && value.every((item) => isObject(item) && check(item));
}

function checkDocument(given: unknown, parts: Partial<ViewerDocument>, name: string): ViewerDocument {
  if (!isObject(given)) throw new InputError(`${name}: its "viewer" must be an object`);
  for (const [field, value] of Object.entries(given)) {
    const check = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof ViewerDocument] : undefined;
    if (!check) throw new InputError(`${name}: "viewer.${field}" is no field that tilecast knows`);
    if (!check(value))
      throw new InputError(`${name}: "viewer.${field}" cannot be ${JSON.stringify(value)?.slice(0, 60)}`);
  }
  const document = { ...DOCUMENT_DEFAULTS, ...given } as ViewerDocument;
  // Checked by their own rules; the fitted view and the default look stay so.
  return { ...document, ...(document.camera && parts.camera && { camera: parts.camera }) };
}

/** Options of pictures that the document has under other names. */
const isOption = (name: string): name is OptionName => OPTION_NAMES.includes(name as OptionName) && name !== 'transfer';

/** The options of a picture by the command line that the viewer has too. */
function readOptions(options: Record<string, unknown>, start: ViewerDocument, name: string): ViewerDocument {
  let document = start;
  for (const [option, value] of Object.entries(options)) {
    if (!isOption(option)) continue;
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    try {
      document = patchDocument(document, readOption(option, texts, document));
    } catch (cause) {
      throw new InputError(`${name}: its --${(cause as Error).message}`, { cause });
    }
  }
  return document;
}
