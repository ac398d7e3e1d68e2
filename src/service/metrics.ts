/** Figures of a service in Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4). */
import type { DispatcherCounts } from './dispatcher.js';

const OUTCOMES = ['done', 'refused', 'failed', 'cancelled'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Upper bounds of the buckets of the histogram of times, in seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

/** Figures that others keep. */
export interface Gauges extends DispatcherCounts {
  readonly engines: number;
  readonly uploadBytes: number;
}

interface AnswerFacts {
  readonly isKept?: boolean;
  readonly keptBytes?: number;
}

export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #buckets = BUCKETS.map(() => 0);
  #seconds = 0;
  #done = 0;
  #keptHits = 0;
  #keptMisses = 0;
  #keptBytes = 0;

  add(kind: string, outcome: Outcome, timeMs = 0, { isKept, keptBytes }: AnswerFacts = {}): void {
    const key = `kind="${kind}",outcome="${outcome}"`;
    this.#requests.set(key, 1 + (this.#requests.get(key) ?? 0));
    if (isKept !== undefined) {
      if (isKept) this.#keptHits++;
      else this.#keptMisses++;
    }
    if (keptBytes !== undefined) this.#keptBytes = keptBytes;
    if (outcome !== 'done') return;
    const seconds = timeMs / 1000;
    this.#seconds += seconds;
    this.#done++;
    for (const [index, bound] of BUCKETS.entries()) if (seconds <= bound) this.#buckets[index]!++;
  }

  format({ waiting, running, deviceLosses, engines, uploadBytes }: Gauges): string {
    const rows = (name: string, entries: Iterable<readonly [string, number]>) =>
      [...entries].map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
    const metric = (name: string, type: string, help: string, entries: Iterable<readonly [string, number]>) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...rows(name, entries)].join('\n');
    const gauge = (name: string, help: string, value: number) => metric(name, 'gauge', help, [['', value]]);
    const counter = (name: string, help: string, value: number) => metric(name, 'counter', help, [['', value]]);
    const bounds = BUCKETS.map((bound, index) => [`le="${bound}"`, this.#buckets[index]!] as const);
    const seconds = 'tilecast_request_seconds';
    return `${[
      metric('tilecast_requests_total', 'counter', 'Requests by kind, and by how they ended.', this.#requests),
      `# HELP ${seconds} Time from a request to its answer, with the wait.\n# TYPE ${seconds} histogram`,
      ...rows(`${seconds}_bucket`, [...bounds, ['le="+Inf"', this.#done]]),
      ...rows(`${seconds}_sum`, [['', this.#seconds]]),
      ...rows(`${seconds}_count`, [['', this.#done]]),
      gauge('tilecast_requests_waiting', 'Requests in the queue.', waiting),
      gauge('tilecast_requests_running', 'Requests that are being answered.', running),
      gauge('tilecast_engines', 'Processes that answer requests.', engines),
      counter('tilecast_device_losses_total', 'Devices that were lost and replaced.', deviceLosses),
      counter('tilecast_input_hits_total', 'Requests whose inputs were in memory.', this.#keptHits),
      counter('tilecast_input_misses_total', 'Requests whose inputs were read.', this.#keptMisses),
      gauge('tilecast_input_bytes', 'Bytes of inputs that the engine which answered last keeps.', this.#keptBytes),
      gauge('tilecast_upload_bytes', 'Bytes of uploaded files on disk.', uploadBytes),
      gauge('process_resident_memory_bytes', 'Resident memory of the front process.', process.memoryUsage.rss()),
    ].join('\n')}\n`;
  }
}
