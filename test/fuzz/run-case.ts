/** One damaged file: made from a seed and a number alone, so that it can be made again, and judged. */
import { InputError } from '../../src/errors.js';
import { createRandom } from '../camera/random.js';
import { mutate } from './mutate.js';
import { ALL_SEEDS, type CaseLimits, TARGETS, type Target } from './targets.js';

export interface FuzzCase {
  readonly target: Target;
  readonly bytes: Uint8Array;
}

/** The case of a number. */
export function makeCase(seed: number, index: number): FuzzCase {
  const random = createRandom(seed + 7919 * index);
  const target = TARGETS[index % TARGETS.length]!;
  if (target.damage) return { target, bytes: target.damage(ALL_SEEDS, random) };
  const seeds = target.seeds.length > 0 ? target.seeds : ALL_SEEDS;
  const file = seeds[Math.floor(random() * seeds.length)]!;
  return { target, bytes: mutate(file, ALL_SEEDS, random) };
}

/** The numbers of the cases of one target, or of all: from `first` on, `stride` apart. */
export function casesOf(name: string | undefined): { readonly first: number; readonly stride: number } {
  if (name === undefined) return { first: 0, stride: 1 };
  const first = TARGETS.findIndex((target) => target.name === name);
  if (first < 0) throw new Error(`--target: "${name}" is none of ${TARGETS.map((target) => target.name).join(', ')}`);
  return { first, stride: TARGETS.length };
}

/** Far more than any of the small files takes; time of the processor, since machines may be busy. */
const LIMITS: CaseLimits = { timeMs: 5000, growthBytes: 1 << 28 };

/** The command line cuts what it says at as many. */
const MESSAGE_LENGTH_MAX = 2000;

/** The problem of how a case ended; undefined if it is read, or refused in one line. */
export async function judgeCase({ target, bytes }: FuzzCase): Promise<string | undefined> {
  const { limits = LIMITS } = target;
  const started = process.cpuUsage();
  const before = process.memoryUsage().arrayBuffers;
  const problem = await target.run(bytes).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof InputError))
        return error instanceof Error ? (error.stack ?? String(error)) : String(error);
      if (/[\r\n]/.test(error.message)) return `more than a line: ${JSON.stringify(error.message)}`;
      return error.message.length > MESSAGE_LENGTH_MAX ? `a message of ${error.message.length} characters` : undefined;
    },
  );
  if (problem !== undefined) return problem;
  const { user, system } = process.cpuUsage(started);
  const tookMs = (user + system) / 1000;
  if (tookMs > limits.timeMs) return `took ${Math.round(tookMs)} ms`;
  const grown = process.memoryUsage().arrayBuffers - before;
  return grown > limits.growthBytes ? `took ${grown} bytes` : undefined;
}
