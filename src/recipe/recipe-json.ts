/** Recipes as JSON: the options by their names, and beside them what followed from the data. */
import { type Camera, formatCamera, formatTransfer, InputError, type TransferFunction } from '../index.js';
import { type JsonObject, replaceGone } from './gone-options.js';
import type { Option } from './options/option.js';
import { isOptionName, OPTIONS, type OptionTexts } from './options.js';

/** The version of the form that is written. Recipes without one are of tilecast 0.1, and are read as well. */
export const RECIPE_VERSION = 1;

/** The keyword of the text chunk in which a PNG holds its recipe. */
export const RECIPE_KEYWORD = 'tilecast:recipe';

/**
 * A file by its path and the SHA-256 of its bytes, or of the bytes of all its files, one after another; of a folder or an
 * archive, of all that was read of it.
 */
export interface RecipeFile {
  readonly path: string;
  /** Undefined where a page cannot know, as for folders. */
  readonly sha256?: string | undefined;
}

/** The maker of the picture; it does not change what is in it. Statistics tell which shape `auto` took, which differs by the run. */
export interface RecipeMaker {
  readonly shape: string;
  readonly adapter: string;
}

/** The contents of a recipe. */
export interface RecipeParts {
  /** The version that made the picture. */
  readonly tilecast: string;
  /** Volumes, meshes, or both. */
  readonly inputs: readonly RecipeFile[];
  readonly mask?: RecipeFile | undefined;
  /** The panorama whose light a picture by paths has. */
  readonly environment?: RecipeFile | undefined;
  /** The options as they were given. */
  readonly options: OptionTexts;
  readonly camera?: Camera | undefined;
  /** A volume's. */
  readonly transfer?: TransferFunction | undefined;
  /** Time of a mesh that deforms, from 0 to 1. */
  readonly time?: number | undefined;
}

/** The recipe as JSON, with its fields in one order: the same picture is the same text. */
export function recipeToJson(parts: RecipeParts, { shape, adapter }: RecipeMaker, viewer?: object): object {
  const { tilecast, inputs, mask, environment, options, camera, transfer, time } = parts;
  const { camera: cameraFile, ...others } = options;
  return {
    version: RECIPE_VERSION,
    tilecast,
    inputs,
    ...others,
    ...(mask && { mask }),
    ...(environment && { environment }),
    ...(camera && { camera: JSON.parse(formatCamera(camera)) }),
    resolved: {
      ...(transfer && { transfer: JSON.parse(formatTransfer(transfer)) }),
      ...(time !== undefined && { time }),
      ...(cameraFile !== undefined && { cameraFile }),
    },
    made: { shape, adapter },
    ...(viewer && { viewer }),
  };
}

/** The parts of a recipe before they are checked. */
export interface UncheckedParts {
  readonly tilecast?: unknown;
  readonly inputs?: unknown;
  readonly mask?: unknown;
  readonly environment?: unknown;
  readonly options?: unknown;
  readonly camera?: unknown;
  readonly transfer?: unknown;
  readonly time?: unknown;
  readonly shape?: unknown;
  readonly adapter?: unknown;
  /** The document of a viewer that saved it. */
  readonly viewer?: unknown;
  /** Notes about options that are gone. */
  readonly notes?: readonly string[];
}

/** Fields of a recipe that are no options, or hold more than an option's text. */
const FIELDS = ['version', 'tilecast', 'inputs', 'camera', 'resolved', 'made', 'viewer'] as const;

/** @throws InputError for another version, and for fields that a recipe does not have. */
export const partsOfJson = (json: JsonObject): UncheckedParts =>
  nameOverlayColor(namePathLight(nameHeadlight(readParts(json))));

/**
 * Pictures of meshes that name no light are of times when the light at the eye was the default. Recipes of volumes hold a
 * transfer function or a mode; those that no tilecast made say no version, and take today's default.
 */
function nameHeadlight(parts: UncheckedParts): UncheckedParts {
  const { tilecast, options, transfer } = parts;
  if (!tilecast || transfer !== undefined || !isObject(options) || options['mode'] !== undefined) return parts;
  if (options['quality'] === 'path') return parts;
  const isNamed = options['light'] !== undefined || options['shadows'] === true || options['shade'] === false;
  return isNamed ? parts : { ...parts, options: { ...options, light: 'headlight' } };
}

