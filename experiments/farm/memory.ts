/** Memory of a worker that renders a store whole, and in parts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');

const { values } = parseArgs({
  options: {
    queue: { type: 'string', default: 'redis://127.0.0.1:6379' },
    adapter: { type: 'string', default: 'swiftshader' },
    side: { type: 'string', default: '384' },
    parts: { type: 'string', default: '8,64' },
    results: { type: 'string', default: 'results-memory.json' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'tilecast-memory-'));
const MIB = 2 ** 20;

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });

async function run(...args: string[]): Promise<void> {
  const [code] = await once(start(...args), 'exit');
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
}

/** A store of 16-bit voxels, in which a ball lies in haze. */
async function writeSample(side: number): Promise<string> {
  const flat = join(folder, `${side}.nrrd`);
  const file = openSync(flat, 'w');
  const header = ['NRRD0004', 'type: uint16', 'dimension: 3', `sizes: ${side} ${side} ${side}`, 'endian: little'];
  writeSync(file, `${[...header, 'encoding: raw'].join('\n')}\n\n`);
  const plane = new Uint16Array(side * side);
  for (let k = 0; k < side; k++) {
    for (let j = 0; j < side; j++) {
      for (let i = 0; i < side; i++) {
        const [x, y, z] = [i, j, k].map((index) => (2 * index) / (side - 1) - 1) as [number, number, number];
        plane[i + side * j] = Math.max(0, 4000 * (0.8 - Math.hypot(x, y, z))) + ((i * 7 + j * 13 + k * 29) % 64);
      }
    }
    writeSync(file, plane);
  }
  closeSync(file);
  const store = join(folder, `${side}.zarr`);
  await run('convert', flat, '-o', store);
  return store;
}

/** The most memory that a worker has had when it has rendered the picture. */
async function measure(store: string, name: string, ...more: string[]): Promise<number> {
  const worker = start('worker', '--queue', values.queue, '--root', '/', '--quiet', '--adapter', values.adapter);
  const picture = ['--size', '64x64', '--mode', 'mip', '--view', 'left', '--queue', values.queue, ...more];
  await run('render', store, '-o', join(folder, `${name}.png`), ...picture);
  const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))!;
  worker.kill('SIGTERM');
  await once(worker, 'exit');
  return Math.round((1024 * Number(kib)) / MIB);
}

const side = Number(values.side);
const [least, store] = [await writeSample(16), await writeSample(side)];
const results = {
  adapter: values.adapter,
  voxels: [side, side, side],
  volumeMiB: (2 * side ** 3) / MIB,
  /** The memory of a worker with a volume of 16 voxels along each side. */
  leastMiB: await measure(least, 'least'),
  wholeMiB: await measure(store, 'whole'),
  partsMiB: {} as Record<string, number>,
};
for (const parts of values.parts.split(',')) {
  results.partsMiB[parts] = await measure(store, `parts-${parts}`, '--split', parts);
}
process.stdout.write(`${JSON.stringify(results)}\n`);
writeFileSync(resolve(import.meta.dirname, values.results), `${JSON.stringify(results, undefined, 1)}\n`);
rmSync(folder, { recursive: true });
