/** Hands requests to engines, one at a time each. Callers take turns, and none has more than so many in the queue. */
import { DeviceError } from '../index.js';
import { Refusal } from './refusal.js';

/** A process that answers requests. */
export interface Engine {
  /** @param signal aborted when nobody wants the answer any more, or when it has taken too long. */
  readonly perform: (kind: string, data: object, signal: AbortSignal) => Promise<unknown>;
}

export interface DispatcherOptions {
  /** Time that a request may take once it has begun. */
  readonly timeMs: number;
  /** Requests that wait, of all callers and of one. */
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
}

export const DISPATCHER_DEFAULTS: DispatcherOptions = { timeMs: 120_000, waitingMax: 256, waitingOfOneMax: 64 };

/** Counts so far, for metrics. */
export interface DispatcherCounts {
  readonly waiting: number;
  readonly running: number;
  readonly deviceLosses: number;
}

export interface Request {
  /** Whoever it comes from: the one whose turn it is. */
  readonly caller: string;
  readonly kind: string;
  readonly data: object;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly request: Request;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #idle: Engine[];
  /** Requests by their callers, who stand in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  #running = 0;
  #deviceLosses = 0;

  constructor(engines: readonly Engine[], options: Partial<DispatcherOptions> = {}) {
    this.#options = { ...DISPATCHER_DEFAULTS, ...options };
    this.#idle = [...engines];
  }

  get counts(): DispatcherCounts {
    return { waiting: this.#waitingCount, running: this.#running, deviceLosses: this.#deviceLosses };
  }

  /** @throws Refusal where too many wait or the answer takes too long; whatever the engine throws. */
  perform(request: Request): Promise<unknown> {
    const { caller, signal } = request;
    const own = this.#waiting.get(caller) ?? [];
    const { waitingMax, waitingOfOneMax } = this.#options;
    if (this.#waitingCount >= waitingMax || own.length >= waitingOfOneMax) {
      return Promise.reject(
        new Refusal(503, `${own.length} of your requests wait already, and ${this.#waitingCount} in all`),
      );
    }
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const waiting: Waiting = { request, resolve, reject };
      own.push(waiting);
      this.#waiting.set(caller, own);
      this.#waitingCount++;
      signal.addEventListener('abort', () => this.#leave(waiting), { once: true });
      this.#begin();
    });
  }

  /** Takes a request out of the queue whose caller has gone. */
  #leave(waiting: Waiting): void {
    const { caller, signal } = waiting.request;
    const own = this.#waiting.get(caller) ?? [];
    const at = own.indexOf(waiting);
    if (at < 0) return;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(caller);
    this.#waitingCount--;
    waiting.reject(signal.reason);
  }

  #begin(): void {
    const engine = this.#idle[0];
    const next = engine && this.#next();
    if (!next) return;
    this.#idle.shift();
    this.#running++;
    void this.#perform(engine, next.request)
      .then(next.resolve, next.reject)
      .finally(() => {
        this.#running--;
        // The one that has answered last has the caller's volume, most likely.
        this.#idle.unshift(engine);
        this.#begin();
      });
  }

  /** The first request of the caller whose turn it is, who goes to the end of the queue. */
  #next(): Waiting | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [caller, own] = turn;
    const next = own.shift();
    this.#waiting.delete(caller);
    if (own.length > 0) this.#waiting.set(caller, own);
    this.#waitingCount--;
    return next;
  }

  async #perform(engine: Engine, { kind, data, signal }: Request): Promise<unknown> {
    const { timeMs } = this.#options;
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new Refusal(504, `it takes longer than ${timeMs / 1000} s, which is all that it may`)),
      timeMs,
    );
    const either = AbortSignal.any([signal, late.signal]);
    try {
      return await engine.perform(kind, data, either).catch((error: unknown) => {
        if (!(error instanceof DeviceError) || either.aborted) throw error;
        this.#deviceLosses++;
        return engine.perform(kind, data, either);
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
