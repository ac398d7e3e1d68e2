/** `tilecast render`: a volume or meshes to a PNG, or to several. */
import type { Argv, CommandModule } from 'yargs';
import {
  findMeshFormat,
  findVolumeFormat,
  formatCamera,
  InputError,
  MESH_FORMATS,
  parseShape,
  QUALITIES,
  type RenderOptions,
  VOLUME_FORMATS,
} from '../../index.js';
import {
  assertWritable,
  type OpenedFile,
  type OpenedInput,
  openFile,
  openInputs,
  writeWholeFile,
} from '../../node/index.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { fail, optional, parseChoice, parseIndex, parseSize, parseStep } from '../parse-options.js';
import type { QuickCommand } from '../parse-quickly.js';
import { refuseOverwriting } from '../refuse-overwriting.js';
import { chooseCamera } from '../render/choose-camera.js';
import { chooseFrames, STDOUT } from '../render/choose-frames.js';
import { chooseHeatmap } from '../render/choose-heatmap.js';
import { chooseOverlays } from '../render/choose-overlays.js';
import { chooseMeshes } from '../render/mesh-job.js';
import { chooseMesh, MESH_OPTIONS } from '../render/mesh-options.js';
import { formatTransform } from '../render/parse-transform.js';
import { createRecipe, type Recipe, type RecipeMaker } from '../render/recipe.js';
import { type RenderedFrame, renderFrames } from '../render/render-frames.js';
import {
  type GivenArguments,
  RENDER_ARGUMENT_DEFAULTS,
  RENDER_OPTIONS,
  type RenderArguments,
} from '../render/render-options.js';
import { createSubject } from '../render/scene-job.js';
import { startReplay } from '../render/start-replay.js';
import { chooseVolume } from '../render/volume-job.js';
import { say } from '../say.js';

const listFormats = (formats: readonly { name: string; extensions: readonly string[] }[]) =>
  formats.map(({ name, extensions }) => `${name} (${extensions.join(', ')})`).join(', ');

