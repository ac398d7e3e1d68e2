/** Keyframes: views at certain frames of a series, and the options of the frames between them. */
import {
  blendTransfers,
  type Camera,
  cameraAt,
  EASES,
  type Ease,
  InputError,
  type TransferFunction,
} from '../index.js';
import type { JsonObject } from './gone-options.js';
import type { Option } from './options/option.js';
import { isOptionName, OPTIONS, type OptionName, type OptionTexts } from './options.js';
import { FRAMES_MAX, fail } from './parse/parse-options.js';
import { checkRecipe, type ReadRecipe } from './recipe.js';
import { asObject, RECIPE_VERSION } from './recipe-json.js';

/** A view at a frame, as the file has it. */
export interface Keyframe {
  /** Its number in the series, from 0. */
  readonly frame: number;
  readonly ease: Ease;
  /** The path of a picture or of a saved view, or a recipe. */
  readonly view: string | ReadRecipe;
}

const KEYFRAMES_VERSION = 1;

/** Stands for the inputs, which keyframes take from the command line. */
const NO_INPUTS = [{ path: 'any' }];

/**
 * Checks `{"version": 1, "keys": [{"frame": 0, "view": "a.png"}, {"frame": 50, "view": {"view": "left"}, "ease": "stop"}]}`.
 * @throws InputError that says which key is wrong.
 */
export function checkKeyframes(json: unknown): readonly [Keyframe, ...Keyframe[]] {
  const { version = KEYFRAMES_VERSION, keys, ...rest } = asObject(json, 'it');
  const [stranger] = Object.keys(rest);
  if (stranger !== undefined)
    throw new InputError(`its "${stranger}" is no field of keyframes; right are version and keys`);
  if (version !== KEYFRAMES_VERSION) throw new InputError(`its version must be ${KEYFRAMES_VERSION}`);
  if (!Array.isArray(keys) || keys.length < 2) throw new InputError('its keys must be a list of two or more');
  const checked = keys.map((key, index) => checkKey(asObject(key, `its key ${index}`), index));
  if (checked[0]!.frame !== 0) throw new InputError('its key 0 must be at frame 0');
  const late = checked.findIndex(({ frame }, index) => index > 0 && frame <= checked[index - 1]!.frame);
  if (late >= 0) throw new InputError(`its key ${late} must be at a later frame than the one before`);
  return checked as unknown as readonly [Keyframe, ...Keyframe[]];
}

function checkKey({ frame, view, ease = 'through', ...rest }: JsonObject, index: number): Keyframe {
  const [stranger] = Object.keys(rest);
  if (stranger !== undefined)
    throw new InputError(`its key ${index} has a "${stranger}"; right are frame, view and ease`);
  if (!(typeof frame === 'number' && Number.isInteger(frame) && frame >= 0 && frame < FRAMES_MAX))
    throw new InputError(`its key ${index} must have a frame, a whole number from 0 to ${FRAMES_MAX - 1}`);
  if (!EASES.some((known) => known === ease))
    throw new InputError(`its key ${index} must have an ease of ${EASES.join(', ')}`);
  return { frame, ease: ease as Ease, view: checkView(view, index) };
}

