/** Hands the frames of `tilecast render` to a queue instead of rendering them, and follows them to their end. */
import { type BatchEnd, LOCAL_QUEUE, type Submitter } from '../../farm/index.js';
import { fail, optional, parseIndex } from '../../recipe/parse/parse-options.js';
import { createProgress, type Progress } from '../progress.js';
import { STDOUT } from '../render/frames/choose-frames.js';
import type { GivenArguments } from '../render/render-options.js';
import { say } from '../say.js';
import { describeBatch, type PictureBatch } from './describe-batch.js';
import { writeReturned } from './jobs/returned-pictures.js';
import { FarmSession } from './session.js';

/** How and where jobs are handed out. */
export interface QueueChoice {
  readonly queue: string;
  readonly detach: boolean;
  readonly workers: number;
  /** Options of the workers that are started here. */
  readonly workerOptions: readonly string[];
  /** Whether pictures come back through the queue, instead of being written by the workers. */
  readonly collect: boolean;
}

const WORKERS_MAX = 256;
const LOCAL_WORKERS = 2;

/** @throws InputError for options that do not go together. */
export function chooseQueue(args: GivenArguments): QueueChoice {
  const { queue, detach = false, collect = false, workers } = args;
  if (queue === undefined) {
    const stray = (['detach', 'workers', 'collect'] as const).find((name) => args[name] !== undefined);
    return fail(`--${stray}: is for --queue, which names a queue`);
  }
  if (args.output === STDOUT) fail('--output: jobs of a queue write files; name one');
  if (args.stats !== undefined) fail('--stats: is for pictures that are rendered here; leave out --queue');
  if (args.progress) fail('--progress: is for pictures that are rendered here; leave out --queue');
  if (detach && workers !== undefined) fail('--workers: end with this command, and --detach ends it at once');
  if (collect && detach) fail('--collect: waits for the pictures, which --detach does not');
  if (collect && args.split !== undefined)
    fail('--collect: parts are put together on shared storage; leave out --split');
  const count = detach ? 0 : chooseLocalWorkers(queue, workers);
  return { queue, detach, workers: count, workerOptions: chooseWorkerOptions(args, count), collect };
}

/** The workers that a command starts here: those that it is told to, or two where nobody else attends the queue. */
export const chooseLocalWorkers = (queue: string, workers: string | undefined): number =>
  parseWorkers(workers) ?? (queue === LOCAL_QUEUE ? LOCAL_WORKERS : 0);

/** @throws InputError for a number of workers that there cannot be. */
export function parseWorkers(text: string | undefined): number | undefined {
  const count = optional('workers', text, parseIndex);
  if (count !== undefined && count > WORKERS_MAX) fail(`--workers: must be up to ${WORKERS_MAX}, not ${text}`);
  return count;
}

/**
 * The adapter's options, and the folder of inputs, for the workers that are started here.
 * @throws InputError where there are none, and nothing else is rendered here: masks that are meshes are made by the submitter.
 */
function chooseWorkerOptions({ adapter, software, mask, within }: GivenArguments, workers: number): string[] {
  const given = [...(adapter === undefined ? [] : ['--adapter', adapter]), ...(software ? ['--software'] : [])];
  if (given.length > 0 && workers === 0 && mask === undefined) {
    fail(`${given[0]}: is for adapters of this machine, and workers have their own; give it to tilecast worker`);
  }
  return [...given, ...(within === undefined ? [] : ['--within', within])];
}

/** Batches in the queue at once: the jobs of the others wait here, as files, and not in the memory of the queue's server. */
const OPEN_MAX = 32;
const POLL_MS = { least: 100, most: 1000 } as const;

/** The pictures of one command, on their way through a queue. The first signal takes back what has not begun. */
export class Submission {
  readonly #choice: QueueChoice;
  readonly #pictures: number;
  readonly #open = new Map<PictureBatch, { seen: number }>();
  #session: FarmSession | undefined;
  #progress: Progress | undefined;
  #jobs = 0;
  #waitMs: number = POLL_MS.least;

  /** @param pictures how many there will be. */
  constructor(choice: QueueChoice, pictures: number) {
    this.#choice = choice;
    this.#pictures = pictures;
  }

  /** Whether the user has asked to stop. */
  get isStopped(): boolean {
    return this.#session?.isStopped === true;
  }

  /**
   * Hands out the frames of a picture; waits first where many are in the queue.
   * @throws InputError where the queue cannot be reached, or for inputs that workers cannot read.
   */
  async add(...[picture, camera, series, options]: PictureParameters): Promise<void> {
    await this.addBatch(await describeBatch(picture, camera, series, options, this.#choice.collect));
  }

  /**
   * Hands out the jobs of a picture; waits first where many are in the queue.
   * @throws InputError where the queue cannot be reached.
   */
  async addBatch(described: PictureBatch): Promise<void> {
    const { batch, paths } = described;
    this.#session ??= await FarmSession.open({ ...this.#choice, waits: !this.#choice.detach });
    this.#jobs += paths.length;
    this.#progress ??= this.#choice.detach ? undefined : createProgress(this.#pictures * paths.length, 'frames');
    while (this.#open.size >= OPEN_MAX && !this.isStopped) await this.#poll(this.#session);
    if (this.isStopped) return;
    if (!(await this.#session.submitter.add(batch)))
      say(`${batch.title}: is in the queue already, and not added again`);
    if (!this.#choice.detach) this.#open.set(described, { seen: 0 });
  }

  /** Waits for the end of all pictures, unless they are to be let go. */
  async finish(): Promise<void> {
    if (!this.#session) return;
    if (this.#choice.detach) {
      say(`${this.#jobs} jobs are submitted; tilecast jobs --queue shows their progress`);
      return;
    }
    while (this.#open.size > 0 && !this.isStopped) await this.#poll(this.#session);
    if (!this.isStopped) return;
    for (const { batch } of this.#open.keys()) await this.#session.submitter.withdraw(batch.id);
    say('interrupted: jobs that had not begun were withdrawn');
    process.exitCode = this.#session.stop.exitCode();
  }

  async close(): Promise<void> {
    this.#progress?.stop();
    await this.#session?.close();
  }

  /** Waits a little, and reads the progress of the pictures. */
  async #poll({ queue, submitter }: FarmSession): Promise<void> {
    await new Promise((next) => setTimeout(next, this.#waitMs));
    this.#waitMs = Math.min(1.2 * this.#waitMs, POLL_MS.most);
    for (const [described, progress] of this.#open) {
      // Nothing is known while the server is away; the next poll may find it again.
      const state = await submitter.state(described.batch.id).catch(() => queue.revive());
      if (!state) return;
      const ready = state.done + state.failed;
      this.#progress?.advance(Math.max(0, ready - progress.seen));
      progress.seen = Math.max(ready, progress.seen);
      if (!state.end) continue;
      this.#open.delete(described);
      this.#waitMs = POLL_MS.least;
      await this.#end(described, state.end, submitter);
    }
  }

  async #end(described: PictureBatch, end: BatchEnd, submitter: Submitter): Promise<void> {
    const { batch } = described;
    if ('reason' in end) {
      say(`${batch.title}: ${end.reason}`);
      process.exitCode = 1;
    } else if (this.#choice.collect) {
      await writeReturned(described, await submitter.results(batch.id));
      await submitter.remove(batch.id);
    }
  }
}

type PictureParameters = Parameters<typeof describeBatch> extends [...infer First, boolean] ? First : never;
