/** The options of `tilecast render`: those of pictures, and those that say who makes them. */
import type { Option } from '../../recipe/options/option.js';
import { completeTexts, type OPTION_DEFAULTS, OPTIONS, type OptionTexts } from '../../recipe/options.js';
import { ADAPTER_OPTIONS } from '../arguments/adapter-options.js';
import { LIMIT_OPTIONS } from '../arguments/limit-options.js';
import { SUBMIT_OPTIONS } from '../farm/queue-options.js';

/** An option as yargs takes it. */
export interface CommandOption {
  readonly group: string;
  readonly type: 'string' | 'boolean';
  readonly describe: string;
  readonly alias?: string;
  readonly array?: true;
  readonly nargs?: 1;
  readonly defaultDescription?: string;
}

/**
 * An option of the table for yargs: a text wherever a value could be wrong in its own way, so that our own parsers can say what
 * is. Defaults are ours, not yargs's, so that the options given are known from those of a replayed picture.
 */
export function commandOption({ group, type, repeatable, alias, describe, ...option }: Option): CommandOption {
  const defaultDescription = option.defaultDescription ?? option.default;
  return {
    group: `${group}:`,
    type: type.isSwitch ? 'boolean' : 'string',
    describe,
    ...(alias !== undefined && { alias }),
    ...(repeatable && { array: true, nargs: 1 }),
    ...(defaultDescription !== undefined && { defaultDescription: String(defaultDescription) }),
  };
}

const PICTURE_OPTIONS = Object.fromEntries(
  Object.entries(OPTIONS).map(([name, option]) => [name, commandOption(option)]),
) as Readonly<Record<keyof typeof OPTIONS, CommandOption>>;

/** Options that say who makes a picture, where, and within what bounds. */
export const PROCESS_OPTIONS = {
  adapter: ADAPTER_OPTIONS.adapter,
  software: ADAPTER_OPTIONS.software,
  ...SUBMIT_OPTIONS,
  ...LIMIT_OPTIONS,
} as const;

export const RENDER_OPTIONS = { ...PICTURE_OPTIONS, ...PROCESS_OPTIONS };

type GivenAs<Given> = Given extends { readonly type: 'boolean' }
  ? boolean
  : Given extends { readonly array: true }
    ? readonly string[]
    : string;

type ProcessArguments = {
  readonly [Name in keyof typeof PROCESS_OPTIONS]?: GivenAs<(typeof PROCESS_OPTIONS)[Name]> | undefined;
};

/** The command line as yargs parses it. */
export type GivenArguments = { readonly inputs?: readonly string[] } & OptionTexts & ProcessArguments;

type Defaulted = keyof typeof OPTION_DEFAULTS | 'adapter' | 'software';

/** Arguments with the defaults in place. */
export type RenderArguments = Omit<GivenArguments, Defaulted> & {
  readonly [Name in Defaulted]: NonNullable<GivenArguments[Name]>;
};

/** The arguments with the defaults of those that are not given. */
export const completeArguments = (given: GivenArguments): RenderArguments => ({
  adapter: 'auto',
  software: false,
  ...completeTexts(given),
});
