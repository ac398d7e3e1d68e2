/** `tilecast info`: what is in a file. */
import type { Argv, CommandModule } from 'yargs';
import {
  computeStatistics,
  createHistogram,
  describeVolume,
  findVolumeFormat,
  readVolume,
  type VolumeReader,
} from '../../index.js';
import { readVolumeFile } from '../../node/index.js';
import { type FileDescription, formatDescription, histogramColumns, type TextLayout } from '../format-description.js';
import { fail, optional, parseIndex } from '../parse-options.js';
import { RENDER_OPTIONS } from '../render/render-options.js';
import { say } from '../say.js';

interface InfoArguments {
  readonly input: string | undefined;
  readonly json: boolean;
  readonly component: string | undefined;
  readonly time: string | undefined;
}

export const info: CommandModule<object, InfoArguments> = {
  command: 'info [input]',
  describe: 'Tell what is in a file: sizes, geometry, values',
  builder: (yargs) =>
    yargs
      .positional('input', { type: 'string', describe: 'A volume' })
      .options({ component: RENDER_OPTIONS.component, time: RENDER_OPTIONS.time })
      .requiresArg(['component', 'time'])
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' }) as unknown as Argv<InfoArguments>,
  handler: async (args) => {
    const { json, input = fail('the input is missing: name a file') } = args;
    const layout = chooseLayout();
    const description = await describeFile(input, args, json ? JSON_BINS : histogramColumns(layout));
    process.stdout.write(json ? formatJson(description) : formatDescription(description, layout));
  },
};

const JSON_BINS = 64;
const PLAIN_COLUMNS = 80;

/** Whoever reads through a pipe gets the same text everywhere. */
function chooseLayout(): TextLayout {
  const { isTTY, columns } = process.stdout;
  // Some terminals do not tell their width.
  return isTTY ? { columns: columns || PLAIN_COLUMNS, blocks: true } : { columns: PLAIN_COLUMNS, blocks: false };
}

async function describeFile(
  input: string,
  { component, time }: InfoArguments,
  binsMax: number,
): Promise<FileDescription> {
  const selection = {
    component: optional('component', component, parseIndex) ?? 0,
    time: optional('time', time, parseIndex) ?? 0,
  };
  let format = '';
  const read: VolumeReader = (source, selected) => {
    // Of none, the reader says what is wrong.
    format = findVolumeFormat(source)?.name ?? format;
    return readVolume(source, selected);
  };
  const { volume, notes } = await readVolumeFile(input, selection, read);
  for (const note of notes) say(note);
  const statistics = computeStatistics(volume);
  return {
    file: input,
    format,
    ...describeVolume(volume, statistics),
    histogram: createHistogram(statistics, binsMax),
  };
}

/** Scripts rely on these keys. */
function formatJson(description: FileDescription): string {
  const { file, format, orientation, ...rest } = description;
  const { axes, letters = null, obliquenessDegrees } = orientation;
  const json = { file, format, kind: 'volume', ...rest, axes, orientation: letters, obliquenessDegrees };
  return `${JSON.stringify(json, null, 2)}\n`;
}
