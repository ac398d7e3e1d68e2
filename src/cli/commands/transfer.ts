/** `tilecast transfer`: the transfer functions that have a name. */
import type { CommandModule } from 'yargs';
import { findTransfer, formatTransfer, NAMED_TRANSFERS, type NamedTransfer } from '../../index.js';
import { fail, optional, parseOptionNumbers } from '../../recipe/parse/parse-options.js';
import { printJson, printLines } from '../say.js';

const list: CommandModule<object, { json: boolean }> = {
  command: 'list',
  describe: 'List transfer functions: name, kind, intended values, purpose',
  builder: (yargs) => yargs.option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  handler: ({ json }) => {
    // A function has no place in JSON, which leaves `create` out.
    if (json) printJson({ transfers: NAMED_TRANSFERS });
    else printLines(formatTable());
  },
};

const COLUMNS = {
  name: ({ name }) => name,
  'other names': ({ aliases }) => aliases.join(', '),
  kind: ({ kind }) => kind,
  values: ({ window }) => (window ? window.map(Math.round).join(' to ') : 'those of the volume'),
  mode: ({ mode }) => mode ?? '',
  shows: ({ description }) => description,
} satisfies Readonly<Record<string, (named: NamedTransfer) => string>>;

function formatTable(): string[] {
  const rows = [
    Object.keys(COLUMNS),
    ...NAMED_TRANSFERS.map((named) => Object.values(COLUMNS).map((format) => format(named))),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', ...LEGEND];
}

const LEGEND = [
  'HU preset: in Hounsfield units, as CT has them, and opacities a millimeter.',
  "raw preset: in a scanner's own values, which differ; --window LO,HI stretches it over yours.",
  'colour map: over the values that stand out in the volume, or those of --window LO,HI.',
];

const show: CommandModule<object, { name: string | undefined; window: string | undefined }> = {
  command: 'show [name]',
  describe: 'Print one as the JSON that --transfer reads, to start from',
  builder: (yargs) =>
    yargs
      .positional('name', { type: 'string', describe: 'A name that tilecast transfer list shows' })
      .option('window', { type: 'string', describe: 'Values LO,HI to stretch it to; a colour map is over 0,1' })
      .requiresArg('window')
      .example('$0 transfer show bone > my.json', 'then: tilecast render scan.nrrd --transfer my.json -o scan.png'),
  handler: ({ name, window }) => {
    if (name === undefined) fail('transfer show: name one of those that tilecast transfer list shows');
    const range = optional('window', window, parseWindow);
    printLines(
      formatTransfer(findTransfer(name).create(range && { window: range }))
        .trimEnd()
        .split('\n'),
    );
  },
};

const parseWindow = (option: string, text: string) =>
  parseOptionNumbers(option, text, ['LO', 'HI']) as [number, number];

export const transfer: CommandModule = {
  command: 'transfer',
  describe: 'List the named transfer functions, or print one',
  builder: (yargs) => yargs.command(list).command(show).demandCommand(1, 'transfer: say list or show NAME'),
  handler: () => undefined,
};
