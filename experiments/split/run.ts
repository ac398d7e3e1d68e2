/** Times the paper's approaches to a split, for its numbers of bins and of items, and what else the choice rests on. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Gpu } from 'tilecast';
import { Scanner, type ScanVariant, Sorter, type SplitOptions, Splitter } from 'tilecast/lab';
import { openGpu } from 'tilecast/node';
import { Bench, type Encode, type Times } from './bench.js';
import { BIN_COUNTS, METHODS, type Method, MILLIONS, paperMs } from './paper.js';

const { values: flags } = parseArgs({
  options: { software: { type: 'boolean' }, repeats: { type: 'string', default: '5' } },
});
const REPEATS = Number(flags.repeats);

const OPTIONS: Readonly<Record<Method, SplitOptions>> = {
  'global atomics': { approach: 'global-atomics' },
  'thread histograms': { approach: 'thread-histograms' },
  '1 level': { approach: 'multi-level', levels: 1 },
  '2 levels': { approach: 'multi-level', levels: 2 },
  '3 levels': { approach: 'multi-level', levels: 3 },
};

/** Leaves out what the paper does too: more bins than one level has, or hardly any for several. */
function isPossible(method: Method, binCount: number): boolean {
  if (method === 'thread histograms' || method === '1 level') return binCount <= 2048;
  if (method === '2 levels') return binCount >= 512;
  return method === 'global atomics' || binCount >= 1024;
}

/** Xorshift: the same keys in every run. */
function fillRandom(words: Uint32Array, below: number): Uint32Array {
  let state = 2463534242;
  for (let index = 0; index < words.length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[index] = Math.floor(((state >>> 0) / 2 ** 32) * below);
  }
  return words;
}

interface Buffers {
  readonly keys: GPUBuffer;
  readonly values: GPUBuffer;
  readonly splitKeys: GPUBuffer;
  readonly splitValues: GPUBuffer;
  readonly binStarts: GPUBuffer;
}

/** A dispatch that failed is very fast, so nothing is timed that was not seen to be right. */
async function assertSplit(bench: Bench, buffers: Buffers, keys: Uint32Array, binCount: number, stable: boolean) {
  const splitKeys = await bench.read(buffers.splitKeys, keys.length);
  const splitValues = await bench.read(buffers.splitValues, keys.length);
  const binStarts = await bench.read(buffers.binStarts, binCount + 1);
  let place = 0;
  for (let bin = 0; bin < binCount; bin++) {
    if (binStarts[bin] !== place) throw new Error(`bin ${bin} begins at ${binStarts[bin]}, not ${place}`);
    for (; place < keys.length && splitKeys[place] === bin; place++) {
      const item = splitValues[place]!;
      const ordered = !stable || place === binStarts[bin] || splitValues[place - 1]! < item;
      if (keys[item] !== bin || !ordered) throw new Error(`place ${place} has item ${item}`);
    }
  }
  if (place !== keys.length || binStarts[binCount] !== place) throw new Error('items are missing');
}

/** Splitters for the methods, each tried out. */
async function prepare(
  bench: Bench,
  buffers: Buffers,
  keys: Uint32Array,
  binCount: number,
  methods: Readonly<Record<string, SplitOptions>>,
): Promise<{ jobs: Map<string, Encode>; splitters: Splitter[] }> {
  const jobs = new Map<string, Encode>();
  const splitters: Splitter[] = [];
  bench.gpu.device.queue.writeBuffer(buffers.keys, 0, keys);
  for (const [name, options] of Object.entries(methods)) {
    const splitter = await Splitter.create(bench.gpu, { capacity: keys.length, binCount, ...options });
    const output = { keys: buffers.splitKeys, values: buffers.splitValues, binStarts: buffers.binStarts };
    const encode: Encode = (pass) => splitter.encode(pass, { keys: buffers.keys, values: buffers.values }, output);
    await bench.timeMs(encode);
    await assertSplit(bench, buffers, keys, binCount, options.approach !== 'global-atomics');
    jobs.set(name, encode);
    splitters.push(splitter);
  }
  return { jobs, splitters };
}

async function timeSplits(
  bench: Bench,
  buffers: Buffers,
  keys: Uint32Array,
  binCount: number,
  methods: Readonly<Record<string, SplitOptions>>,
): Promise<Record<string, Times>> {
  const { jobs, splitters } = await prepare(bench, buffers, keys, binCount, methods);
  const times = await bench.times(jobs, REPEATS);
  for (const splitter of splitters) splitter.destroy();
  return times;
}

