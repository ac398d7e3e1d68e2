/** `tilecast info`: describes a file. */
import type { Argv, CommandModule } from 'yargs';
import {
  computeStatistics,
  createHistogram,
  type DisplayWindow,
  findMeshFormat,
  findVolumeFormat,
  listSeries,
  type SeriesServer,
} from '../../index.js';
import { describeStore, describeVolume, FORMAT_GROUPS, findSlices, nameLengthUnit } from '../../lab.js';
import { nameOfInput, type OpenedFolder, type OpenedInput, openInputs } from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { unitName } from '../../recipe/scene/world-unit.js';
import { noteDisplay } from '../../slices/notes/note-display.js';
import { heedLimits, LIMIT_OPTIONS, type LimitArguments } from '../arguments/limit-options.js';
import type { QuickCommand } from '../arguments/parse-quickly.js';
import {
  type FileDescription,
  formatDescription,
  histogramColumns,
  type TextLayout,
} from '../info/format-description.js';
import { listFormatGroups, nameAndEndings } from '../info/format-groups.js';
import { formatSeries, formatServer } from '../info/format-series.js';
import { describeMesh, formatMesh } from '../info/mesh-description.js';
import { formatStore } from '../info/store-description.js';
import { findTakenFor } from '../info/taken-for.js';
import { readVolumeInput, showProgress } from '../read-volume-input.js';
import { RENDER_OPTIONS } from '../render/render-options.js';
import { printJson, printLines, say } from '../say.js';
import { chooseSelection } from '../select-volumes.js';

interface InfoArguments extends LimitArguments {
  readonly inputs: readonly string[] | undefined;
  readonly json: boolean | undefined;
  readonly identify: boolean | undefined;
  readonly formats: boolean | undefined;
  readonly component: string | undefined;
  readonly time: string | undefined;
  readonly series: string | undefined;
  readonly spacing: string | undefined;
}

const INFO_OPTIONS = {
  component: RENDER_OPTIONS.component,
  time: RENDER_OPTIONS.time,
  series: RENDER_OPTIONS.series,
  spacing: RENDER_OPTIONS.spacing,
  ...LIMIT_OPTIONS,
  identify: {
    type: 'boolean',
    describe: 'Show the patients’ names, numbers and dates in DICOM files',
  },
  formats: { type: 'boolean', describe: 'List the formats that can be read, by kind' },
  json: { type: 'boolean', describe: 'Print JSON' },
} as const;

export const info: CommandModule<object, InfoArguments> & QuickCommand = {
  command: 'info [inputs..]',
  quick: { options: INFO_OPTIONS, list: 'inputs' },
  describe: 'Describe a volume or a mesh: sizes, geometry, values; or list the series in a DICOM folder',
  builder: (yargs) =>
    yargs
      .positional('inputs', {
        type: 'string',
        array: true,
        describe: 'A volume, a mesh, an OME-Zarr store, or DICOM files, their folder or zip archive',
      })
      .options(INFO_OPTIONS)
      .requiresArg([
        'component',
        'time',
        'series',
        'spacing',
        'within',
        'time-limit',
        'host-memory',
      ]) as unknown as Argv<InfoArguments>,
  handler: async (args) => {
    const { json, inputs = [] } = args;
    heedLimits(args);
    if (args.formats) {
      if (inputs.length > 0) fail('--formats: lists what can be read, and needs no input');
      if (json) printJson(FORMAT_GROUPS.map(({ kind, formats }) => ({ kind, formats: formats.map(nameAndEndings) })));
      else printLines(listFormatGroups(FORMAT_GROUPS));
      return;
    }
    if (inputs.length === 0) fail('the input is missing: name a file; --formats lists what can be read');
    const [input, second] = await openInputs(inputs);
    if (second) {
      fail(
        `${nameOfInput(second)}: is a second input; info describes one volume, or of one folder or several files of DICOM`,
      );
    }
    if ('folder' in input! && input.folder.server && !input.folder.server.isOneSeries && args.series === undefined) {
      await describeServer(input.folder.name, input.folder.server, args);
      return;
    }
    const slices = 'folder' in input! ? await findSlices(input.folder) : undefined;
    if ('folder' in input! && !slices && (args.identify || (args.series === undefined && isMany(input)))) {
      await describeSeries(input, args);
      return;
    }
    if (args.identify) fail('--identify: is for DICOM files');
    await describeOne(input!, slices ? 'stack of pictures' : 'DICOM', args);
  },
};

