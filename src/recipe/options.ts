/** All options of a picture: the one table for the command line, viewer, recipes and jobs. */
import { PATHS_DEFAULTS } from '../index.js';
import { APPEARANCE_OPTIONS } from './options/appearance-options.js';
import { CAMERA_OPTIONS } from './options/camera-options.js';
import { CUT_OPTIONS } from './options/cut-options.js';
import { INPUT_OPTIONS } from './options/input-options.js';
import { MESH_OPTIONS } from './options/mesh-options.js';
import type { Option } from './options/option.js';
import {
  defaultTexts,
  parseRow,
  parseTexts,
  type RowValue,
  type TableTexts,
  type TableValues,
} from './options/option-table.js';
import { OUTPUT_OPTIONS } from './options/output-options.js';
import { QUALITY_OPTIONS } from './options/quality-options.js';

export const OPTIONS = {
  ...OUTPUT_OPTIONS,
  ...INPUT_OPTIONS,
  ...APPEARANCE_OPTIONS,
  ...MESH_OPTIONS,
  ...CUT_OPTIONS,
  ...CAMERA_OPTIONS,
  ...QUALITY_OPTIONS,
} as const satisfies Readonly<Record<string, Option>>;

type Options = typeof OPTIONS;
export type OptionName = keyof Options;

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[];

/** Options that fit, turn and shape the view. */
export const CAMERA_OPTION_NAMES = OPTION_NAMES.filter((name) => OPTIONS[name].part === 'camera');

/** The value of an option; of one that is repeatable, a list. */
export type OptionValue<Name extends OptionName> = RowValue<Options[Name]>;

/** Options as they are written, on the command line or in a recipe: texts, and whether switches are on. */
export type OptionTexts = TableTexts<Options>;

/** Options as they are meant: those with a default always have a value. */
export type OptionValues = TableValues<Options>;

/** The texts in force where none are given. */
export const OPTION_DEFAULTS = defaultTexts(OPTIONS);

export const isOptionName = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);

/**
 * The value of an option.
 * @param texts one, or of a repeatable option several.
 * @throws InputError that names the option.
 */
export const parseOption = <Name extends OptionName>(name: Name, texts: readonly string[]): OptionValue<Name> =>
  parseRow(name, OPTIONS[name], texts) as OptionValue<Name>;

/** The texts with the defaults of those that are not given. */
export function completeTexts<Texts extends OptionTexts>(texts: Texts) {
  const { quality, noise } = texts;
  const paths = noise === undefined ? PATHS_DEFAULTS.paths : PATHS_DEFAULTS.pathsForNoise;
  return { ...OPTION_DEFAULTS, ...(quality === 'path' && { samples: String(paths) }), ...withoutUndefined(texts) };
}

/**
 * The values of options, and the defaults of those that are not among them.
 * @throws InputError that names the first option whose text is wrong.
 */
export const parseOptions = (texts: OptionTexts): OptionValues => parseTexts(OPTIONS, completeTexts(texts));

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The options that are given. */
export function withoutUndefined<T extends object>(given: T): Defined<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>;
}