export const render: CommandModule<object, GivenArguments> & QuickCommand = {
  command: 'render [inputs..]',
  quick: { options: RENDER_OPTIONS, list: 'inputs' },
  describe: 'Render a volume, meshes, or both to a PNG',
  builder: (yargs) =>
    yargs
      .positional('inputs', {
        type: 'string',
        array: true,
        describe: `A volume: ${listFormats(VOLUME_FORMATS)}, or a folder or zip archive of DICOM files; meshes: ${listFormats(MESH_FORMATS)}; or both`,
      })
      .options(RENDER_OPTIONS)
      .requiresArg(Object.entries(RENDER_OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0 scan.nrrd -o scan.png', 'from the front')
      .example('$0 scan.nii.gz -o scan.png --view left --transfer bone', '')
      .example('$0 dicom/ -o scan.png --series 2', 'a series of a folder; tilecast info dicom/ lists them')
      .example('$0 scan.nrrd -o spin.png --turntable 36', 'an animation')
      .example('$0 model.ply -o model.png --light 1,2,1 --shadows', '')
      .example('$0 scan.nrrd implant.stl -o both.png --mesh-color gold', '')
      .example('$0 scan.nrrd -o time.png --heatmap time', 'where a frame spends its time')
      .example('$0 --replay scan.png -o again.png', '') as unknown as Argv<GivenArguments>,
  handler: renderCommand,
};

async function renderCommand(given: GivenArguments): Promise<void> {
  const startMs = performance.now();
  const replay = given.replay === undefined ? undefined : await startReplay(given, given.replay);
  const replayed = replay?.recipe;
  const args: RenderArguments = {
    ...RENDER_ARGUMENT_DEFAULTS,
    // Pictures from before there were qualities are plain.
    ...(replay && { quality: 'plain' }),
    ...withoutUndefined(replay?.options ?? {}),
    ...withoutUndefined(given),
  };
  const inputs = replay?.inputs ?? given.inputs ?? [];
  if (inputs.length === 0) fail('the input is missing: name a file');
  const output = args.output ?? fail('--output: name the PNG to write, such as -o scan.png');

  // All that is wrong with the command line is said before anything is read or opened.
  const options = parseRenderOptions(args, replayed?.shape);
  const adapter = chooseAdapter(args);
  const recorded = replayed && !CAMERA_OPTIONS.some((name) => given[name] !== undefined) ? replayed.camera : undefined;
  const cameraFor = recorded ? () => recorded : await chooseCamera(args, options);
  const volumeSubject = await chooseVolume(args, options, replay);
  const meshChoice = await chooseMesh(args);
  const meshSubject = chooseMeshes(args, meshChoice);
  const picture = { overlays: chooseOverlays(args), heatmap: chooseHeatmap(args) };
  const series = await chooseFrames(args, output, meshChoice.deformation?.frames);
  await checkOutputs(output, series.several, outputsBeside(args));

  // The device opens while the files are read. A bad file is what the user hears of, even if the device fails as well.
  const { gpu: opening } = await startGpu(adapter);
  try {
    const where = replay?.inputFiles;
    // A raw input may look like anything.
    const opened =
      args.raw === undefined
        ? await openInputs(inputs, where)
        : await Promise.all(inputs.map((path) => openFile(path, where)));
    const { volume, meshes } = tellApart(opened, args);
    const has = { volume: volume !== undefined, meshes: meshes.length > 0 };
    refuseStrayOptions(given, has);
    picture.overlays.check(has);
    picture.heatmap?.check(has);
    const subject = createSubject(
      volume && (await volumeSubject(volume, meshes.length > 0, opening)),
      meshes.length > 0 ? await meshSubject(meshes) : undefined,
      { ...options, slabs: meshChoice.slabs, primaryRays: meshChoice.primaryRays, shadowRays: meshChoice.shadowRays },
      { ...picture, several: series.several },
    );
    // Hashed while the volume goes up: only the recipe needs it.
    const hashing = Promise.all(opened.map(hashInput)).then((hashed) => hashed.flat());
    hashing.catch(() => undefined);
    const camera = cameraFor(subject);
    await refuseOverwriting(
      [...series.outputs(camera), ...outputsBeside(args)],
      [...opened.flatMap(({ files }) => files()), ...subject.files(), ...optionFiles(args)],
    );
    const readMs = performance.now() - startMs;
    const gpu = await opening;
    announceAdapter(gpu, adapter);

    const recordedTime = replayed?.time;
    const render = subject.createRender(gpu);
    const rendered = await renderFrames(
      {
        render: (plan) => render({ ...plan, time: recordedTime ?? plan.time }),
        recipeFor: async (plan) => {
          const time = recordedTime ?? plan.time;
          return createRecipe({
            inputs: await hashing,
            options: {
              ...args,
              ...(meshChoice.transforms && { transform: meshChoice.transforms.map(formatTransform) }),
            },
            camera: plan.camera,
            ...(time > 0 && { time }),
            ...subject.recipe,
          });
        },
      },
      camera,
      series,
    );
    warnOfChanges(await hashing, replayed, given.replay);
    if (args.stats !== undefined) await writeText(args.stats, formatStats(rendered, { readMs, startMs }));
    if (args['save-camera'] !== undefined) await writeText(args['save-camera'], formatCamera(camera));
    if (args.verbose) describeResult(output, rendered);
  } finally {
    await opening.then((gpu) => gpu.destroy()).catch(() => undefined);
  }
}

const CAMERA_OPTIONS = [
  ...(['view', 'azimuth', 'elevation', 'roll', 'zoom', 'eye', 'target', 'up'] as const),
  ...(['projection', 'fov', 'height', 'camera'] as const),
] as const;

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

function withoutUndefined(given: GivenArguments): Defined<GivenArguments> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function parseRenderOptions(args: RenderArguments, recordedShape: string | undefined) {
  const workgroup = args.workgroup === 'auto' ? (recordedShape ?? args.workgroup) : args.workgroup;
  return {
    ...parseSize('size', args.size),
    step: parseStep('step', args.step),
    samplesPerPixel: parseIndex('samples', args.samples),
    jitter: optional('jitter', args.jitter, parseIndex),
    quality: parseChoice('quality', args.quality, QUALITIES),
    preintegrated: args.preintegrated,
    shape: workgroup === 'auto' ? workgroup : parseShape(workgroup),
    skip: args.skip ? 'auto' : false,
    earlyTermination: args['early-termination'],
    allowDownsample: args.downsample,
    counts: args.stats !== undefined,
    timestamps: args.stats !== undefined,
  } as const satisfies RenderOptions;
}

async function hashInput(input: OpenedInput): Promise<Recipe['inputs']> {
  const sha256 = await input.sha256();
  return ('folder' in input ? input.paths : [input.source.name]).map((path) => ({ path, sha256 }));
}

interface Inputs {
  readonly volume: OpenedInput | undefined;
  readonly meshes: readonly OpenedFile[];
}

/** @throws InputError for what is neither a volume nor a mesh, and for a second volume. */
function tellApart(inputs: readonly OpenedInput[], { raw }: RenderArguments): Inputs {
  const volumes: OpenedInput[] = [];
  const meshes: OpenedFile[] = [];
  for (const input of inputs) {
    // A single raw input may look like anything.
    const isMesh = !('folder' in input) && !(raw !== undefined && inputs.length === 1) && !isVolume(input, raw);
    if (isMesh) meshes.push(input);
    else volumes.push(input);
  }
  const [volume, second] = volumes;
  if (second) {
    const name = 'folder' in second ? second.folder.name : second.source.name;
    throw new InputError(`${name}: is a second volume; a picture is of one volume, of meshes, or of both`);
  }
  return { volume, meshes };
}

/** Whether it is a volume, or else a mesh. */
function isVolume({ source }: OpenedFile, raw: string | undefined): boolean {
  if (source.bytes.length === 0) throw new InputError(`${source.name}: is empty; a volume or a mesh was expected`);
  if (findVolumeFormat(source)) return true;
  if (findMeshFormat(source)) return false;
  if (raw !== undefined) return true;
  const known = `${listFormats(VOLUME_FORMATS)}, ${listFormats(MESH_FORMATS)}`;
  throw new InputError(`${source.name}: is neither a volume nor a mesh that tilecast knows; it reads ${known}`);
}

const VOLUME_OPTIONS = [
  ...([
    'raw',
    'spacing',
    'component',
    'time',
    'series',
    'downsample',
    'mask',
    'labels',
    'mode',
    'iso',
    'transfer',
  ] as const),
  ...([
    'window',
    'shade',
    'clip',
    'crop',
    'crop-world',
    'slab-thickness',
    'step',
    'jitter',
    'quality',
    'preintegrated',
  ] as const),
  'skip',
] as const;

const OPTIONS_OF = { volume: VOLUME_OPTIONS, meshes: Object.keys(MESH_OPTIONS) as (keyof typeof MESH_OPTIONS)[] };

/** Refuses options for what is not among the inputs. */
function refuseStrayOptions(given: GivenArguments, has: Readonly<Record<keyof typeof OPTIONS_OF, boolean>>): void {
  for (const kind of ['volume', 'meshes'] as const) {
    const stray = has[kind] ? undefined : OPTIONS_OF[kind].find((name) => given[name] !== undefined);
    if (stray) fail(`--${stray}: is for ${kind === 'volume' ? 'a volume' : 'meshes'}, and there is none`);
  }
}

function warnOfChanges(inputs: Recipe['inputs'], replayed: (Recipe & RecipeMaker) | undefined, picture = ''): void {
  for (const [index, { path, sha256 }] of inputs.entries()) {
    const recorded = replayed?.inputs[index]?.sha256;
    if (recorded !== undefined && recorded !== sha256) say(`${path}: is not what ${picture} was made from`);
  }
}

/** Files that are written besides pictures. */
const outputsBeside = ({ stats, 'save-camera': camera }: RenderArguments) =>
  [stats, camera].filter((path) => path !== undefined);

/** What options may name files by; some values are no names. */
const optionFiles = ({ replay, mask, transfer, camera, cameras, transform = [] }: RenderArguments) =>
  [replay, mask, transfer, camera, cameras, ...transform].filter((path) => path !== undefined);

async function checkOutputs(output: string, several: boolean, others: readonly string[]): Promise<void> {
  if (output !== STDOUT) {
    if (/\.(jpe?g|webp|gif|bmp|tiff?|exr|ppm|mp4)$/i.test(output)) {
      fail(`${output}: tilecast writes PNG; end the name in ${several ? '.png or .apng' : '.png'}`);
    }
    await assertWritable(output);
  }
  for (const other of others) await assertWritable(other);
}

const writeText = (path: string, text: string) => writeWholeFile(path, new TextEncoder().encode(text));

/** The first frame's statistics, which hold for all of one picture, and the times of each where there are several. */
function formatStats(
  rendered: readonly RenderedFrame[],
  { readMs, startMs }: { readMs: number; startMs: number },
): string {
  const [first, ...more] = rendered;
  const timesOf = ({ frame, pngMs }: RenderedFrame) => ({ ...frame.stats.timesMs, png: pngMs });
  const stats = {
    ...first?.frame.stats,
    timesMs: { read: readMs, ...(first && timesOf(first)), total: performance.now() - startMs },
    ...(more.length > 0 && { frames: rendered.map((frame) => ({ timesMs: timesOf(frame) })) }),
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
  return `${JSON.stringify(stats, null, 2)}\n`;
}

function describeResult(output: string, rendered: readonly RenderedFrame[]): void {
  const [first] = rendered;
  if (!first) {
    say(`${output}: all frames were there already`);
    return;
  }
  const { width, height, stats } = first.frame;
  say(
    `${output}: ${rendered.length > 1 ? `${rendered.length} frames of ` : ''}${width} × ${height} pixels by ` +
      `${stats.adapter} (${stats.software ? 'software' : 'GPU'}), workgroups of ${stats.shape}: ${stats.shapeReason}`,
  );
}