/**
 * Pictures by paths that name no tone curve, space of their light, background or size of lamps are of times when there was none to
 * choose, and no lamps.
 */
function namePathLight(parts: UncheckedParts): UncheckedParts {
  const { tilecast, options } = parts;
  if (!tilecast || !isObject(options) || options['quality'] !== 'path') return parts;
  const { light, 'light-size': size, ...others } = options;
  const lamps = light !== undefined && size !== undefined ? { light, 'light-size': size } : {};
  return { ...parts, options: { tone: 'clip', 'light-space': 'display', background: 'black', ...others, ...lamps } };
}

/** Pictures with letters that name no colour of them are of times when all letters were white. */
function nameOverlayColor(parts: UncheckedParts): UncheckedParts {
  const { tilecast, options } = parts;
  if (!tilecast || !isObject(options) || options['overlay-color'] !== undefined) return parts;
  const isDrawnOn = options['title'] !== undefined || options['overlay'] !== undefined;
  return isDrawnOn ? { ...parts, options: { ...options, 'overlay-color': 'white' } } : parts;
}

function readParts(json: JsonObject): UncheckedParts {
  const { version } = json;
  if (version === undefined) {
    return isObject(json['options']) ? { ...json, ...withNotes(replaceGone(upgrade(json['options']))) } : json;
  }
  if (version !== RECIPE_VERSION) {
    throw new InputError(
      `its version is ${JSON.stringify(version)?.slice(0, 20)}, and this tilecast reads ${RECIPE_VERSION}`,
    );
  }
  const { tilecast = '', inputs, camera, viewer, resolved = {}, made = {}, mask, environment } = json;
  const { transfer, time, cameraFile, ...strangers } = asObject(resolved, 'its "resolved"');
  const { shape = 'auto', adapter = 'any' } = asObject(made, 'its "made"');
  const [stranger] = Object.keys(strangers);
  if (stranger !== undefined) throw new InputError(`its "resolved.${stranger}" is no field of a recipe`);
  const { options: present, notes } = replaceGone(json);
  const options: Record<string, unknown> = { ...(cameraFile !== undefined && { camera: cameraFile }) };
  for (const [name, value] of Object.entries(present)) {
    if ((FIELDS as readonly string[]).includes(name)) continue;
    if (!isOptionName(name)) throw new InputError(`its "${name.slice(0, 60)}" is no option of a picture`);
    options[name] = toTexts(OPTIONS[name], value);
  }
  return {
    tilecast,
    inputs,
    ...(mask !== undefined && { mask: toFile(mask) }),
    ...(isObject(environment) && { environment }),
    options: { ...options, ...(isObject(environment) && { environment: asPath(environment['path']) }) },
    ...(camera !== undefined && { camera }),
    ...(transfer !== undefined && { transfer }),
    ...(time !== undefined && { time }),
    shape,
    adapter,
    ...(viewer !== undefined && { viewer }),
    ...(notes.length > 0 && { notes }),
  };
}

const withNotes = ({ options, notes }: ReturnType<typeof replaceGone>) => ({
  options,
  ...(notes.length > 0 && { notes }),
});

/** Options of tilecast 0.1: there was no other quality than plain at first, and paths had a limit of another name. */
const upgrade = ({ 'time-limit': pathTime, ...options }: JsonObject): JsonObject => ({
  quality: 'plain',
  ...(pathTime !== undefined && { 'path-time': pathTime }),
  ...options,
});

/** Not the name of a built-in light. */
const asPath = (path: unknown) => (typeof path === 'string' && !/[\\/]/.test(path) ? `./${path}` : path);

const toFile = (value: unknown) => (typeof value === 'string' ? { path: value } : value);

/** An option's texts, or whether it is on, by what JSON has in their place; what is neither stays, and is refused later. */
export function toTexts({ repeatable, type: { separator } }: Option, value: unknown): unknown {
  const toOne = (one: unknown) => toText(one, separator);
  return repeatable && Array.isArray(value) ? value.map(toOne) : toOne(value);
}

function toText(value: unknown, separator?: string): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.join(separator);
  if (!isObject(value)) return value;
  // A file by its path, or a transfer function.
  return 'path' in value ? value['path'] : JSON.stringify(value);
}

export function asObject(value: unknown, what: string): JsonObject {
  if (isObject(value)) return value;
  throw new InputError(`${what} must be an object`);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
