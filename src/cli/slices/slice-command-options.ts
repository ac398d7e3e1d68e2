/** The options of `tilecast slices`. */
import { defaultTexts, parseTexts, type TableTexts, type TableValues } from '../../recipe/options/option-table.js';
import { SLICE_OPTIONS } from '../../recipe/options/slice-options.js';
import { withoutUndefined } from '../../recipe/options.js';
import { ADAPTER_OPTIONS } from '../arguments/adapter-options.js';
import { LIMIT_OPTIONS, type LimitArguments } from '../arguments/limit-options.js';
import { SUBMIT_OPTIONS } from '../farm/queue-options.js';
import { type CommandOption, commandOption } from '../render/render-options.js';

export const SLICE_COMMAND_OPTIONS: Readonly<Record<string, CommandOption>> = {
  ...Object.fromEntries(Object.entries(SLICE_OPTIONS).map(([name, option]) => [name, commandOption(option)])),
  json: { group: 'Output:', type: 'boolean', describe: 'Print the slices and their positions as JSON' },
  report: {
    group: 'Output:',
    type: 'string',
    describe:
      'Write an HTML page of all inputs, with their slices in a table that sorts; with pictures, or instead of them',
  },
  adapter: { ...ADAPTER_OPTIONS.adapter, describe: `For 3d: ${ADAPTER_OPTIONS.adapter.describe}` },
  software: { ...ADAPTER_OPTIONS.software, describe: `For 3d: ${ADAPTER_OPTIONS.software.describe}` },
  ...SUBMIT_OPTIONS,
  ...LIMIT_OPTIONS,
};

/** The command line as it was parsed. */
export type GivenSlices = {
  readonly inputs?: readonly string[];
  readonly json?: boolean;
  readonly report?: string;
  readonly queue?: string;
  readonly detach?: boolean;
  readonly collect?: boolean;
  readonly workers?: string;
  readonly adapter?: string;
  readonly software?: boolean;
} & TableTexts<typeof SLICE_OPTIONS> &
  LimitArguments;

/** The values of the options, with defaults for those that are not given. */
export type SliceValues = TableValues<typeof SLICE_OPTIONS>;

/** @throws InputError that names the option. */
export const parseSlices = (given: GivenSlices): SliceValues =>
  parseTexts(SLICE_OPTIONS, { ...defaultTexts(SLICE_OPTIONS), ...withoutUndefined(given) });
