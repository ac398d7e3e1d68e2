/** Splits and sorts on a GPU beside CUB's on the same one: compiles and runs split.cu where nvcc is. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Sorter, type SplitOptions, Splitter } from 'tilecast/lab';
import { type AdapterChoice, openGpu } from 'tilecast/node';
import { Bench, type Encode } from '../split/bench.js';

const { values: flags } = parseArgs({
  options: {
    items: { type: 'string', default: String(2 ** 24) },
    repeats: { type: 'string', default: '20' },
    adapter: { type: 'string', default: 'gpu' },
  },
});
const ITEMS = Number(flags.items);
const REPEATS = Number(flags.repeats);

type CubTimes = Readonly<Record<'split8' | 'split11' | 'split16' | 'sort8' | 'sort11' | 'sort32' | 'sort63', number>>;

function timeCub(): CubTimes | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-cub-'));
  try {
    const program = join(folder, 'split');
    const source = join(import.meta.dirname, 'split.cu');
    const compiled = spawnSync('nvcc', ['-O3', '-std=c++17', '-arch=native', '-o', program, source], {
      stdio: 'inherit',
    });
    if (compiled.status !== 0) {
      console.error('nvcc does not compile split.cu here; CUB is left out');
      return undefined;
    }
    const { status, stdout, stderr } = spawnSync(program, [String(ITEMS), String(REPEATS)], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as CubTimes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const cub = timeCub();
const gpu = await openGpu({ adapter: flags.adapter as AdapterChoice });
const bench = new Bench(gpu);
const [keys, keysHigh, values, sortedKeys, sortedHigh, sortedValues] = Array.from({ length: 6 }, () =>
  bench.storage(ITEMS),
) as [GPUBuffer, GPUBuffer, GPUBuffer, GPUBuffer, GPUBuffer, GPUBuffer];
const binStarts = bench.storage(2 ** 16 + 1);

/** Xorshift: the same keys in every run. */
function fillRandom(buffer: GPUBuffer, bits: number): Uint32Array {
  let state = 2463534242;
  const words = Uint32Array.from({ length: ITEMS }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> (32 - bits);
  });
  gpu.device.queue.writeBuffer(buffer, 0, words);
  return words;
}

gpu.device.queue.writeBuffer(
  values,
  0,
  Uint32Array.from({ length: ITEMS }, (_, index) => index),
);

/** A dispatch that failed is very fast: sorted by keys, and in the order of values where those are equal. */
async function assertSorted(given: Uint32Array): Promise<void> {
  const sorted = await bench.read(sortedKeys, ITEMS);
  const order = await bench.read(sortedValues, ITEMS);
  for (let place = 0; place < ITEMS; place++) {
    const inOrder =
      place === 0 ||
      sorted[place - 1]! < sorted[place]! ||
      (sorted[place - 1] === sorted[place] && order[place - 1]! < order[place]!);
    if (!inOrder || given[order[place]!] !== sorted[place]) throw new Error(`place ${place} is wrong`);
  }
}

const SPLITS: Readonly<Record<string, SplitOptions>> = {
  auto: {},
  staged: { form: 'staged' },
  rows: { form: 'rows' },
  'staged, 2 levels': { form: 'staged', levels: 2 },
  'global atomics': { approach: 'global-atomics' },
};

const results: Record<string, Record<string, number | undefined>> = {};

for (const bits of [8, 11, 16] as const) {
  const given = fillRandom(keys, bits);
  const jobs = new Map<string, Encode>();
  for (const [name, options] of Object.entries(SPLITS)) {
    const splitter = await Splitter.create(gpu, { capacity: ITEMS, binCount: 2 ** bits, ...options });
    const output = { keys: sortedKeys, values: sortedValues, binStarts };
    const encode: Encode = (pass) => splitter.encode(pass, { keys, values }, output);
    await bench.timeMs(encode);
    if (options.approach !== 'global-atomics') await assertSorted(given);
    jobs.set(name, encode);
  }
  const times = await bench.times(jobs, REPEATS);
  const least = Object.fromEntries(Object.entries(times).map(([name, { leastMs }]) => [name, leastMs]));
  results[`split into ${2 ** bits} bins`] = { ...least, CUB: cub?.[`split${bits}`] };
}

for (const bits of [32, 63] as const) {
  const given = fillRandom(keys, 32);
  if (bits > 32) fillRandom(keysHigh, bits - 32);
  const jobs = new Map<string, Encode>();
  for (const form of ['staged', 'rows'] as const) {
    const sorter = await Sorter.create(gpu, { capacity: ITEMS, keyBits: bits, form });
    const wide = bits > 32;
    const input = { keysLow: keys, values, ...(wide && { keysHigh }) };
    const output = { keysLow: sortedKeys, values: sortedValues, ...(wide && { keysHigh: sortedHigh }) };
    const encode: Encode = (pass) => sorter.encode(pass, input, output);
    await bench.timeMs(encode);
    if (!wide) await assertSorted(given);
    jobs.set(form, encode);
  }
  const times = await bench.times(jobs, REPEATS);
  const least = Object.fromEntries(Object.entries(times).map(([name, { leastMs }]) => [name, leastMs]));
  results[`sort by ${bits} bits`] = { ...least, CUB: cub?.[`sort${bits}`] };
}

console.table(results);
const text = JSON.stringify(
  { adapter: gpu.adapterName, timer: bench.timer, items: ITEMS, repeats: REPEATS, results },
  undefined,
  2,
);
writeFileSync(new URL('split-results.json', import.meta.url), `${text}\n`);
gpu.destroy();
