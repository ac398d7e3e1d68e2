/** Requests of a service as jobs of a queue, which workers answer that may be on other machines. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Submitter } from '../../farm/index.js';
import { InputError } from '../../index.js';
import type { Engine } from '../../service/dispatcher.js';
import { type QueuedRequest, takeAnswer } from '../farm/jobs/queued-requests.js';
import type { PictureRequest } from './requests.js';

/** Time between two looks at the queue: an answer takes as long at least. */
const POLL_MS = { least: 20, most: 250 } as const;

export class QueueEngine implements Engine {
  readonly #submitter: Submitter;
  /** Workers may come at any time. */
  readonly isReady = true;

  constructor(submitter: Submitter) {
    this.#submitter = submitter;
  }

  /** @throws InputError for files that came with the request, which workers do not have; whatever the worker's error was. */
  readonly perform: Engine['perform'] = async (kind, data, signal) => {
    const { uploads, ...request } = data as PictureRequest;
    const [uploaded] = Object.keys(uploads);
    if (uploaded !== undefined) {
      throw new InputError(
        `${uploaded}: came with the request, and workers of a queue read files below their root alone`,
      );
    }
    const id = `request-${randomUUID()}`;
    const task: QueuedRequest = { kind, request };
    const root = { kind: 'request', data: task };
    await this.#submitter.add({ id, title: 'a request to tilecast serve', group: groupOf(request), root });
    try {
      return takeAnswer(await this.#wait(id, signal));
    } finally {
      if (signal.aborted) await this.#submitter.withdraw(id);
      else await this.#submitter.remove(id);
    }
  };

  async #wait(id: string, signal: AbortSignal): Promise<unknown> {
    for (let waitMs: number = POLL_MS.least; ; waitMs = Math.min(2 * waitMs, POLL_MS.most)) {
      const { end } = await this.#submitter.state(id);
      if (end && 'result' in end) return end.result;
      if (end) throw new Error(end.reason);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
  }
}

/** Workers keep the inputs of a group in memory. */
const groupOf = ({ recipe }: Pick<PictureRequest, 'recipe'>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object(recipe).inputs ?? null))
    .digest('hex')
    .slice(0, 32);
