/** `tilecast render`: a volume to a PNG, or to several. */
import type { Argv, CommandModule } from 'yargs';
import {
  type Camera,
  createRawReader,
  type Frame,
  formatCamera,
  type Mask,
  parseRawLayout,
  parseShape,
  Renderer,
  type RenderOptions,
  type Scene,
  type TransferFunction,
  VOLUME_FORMATS,
  type Volume,
  type VolumeReader,
} from '../../index.js';
import { assertWritable, openGpu, readVolumeFile, writeWholeFile } from '../../node/index.js';
import { chooseCamera } from '../choose-camera.js';
import { chooseFrames, STDOUT } from '../choose-frames.js';
import { chooseOverlays } from '../choose-overlays.js';
import { chooseClip, chooseMask, chooseMode, chooseShading } from '../choose-scene.js';
import { chooseTransfer } from '../choose-transfer.js';
import { fail, optional, parseBackground, parseIndex, parsePositive, parseSize, parseVec3 } from '../parse-options.js';
import { createRecipe, type Recipe, readRecipe } from '../recipe.js';
import { type RenderedFrame, renderFrames } from '../render-frames.js';
import {
  type GivenArguments,
  RENDER_ARGUMENT_DEFAULTS,
  RENDER_OPTIONS,
  type RenderArguments,
} from '../render-options.js';
import { say } from '../say.js';

const FORMATS = VOLUME_FORMATS.map(({ name, extensions }) => `${name} (${extensions.join(', ')})`).join(', ');