/** Describes a store, a mesh or a volume. */
async function describeOne(input: OpenedInput, folderFormat: string, args: InfoArguments): Promise<void> {
  const { json } = args;
  if ('store' in input) {
    const store = await input.store(chooseSelection(args));
    for (const note of store.notes) say(note);
    const described = await describeStore(store);
    if (json) printJson({ ...described, unit: described.unit && nameLengthUnit(described.unit) });
    else printLines(formatStore(described));
    return;
  }
  if ('source' in input && !findVolumeFormat(input.source) && findMeshFormat(input.source)) {
    if (args.series !== undefined) fail('--series: is for volumes');
    const mesh = await describeMesh(input);
    if (json) printJson(mesh);
    else printLines(formatMesh(mesh));
    return;
  }
  const layout = chooseLayout();
  const description = await describeInput(input, folderFormat, args, json ? JSON_BINS : histogramColumns(layout));
  if (json) printJson(toJson(description));
  else printLines(formatDescription(description, layout));
}

/** A single DICOM file is described like any other volume. */
const isMany = ({ folder, paths }: OpenedFolder) => folder.files.length !== 1 || folder.files[0]!.name !== paths[0];

async function describeSeries({ folder }: OpenedFolder, { json, identify }: InfoArguments): Promise<void> {
  const { series, notes } = await showProgress((report) => listSeries(folder, { identify: identify === true, report }));
  for (const note of notes) say(note);
  if (json) printJson({ file: folder.name, format: 'DICOM', kind: 'series', series });
  else printLines(formatSeries(folder.name, series));
}

async function describeServer(name: string, server: SeriesServer, { json, identify }: InfoArguments): Promise<void> {
  if (identify) fail('--identify: is for files of one series; name its address');
  const series = await server.list();
  if (series.length === 0) fail(`${name}: holds no series`);
  if (json) printJson({ file: name, format: 'DICOMweb', kind: 'series', series });
  else printLines(formatServer(name, series));
}

const JSON_BINS = 64;
const PLAIN_COLUMNS = 80;

/** Whoever reads through a pipe gets the same text everywhere. */
function chooseLayout(): TextLayout {
  const { isTTY, columns } = process.stdout;
  // Some terminals do not report their width.
  return isTTY ? { columns: columns || PLAIN_COLUMNS, blocks: true } : { columns: PLAIN_COLUMNS, blocks: false };
}

async function describeInput(
  input: OpenedInput,
  folderFormat: string,
  args: InfoArguments,
  binsMax: number,
): Promise<FileDescription> {
  const { volume, notes, colors, unit, display } = await readVolumeInput(input, chooseSelection(args));
  const statistics = computeStatistics(volume);
  for (const note of [...notes, ...noteDisplay(display, statistics, undefined)]) say(note);
  return {
    file: nameOfInput(input),
    format: 'source' in input ? findVolumeFormat(input.source)!.name : folderFormat,
    ...(colors && { colors: colors.channels.length === 4 ? ('RGBA' as const) : ('RGB' as const) }),
    ...describeVolume(volume, statistics),
    ...findTakenFor(volume, statistics, colors !== undefined),
    unit: unitName(unit, volume.anatomical) ?? null,
    windows: display?.windows ?? [],
    histogram: createHistogram(statistics, binsMax),
  };
}

function toJsonWindow({ center, width, range: [low, high], explanation, isSigmoid }: DisplayWindow) {
  const curve = isSigmoid ? 'sigmoid' : 'linear';
  return { center, width, low, high, function: curve, explanation: explanation ?? null };
}

/** Scripts rely on these keys. */
function toJson(description: FileDescription) {
  const { file, format, orientation, windows, ...rest } = description;
  const { axes, letters = null, obliquenessDegrees } = orientation;
  const geometry = { axes, orientation: letters, obliquenessDegrees };
  return { file, format, kind: 'volume', ...rest, ...geometry, windows: windows.map(toJsonWindow) };
}
