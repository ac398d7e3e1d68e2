/** How commands choose an adapter, and what they say about the one they took. */
import type { Gpu } from '../index.js';
import {
  ADAPTER_CHOICES,
  type AdapterChoice,
  adviseLavapipe,
  findAdapter,
  openAdapter,
  parseGpuIndex,
} from '../node/index.js';
import { fail, parseChoice } from '../recipe/parse/parse-options.js';
import type { AdapterArguments } from './arguments/adapter-options.js';
import { say } from './say.js';

export interface AskedAdapter {
  readonly adapter: AdapterChoice;
  readonly software: boolean;
  readonly quiet: boolean;
}

/** @throws InputError for an unknown adapter. */
export function chooseAdapter({ adapter = 'auto', software = false, verbose = false }: AdapterArguments): AskedAdapter {
  const index = parseGpuIndex(adapter);
  if (index === undefined && adapter.startsWith('gpu:')) {
    fail(
      `--adapter: "${adapter.slice(0, 40)}" names no GPU by its number; gpu:0 is the first that tilecast devices lists`,
    );
  }
  const choice: AdapterChoice = index === undefined ? parseChoice('adapter', adapter, ADAPTER_CHOICES) : `gpu:${index}`;
  if (software && choice.startsWith('gpu')) fail(`--software: rules out --adapter ${choice}; leave one of them out`);
  return { adapter: choice, software, quiet: !verbose };
}

/**
 * Finds the adapter, then opens its device while the caller reads files: none may be opened while Dawn is kept quiet. Errors
 * are thrown by `gpu` alone, so that the caller can report a bad file first.
 */
export async function startGpu(asked: AskedAdapter): Promise<{ readonly gpu: Promise<Gpu> }> {
  const [found] = await Promise.allSettled([findAdapter(asked)]);
  const gpu: Promise<Gpu> = found.status === 'fulfilled' ? openAdapter(found.value) : Promise.reject(found.reason);
  gpu.catch(() => undefined);
  return { gpu };
}

/** Notes that the adapter is on the CPU, and how to get a faster one. */
export function announceAdapter(gpu: Gpu, { adapter, software }: AskedAdapter): void {
  if (!gpu.software) return;
  const asked = software || adapter !== 'auto';
  const advice = gpu.traits.kind === 'swiftshader' && adapter !== 'swiftshader' ? adviseLavapipe() : undefined;
  say(`${asked ? '' : 'no GPU was found; '}${gpu.adapterName} renders on the CPU${advice ? `; ${advice}` : ''}`);
}
