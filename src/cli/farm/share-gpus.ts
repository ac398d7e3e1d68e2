/** Shares the GPUs of this machine out among the workers that are started here. */
import { listAdapters, listPciGpus } from '../../node/index.js';

/**
 * Options of each worker: where there are several GPUs, and no adapter is named, each takes the next one.
 * @param options of all workers.
 */
export async function shareGpus(workers: number, options: readonly string[]): Promise<readonly (readonly string[])[]> {
  const isNamed = options.includes('--adapter') || options.includes('--software');
  const gpus = workers < 2 || isNamed ? 0 : await countGpus();
  return Array.from({ length: workers }, (_, index) =>
    gpus < 2 ? options : [...options, '--adapter', `gpu:${index % gpus}`],
  );
}

async function countGpus(): Promise<number> {
  // Dawn takes a tenth of a second to say the same of most machines.
  if (process.platform === 'linux' && listPciGpus().length < 2) return 1;
  const { adapters } = await listAdapters({ quiet: true });
  return adapters.filter(({ kind }) => kind === 'gpu').length;
}
