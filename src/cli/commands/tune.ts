/** `tilecast tune`: measures the adapter once, so that `auto` knows which shapes are fast there. */
import type { Argv, CommandModule } from 'yargs';
import { type Gpu, Renderer, type ShapeProfile } from '../../index.js';
import { formatShapeProfile, mergeProfiles, TUNE_DEFAULTS, tuneShapes } from '../../lab.js';
import { assertWritable, storeShapeProfile, writeWholeFile } from '../../node/index.js';
import { fail, optional, parseCount } from '../../recipe/parse/parse-options.js';
import { ADAPTER_OPTIONS, type AdapterArguments } from '../arguments/adapter-options.js';
import { listenForInterrupt } from '../interrupt.js';
import { chooseAdapter, startGpu } from '../open-adapter.js';
import { createProgress, type Progress } from '../progress.js';
import { say } from '../say.js';
import { isPlain, NO_VARIATIONS, parseShapes } from '../sweep/parse-sweep.js';

const OPTIONS = {
  output: {
    alias: 'o',
    type: 'string',
    describe: 'Write the profile to this file, for a browser, say, instead of the configuration folder',
  },
  views: {
    type: 'string',
    describe: `Viewpoints over the sphere, besides the six along the axes; default ${TUNE_DEFAULTS.views.gpu}, on the CPU ${TUNE_DEFAULTS.views.cpu}`,
  },
  shapes: {
    type: 'string',
    default: 'all',
    describe: 'Shapes, comma-separated: 64 to 1024 (families), all, WIDTHxHEIGHT',
  },
  'lane-layouts': {
    type: 'string',
    default: NO_VARIATIONS['lane-layouts'],
    describe: 'Pixels that consecutive invocations cover, comma-separated: rows, PxQ, morton',
  },
  orders: {
    type: 'string',
    default: NO_VARIATIONS.orders,
    describe: 'Orders of workgroups, comma-separated: rows, columns, morton',
  },
  together: {
    type: 'string',
    default: NO_VARIATIONS.together,
    describe: 'Samples after which rays wait, comma-separated; 0 for never',
  },
  frames: {
    type: 'string',
    default: String(TUNE_DEFAULTS.frames),
    describe: 'Timed frames of each shape at each viewpoint',
  },
  size: {
    type: 'string',
    describe:
      'Voxels and pixels along each side; default 1024 on fast GPUs, 512 on others, 128 on the CPU. ' +
      'What is fast at one size may be slow at another: take that of your pictures',
  },
  ...ADAPTER_OPTIONS,
} as const;

/**
 * Each measures a part of the viewpoints. On SwiftShader the time of a shape depends on where its kernel and the volume happen to
 * lie in memory: by up to 10 %, the same from all viewpoints as long as the device lives.
 */
const SOFTWARE_DEVICES = 3;

/** Viewpoints, and frames of each: days of work. */
const COUNT_MAX = 10_000;
/** Voxels along each side of a volume that devices hold whole. */
const SIZE_MAX = 2048;

interface TuneArguments extends AdapterArguments {
  readonly output: string | undefined;
  readonly views: string | undefined;
  readonly shapes: string;
  readonly 'lane-layouts': string;
  readonly orders: string;
  readonly together: string;
  readonly frames: string;
  readonly size: string | undefined;
}

export const tune: CommandModule<object, TuneArguments> = {
  command: 'tune',
  describe: 'Measure this adapter once, so that renders use the workgroup shapes that are fast on it',
  builder: (yargs) =>
    yargs
      .options(OPTIONS)
      .requiresArg(Object.entries(OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0', 'about a minute') as unknown as Argv<TuneArguments>,
  handler: tuneCommand,
};

async function tuneCommand(args: TuneArguments): Promise<void> {
  const views = optional('views', args.views, (name, text) => parseCount(name, text, COUNT_MAX));
  const frames = parseCount('frames', args.frames, COUNT_MAX);
  let size = optional('size', args.size, (name, text) => parseCount(name, text, SIZE_MAX));
  parseShapes(args.shapes, Infinity, args);
  // Shapes that the rule chooses from come with the families, with lane layouts of their own.
  const isDefault = args.shapes === 'all' && parseShapes('8x8', Infinity, args).every(isPlain);
  const adapter = chooseAdapter(args);
  if (args.output === '-') fail('--output: the profile is not written to standard output; name a file');
  if (args.output !== undefined) await assertWritable(args.output);

  const interrupt = listenForInterrupt();
  let progress: Progress | undefined;
  const tunePart = async (gpu: Gpu, index: number, count: number) => {
    if (index === 0) say(`measures ${gpu.adapterName}${gpu.software ? ', which renders on the CPU' : ''}`);
    const most = gpu.device.limits.maxComputeInvocationsPerWorkgroup;
    return tuneShapes(new Renderer(gpu), {
      ...(views !== undefined && { views }),
      frames,
      ...(size !== undefined && { size }),
      ...(!isDefault && { shapes: parseShapes(args.shapes, most, args) }),
      part: { index, count },
      // Parts have as many viewpoints as the first one, or one less.
      onStart: (total) => {
        progress ??= createProgress(total * count, 'frames');
      },
      onFrame: () => progress?.advance(),
      signal: interrupt.signal,
    });
  };
  try {
    const parts: ShapeProfile[] = [];
    let devices = 1;
    for (let index = 0; index < devices; index++) {
      const gpu = await (await startGpu(adapter)).gpu;
      devices = gpu.software ? SOFTWARE_DEVICES : 1;
      const part = await tunePart(gpu, index, devices).finally(() => gpu.destroy());
      if (!part) {
        progress?.stop();
        say('interrupted; nothing was stored');
        process.exitCode = interrupt.exitCode();
        return;
      }
      parts.push(part);
      // The other parts do not choose again: it might turn out otherwise.
      size = part.image.width;
    }
    progress?.stop();
    const profile = mergeProfiles(parts);
    say(`${await store(profile, args.output)}: ${describe(profile)}`);
  } finally {
    progress?.stop();
    interrupt.ignore();
  }
}

async function store(profile: ShapeProfile, output: string | undefined): Promise<string> {
  if (output === undefined) return storeShapeProfile(profile);
  await writeWholeFile(output, new TextEncoder().encode(formatShapeProfile(profile)));
  return output;
}

function describe({ shapes, views, timer, noise, volume, image }: ShapeProfile): string {
  const spread = views.map(({ msMedian }) => Math.max(...msMedian) / Math.min(...msMedian));
  const typical = spread.toSorted((a, b) => a - b)[spread.length >> 1]!;
  return (
    `${shapes.length} shapes from ${views.length} viewpoints, ${volume.sizes[0]}³ voxels onto ${image.width}² pixels, by the ` +
    `${timer === 'gpu' ? "GPU's own" : 'wall'} clock, noise ${(100 * noise).toFixed(1)} %; the slowest shape takes ` +
    `${typical.toFixed(2)} times as long as the fastest, typically`
  );
}
