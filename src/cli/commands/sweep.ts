/** `tilecast sweep`: frames per second of every shape at every viewpoint. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import {
  boundingSphere,
  computeStatistics,
  corners,
  createRawReader,
  defaultTransfer,
  type Shape,
} from '../../index.js';
import { candidateShapes, decodeText, formatShape, parseRawLayout } from '../../lab.js';
import { makeFolder, openFile, openInputs, readInputFile, writeWholeFile } from '../../node/index.js';
import { findProfile } from '../find-profile.js';
import { listenForInterrupt } from '../interrupt.js';
import { ADAPTER_OPTIONS, type AdapterArguments, announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { FRAMES_MAX, fail, parseCount, parseSize, parseStep } from '../parse-options.js';
import { createProgress } from '../progress.js';
import { readVolumeInput } from '../read-volume-input.js';
import { refuseOverwriting } from '../refuse-overwriting.js';
import { chooseTransfer } from '../render/scene/choose-transfer.js';
import { say } from '../say.js';
import { NO_VARIATIONS, parseShapes, parseViews } from '../sweep/parse-sweep.js';
import { chooseAll, rowsOf, runSweep } from '../sweep/run-sweep.js';
import { formatCsv, formatResults, readEarlier, type SweepResults } from '../sweep/sweep-results.js';

const DEFAULTS = { views: 'six', shapes: '128,16x16', size: '512x512', frames: '10', step: '1' } as const;

const OPTIONS = {
  out: { type: 'string', describe: 'The folder for results.json, results.csv and report.html; it is made if need be' },
  views: {
    type: 'string',
    default: DEFAULTS.views,
    describe: 'Viewpoints by commas: six (a to f), sphere:N, orbit:N, names of views',
  },
  shapes: {
    type: 'string',
    default: DEFAULTS.shapes,
    describe: 'Shapes by commas: families by their invocations (64, 128, 256, 512, 1024), all, or WIDTHxHEIGHT',
  },
  'lane-layouts': {
    type: 'string',
    default: NO_VARIATIONS['lane-layouts'],
    describe: 'What consecutive invocations cover, by commas: rows, PxQ pixels such as 8x4, morton',
  },
  orders: {
    type: 'string',
    default: NO_VARIATIONS.orders,
    describe: 'How workgroups follow each other, by commas: rows, columns, morton',
  },
  together: {
    type: 'string',
    default: NO_VARIATIONS.together,
    describe: 'Samples after which the rays of a workgroup wait for each other, by commas; 0 for never',
  },
  size: { type: 'string', default: DEFAULTS.size, describe: 'Image size, WIDTHxHEIGHT in pixels' },
  frames: { type: 'string', default: DEFAULTS.frames, describe: 'Timed frames of each shape at each viewpoint' },
  step: {
    type: 'string',
    default: DEFAULTS.step,
    describe: 'Distance between samples, in units of the smallest spacing',
  },
  transfer: { type: 'string', describe: 'Transfer function: a name or a file; default: from the values of the volume' },
  skip: { type: 'boolean', default: false, describe: 'Skip bricks that show nothing' },
  'early-termination': {
    type: 'boolean',
    default: false,
    describe: 'End rays when hardly any light is left; without, all shapes and viewpoints have the same work',
  },
  raw: { type: 'string', describe: 'The input is nothing but voxels: WIDTHxHEIGHTxDEPTH:TYPE:ORDER' },
  ...ADAPTER_OPTIONS,
} as const;

interface SweepArguments extends AdapterArguments {
  readonly input: string | undefined;
  readonly out: string | undefined;
  readonly views: string;
  readonly shapes: string;
  readonly 'lane-layouts': string;
  readonly orders: string;
  readonly together: string;
  readonly size: string;
  readonly frames: string;
  readonly step: string;
  readonly transfer: string | undefined;
  readonly skip: boolean;
  readonly 'early-termination': boolean;
  readonly raw: string | undefined;
}

export const sweep: CommandModule<object, SweepArguments> = {
  command: 'sweep [volume]',
  describe: 'Time every workgroup shape at every viewpoint, and write a report',
  builder: (yargs) =>
    yargs
      .positional('volume', { type: 'string', describe: 'A volume' })
      .options(OPTIONS)
      .requiresArg(Object.entries(OPTIONS).flatMap(([name, { type }]) => (type === 'string' ? [name] : [])))
      .example('$0 scan.nrrd --out sweep', 'the paper’s six viewpoints and eight shapes')
      .example('$0 scan.nrrd --out sweep --views six,sphere:64 --shapes all', '') as unknown as Argv<SweepArguments>,
  handler: sweepCommand,
};

async function sweepCommand(args: SweepArguments & { readonly volume?: string }): Promise<void> {
  const input = args.volume ?? fail('the input is missing: name a volume');
  const folder = args.out ?? fail('--out: name the folder for the results, such as --out sweep');
  const views = parseViews(args.views);
  const image = parseSize('size', args.size);
  const frames = parseCount('frames', args.frames, FRAMES_MAX);
  const step = parseStep('step', args.step);
  const adapter = chooseAdapter(args);
  // Errors in the shapes, whatever the adapter, are told before anything is read.
  parseShapes(args.shapes, Infinity, args);
  const transfer = await chooseTransfer({ transfer: args.transfer, window: undefined });
  const read = args.raw === undefined ? undefined : createRawReader(parseRawLayout(args.raw));

  const [opened] = read ? [await openFile(input)] : await openInputs([input]);
  const { sha256, files } = opened!;
  const { volume, notes } = await readVolumeInput(opened!, {}, read);
  for (const note of notes) say(note);
  const gpu = await (await startGpu(adapter)).gpu;
  const interrupt = listenForInterrupt();
  try {
    announceAdapter(gpu, adapter);
    const profile = await findProfile(gpu);
    const cameras = views(volume, boundingSphere(corners(volume)), image.width / image.height);
    const asked = parseShapes(args.shapes, gpu.device.limits.maxComputeInvocationsPerWorkgroup, args);
    // Unlit, as the rule's paper measured.
    const unlit = () => defaultTransfer(computeStatistics(volume));
    const scene = {
      volume,
      transfer: args.transfer === undefined ? unlit() : transfer.create(volume, 'composite').transfer,
    };
    const plan = { gpu, scene, cameras, image, profile, signal: interrupt.signal };
    const shapes = withChosen(asked, plan);
    const settings = {
      volume: input,
      sha256: await sha256(),
      adapter: gpu.adapterName,
      views: args.views,
      shapes: shapes.map(formatShape),
      size: args.size,
      frames,
      step,
      transfer: args.transfer ?? 'default',
      skip: args.skip,
      earlyTermination: args['early-termination'],
    };
    const path = join(folder, 'results.json');
    const names = cameras.map(({ name }) => name);
    const earlier = existsSync(path) ? readEarlier(await readResults(path), settings, names, path) : undefined;
    const outputs = ['results.json', 'results.csv', 'report.html'].map((file) => join(folder, file));
    await refuseOverwriting(outputs, [...files(), ...(args.transfer === undefined ? [] : [args.transfer])]);
    await makeFolder(folder);

    const left = cameras.filter(({ name }) => rowsOf(earlier, name).length === 0).length;
    if (earlier) say(`${path}: goes on where it stopped; ${left} of ${cameras.length} viewpoints are left`);
    const progress = createProgress(left * shapes.length * (frames + 1), 'frames');
    const onView = (soFar: SweepResults) => writeText(path, formatResults(soFar));
    const results = await runSweep({
      ...plan,
      shapes,
      settings,
      earlier,
      onFrame: progress.advance,
      onView,
    }).finally(progress.stop);
    await writeText(path, formatResults(results));
    if (!results.complete) {
      say(`${path}: interrupted; the same command goes on from here`);
      process.exitCode = interrupt.exitCode();
      return;
    }
    await writeText(join(folder, 'results.csv'), formatCsv(results));
    const { formatReport } = await import('../sweep/sweep-report.js');
    await writeText(join(folder, 'report.html'), formatReport(results));
    describe(results, folder);
  } finally {
    interrupt.ignore();
    gpu.destroy();
  }
}

/** The shapes and what any policy takes from any of the viewpoints. */
function withChosen(shapes: readonly Shape[], plan: Parameters<typeof chooseAll>[0]): Shape[] {
  const all = [
    ...shapes,
    ...chooseAll(plan).flatMap(({ auto, rule, continuous }) => [auto, rule, continuous].map(({ shape }) => shape)),
  ];
  const distinct = new Map(all.map((shape) => [formatShape(shape), shape]));
  const order = candidateShapes(Infinity).map(formatShape);
  const placeOf = ({ width, height }: Shape) => order.indexOf(formatShape({ width, height }));
  return [...distinct.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

/** More than the largest sweeps write. */
const RESULTS_BYTES_MAX = 1 << 28;

const readResults = async (path: string) =>
  decodeText(await readInputFile(path, { sizeBytesMax: RESULTS_BYTES_MAX }), path);

const writeText = (path: string, text: string) => writeWholeFile(path, new TextEncoder().encode(text));

function describe({ rows, timer, noise, losses }: SweepResults, folder: string): void {
  say(
    `${folder}: ${rows.length} times by the ${timer === 'gpu' ? "GPU's own" : 'wall'} clock, noise ${percent(noise)}`,
  );
  for (const [policy, { geometricMean, least }] of Object.entries(losses)) {
    say(`${policy}: ${percent(geometricMean)} of the fastest shape's speed, at least ${percent(least)}`);
  }
}

const percent = (fraction: number) => `${(100 * fraction).toFixed(1)} %`;
