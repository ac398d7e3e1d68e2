/** `tilecast view`: a page to look around in volumes and meshes. */
import type { Argv, CommandModule } from 'yargs';
import { isDicomWeb } from '../../lab.js';
import { useHeaders } from '../../node/index.js';
import { findEnvironmentName } from '../../recipe/parse/file-or-name.js';
import { fail, optional, parseIndex, parsePositive } from '../../recipe/parse/parse-options.js';
import { PAGE_BYTES } from '../../viewer-page/make-page.js';
import { nameDenoiser } from '../arguments/name-denoiser.js';
import type { QuickCommand } from '../arguments/parse-quickly.js';
import { readRecipeText } from '../render/recipe/read-recipe.js';
import { startReplay } from '../render/recipe/start-replay.js';
import type { GivenArguments } from '../render/render-options.js';
import { printJsonLine, printLines, say } from '../say.js';
import { chooseAttributes } from '../view/choose-attributes.js';
import { copyVolume } from '../view/copy-volume.js';
import { FrameServer } from '../view/frame-server.js';
import { type ListedFile, listInputs } from '../view/list-inputs.js';
import { openBrowser } from '../view/open-browser.js';
import { PageLink } from '../view/page-link.js';
import { type ShownFiles, savePage } from '../view/save-page.js';
import { refusalOf, VIEW_COMMAND_OPTIONS, VIEWER_OPTION_NAMES } from '../view/view-command-options.js';
import { startViewerServer } from '../view/viewer-server.js';

interface ViewArguments extends GivenArguments {
  readonly open: boolean;
  readonly embed: boolean;
  readonly remote: boolean;
  readonly link: boolean;
  readonly port: string;
  readonly save?: string;
  readonly 'page-size'?: string;
}

const MAX_PORT = 65535;
const MIB = 2 ** 20;

export const view: CommandModule<object, ViewArguments> & QuickCommand = {
  command: 'view [inputs..]',
  prepare: nameDenoiser,
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
          describe: 'Let other pages on this machine, such as notebooks, embed it in a frame',
        },
        save: {
          type: 'string',
          describe:
            'Write one HTML file with the viewer, its data and a picture, which opens without a server, and end',
        },
        'page-size': {
          type: 'string',
          defaultDescription: String(PAGE_BYTES / MIB),
          describe: 'Size limit of the file of --save in MiB; volumes are downsampled until they fit',
        },
        link: {
          type: 'boolean',
          default: false,
          describe:
            'Print the view as a line of JSON whenever it changes, and take lines with attributes from standard input',
        },
        remote: {
          type: 'boolean',
          default: false,
          describe: 'Render frames here and send them to the page, as is done for browsers without WebGPU',
        },
        port: { type: 'string', default: '0', describe: 'Port on this machine; 0 is a free one' },
        ...VIEW_COMMAND_OPTIONS,
      })
      .requiresArg(
        Object.entries(VIEW_COMMAND_OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])),
      )
      .requiresArg(['port', 'save', 'page-size'])
      .example('$0 scan.nrrd', '')
      .example('$0 scan.nrrd labels.nrrd', 'with labels that can be shown and hidden')
      .example('$0 scan.nrrd --transfer bone --clip 0,0,1,40', 'as tilecast render would show it')
      .example('$0 scan.nrrd --save scan.html', 'a page to send to somebody')
      .example('$0 picture.png', 'what a picture shows, to look around in') as unknown as Argv<ViewArguments>,
  handler: async (args) => {
    const given = args.inputs ?? [];
    const port = parseIndex('port', args.port);
    if (port > MAX_PORT) fail(`--port: must be from 0 to ${MAX_PORT}, not ${args.port}`);
    const pageMib = optional('page-size', args['page-size'], parsePositive);
    if (pageMib !== undefined && args.save === undefined) fail('--page-size: is for --save, which writes a page');
    const refusal = refusalOf(args);
    if (refusal !== undefined) fail(refusal);
    useHeaders([args.header ?? []].flat(), given);
    const [first = '', ...others] = given;
    const saved = /\.(png|jpe?g|webp|json)$/i.test(first) ? await readRecipeText(first) : undefined;
    const { attributes, mask, panorama } = await chooseAttributes(args, saved !== undefined);
    const chosen = { ...(mask !== undefined && { mask }), ...(panorama && { panorama }) };
    const found: ShownFiles = {
      ...(saved === undefined ? { inputs: given } : await findInputs(first, others)),
      ...chosen,
    };
    if (args.save !== undefined) {
      if (found.inputs.length === 0) fail('--save: there is nothing to save; name a file');
      return savePage(args, {
        path: args.save,
        bytesMax: pageMib === undefined ? PAGE_BYTES : MIB * pageMib,
        view: saved,
        found,
        attributes,
      });
    }
    const files = await listFiles(found, args.series);
    // A server's series is chosen once it is fetched.
    const isChosen = files.some(({ input }) => isDicomWeb(input) && !given.includes(input));
    const { series, ...unchosen } = attributes;
    const shown = isChosen || series === undefined ? unchosen : { series, ...unchosen };
    const frames = new FrameServer(files);
    const { embed: isEmbedded, remote: isRemote } = args;
    const link = args.link ? new PageLink({ input: process.stdin, print: printJsonLine, complain: say }) : undefined;
    let copied: ReturnType<typeof copyVolume> | undefined;
    // Pages that get none read the files, and say what is wrong with them.
    const copy = () => (copied ??= copyVolume(files, shown).catch(() => undefined));
    const server = await startViewerServer({
      copy,
      files,
      port,
      view: saved,
      attributes: shown,
      isEmbedded,
      frames,
      isRemote,
      link,
    });
    printLines([server.url]);
    if (isRemote) {
      void frames.prepare(
        Object.fromEntries(
          VIEWER_OPTION_NAMES.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])),
        ),
      );
      void copy();
    }
    if (args.open) openBrowser(server.url);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    link?.close();
    server.close();
    await frames.close();
  },
};

async function listFiles({ inputs, mask, panorama }: ShownFiles, series: string | undefined): Promise<ListedFile[]> {
  const masks = mask === undefined ? [] : await listInputs([mask]);
  return [
    ...(await listInputs(inputs, series)),
    ...masks.map((file) => ({ ...file, isMask: true })),
    ...(panorama === undefined ? [] : await listInputs([panorama])),
  ];
}

/** The files that a saved view or a picture was made from, below the folders that are named after it, or else below its own. */
async function findInputs(picture: string, folders: readonly string[]): Promise<ShownFiles> {
  const { inputs, options } = await startReplay({ inputs: folders }, picture);
  const { mask, environment } = options;
  const isFile = environment !== undefined && findEnvironmentName(environment) === undefined;
  return { inputs, mask, ...(isFile && { panorama: environment }) };
}
