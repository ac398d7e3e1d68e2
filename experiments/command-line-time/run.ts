/** Times `tilecast render` as whole processes: how long a user waits, for what, and how much memory it takes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../averages.js';

const REPEATS = Number(process.argv[2] ?? 9);
const HERE = import.meta.dirname;
const MAIN = join(HERE, '..', '..', 'dist', 'cli', 'main.js');

const CASES = [
  { side: 64, image: 256 },
  { side: 256, image: 512 },
];

/** A ball of waves in uint8, as raw NRRD: nothing to decompress, and most rays meet something. */
function writeVolume(path: string, side: number): void {
  const voxels = new Uint8Array(side ** 3);
  for (let index = 0; index < voxels.length; index++) {
    const [x, y, z] = [index % side, Math.floor(index / side) % side, Math.floor(index / side ** 2)].map(
      (i) => (2 * i) / side - 1,
    ) as [number, number, number];
    const inside = Math.hypot(x, y, z) < 0.9;
    voxels[index] = inside ? 127.5 * (1 + Math.sin(9 * x) * Math.sin(11 * y) * Math.cos(7 * z)) : 0;
  }
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${side} ${side} ${side}\nencoding: raw\n\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(header), voxels]));
}

interface Run {
  readonly wallMs: number;
  readonly stats: { adapter: string; peakMemoryBytes: number; timesMs: Record<string, number> } | undefined;
}

/** A process with `stats` also counts samples and reads timestamps, so the wall time is taken from runs without. */
function time(volume: string, image: number, folder: string, withStats: boolean): Run {
  const stats = join(folder, 'stats.json');
  const args = [MAIN, 'render', volume, '-o', join(folder, 'out.png'), '--size', `${image}x${image}`];
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, withStats ? [...args, '--stats', stats] : args);
  const wallMs = performance.now() - startMs;
  if (status !== 0) throw new Error(stderr.toString());
  return { wallMs, stats: withStats ? JSON.parse(readFileSync(stats, 'utf8')) : undefined };
}

const folder = mkdtempSync(join(tmpdir(), 'tilecast-time-'));
try {
  const volumes = CASES.map((settings) => ({ ...settings, path: join(folder, `${settings.side}.nrrd`) }));
  for (const { path, side } of volumes) writeVolume(path, side);
  const bare: number[] = [];
  const runs = volumes.map(() => ({ wall: [] as number[], stats: [] as NonNullable<Run['stats']>[] }));
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const startMs = performance.now();
    spawnSync(process.execPath, ['-e', '']);
    const bareMs = performance.now() - startMs;
    for (const [index, { path, image }] of volumes.entries()) {
      const plain = time(path, image, folder, false);
      const counted = time(path, image, folder, true);
      // The first round warms the file cache.
      if (repeat === 0) continue;
      runs[index]!.wall.push(plain.wallMs);
      runs[index]!.stats.push(counted.stats!);
    }
    if (repeat > 0) bare.push(bareMs);
  }
  const results = {
    adapter: runs[0]!.stats[0]!.adapter,
    repeats: REPEATS,
    bareNodeMs: median(bare),
    rows: volumes.map(({ side, image }, index) => {
      const { wall, stats } = runs[index]!;
      const passes = Object.keys(stats[0]!.timesMs);
      return {
        volume: `${side}³ uint8`,
        image: `${image}²`,
        wallMs: { min: Math.min(...wall), median: median(wall), max: Math.max(...wall) },
        passesMs: Object.fromEntries(passes.map((pass) => [pass, median(stats.map(({ timesMs }) => timesMs[pass]!))])),
        peakMemoryMiB: median(stats.map(({ peakMemoryBytes }) => peakMemoryBytes / 2 ** 20)),
      };
    }),
  };
  writeFileSync(join(HERE, 'results.json'), `${JSON.stringify(results, (_, value) => round(value), 2)}\n`);
  console.log(JSON.stringify(results, (_, value) => round(value), 2));
} finally {
  rmSync(folder, { recursive: true });
}

function round(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
}
