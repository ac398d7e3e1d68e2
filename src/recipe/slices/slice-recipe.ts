/** The recipe of a picture of slices: all that it takes to draw it again. */
import manifest from '../../../package.json' with { type: 'json' };
import { InputError } from '../../index.js';
import type { Option } from '../options/option.js';
import { defaultTexts, parseTexts, type TableTexts } from '../options/option-table.js';
import { SLICE_OPTIONS } from '../options/slice-options.js';
import { withoutUndefined } from '../options.js';
import { isInlineTransfer } from '../parse/file-or-name.js';
import { isInlineMatrix } from '../parse/parse-matrix.js';
import { asFile, isTransferName, nameOf } from '../recipe.js';
import { asObject, RECIPE_VERSION, type RecipeFile, toTexts } from '../recipe-json.js';

/** The keyword of the text chunk in which a PNG of slices holds its recipe. */
export const SLICE_RECIPE_KEYWORD = 'tilecast:slices';

export type SliceTexts = TableTexts<typeof SLICE_OPTIONS>;

export interface SliceRecipe {
  readonly inputs: readonly RecipeFile[];
  readonly mask?: RecipeFile | undefined;
  /** The options as they were given, with what their files held in place of the names of these. */
  readonly options: SliceTexts;
}

/** Whether an option says what a picture of slices shows. */
function isRecorded(name: string): name is keyof SliceTexts {
  const option: Option | undefined = Object.hasOwn(SLICE_OPTIONS, name)
    ? SLICE_OPTIONS[name as keyof SliceTexts]
    : undefined;
  return option !== undefined && !option.isUnrecorded;
}

/** The recipe as JSON, the same text for the same picture; the folders of its files are left out unless they are wanted. */
export function formatSliceRecipe({ inputs, mask, options }: SliceRecipe, hasFolders: boolean): string {
  const named = (file: RecipeFile) => (hasFolders ? file : { ...file, path: nameOf(file.path) });
  const names = Object.keys(SLICE_OPTIONS).filter((name) => isRecorded(name) && name !== 'mask');
  const texts = names.flatMap((name) => {
    const text = options[name as keyof SliceTexts];
    return text === undefined ? [] : [[name, text]];
  });
  return JSON.stringify({
    version: RECIPE_VERSION,
    tilecast: manifest.version,
    inputs: inputs.map(named),
    ...(mask && { mask: named(mask) }),
    ...Object.fromEntries(texts),
  });
}

/** @throws InputError that says what of it is wrong; it may come from anywhere, and names no file but its inputs and its mask. */
export function checkSliceRecipe(json: unknown): SliceRecipe {
  const { version, tilecast: _, inputs, mask, ...options } = asObject(json, 'it');
  if (version !== RECIPE_VERSION)
    throw new InputError(`its version is not ${RECIPE_VERSION}, which this tilecast reads`);
  if (!Array.isArray(inputs) || inputs.length === 0) throw new InputError('it lacks its inputs');
  const texts: SliceTexts = Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, checkText(name, value)]),
  );
  parseTexts(SLICE_OPTIONS, { ...defaultTexts(SLICE_OPTIONS), ...withoutUndefined(texts) });
  const { transfer, 'fused-transfer': fused = [], transform = [] } = texts;
  const isKnown = (text: string) => isInlineTransfer(text) || isTransferName(text);
  if (transfer !== undefined && !isKnown(transfer)) throw new InputError('its option transfer must be no file');
  if (!fused.every(isKnown)) throw new InputError('its option fused-transfer must be no file');
  if (!transform.every(isInlineMatrix)) throw new InputError('its option transform must be no file');
  return {
    inputs: inputs.map((input) => asFile(input, 'an input')),
    ...(mask !== undefined && { mask: asFile(mask, 'its mask') }),
    options: texts,
  };
}

/** @returns an option's texts, or whether it is on, by what JSON has in their place. */
function checkText(name: string, value: unknown): unknown {
  if (!isRecorded(name)) throw new InputError(`its ${JSON.stringify(name.slice(0, 60))} is no option of slices`);
  const option: Option = SLICE_OPTIONS[name];
  const kind = option.type.isSwitch ? 'boolean' : 'string';
  const isRight = (part: unknown) => typeof part === kind;
  const texts = toTexts(option, value);
  if (option.repeatable ? Array.isArray(texts) && texts.every(isRight) : isRight(texts)) return texts;
  throw new InputError(`its option ${name} must be ${option.repeatable ? 'a list of texts' : `a ${kind}`}`);
}
