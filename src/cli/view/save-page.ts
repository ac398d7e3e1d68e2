/** `tilecast view … --save page.html`: the viewer, what it shows and a picture of it as one file. */
import { readFile } from 'node:fs/promises';
import { basename, parse } from 'node:path';
import { createRawReader, findMeshFormat, findVolumeFormat, InputError } from '../../index.js';
import { isUrl, parseJson, parseRawLayout, recognizeLabels, withoutDicomWeb } from '../../lab.js';
import {
  assertWritable,
  nameOfInput,
  type OpenedInput,
  openInputs,
  PartialFile,
  readInputFile,
  readPictureText,
} from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { RECIPE_KEYWORD, RECIPE_VERSION } from '../../recipe/recipe-json.js';
import { makePage } from '../../viewer-page/make-page.js';
import { type PageInput, toMib } from '../../viewer-page/pack-inputs.js';
import { WorkerFiles } from '../farm/worker-files.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { refuseOverwriting } from '../outputs/refuse-overwriting.js';
import { readVolumeInput } from '../read-volume-input.js';
import type { GivenArguments } from '../render/render-options.js';
import { say } from '../say.js';
import { chooseSelection } from '../select-volumes.js';
import { RecipeRenderer } from '../service/recipe-renderer.js';
import { VIEWER_OPTION_NAMES } from './view-command-options.js';

/** The files of a view, by their paths and addresses. */
export interface ShownFiles {
  readonly inputs: readonly string[];
  readonly mask?: string | undefined;
  /** The light around. */
  readonly panorama?: string | undefined;
}

export interface PageRequest {
  readonly path: string;
  /** The most that the whole page may have. */
  readonly bytesMax: number;
  readonly found: ShownFiles;
  /** Text of a saved view, or of a picture's recipe. */
  readonly view: string | undefined;
  /** The element's attributes. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Pixels of the picture that stands for the viewer. */
const PICTURE_SIZE = '1024x768';

/** @throws InputError where it cannot be read, rendered or written; there is no file then. */
export async function savePage(args: GivenArguments, request: PageRequest): Promise<void> {
  const { path, bytesMax, found, attributes } = request;
  await assertWritable(path);
  const script = await readFile(new URL('../viewer/saved-page.js', import.meta.url), 'utf8');
  const picture = await renderPicture(args, request);
  const opened = await openPageInputs(args, found);
  const parts = {
    title: [...found.inputs.map((input) => basename(input)), 'tilecast'].join(' – '),
    script,
    inputs: opened.inputs,
    view: readPictureText(picture, path)[RECIPE_KEYWORD],
    attributes,
    picture,
  };
  const page = await makePage(parts, bytesMax).catch(blamePageSize);
  for (const note of page.notes) say(`${note}; --page-size lets it be larger`);
  await refuseOverwriting([path], opened.files);
  say(`${path}: ${toMib(page.sizeBytes)} MiB: ${page.contents}`);
  const file = await PartialFile.create(path);
  try {
    for (const piece of page.pieces) await file.write(piece);
    await file.commit();
  } finally {
    await file.discard();
  }
}

/** Names the option behind an error. */
function blamePageSize(error: unknown): never {
  throw error instanceof InputError ? new InputError(`--page-size: ${error.message}`, { cause: error }) : error;
}

/** The picture of a view by the command line, with its recipe. */
async function renderPicture(args: GivenArguments, { found, view }: PageRequest): Promise<Uint8Array> {
  const { inputs, mask, panorama } = found;
  const hosts = [...inputs, mask ?? '', panorama ?? ''].filter(isUrl).map((url) => new URL(withoutDicomWeb(url)).host);
  const files = new WorkerFiles(process.cwd(), { within: parse(process.cwd()).root, hosts });
  const asked = chooseAdapter({});
  const gpu = (await startGpu(asked)).gpu;
  const renderer = new RecipeRenderer({ files, openGpu: () => gpu, keptBytesMax: 0 });
  const given = Object.fromEntries(
    VIEWER_OPTION_NAMES.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])),
  );
  const recipe = {
    ...(view === undefined ? { version: RECIPE_VERSION } : Object(parseJson(view))),
    size: PICTURE_SIZE,
    ...given,
    inputs,
    ...(mask !== undefined && { mask }),
  };
  try {
    const { bytes, notes } = await renderer.render(
      { recipe, output: 'png', uploads: {} },
      new AbortController().signal,
    );
    announceAdapter(await gpu, asked);
    for (const note of notes) say(note);
    return bytes;
  } finally {
    await renderer.destroy();
    (await gpu).destroy();
  }
}

async function openPageInputs(args: GivenArguments, { inputs, mask, panorama }: ShownFiles) {
  const selection = chooseSelection(args);
  const read = args.raw === undefined ? undefined : createRawReader({ ...parseRawLayout(args.raw), ...selection });
  const shown = await openInputs(inputs);
  const masks = mask === undefined ? [] : await openInputs([mask]);
  const all = [...shown.map((input) => toPageInput(input, false)), ...masks.map((input) => toPageInput(input, true))];
  const light = panorama === undefined ? [] : [await openPanorama(panorama)];
  return { inputs: [...all, ...light], files: [...shown, ...masks].flatMap((input) => input.files()) };

  function toPageInput(input: OpenedInput, isMask: boolean): PageInput {
    const name = basename(nameOfInput(input));
    const source = 'source' in input ? input.source : undefined;
    const isMesh = source && findMeshFormat(source) && !findVolumeFormat(source);
    return {
      name,
      isMask,
      sizeBytes: source?.bytes.length,
      read: async () => source?.bytes ?? fail(`${name}: is no single file`),
      readVolume: isMesh
        ? undefined
        : async () => {
            const { volume, notes, labels, unit } = await readVolumeInput(
              input,
              selection,
              input === shown[0] ? read : undefined,
            );
            for (const note of notes) say(note);
            const isLabels = isMask || labels !== undefined || recognizeLabels(volume).isLabels;
            return { volume, isLabels, lengthUnit: unit };
          },
    };
  }
}

async function openPanorama(path: string): Promise<PageInput> {
  const bytes = await readInputFile(path);
  return { name: basename(path), sizeBytes: bytes.length, read: async () => bytes, readVolume: undefined };
}
