/** The options of `tilecast render` that `tilecast view` takes too, and why it takes no others. */
import type { Option } from '../../recipe/options/option.js';
import { OPTION_NAMES, OPTIONS, type OptionName } from '../../recipe/options.js';
import { type CommandOption, type PROCESS_OPTIONS, RENDER_OPTIONS } from '../render/render-options.js';

const JOBS = 'is for tilecast render, whose pictures other processes can make';
const BROWSER = 'is not for the browser, which has an adapter of its own';

/** Reasons why a page has no use for the options that say who makes a picture. */
const PROCESS_REFUSALS = {
  adapter: BROWSER,
  software: BROWSER,
  queue: JOBS,
  detach: JOBS,
  workers: JOBS,
  collect: JOBS,
  within: 'is for tilecast render; the page asks for no files but those that the command line names',
  'time-limit': 'is for tilecast render; the page stays until it is closed',
  'host-memory': 'is for commands that read their inputs here; pages have a bound of their own',
} as const satisfies Readonly<Record<Exclude<keyof typeof PROCESS_OPTIONS, 'header'>, string>>;

type Options = typeof OPTIONS;
export type ViewerOption = {
  [Name in OptionName]: Options[Name] extends { readonly notInViewer: string } ? never : Name;
}[OptionName];

const isForViewer = (name: OptionName): name is ViewerOption => !('notInViewer' in OPTIONS[name]);

export const VIEWER_OPTION_NAMES: readonly ViewerOption[] = OPTION_NAMES.filter(isForViewer);

const REFUSALS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries<Option>(OPTIONS).flatMap(([name, { notInViewer }]) =>
      notInViewer === undefined ? [] : [[name, notInViewer]],
    ),
  ),
  ...PROCESS_REFUSALS,
};

const { alias: _, ...OUTPUT } = RENDER_OPTIONS.output;
const VALUES = {
  ...RENDER_OPTIONS.values,
  describe: 'Values to map to colours, by their name in the mesh; once, or once per mesh',
};

/** Refused options are known to the parser, which can say why, but are in no help. */
export const VIEW_COMMAND_OPTIONS = Object.fromEntries(
  Object.entries<CommandOption>({ ...RENDER_OPTIONS, output: OUTPUT, values: VALUES }).map(([name, option]) => [
    name,
    Object.hasOwn(REFUSALS, name) ? { ...option, hidden: true } : option,
  ]),
);

/** One line about the first that is refused; undefined where none is. */
export function refusalOf(given: Readonly<Record<string, unknown>>): string | undefined {
  const name = Object.keys(REFUSALS).find((refused) => given[refused] !== undefined);
  return name && `--${name}: ${REFUSALS[name]}`;
}
