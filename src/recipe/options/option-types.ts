/** The types of options' values: how each is read from a text, and what JSON may hold in its place. */
import { parseShape, parseTransfer, type ValueRange, type Vec3 } from '../../index.js';
import { parseViewName } from '../../lab.js';
import { parseChannels } from '../parse/channels.js';
import { isInlineTransfer } from '../parse/file-or-name.js';
import {
  fail,
  named,
  parseBackground,
  parseChoice,
  parseFrames,
  parseFrom,
  parseHalfSpace,
  parseIndex,
  parseInteger,
  parseIsosurfaces,
  parseLabels,
  parseLightChoice,
  parseOpaqueColor,
  parseOptionNumber,
  parsePositive,
  parseRange,
  parseRanges,
  parseSize,
  parseSpacings,
  parseStep,
  parseTimes,
  parseVec3,
  parseWorldBox,
} from '../parse/parse-options.js';
import { parseAnimation } from '../scene/meshes/mesh-animations.js';

/** A part of a JSON Schema (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface OptionType<Value> {
  /** @throws InputError that names the option. */
  readonly parse: (option: string, text: string) => Value;
  /** The JSON values that stand for a text, besides the text itself. */
  readonly schema: JsonSchema;
  /** The separator of a list's parts in a text; default a comma. */
  readonly separator?: string;
  /** Whether it is on or off, as `--option` and `--no-option`. */
  readonly isSwitch?: true;
}

const TEXT: JsonSchema = { type: 'string' };

const listOf = (length: number): JsonSchema => ({
  type: 'array',
  items: { type: 'number' },
  minItems: length,
  maxItems: length,
});

const asText = <Value>(parse: OptionType<Value>['parse']): OptionType<Value> => ({ parse, schema: TEXT });

/** HTML's boolean attributes have no text. */
export const SWITCH = {
  parse: (option: string, text: string) => parseChoice(option, text || 'true', ['true', 'false']) === 'true',
  schema: { type: 'boolean' },
  isSwitch: true,
} as const satisfies OptionType<boolean>;

/** Any text: a name, or the path of a file. */
export const ANY_TEXT: OptionType<string> = asText((_, text) => text);

export function choice<const Choice extends string>(choices: readonly Choice[]): OptionType<Choice> {
  return { parse: (option, text) => parseChoice(option, text, choices), schema: { enum: choices } };
}

/** @param word that stands for a choice of tilecast's own. */
export function orWord<Value, const Word extends string>(
  word: Word,
  type: OptionType<Value>,
): OptionType<Value | Word> {
  return {
    parse: (option, text) => (text === word ? word : type.parse(option, text)),
    schema: { anyOf: [{ const: word }, type.schema] },
  };
}

export const numberFrom = (least: number, most: number): OptionType<number> => ({
  parse: (option, text) => parseFrom(option, text, least, most),
  schema: { type: 'number', minimum: least, ...(most < Infinity && { maximum: most }) },
});

export const positiveUpTo = (most: number): OptionType<number> => ({
  parse: (option, text) => {
    const value = parsePositive(option, text);
    return value > most ? fail(`--${option}: must be at most ${most}, not ${text}`) : value;
  },
  schema: { type: 'number', exclusiveMinimum: 0, maximum: most },
});

export const integerFrom = (least: number, most: number): OptionType<number> => ({
  parse: (option, text) => parseInteger(option, text, least, most),
  schema: { type: 'integer', minimum: least, maximum: most },
});

export const NUMBER: OptionType<number> = { parse: parseOptionNumber, schema: { type: 'number' } };
export const POSITIVE: OptionType<number> = { parse: parsePositive, schema: { type: 'number', exclusiveMinimum: 0 } };
/** Degrees that a perspective view can show. */
export const ANGLE: OptionType<number> = {
  parse: (option, text) => {
    const degrees = parsePositive(option, text);
    return degrees < 180 ? degrees : fail(`--${option}: must be less than 180 degrees, not ${text}`);
  },
  schema: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 180 },
};
export const INDEX: OptionType<number> = { parse: parseIndex, schema: { type: 'integer', minimum: 0 } };
export const STEP: OptionType<number> = { parse: parseStep, schema: { type: 'number', exclusiveMinimum: 0 } };
export const POINT: OptionType<Vec3> = { parse: parseVec3, schema: listOf(3) };
export const SPACINGS: OptionType<Vec3> = { parse: parseSpacings, schema: listOf(3) };
export const RANGE: OptionType<ValueRange> = { parse: parseRange, schema: listOf(2) };
/** The least value that is shown, and the one at which colours end: LO, or LO,HI. Of both signs, of magnitudes. */
export interface Threshold {
  /** The least value that is shown. */
  readonly low: number;
  /** Undefined is the largest value. */
  readonly high: number | undefined;
}

export const THRESHOLD: OptionType<Threshold> = {
  parse: (option, text) => {
    if (!text.includes(',')) return { low: parseOptionNumber(option, text), high: undefined };
    const [low, high] = parseRange(option, text);
    return { low, high };
  },
  schema: { anyOf: [{ type: 'number' }, listOf(2)] },
};

/** A matrix or a space, or the path of a file with a matrix. */
export const PLACEMENT: OptionType<string> = { ...ANY_TEXT, schema: listOf(12) };
export const HALF_SPACE = { parse: parseHalfSpace, schema: listOf(4) };
export const COLOR = { parse: parseOpaqueColor, schema: listOf(3) };
export const BACKGROUND = { parse: parseBackground, schema: listOf(3) };
export const CHANNELS = { parse: parseChannels, schema: { type: 'array', items: { type: 'integer', minimum: 0 } } };

/** A name, or a transfer function as JSON, or the path of a file that holds one. */
export const TRANSFER: OptionType<string> = {
  parse: (option, text) => {
    if (isInlineTransfer(text)) parseTransfer(text, `--${option}`);
    return text;
  },
  schema: TEXT,
};

export const SIZE = { parse: parseSize, schema: listOf(2), separator: 'x' } as const;
export const RANGES = asText(parseRanges);
export const WORLD_BOX = asText(parseWorldBox);
export const FRAMES = asText(parseFrames);
export const TIMES = asText(parseTimes);
export const ISOSURFACES = asText(parseIsosurfaces);
export const LABELS = asText(parseLabels);
export const LIGHTS = asText(parseLightChoice);
export const ANIMATION = asText(parseAnimation);
export const VIEW = asText((option, text) => named(option, () => parseViewName(text)));
export const SHAPE = asText((option, text) => named(option, () => parseShape(text)));

/** Words by commas. */
export function words<const Word extends string>(known: readonly Word[]): OptionType<readonly Word[]> {
  return {
    parse: (option, text) => text.split(',').map((word) => parseChoice(option, word, known)),
    schema: { type: 'array', items: { enum: known } },
  };
}

/** A text that is drawn on one line. */
export const lineUpTo = (lengthMax: number): OptionType<string> => ({
  parse: (option, text) =>
    text.length <= lengthMax
      ? text
      : fail(`--${option}: has ${text.length} characters, and ${lengthMax} are the most on a line`),
  schema: { type: 'string', maxLength: lengthMax },
});
