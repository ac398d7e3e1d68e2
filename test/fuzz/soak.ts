/**
 * `npm run soak -- --rounds N`: reads files of all kinds, whole and damaged, and writes others, over and over in one
 * process, whose memory and open files must stay what they are after the first tenth.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
const library = (await import(join(ROOT, 'dist', 'node', 'index.js'))) as typeof import('../../src/node/index.js');
const { readVolumeFile, readMeshFile, writeWholeFile, encodePng, readPngText, openFile } = library;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1000' } } });
const rounds = Number(values.rounds);
const GROWTH_BYTES_MAX = 32 << 20;

const folder = mkdtempSync(join(tmpdir(), 'tilecast-soak-'));
const volume = join(ROOT, 'volumes', 'marschner-lobb.nrrd');
const mesh = join(ROOT, 'volumes', 'knot.ply');
const damaged = join(folder, 'damaged.nrrd');
writeFileSync(damaged, readFileSync(volume).subarray(0, 900));
const frame = { width: 64, height: 64, pixels: new Uint8Array(4 * 64 * 64).fill(99) } as Parameters<
  typeof encodePng
>[0];

async function runRound(): Promise<void> {
  await readVolumeFile(volume);
  await readMeshFile(mesh);
  await readVolumeFile(damaged).catch(() => undefined);
  await readVolumeFile(join(folder, 'missing')).catch(() => undefined);
  await (await openFile(mesh)).sha256();
  const path = join(folder, 'out.png');
  await writeWholeFile(path, encodePng(frame, { text: { note: 'x'.repeat(2000) } }));
  readPngText(readFileSync(path), path);
  await writeWholeFile(join(folder, 'none', 'out.png'), frame.pixels as Uint8Array).catch(() => undefined);
}

const gc = (globalThis as { gc?: () => void }).gc;

function measure() {
  gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const openFiles = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  return { rss, heapUsed, arrayBuffers, openFiles, listeners: process.listenerCount('SIGINT') };
}

let first: ReturnType<typeof measure> | undefined;
for (let round = 1; round <= rounds; round++) {
  await runRound();
  if (round % Math.ceil(rounds / 10) !== 0) continue;
  const now = measure();
  first ??= now;
  process.stdout.write(`${round} rounds: ${JSON.stringify(now)}\n`);
}
rmSync(folder, { recursive: true });
const last = measure();
const grown = last.heapUsed + last.arrayBuffers - first!.heapUsed - first!.arrayBuffers;
if (grown > GROWTH_BYTES_MAX || last.openFiles > first!.openFiles || last.listeners > first!.listeners) {
  process.stdout.write(`grew by ${grown} bytes\n`);
  process.exitCode = 1;
}
