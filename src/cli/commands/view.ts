/** `tilecast view`: a page to look around in volumes and meshes. */
import type { Argv, CommandModule } from 'yargs';
import { findTransfer, RENDER_MODES } from '../../index.js';
import { parseViewName } from '../../lab.js';
import { fail, optional, parseChoice, parseIndex, parseNumber } from '../../options/parse-options.js';
import { readRecipeText } from '../render/recipe/recipe.js';
import { startReplay } from '../render/recipe/start-replay.js';
import { RENDER_OPTIONS } from '../render/render-options.js';
import { printLines } from '../say.js';
import { listInputs } from '../view/list-inputs.js';
import { openBrowser } from '../view/open-browser.js';
import { startViewerServer } from '../view/viewer-server.js';

interface ViewArguments {
  readonly inputs: readonly string[] | undefined;
  readonly open: boolean;
  readonly port: string;
  readonly mode: string | undefined;
  readonly iso: string | undefined;
  readonly transfer: string | undefined;
  readonly view: string | undefined;
}

const MAX_PORT = 65535;

export const view: CommandModule<object, ViewArguments> = {
  command: 'view [inputs..]',
  describe: 'Look around in a volume, meshes, or both, in the browser',
  builder: (yargs) =>
    yargs
      .positional('inputs', {
        type: 'string',
        array: true,
        describe: 'A volume, a folder of DICOM files, labels, meshes; or a saved view or a picture by tilecast',
      })
      .options({
        open: { type: 'boolean', default: true, describe: 'Open the browser' },
        port: { type: 'string', default: '0', describe: 'Port on this machine; 0 is a free one' },
        mode: RENDER_OPTIONS.mode,
        iso: RENDER_OPTIONS.iso,
        transfer: { ...RENDER_OPTIONS.transfer, describe: 'A transfer function by its name' },
        view: RENDER_OPTIONS.view,
      })
      .requiresArg(['port', 'mode', 'iso', 'transfer', 'view'])
      .example('$0 scan.nrrd', '')
      .example('$0 scan.nrrd labels.nrrd', 'with labels that can be shown and hidden')
      .example('$0 picture.png', 'what a picture shows, to look around in') as unknown as Argv<ViewArguments>,
  handler: async (args) => {
    const given = args.inputs ?? [];
    const port = parseIndex('port', args.port);
    if (port > MAX_PORT) fail(`--port: must be from 0 to ${MAX_PORT}, not ${args.port}`);
    const attributes = chooseAttributes(args);
    const [first = '', ...others] = given;
    const saved = /\.(png|json)$/i.test(first) ? await readRecipeText(first) : undefined;
    const inputs = saved === undefined ? given : await findInputs(first, others);
    const server = await startViewerServer({ files: await listInputs(inputs), port, view: saved, attributes });
    printLines([server.url]);
    if (args.open) openBrowser(server.url);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    server.close();
  },
};

/** The element's attributes have the names of the options. */
function chooseAttributes({ mode, iso, transfer, view: name }: ViewArguments): Record<string, string> {
  if (mode !== undefined) parseChoice('mode', mode, RENDER_MODES);
  optional('iso', iso, parseNumber);
  if (transfer !== undefined) findTransfer(transfer);
  if (name !== undefined) parseViewName(name);
  const given = Object.entries({ mode, iso, transfer, view: name }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Record<string, string>;
}

/** The files that a saved view or a picture was made from, below the folders that are named after it, or else below its own. */
async function findInputs(picture: string, folders: readonly string[]): Promise<string[]> {
  const { inputs, options } = await startReplay({ inputs: folders }, picture);
  return [...inputs, ...(options.mask === undefined ? [] : [options.mask])];
}