export const render: CommandModule<object, GivenArguments> = {
  command: 'render [input]',
  describe: 'Render a volume to a PNG',
  builder: (yargs) =>
    yargs
      .positional('input', { type: 'string', describe: `A volume: ${FORMATS}` })
      .options(RENDER_OPTIONS)
      .requiresArg(Object.entries(RENDER_OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0 scan.nrrd -o scan.png', 'from the front')
      .example('$0 scan.nii.gz -o scan.png --view left --transfer bone', '')
      .example('$0 scan.nrrd -o spin.png --turntable 36', 'an animation')
      .example('$0 --replay scan.png -o again.png', '') as unknown as Argv<GivenArguments>,
  handler: renderCommand,
};

async function renderCommand(given: GivenArguments): Promise<void> {
  const startMs = performance.now();
  const replayed = given.replay === undefined ? undefined : await readRecipe(given.replay);
  const args: RenderArguments = {
    ...RENDER_ARGUMENT_DEFAULTS,
    ...withoutUndefined(replayed?.options ?? {}),
    ...withoutUndefined(given),
  };
  const input = given.input ?? replayed?.input.path ?? fail('the input is missing: name a file');
  const output = args.output ?? fail('--output: name the PNG to write, such as -o scan.png');

  // All that is wrong with the command line is said before anything is read or opened.
  const options = parseRenderOptions(args, replayed?.shape);
  const recorded = replayed && !CAMERA_OPTIONS.some((name) => given[name] !== undefined) ? replayed.camera : undefined;
  const cameraFor = recorded ? () => recorded : await chooseCamera(args, options);
  const looks = await chooseLooks(args, replayed && !changesTransfer(given) ? replayed.transfer : undefined);
  const series = await chooseFrames(args, output);
  const selection = { component: parseIndex('component', args.component), time: parseIndex('time', args.time) };
  const reader = chooseReader(args);
  await checkOutputs(output, series.several, [args.stats, args['save-camera']]);

  // The device opens while the file is read. A bad file is what the user hears of, even if the device fails as well.
  const opening = openGpu({ software: args.software });
  opening.catch(() => undefined);
  try {
    const { volume, notes, sha256 } = await readVolumeFile(input, selection, reader);
    for (const note of notes) say(note);
    const hash = await sha256;
    if (replayed && replayed.input.sha256 !== hash) say(`${input}: is not what ${given.replay} was made from`);
    const camera = cameraFor(volume);
    const scene = await looks(volume);
    const readMs = performance.now() - startMs;
    const gpu = await opening;
    if (gpu.software) say(`${args.software ? '' : 'no GPU was found; '}${gpu.adapterName} renders on the CPU`);

    const { mask, decorate } = scene;
    const rendered = await renderFrames(
      {
        renderer: new Renderer(gpu),
        options,
        sceneFor: scene.withCamera,
        recipeFor: (frameCamera): Recipe =>
          createRecipe({
            input: { path: input, sha256: hash },
            ...(mask && { mask }),
            options: args,
            camera: frameCamera,
            transfer: scene.transfer,
            step: options.step,
          }),
        decorate,
      },
      camera,
      series,
    );
    if (rendered[0]) warnOfDownsampling(rendered[0].frame, volume);
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

const changesTransfer = ({ transfer, window, mode, iso, input }: GivenArguments) =>
  [transfer, window, mode, iso, input].some((value) => value !== undefined);

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

function withoutUndefined(given: GivenArguments): Defined<GivenArguments> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function parseRenderOptions(args: RenderArguments, recordedShape: string | undefined) {
  const workgroup = args.workgroup === 'auto' ? (recordedShape ?? args.workgroup) : args.workgroup;
  return {
    ...parseSize('size', args.size),
    step: parsePositive('step', args.step),
    samplesPerPixel: parseIndex('samples', args.samples),
    jitter: optional('jitter', args.jitter, parseIndex),
    preintegrated: args.preintegrated,
    shape: workgroup === 'auto' ? workgroup : parseShape(workgroup),
    earlyTermination: args['early-termination'],
    allowDownsample: args.downsample,
    countSamples: args.stats !== undefined,
    timestamps: args.stats !== undefined,
  } as const satisfies RenderOptions;
}

/** Checks and reads all of the scene that does without the volume. */
async function chooseLooks(args: RenderArguments, recordedTransfer: TransferFunction | undefined) {
  const transferChoice = await chooseTransfer(args);
  const mode = chooseMode(args, transferChoice.mode);
  const shadingFor = chooseShading(args);
  const clipFor = chooseClip(args);
  const background = parseBackground('background', args.background);
  const overlaysFor = chooseOverlays(args);
  const masked = await chooseMask(args);
  return async (volume: Volume) => {
    const transfer = recordedTransfer ?? transferChoice.create(volume, mode.mode);
    const shading = shadingFor(transfer);
    const mask: Mask | undefined = masked?.mask;
    return {
      transfer,
      mask: masked && { path: masked.path, sha256: await masked.sha256 },
      withCamera: (camera: Camera): Scene => ({
        volume,
        transfer,
        background,
        ...mode,
        clip: clipFor(volume, camera),
        ...(shading && { shading }),
        ...(mask && { mask }),
      }),
      decorate: overlaysFor,
    };
  };
}

/** The reader of an input that does not say what it is. */
function chooseReader({ raw, spacing }: RenderArguments): VolumeReader | undefined {
  if (raw === undefined) return spacing === undefined ? undefined : fail('--spacing: is for --raw');
  const spacings = optional('spacing', spacing, parseVec3);
  if (spacings?.some((distance) => distance <= 0)) fail(`--spacing: "${spacing}" must be three numbers greater than 0`);
  return createRawReader({ ...parseRawLayout(raw), ...(spacings && { spacings }) });
}

async function checkOutputs(output: string, several: boolean, others: readonly (string | undefined)[]): Promise<void> {
  if (output !== STDOUT) {
    if (/\.(jpe?g|webp|gif|bmp|tiff?|exr|ppm|mp4)$/i.test(output)) {
      fail(`${output}: tilecast writes PNG; end the name in ${several ? '.png or .apng' : '.png'}`);
    }
    await assertWritable(output);
  }
  for (const other of others) if (other !== undefined) await assertWritable(other);
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

function warnOfDownsampling({ stats }: Frame, volume: Volume): void {
  const { downsampleFactor, sizes } = stats.volume;
  if (downsampleFactor === 1) return;
  say(
    `the volume of ${volume.sizes.join(' × ')} voxels does not fit on ${stats.adapter}: it was downsampled by a factor ` +
      `of ${downsampleFactor} to ${sizes.join(' × ')}; --no-downsample refuses instead`,
  );
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
