/** `tilecast perform-jobs`: the process in which workers and services perform jobs and requests; not meant for users. */
import type { Argv, CommandModule } from 'yargs';
import type { TaskContext } from '../../../farm/index.js';
import { ADAPTER_OPTIONS, type AdapterArguments } from '../../arguments/adapter-options.js';
import { Performer } from '../../farm/perform.js';
import { WorkerFiles } from '../../farm/worker-files.js';
import { announceAdapter, chooseAdapter, startGpu } from '../../open-adapter.js';
import {
  type FromPerformer,
  fromSent,
  type Question,
  type ToPerformer,
  toSent,
} from '../../watch/performer-messages.js';

interface PerformArguments extends AdapterArguments {
  readonly root: string;
  readonly within?: string;
  readonly uploads?: string;
  readonly cache?: string;
  readonly 'allow-remote'?: string;
  readonly quiet?: boolean;
}

export const performJobs: CommandModule<object, PerformArguments> = {
  command: 'perform-jobs',
  describe: false,
  builder: (yargs) =>
    yargs.options({
      root: { type: 'string' },
      within: { type: 'string' },
      uploads: { type: 'string' },
      cache: { type: 'string' },
      'allow-remote': { type: 'string' },
      quiet: { type: 'boolean' },
      ...ADAPTER_OPTIONS,
    }) as unknown as Argv<PerformArguments>,
  handler: performCommand,
};

/** The worker decides when it ends, and the system may tell both. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function performCommand(args: PerformArguments): Promise<void> {
  for (const signal of SIGNALS) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  const { root, within, uploads, cache, quiet = false } = args;
  const adapter = chooseAdapter(args);
  const files = new WorkerFiles(root, { hosts: args['allow-remote']?.split(','), within, uploads });
  const keptBytesMax = cache === undefined ? undefined : Number(cache);
  const performer = new Performer(files, async () => (await startGpu(adapter)).gpu, { keptBytesMax });
  // Listened for first: jobs may come as soon as it is ready.
  process.on('message', new Jobs(performer).hear);
  try {
    const gpu = await performer.gpu();
    if (!quiet) announceAdapter(gpu, adapter);
    send({ kind: 'ready', adapter: { adapterName: gpu.adapterName, traits: gpu.traits } });
  } catch (error) {
    send({ kind: 'not-ready', error: toSent(error) });
    process.disconnect();
  }
}

const send = (message: FromPerformer) => process.send!(message, () => undefined);

interface Asked {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The jobs in hand, and what they ask. */
class Jobs {
  readonly #performer: Performer;
  readonly #aborts = new Map<number, AbortController>();
  readonly #asked = new Map<number, Asked>();
  #question = 0;

  constructor(performer: Performer) {
    this.#performer = performer;
  }

  readonly hear = (message: ToPerformer): void => {
    if (message.kind === 'perform') void this.#perform(message);
    else if (message.kind === 'abort') this.#aborts.get(message.number)?.abort(fromSent(message.error));
    else {
      const asked = this.#asked.get(message.question);
      this.#asked.delete(message.question);
      if (message.kind === 'answer') asked?.resolve(message.answer as never);
      else asked?.reject(fromSent(message.error));
    }
  };

  async #perform({ number, task }: Extract<ToPerformer, { kind: 'perform' }>): Promise<void> {
    const abort = new AbortController();
    this.#aborts.set(number, abort);
    const context: TaskContext = {
      signal: abort.signal,
      childResults: () => this.#ask(number, 'childResults'),
      childFailures: () => this.#ask(number, 'childFailures'),
    };
    try {
      send({ kind: 'done', number, result: await this.#performer.perform(task, context) });
    } catch (error) {
      send({ kind: 'failed', number, error: toSent(error) });
    } finally {
      this.#aborts.delete(number);
    }
  }

  #ask<Answer>(number: number, about: Question): Promise<Answer> {
    const question = this.#question++;
    send({ kind: 'ask', number, question, about });
    return new Promise<Answer>((resolve, reject) => this.#asked.set(question, { resolve, reject }));
  }
}
