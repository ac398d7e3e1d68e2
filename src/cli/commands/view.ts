/** `tilecast view`: a page to look around in volumes and meshes. */
import type { Argv, CommandModule } from 'yargs';
import { findEnvironmentName } from '../../recipe/parse/file-or-name.js';
import { fail, parseIndex } from '../../recipe/parse/parse-options.js';
import { readRecipeText } from '../render/recipe/read-recipe.js';
import { startReplay } from '../render/recipe/start-replay.js';
import type { GivenArguments } from '../render/render-options.js';
import { printLines } from '../say.js';
import { chooseAttributes } from '../view/choose-attributes.js';
import { type ListedFile, listInputs } from '../view/list-inputs.js';
import { openBrowser } from '../view/open-browser.js';
import { refusalOf, VIEW_COMMAND_OPTIONS } from '../view/view-command-options.js';
import { startViewerServer } from '../view/viewer-server.js';

interface ViewArguments extends GivenArguments {
  readonly open: boolean;
  readonly embed: boolean;
  readonly port: string;
}

const MAX_PORT = 65535;

export const view: CommandModule<object, ViewArguments> = {
  command: 'view [inputs..]',
  describe: 'Explore a volume, meshes, or both in the browser',
  builder: (yargs) =>
    yargs
      .positional('inputs', {
        type: 'string',
        array: true,
        describe: 'A volume, a folder of DICOM files, labels, meshes; or a saved view or a picture by tilecast',
      })
      .options({
        open: { type: 'boolean', default: true, describe: 'Open the browser' },
        embed: {
          type: 'boolean',
          default: false,
          describe: 'Let other pages of this machine, such as notebooks, show it in a frame',
        },
        port: { type: 'string', default: '0', describe: 'Port on this machine; 0 is a free one' },
        ...VIEW_COMMAND_OPTIONS,
      })
      .requiresArg(
        Object.entries(VIEW_COMMAND_OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])),
      )
      .requiresArg('port')
      .example('$0 scan.nrrd', '')
      .example('$0 scan.nrrd labels.nrrd', 'with labels that can be shown and hidden')
      .example('$0 scan.nrrd --transfer bone --clip 0,0,1,40', 'as tilecast render would show it')
      .example('$0 picture.png', 'what a picture shows, to look around in') as unknown as Argv<ViewArguments>,
  handler: async (args) => {
    const given = args.inputs ?? [];
    const port = parseIndex('port', args.port);
    if (port > MAX_PORT) fail(`--port: must be from 0 to ${MAX_PORT}, not ${args.port}`);
    const refusal = refusalOf(args);
    if (refusal !== undefined) fail(refusal);
    const [first = '', ...others] = given;
    const saved = /\.(png|jpe?g|webp|json)$/i.test(first) ? await readRecipeText(first) : undefined;
    const { attributes, mask, panorama } = await chooseAttributes(args, saved !== undefined);
    const found = saved === undefined ? { inputs: given } : await findInputs(first, others);
    const files = await listFiles({ ...found, ...(mask !== undefined && { mask }), ...(panorama && { panorama }) });
    const server = await startViewerServer({ files, port, view: saved, attributes, isEmbedded: args.embed });
    printLines([server.url]);
    if (args.open) openBrowser(server.url);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    server.close();
  },
};

interface FoundFiles {
  readonly inputs: readonly string[];
  readonly mask?: string | undefined;
  /** The light around. */
  readonly panorama?: string | undefined;
}

async function listFiles({ inputs, mask, panorama }: FoundFiles): Promise<ListedFile[]> {
  const masks = mask === undefined ? [] : await listInputs([mask]);
  return [
    ...(await listInputs(inputs)),
    ...masks.map((file) => ({ ...file, isMask: true })),
    ...(panorama === undefined ? [] : await listInputs([panorama])),
  ];
}

/** The files that a saved view or a picture was made from, below the folders that are named after it, or else below its own. */
async function findInputs(picture: string, folders: readonly string[]): Promise<FoundFiles> {
  const { inputs, options } = await startReplay({ inputs: folders }, picture);
  const { mask, environment } = options;
  const isFile = environment !== undefined && findEnvironmentName(environment) === undefined;
  return { inputs, mask, ...(isFile && { panorama: environment }) };
}