function checkView(view: unknown, index: number): string | ReadRecipe {
  if (typeof view === 'string') return view;
  const recipe = { version: RECIPE_VERSION, inputs: NO_INPUTS, ...asObject(view, `its key ${index}'s view`) };
  try {
    return checkRecipe(recipe);
  } catch (cause) {
    throw new InputError(`its key ${index} has a view that cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** The options of a view that a keyframe takes: what is written, and how large, is the series' own matter. */
export function optionsOfKey({ options }: ReadRecipe): OptionTexts {
  const taken = Object.entries(options).filter(([name]) => {
    const { part }: Option = OPTIONS[name as OptionName];
    return part === 'appearance' || part === 'camera' || name === 'time';
  });
  return Object.fromEntries(taken);
}

/** A keyframe with all that follows from the data. */
export interface ResolvedKey {
  readonly frame: number;
  readonly ease: Ease;
  readonly options: OptionTexts;
  readonly camera: Camera;
  readonly transfer: TransferFunction | undefined;
  /** Time of meshes that move, from 0 to 1. */
  readonly time: number;
}

/** A frame of a series of keyframes. */
export interface KeyedFrame {
  readonly camera: Camera;
  readonly time: number;
  readonly changes: { readonly options: OptionTexts; readonly transfer?: TransferFunction };
}

/**
 * All frames from the first key to the last: at a key its own view. Cameras move smoothly through the keys; numbers and colours
 * start slowly at the first key and at those that `stop`, and end so.
 * @throws InputError for an option that differs between keys and has no values in between.
 */
export function interpolateKeys(keys: readonly ResolvedKey[]): KeyedFrame[] {
  const path = keys.map(({ frame, camera, ease }) => ({ at: frame, camera, ease }));
  const changing = findChanging(keys);
  const total = keys.at(-1)!.frame + 1;
  return Array.from({ length: total }, (_, frame): KeyedFrame => {
    const after = keys.findIndex((key) => key.frame >= frame);
    const to = keys[after]!;
    const from = keys[Math.max(after - 1, 0)]!;
    const share = frame === to.frame ? 1 : paceOf(keys, after - 1, (frame - from.frame) / (to.frame - from.frame));
    const options = Object.fromEntries(
      changing.map((name) => [name, share === 1 ? to.options[name] : between(name, from.options, to.options, share)]),
    ) as OptionTexts;
    const transfer = from.transfer && to.transfer && blendTransfers(from.transfer, to.transfer, share);
    return {
      camera: cameraAt(path, frame),
      time: share === 1 ? to.time : from.time + (to.time - from.time) * share,
      changes: { options, ...(transfer && { transfer }) },
    };
  });
}

/** The share of a segment's change that is done after a share `u` of its time. */
function paceOf(keys: readonly ResolvedKey[], segment: number, u: number): number {
  if (keys[segment]!.ease === 'linear') return u;
  const rests = (key: number) => key === 0 || key === keys.length - 1 || keys[key]!.ease === 'stop';
  const [start, end] = [rests(segment) ? 0 : 1, rests(segment + 1) ? 0 : 1];
  const v = 1 - u;
  return u * u * (3 - 2 * u) + u * v * v * start - u * u * v * end;
}

/** Options that are not the same in all keys, without those that the cameras follow from. */
function findChanging(keys: readonly ResolvedKey[]): readonly OptionName[] {
  const names = new Set(keys.flatMap(({ options }) => Object.keys(options)).filter(isOptionName));
  return [...names].filter((name) => {
    const [first, ...others] = keys.map(({ options }) => JSON.stringify(options[name]));
    return others.some((text) => text !== first) && OPTIONS[name].part !== 'camera';
  });
}

/** An option's texts a share of the way from one key to the next. */
function between(name: OptionName, from: OptionTexts, to: OptionTexts, share: number): unknown {
  const option: Option = OPTIONS[name];
  const [a, b] = [from[name], to[name]];
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  // The transfer function that stands for them changes.
  if (name === 'transfer') return a;
  if (option.between === undefined)
    return fail(`--${name}: differs between keyframes, but cannot be interpolated; give both the same`);
  const [listA, listB] = [a, b].map((texts) => (texts === undefined ? [] : Array.isArray(texts) ? texts : [texts]));
  if (listA!.length !== listB!.length) return fail(`--${name}: must be given in all keyframes, as often, or in none`);
  const texts = listA!.map((text, index) =>
    blendText(name, String(text), String(listB![index]), share, option.between === 'whole'),
  );
  return option.repeatable ? texts : texts[0];
}

/** Numbers that stand alone, not as part of a word or of a colour. */
const NUMBER = /(?<![\w#.])[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?!\w)/gi;

function blendText(name: string, a: string, b: string, share: number, isWhole: boolean): string {
  const [numbersA, numbersB] = [a, b].map((text) => [...text.matchAll(NUMBER)].map(([number]) => Number(number)));
  if (a.replace(NUMBER, 'N') !== b.replace(NUMBER, 'N'))
    fail(`--${name}: "${a}" and "${b}" of two keyframes differ in more than numbers`);
  let index = 0;
  return a.replace(NUMBER, () => {
    const number = numbersA![index]! + (numbersB![index]! - numbersA![index]!) * share;
    index += 1;
    return String(isWhole ? Math.round(number) : number);
  });
}
