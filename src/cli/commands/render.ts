/** `tilecast render`: a volume to a PNG. */
import type { Argv, CommandModule } from 'yargs';
import {
  boundingSphere,
  type Camera,
  computeStatistics,
  corners,
  createCamera,
  defaultTransfer,
  defaultView,
  type Frame,
  fitCamera,
  InputError,
  orbit,
  parseShape,
  parseTransfer,
  parseViewName,
  Renderer,
  type RenderOptions,
  type Scene,
  VIEW_NAMES,
  type Volume,
  viewDirection,
} from '../../index.js';
import { assertWritable, encodePng, openGpu, readInputFile, readVolumeFile, writeWholeFile } from '../../node/index.js';
import { parseBackground, parseIndex, parseNumber, parsePositive, parseSize, parseVec3 } from '../parse-options.js';

/** As yargs gives them: text, so that our own parsers can say what is wrong with it. */
const OPTIONS = {
  output: { alias: 'o', type: 'string', describe: 'The PNG to write; - for standard output' },
  size: { type: 'string', default: '512x512', describe: 'Image size, WIDTHxHEIGHT in pixels' },
  transfer: { type: 'string', describe: 'Transfer function: a JSON file; default: from the values of the volume' },
  step: { type: 'string', default: '1', describe: 'Distance between samples, in units of the smallest spacing' },
  background: { type: 'string', default: 'black', describe: 'Color as "#rrggbb", black, grey, white, or transparent' },
  view: { type: 'string', describe: `Viewpoint: ${VIEW_NAMES.join(', ')}` },
  azimuth: { type: 'string', default: '0', describe: 'Moves the eye to the right about the target, in degrees' },
  elevation: { type: 'string', default: '0', describe: 'Then moves it up, in degrees' },
  roll: { type: 'string', default: '0', describe: 'Then turns the camera clockwise, in degrees' },
  zoom: { type: 'string', default: '1', describe: 'Magnification of the fitted view' },
  eye: { type: 'string', describe: 'Position of the eye, X,Y,Z in the world (LPS for anatomical data)' },
  target: { type: 'string', describe: 'What the eye looks at, X,Y,Z; default: the middle' },
  up: { type: 'string', describe: 'Direction of the top of the image, X,Y,Z' },
  projection: { type: 'string', default: 'perspective', describe: 'perspective or orthographic' },
  fov: { type: 'string', default: '30', describe: 'Vertical angle of a perspective view, in degrees' },
  height: { type: 'string', describe: 'Height of an orthographic image, in world units' },
  workgroup: { type: 'string', default: 'auto', describe: "A workgroup's shape, WIDTHxHEIGHT; auto follows the view" },
  'early-termination': { type: 'boolean', default: true, describe: 'End rays when hardly any light is left' },
  downsample: { type: 'boolean', default: true, describe: 'Make a volume smaller that the adapter cannot hold' },
  component: { type: 'string', default: '0', describe: 'Component of vector data, from 0' },
  time: { type: 'string', default: '0', describe: 'Time point of 4D data, from 0' },
  software: { type: 'boolean', default: false, describe: 'Use the software adapter even where there is a GPU' },
  stats: { type: 'string', describe: 'Write what the frame cost to this JSON file' },
  verbose: { type: 'boolean', default: false, describe: 'Say what was done' },
} as const;

type Arguments = { input: string } & {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends { type: 'boolean' }
    ? boolean
    : (typeof OPTIONS)[Name] extends { default: string }
      ? string
      : string | undefined;
};

