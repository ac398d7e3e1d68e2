/** `tilecast sweep --queue`: submits a job per viewpoint and adapter, and makes the results of an ordinary sweep of their times. */
import { join } from 'node:path';
import { type Batch, LOCAL_QUEUE } from '../../../farm/index.js';
import { formatTransfer } from '../../../index.js';
import { formatShape } from '../../../lab.js';
import { ADAPTER_CHOICES } from '../../../node/index.js';
import { fail, parseChoice } from '../../../recipe/parse/parse-options.js';
import { createProgress } from '../../progress.js';
import { say } from '../../say.js';
import { planSweep, type SweepPlan, type SweepRequest } from '../../sweep/plan-sweep.js';
import type { SweepDevice } from '../../sweep/sweep-device.js';
import { SweepRun } from '../../sweep/sweep-run.js';
import { hash, shorten } from '../describe-batch.js';
import { JOB_VERSION } from '../jobs/job-form.js';
import { locateInput } from '../jobs/job-inputs.js';
import { FarmSession } from '../session.js';
import { parseWorkers } from '../submission.js';
import { checkDevice, checkMeasuredView, type SweepViewJob } from './sweep-job.js';

interface QueueSweepArguments extends SweepRequest {
  readonly queue: string | undefined;
  readonly workers: string | undefined;
  /** Kinds of adapters, by commas. */
  readonly adapter?: string | undefined;
  readonly software?: boolean | undefined;
}

/** @throws InputError for options that do not go together, inputs that workers cannot read, and a queue that cannot be reached. */
export async function sweepByWorkers(args: QueueSweepArguments, input: string, folder: string): Promise<void> {
  const queue = args.queue ?? fail('--workers: is for --queue, which names a queue');
  if (args.software) fail('--software: is for adapters of this machine; name them by --adapter, such as lavapipe');
  const adapters = [...new Set((args.adapter ?? 'auto').split(','))];
  for (const adapter of adapters) parseChoice('adapter', adapter, ADAPTER_CHOICES);
  // One at a time: two on a device would time each other.
  const workers = parseWorkers(args.workers) ?? (queue === LOCAL_QUEUE ? 1 : 0);
  const address = locateInput(input);
  const plan = await planSweep(input, args);
  const workerOptions = adapters.length === 1 ? ['--adapter', adapters[0]!] : [];
  const session = await FarmSession.open({ queue, workers, workerOptions, waits: true });
  const progress = createProgress(adapters.length * plan.cameras.length, 'viewpoints');
  try {
    const sweep = new QueueSweep(session, plan, address, progress.advance);
    await Promise.all(
      adapters.map((adapter) => sweep.run(adapter, adapters.length > 1 ? join(folder, adapter) : folder)),
    );
    if (session.isStopped) process.exitCode = session.stop.exitCode();
  } finally {
    progress.stop();
    await session.close();
  }
}

const POLL_MS = 500;
const PATIENCE_MS = 10_000;

class QueueSweep {
  readonly #session: FarmSession;
  readonly #plan: SweepPlan;
  readonly #address: string;
  readonly #onView: (count?: number) => void;

  /** @param address by which workers find the volume. */
  constructor(session: FarmSession, plan: SweepPlan, address: string, onView: (count?: number) => void) {
    this.#session = session;
    this.#plan = plan;
    this.#address = address;
    this.#onView = onView;
  }

  /** Sweeps on the first adapter of a kind that answers, and on others of its name. */
  async run(adapter: string, folder: string): Promise<void> {
    const device = await this.#findDevice(adapter);
    if (!device) return;
    const run = await SweepRun.open(this.#plan, device, folder);
    this.#onView(this.#plan.cameras.length - run.left.length);
    if (run.left.length > 0) await this.#timeViews(run, device);
    await run.finish();
  }

  /** @returns undefined where it was interrupted first. */
  async #findDevice(adapter: string): Promise<SweepDevice | undefined> {
    const needs = adapter === 'auto' ? undefined : adapter;
    const children = [{ kind: 'sweep-device', data: { version: JOB_VERSION, asked: Date.now(), by: process.pid } }];
    const batch = this.#describe(`adapter ${adapter}`, needs, children);
    const timer = setTimeout(() => say(`no worker with adapter ${adapter} has answered yet`), PATIENCE_MS);
    const results = await this.#follow(batch, () => Promise.resolve()).finally(() => clearTimeout(timer));
    await this.#session.submitter.remove(batch.id);
    return results && checkDevice(results[0]);
  }

  async #timeViews(run: SweepRun, { adapter }: SweepDevice): Promise<void> {
    const { settings, left } = run;
    const { raw, scene } = this.#plan;
    const transfer = JSON.parse(formatTransfer(scene.transfer));
    const shapes = run.shapes.map(formatShape);
    const children = left.map(({ name, camera }) => {
      const data: SweepViewJob = {
        version: JOB_VERSION,
        adapter,
        input: this.#address,
        sha256: settings.sha256,
        ...(raw !== undefined && { raw }),
        transfer,
        view: name,
        camera,
        shapes,
        size: settings.size,
        frames: settings.frames,
        step: settings.step,
        skip: settings.skip,
        earlyTermination: settings.earlyTermination,
      };
      return { kind: 'sweep-view', data };
    });
    const views = new Set(left.map(({ name }) => name));
    const batch = this.#describe(adapter, adapter, children);
    await this.#follow(batch, async (results) => {
      for (const result of results) {
        const { view } = (result ?? {}) as { readonly view?: unknown };
        if (typeof view !== 'string' || !views.delete(view)) continue;
        await run.add(view, checkMeasuredView(result, view, shapes));
        this.#onView();
      }
    });
  }

  #describe(what: string, needs: string | undefined, children: Batch['root']['children'] & object): Batch {
    const { input, settingsFor } = this.#plan;
    const root = { kind: 'series', data: { version: JOB_VERSION }, children };
    const { sha256 } = settingsFor('', []);
    return {
      id: hash(JSON.stringify([root, needs])),
      title: `sweep ${shorten(input)}: ${what}`,
      // Jobs that are timed on one adapter lie in a queue of their own.
      group: hash(JSON.stringify(['sweep', sha256, needs])),
      ...(needs !== undefined && { needs }),
      root,
    };
  }

  /**
   * Hands out a batch, and hands on the results of its tasks as they come.
   * @returns all of them, or undefined where one failed, or it was interrupted: what has not begun is taken back then.
   */
  async #follow(
    batch: Batch,
    onResults: (results: readonly unknown[]) => Promise<void>,
  ): Promise<readonly unknown[] | undefined> {
    const { submitter, queue, stop } = this.#session;
    await submitter.add(batch);
    let seen = 0;
    while (!stop.signal.aborted) {
      // Nothing is known while the server is away; the next poll may find it again.
      const state = await submitter.state(batch.id).catch(() => queue.revive());
      if (state && (state.done > seen || state.end)) {
        seen = state.done;
        const results = await submitter.results(batch.id);
        await onResults(results);
        if (state.end && 'reason' in state.end) {
          say(`${batch.title}: ${state.end.reason}`);
          process.exitCode = 1;
          return undefined;
        }
        if (state.end) return results;
      }
      await new Promise((next) => setTimeout(next, POLL_MS));
    }
    await submitter.withdraw(batch.id);
    return undefined;
  }
}