async function timeScans(gpu: Gpu, bench: Bench, words: GPUBuffer, length: number): Promise<Record<string, Times>> {
  const variants: ScanVariant[] = ['runs', 'workgroups', ...(gpu.has('subgroups') ? (['subgroups'] as const) : [])];
  const jobs = new Map<string, Encode>();
  for (const variant of variants) {
    const scanner = await Scanner.create(gpu, { length, variant });
    jobs.set(variant, (pass) => scanner.encode(pass, words));
  }
  return bench.times(jobs, REPEATS);
}

async function timeSort(bench: Bench, buffers: Buffers, length: number): Promise<Times> {
  const sorter = await Sorter.create(bench.gpu, { capacity: length, keyBits: 63, indexValues: true });
  const [keysHigh, sortedHigh] = [bench.storage(length), bench.storage(length)];
  bench.gpu.device.queue.writeBuffer(buffers.keys, 0, fillRandom(new Uint32Array(length), 2 ** 32));
  bench.gpu.device.queue.writeBuffer(keysHigh, 0, fillRandom(new Uint32Array(length), 2 ** 31));
  const input = { keysLow: buffers.keys, keysHigh };
  const output = { keysLow: buffers.splitKeys, keysHigh: sortedHigh, values: buffers.splitValues };
  const jobs = new Map<'sort', Encode>([['sort', (pass) => sorter.encode(pass, input, output)]]);
  const times = await bench.times(jobs, REPEATS);
  const high = await bench.read(sortedHigh, length);
  if (high.some((word, index) => index > 0 && word < high[index - 1]!)) throw new Error('the sort is wrong');
  for (const resource of [sorter, keysHigh, sortedHigh]) resource.destroy();
  return times.sort;
}

const formatMs = (ms: number | undefined) => (ms === undefined ? '–' : ms.toFixed(ms < 10 ? 1 : 0));

const gpu = await openGpu({ software: flags.software ?? false });
const bench = new Bench(gpu);
const most = 2 ** 20 * MILLIONS[MILLIONS.length - 1]!;
const buffers: Buffers = {
  keys: bench.storage(most),
  values: bench.storage(most),
  splitKeys: bench.storage(most),
  splitValues: bench.storage(most),
  binStarts: bench.storage(BIN_COUNTS.at(-1)! + 1),
};
gpu.device.queue.writeBuffer(
  buffers.values,
  0,
  Uint32Array.from({ length: most }, (_, index) => index),
);
console.log(
  `${gpu.adapterName}, timed by the ${bench.timer} clock; least milliseconds of ${REPEATS} here (in the paper)`,
);

const table: object[] = [];
for (const millions of MILLIONS) {
  console.log(`\n${millions}M items | ${METHODS.join(' | ')}`);
  for (const binCount of BIN_COUNTS) {
    const keys = fillRandom(new Uint32Array(millions * 2 ** 20), binCount);
    const methods = METHODS.filter((method) => isPossible(method, binCount));
    const options = Object.fromEntries(methods.map((method) => [method, OPTIONS[method]]));
    const times = await timeSplits(bench, buffers, keys, binCount, options);
    table.push({ millions, binCount, times });
    const cells = METHODS.map(
      (method) => `${formatMs(times[method]?.leastMs)} (${formatMs(paperMs(millions, binCount, method))})`,
    );
    console.log(`${binCount} | ${cells.join(' | ')}`);
  }
}

const length = 2 ** 20;
const random = fillRandom(new Uint32Array(length), 256);
const distributions: Record<string, Record<string, Times>> = {};
for (const [name, keys] of Object.entries({
  random,
  sorted: random.toSorted(),
  'all in one bin': new Uint32Array(length).fill(77),
})) {
  const { 'global atomics': atomics, 'thread histograms': threads, '1 level': level } = OPTIONS;
  const methods = { 'global atomics': atomics, 'thread histograms': threads, '1 level': level };
  distributions[name] = await timeSplits(bench, buffers, keys, 256, methods);
}
const forms = await timeSplits(bench, buffers, random, 256, {
  runs: { form: 'runs' },
  rows: { form: 'rows' },
  staged: { form: 'staged' },
});
const scans = await timeScans(gpu, bench, buffers.splitKeys, length);
const sorts: Record<string, Times> = {};
for (const items of [2 ** 16, 2 ** 18, 2 ** 20]) sorts[items] = await timeSort(bench, buffers, items);
console.dir({ distributions, forms, scans, sorts }, { depth: 3 });

const results = {
  adapter: gpu.adapterName,
  timer: bench.timer,
  repeats: REPEATS,
  table,
  distributions,
  forms,
  scans,
  sorts,
};
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`);
gpu.destroy();
