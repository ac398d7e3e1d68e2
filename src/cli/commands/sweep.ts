/** `tilecast sweep`: frames per second of every shape at every viewpoint. */
import type { Argv, CommandModule } from 'yargs';
import { Renderer } from '../../index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { ADAPTER_OPTIONS, type AdapterArguments } from '../arguments/adapter-options.js';
import { QUEUE_OPTION, WORKERS_OPTION } from '../farm/queue-options.js';
import { listenForInterrupt } from '../interrupt.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { requireFolder } from '../outputs/require-folder.js';
import { createProgress } from '../progress.js';
import { measureView } from '../sweep/measure-view.js';
import { NO_VARIATIONS } from '../sweep/parse-sweep.js';
import { planSweep, type SweepPlan, type SweepRequest } from '../sweep/plan-sweep.js';
import { describeDevice } from '../sweep/sweep-device.js';
import { SweepRun } from '../sweep/sweep-run.js';

const DEFAULTS = { views: 'six', shapes: '128,16x16', size: '512x512', frames: '10', step: '1' } as const;

const OPTIONS = {
  out: { type: 'string', describe: 'Folder for results.json, results.csv and report.html, created if missing' },
  views: {
    type: 'string',
    default: DEFAULTS.views,
    describe: 'Viewpoints, comma-separated: six (a to f), sphere:N, orbit:N, names of views',
  },
  shapes: {
    type: 'string',
    default: DEFAULTS.shapes,
    describe: 'Shapes, comma-separated: families by their invocations (64, 128, 256, 512, 1024), all, or WIDTHxHEIGHT',
  },
  'lane-layouts': {
    type: 'string',
    default: NO_VARIATIONS['lane-layouts'],
    describe: 'Pixels that consecutive invocations cover, comma-separated: rows, PxQ pixels such as 8x4, morton',
  },
  orders: {
    type: 'string',
    default: NO_VARIATIONS.orders,
    describe: 'Order of workgroups, comma-separated: rows, columns, morton',
  },
  together: {
    type: 'string',
    default: NO_VARIATIONS.together,
    describe: 'Samples after which the rays of a workgroup wait for each other, comma-separated; 0 for never',
  },
  size: { type: 'string', default: DEFAULTS.size, describe: 'Image size, WIDTHxHEIGHT in pixels' },
  frames: { type: 'string', default: DEFAULTS.frames, describe: 'Timed frames of each shape at each viewpoint' },
  step: {
    type: 'string',
    default: DEFAULTS.step,
    describe: 'Distance between samples, in units of the smallest spacing',
  },
  transfer: {
    type: 'string',
    describe: 'Transfer function, by name or file; default: derived from the volume’s values',
  },
  skip: { type: 'boolean', default: false, describe: 'Skip bricks that are invisible' },
  'early-termination': {
    type: 'boolean',
    default: false,
    describe: 'End rays that are nearly opaque; without it, all shapes and viewpoints have the same work',
  },
  raw: { type: 'string', describe: 'The input is raw voxels: WIDTHxHEIGHTxDEPTH:TYPE:ORDER' },
  ...QUEUE_OPTION,
  workers: { ...WORKERS_OPTION.workers, defaultDescription: '1 for --queue local, else 0' },
  ...ADAPTER_OPTIONS,
} as const;

interface SweepArguments extends AdapterArguments, SweepRequest {
  readonly out: string | undefined;
  readonly queue: string | undefined;
  readonly workers: string | undefined;
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
  if (args.queue !== undefined || args.workers !== undefined) {
    const { sweepByWorkers } = await import('../farm/sweep/sweep-by-workers.js');
    await sweepByWorkers(args, input, folder);
    return;
  }
  await requireFolder(folder);
  const adapter = chooseAdapter(args);
  const plan = await planSweep(input, args);
  const gpu = await (await startGpu(adapter)).gpu;
  const interrupt = listenForInterrupt();
  try {
    announceAdapter(gpu, adapter);
    const run = await SweepRun.open(plan, await describeDevice(gpu), folder);
    await timeViews(run, new Renderer(gpu), plan, interrupt.signal);
    if (!(await run.finish())) process.exitCode = interrupt.exitCode();
  } finally {
    interrupt.ignore();
    gpu.destroy();
  }
}

/** Times viewpoints one after another, until all are or it is interrupted. */
async function timeViews(run: SweepRun, renderer: Renderer, { scene }: SweepPlan, signal: AbortSignal): Promise<void> {
  const { left, shapes, settings } = run;
  const progress = createProgress(left.length * shapes.length * (settings.frames + 1), 'frames');
  try {
    for (const view of left) {
      const measured = await measureView(renderer, scene, run.planView(view), { signal, onFrame: progress.advance });
      if (!measured) return;
      await run.add(view.name, measured);
    }
  } finally {
    progress.stop();
  }
}
