/** The options of `tilecast render` that `tilecast view` takes too, and why it takes no others. */
import { RENDER_OPTIONS } from '../render/render-options.js';

type RenderOption = keyof typeof RENDER_OPTIONS;

const WRITES = 'is for tilecast render; the page saves pictures, views and cameras';
const SERIES = 'is for series of frames, which tilecast render makes; the page plays and turns';
const DRAWN = 'is for pictures; the page draws its own over what it shows';
const JOBS = 'is for tilecast render, whose pictures other processes can make';
const BROWSER = 'is not for the browser, which has an adapter of its own';

/** Options that a page has no use for. */
const REFUSALS = {
  ...sayOf(WRITES, ['output', 'format', 'recipe', 'stats', 'save-camera', 'progress', 'verbose']),
  replay: 'is for tilecast render; tilecast view picture.png looks around in what a picture shows',
  ...sayOf(SERIES, ['turntable', 'cameras', 'frames', 'fps']),
  ...sayOf(DRAWN, ['overlay', 'title', 'overlay-scale', 'color-bar-title', 'heatmap']),
  size: 'is for pictures; the page is as large as its window',
  ...sayOf(BROWSER, ['adapter', 'software']),
  ...sayOf(JOBS, ['queue', 'detach', 'workers', 'collect', 'split']),
  within: 'is for tilecast render; the page asks for no files but those that the command line names',
  'disk-cache': 'is for tilecast render; browsers keep what they fetched',
  'path-time': 'is for tilecast render; the page shows paths for as long as somebody looks',
  'time-limit': 'is for tilecast render; the page stays until it is closed',
} as const satisfies Partial<Record<RenderOption, string>>;

function sayOf<Name extends RenderOption>(why: string, names: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, why])) as Record<Name, string>;
}

export type RefusedOption = keyof typeof REFUSALS;
export type LookOption = Exclude<RenderOption, RefusedOption>;

export const REFUSED_NAMES = Object.keys(REFUSALS) as RefusedOption[];

const isLook = (name: string): name is LookOption => !Object.hasOwn(REFUSALS, name);

export const LOOK_NAMES = (Object.keys(RENDER_OPTIONS) as RenderOption[]).filter(isLook);

const { alias: _, ...OUTPUT } = RENDER_OPTIONS.output;
const VALUES = {
  ...RENDER_OPTIONS.values,
  describe: 'Values to map to colours, by their name in the mesh; once, or once per mesh',
} as const;

/** Those that are refused are known to the parser, so that it can be said why, but in no help. */
export const VIEW_OPTIONS = Object.fromEntries(
  Object.entries({ ...RENDER_OPTIONS, output: OUTPUT, values: VALUES }).map(([name, option]) => [
    name,
    isLook(name) ? option : { ...option, hidden: true },
  ]),
);

/** One line about the first that is refused; undefined where none is. */
export function refusalOf(given: Readonly<Record<string, unknown>>): string | undefined {
  const name = REFUSED_NAMES.find((refused) => given[refused] !== undefined);
  return name && `--${name}: ${REFUSALS[name]}`;
}