export const render: CommandModule<object, Arguments> = {
  command: 'render <input>',
  describe: 'Render a volume to a PNG',
  builder: (yargs) =>
    yargs
      .positional('input', { type: 'string', demandOption: true, describe: 'A volume: NRRD (.nrrd, .nhdr)' })
      .options(OPTIONS)
      .requiresArg(Object.entries(OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0 render scan.nrrd -o scan.png', 'from the front')
      .example('$0 render scan.nrrd -o scan.png --view left --size 1024x768', '') as unknown as Argv<Arguments>,
  handler: renderToFile,
};

const STDOUT = '-';

async function renderToFile(args: Arguments): Promise<void> {
  const startMs = performance.now();
  const output = args.output ?? fail('--output: name the PNG to write, such as -o scan.png');
  const options = parseRenderOptions(args);
  const chooseCamera = parseCamera(args, options);
  const background = parseBackground('background', args.background);
  const selection = { component: parseIndex('component', args.component), time: parseIndex('time', args.time) };
  await checkOutputs(output, args.stats);
  const explicit = args.transfer === undefined ? undefined : await readTransfer(args.transfer);

  // The device opens while the file is read. A bad file is what the user hears of, even if the device fails as well.
  const opening = openGpu({ software: args.software });
  opening.catch(() => undefined);
  const release = () => opening.then((gpu) => gpu.destroy()).catch(() => undefined);
  try {
    const { volume, notes } = await readVolumeFile(args.input, selection);
    for (const note of notes) say(note);
    const scene: Scene = { volume, transfer: explicit ?? defaultTransfer(computeStatistics(volume)), background };
    const camera = chooseCamera(volume);
    const readMs = performance.now() - startMs;
    const gpu = await opening;
    if (gpu.software) say(`${args.software ? '' : 'no GPU was found; '}${gpu.adapterName} renders on the CPU`);

    const frame = await new Renderer(gpu).render(scene, camera, options);
    warnOfDownsampling(frame, volume);
    const pngStartMs = performance.now();
    const png = encodePng(frame);
    const stats = {
      ...frame.stats,
      timesMs: {
        read: readMs,
        ...frame.stats.timesMs,
        png: performance.now() - pngStartMs,
        total: performance.now() - startMs,
      },
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    };
    if (args.stats !== undefined) await writeWholeFile(args.stats, Buffer.from(`${JSON.stringify(stats, null, 2)}\n`));
    if (output === STDOUT) await writeStdout(png);
    else await writeWholeFile(output, png);
    if (args.verbose) describeResult(output, frame);
  } finally {
    await release();
  }
}

function fail(message: string): never {
  throw new InputError(message);
}

function say(line: string): void {
  process.stderr.write(`tilecast: ${line}\n`);
}

function parseRenderOptions(args: Arguments): Required<Pick<RenderOptions, 'width' | 'height'>> & RenderOptions {
  return {
    ...parseSize('size', args.size),
    step: parsePositive('step', args.step),
    shape: args.workgroup === 'auto' ? 'auto' : parseShape(args.workgroup),
    earlyTermination: args['early-termination'],
    allowDownsample: args.downsample,
    countSamples: args.stats !== undefined,
    timestamps: args.stats !== undefined,
  };
}

/** Checks all that the camera's options can say without the volume; what they leave open is fitted to it. */
function parseCamera(args: Arguments, { width, height }: { width: number; height: number }) {
  const view = args.view === undefined ? undefined : parseViewName(args.view);
  const orbits = {
    azimuthDegrees: parseNumber('azimuth', args.azimuth),
    elevationDegrees: parseNumber('elevation', args.elevation),
    rollDegrees: parseNumber('roll', args.roll),
  };
  const zoom = parsePositive('zoom', args.zoom);
  const fovDegrees = parsePositive('fov', args.fov);
  if (fovDegrees >= 180) fail(`--fov: must be less than 180 degrees, not ${args.fov}`);
  const { projection } = args;
  if (projection !== 'perspective' && projection !== 'orthographic') {
    fail(`--projection: "${projection}" is neither perspective nor orthographic`);
  }
  const heightWorld = args.height === undefined ? undefined : parsePositive('height', args.height);
  if (heightWorld !== undefined && projection === 'perspective') {
    fail('--height: is for --projection orthographic; --fov sets how much a perspective view shows');
  }
  const [eye, target, up] = (['eye', 'target', 'up'] as const).map((name) => {
    const text = args[name];
    return text === undefined ? undefined : parseVec3(name, text);
  });

  return (volume: Volume): Camera => {
    const direction = viewDirection(view ?? defaultView(volume.anatomical), volume.indexToWorld);
    const fitted = fitCamera(boundingSphere(corners(volume)), direction, {
      aspect: width / height,
      projection,
      fovDegrees,
      zoom,
    });
    const posed = {
      ...fitted,
      ...(eye && { eye }),
      ...(target && { target }),
      ...(up && { up }),
      ...(heightWorld !== undefined && { height: heightWorld / zoom }),
    };
    return orbit(createCamera(posed), orbits);
  };
}

async function checkOutputs(output: string, stats: string | undefined): Promise<void> {
  if (output !== STDOUT) {
    if (/\.(jpe?g|webp|gif|bmp|tiff?|exr|ppm)$/i.test(output))
      fail(`${output}: tilecast writes PNG; end the name in .png`);
    await assertWritable(output);
  }
  if (stats !== undefined) await assertWritable(stats);
}

async function readTransfer(path: string): Promise<Scene['transfer']> {
  return parseTransfer(new TextDecoder().decode(await readInputFile(path)), path);
}

function warnOfDownsampling({ stats }: Frame, volume: Volume): void {
  const { downsampleFactor, sizes } = stats.volume;
  if (downsampleFactor === 1) return;
  say(
    `the volume of ${volume.sizes.join(' × ')} voxels does not fit on ${stats.adapter}: it was downsampled by a factor ` +
      `of ${downsampleFactor} to ${sizes.join(' × ')}; --no-downsample refuses instead`,
  );
}

function writeStdout(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function describeResult(output: string, { width, height, stats }: Frame): void {
  say(
    `${output}: ${width} × ${height} pixels by ${stats.adapter} (${stats.software ? 'software' : 'GPU'}), ` +
      `workgroups of ${stats.shape}: ${stats.shapeReason}`,
  );
}
