/** Runs commands of tilecast in processes of their own, and watches what they take. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');

/** How often the memory of a process is looked at. */
const WATCH_MS = 50;
const TICKS_PER_SECOND = 100;

export interface Run {
  readonly seconds: number;
  /** CPU time of all cores; wall time also counts what else the machine does. */
  readonly cpuSeconds: number;
  readonly peakMemoryMiB: number;
}

/** The value of an option of the script, such as `--side=512`. */
export const option = (name: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

export const round = (value: number) => Number(value.toPrecision(3));

/** Runs a command of tilecast; its memory is the most that the system has seen. */
export async function runTilecast(args: readonly string[]): Promise<Run> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  let peakKiB = 0;
  let cpuSeconds = 0;
  const watch = setInterval(() => {
    const [status, times] = ['status', 'stat'].map((name) => readProcess(child.pid!, name)) as [string, string];
    peakKiB = Math.max(peakKiB, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    const [user, system] = times.split(') ')[1]?.split(' ').slice(11, 13) ?? [0, 0];
    cpuSeconds = Math.max(cpuSeconds, (Number(user) + Number(system)) / TICKS_PER_SECOND);
  }, WATCH_MS);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`tilecast ${args.join(' ')} ended with ${code}`);
  const seconds = round((performance.now() - startMs) / 1000);
  return { seconds, cpuSeconds: round(cpuSeconds), peakMemoryMiB: Math.round(peakKiB / 1024) };
}

function readProcess(id: number, name: string): string {
  const path = `/proc/${id}/${name}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

export interface RenderPlace {
  readonly picture: string;
  readonly stats: string;
  /** MiB on the device. */
  readonly memory: string;
  readonly adapter: string;
}

/** Renders a store at 512 × 512, and tells what it took. */
export async function renderStore(
  name: string,
  input: string,
  { picture, stats, memory, adapter }: RenderPlace,
  args: readonly string[],
) {
  const run = await runTilecast([
    ...['render', input, '-o', picture, '--stats', stats, '--memory', memory, '--quality', 'plain'],
    ...['--size', '512x512', '--azimuth', '30', '--elevation', '20', '--adapter', adapter, ...args],
  ]);
  const { paging, samples, timesMs, adapter: adapterName } = JSON.parse(readFileSync(stats, 'utf8'));
  return { name, ...run, adapter: adapterName, samples, castMs: timesMs.cast, ...paging };
}
