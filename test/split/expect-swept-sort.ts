/** Sorts by levels that look back, for tests of them. */
import { allocateStorage, readWords } from '../../src/gpu/allocate-storage.js';
import type { Gpu } from '../../src/gpu/gpu.js';
import { submitPass } from '../../src/gpu/submit-pass.js';
import { sortedOrder } from '../../src/reference/split/sort.js';
import { createSweptLevels } from '../../src/split/swept-levels.js';
import { expectSameWords } from './expect-same-words.js';
import { random } from './sample-keys.js';

/** Several tiles of 5120 items on every adapter, and a part of one. */
const LENGTH = 40_003;

/** Whether subgroups of the adapter vote. */
export const votes = (gpu: Gpu) => gpu.has('subgroups') && gpu.traits.subgroupSizes !== undefined;

/** Sorts keys of which many are equal, seed 61, in several counts one after the other: nothing of one sort may show in the next. */
export async function expectSweptSort(
  gpu: Gpu,
  { bits, reversed }: { readonly bits: number; readonly reversed: boolean },
) {
  const few = random(61)(LENGTH, 4);
  const keys = random(62)(LENGTH, 2 ** 32).map((word, index) => (few[index]! < 2 ? word : few[index]!));
  const counts = [LENGTH, 17, 0, 25_600, LENGTH];
  for (const [index, sorted] of (await sweep(gpu, keys, { bits, reversed, counts })).entries()) {
    const count = counts[index]!;
    const order = sortedOrder(keys.subarray(0, count), new Uint32Array(count), bits);
    expectSameWords(sorted.order, order, `order of ${count}`);
    expectSameWords(
      sorted.keys,
      order.map((item) => keys[item]!),
      `keys of ${count}`,
    );
  }
}

async function sweep(
  gpu: Gpu,
  keys: Uint32Array,
  asked: { readonly bits: number; readonly reversed: boolean; readonly counts: readonly number[] },
) {
  const { bits, reversed, counts } = asked;
  const capacity = keys.length;
  const options = { capacity, bits, indexValues: true, carried: false, form: 'staged', reversed } as const;
  const levels = await createSweptLevels(gpu, options);
  if (!levels) throw new Error('no subgroups that vote');
  const words = { keys: capacity, values: capacity };
  const [input, one, other] = await Promise.all([
    allocateStorage(gpu, 'test', { ...words, count: 1 }),
    allocateStorage(gpu, 'test', words),
    allocateStorage(gpu, 'test', words),
  ]);
  gpu.device.queue.writeBuffer(input.keys, 0, keys);
  const sorted: { keys: Uint32Array; order: Uint32Array }[] = [];
  for (const count of counts) {
    gpu.device.queue.writeBuffer(input.count, 0, Uint32Array.of(count));
    let target = one;
    submitPass(gpu, 'test', (pass) => {
      levels.begin(pass, input.keys, input.count);
      let source: { keys: GPUBuffer; values?: GPUBuffer } = { keys: input.keys };
      for (let level = 0; level < levels.count; level++) {
        target = source === one ? other : one;
        levels.encodeLevel(pass, level, source, target, input.count);
        source = target;
      }
    });
    const [moved, order] = await readWords(gpu, [
      { buffer: target.keys, length: count },
      { buffer: target.values, length: count },
    ]);
    sorted.push({ keys: moved!, order: order! });
  }
  const buffers = [input, one, other].flatMap((items) => Object.values(items));
  for (const resource of [levels, ...buffers]) resource.destroy();
  return sorted;
}
