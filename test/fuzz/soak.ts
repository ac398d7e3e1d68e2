/**
 * `npm run soak -- --files N --frames N --scenes N --devices N --adapter NAME`: reads and writes files, renders frames and
 * scenes, makes and loses devices, over and over in one process, whose memory and open files must stay what they are after
 * the first tenth.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AdapterChoice } from '../../src/node/index.js';

const ROOT = join(import.meta.dirname, '..', '..');
const library = (await import(join(ROOT, 'dist', 'index.js'))) as typeof import('../../src/index.js');
const node = (await import(join(ROOT, 'dist', 'node', 'index.js'))) as typeof import('../../src/node/index.js');

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1000' },
    frames: { type: 'string', default: '1000' },
    scenes: { type: 'string', default: '200' },
    devices: { type: 'string', default: '50' },
    adapter: { type: 'string', default: 'swiftshader' },
  },
});
const adapter = values.adapter as AdapterChoice;

interface Phase {
  readonly run: (round: number) => Promise<void>;
  readonly end: () => void;
}

const SIZE = { width: 32, height: 32 };
const SIDE = 24;

/** Another volume in every round. */
function makeVolume(round: number) {
  const voxels = Uint8Array.from({ length: SIDE ** 3 }, (_, index) => (index * (round + 7)) % 251);
  return library.createVolume({ sizes: [SIDE, SIDE, SIDE], voxels });
}

function makeMesh(round: number) {
  const angle = 0.1 * round;
  const positions = Float32Array.of(0, 0, 0, 20 * Math.cos(angle), 20 * Math.sin(angle), 0, 0, 0, 20);
  return library.createMesh({ positions, triangles: Uint32Array.of(0, 1, 2) });
}

function startFiles(): Phase {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-soak-'));
  const volume = join(ROOT, 'volumes', 'marschner-lobb.nrrd');
  const mesh = join(ROOT, 'volumes', 'knot.ply');
  const damaged = join(folder, 'damaged.nrrd');
  writeFileSync(damaged, readFileSync(volume).subarray(0, 900));
  const frame = { width: 64, height: 64, pixels: new Uint8Array(4 * 64 * 64).fill(99) } as Parameters<
    typeof node.encodePng
  >[0];
  return {
    run: async () => {
      await node.readVolumeFile(volume);
      await node.readMeshFile(mesh);
      await node.readVolumeFile(damaged).catch(() => undefined);
      await node.readVolumeFile(join(folder, 'missing')).catch(() => undefined);
      await (await node.openFile(mesh)).sha256();
      const path = join(folder, 'out.png');
      await node.writeWholeFile(path, node.encodePng(frame, { text: { note: 'x'.repeat(2000) } }));
      node.readPngText(readFileSync(path), path);
      await node.writeWholeFile(join(folder, 'none', 'out.png'), new Uint8Array(9)).catch(() => undefined);
    },
    end: () => rmSync(folder, { recursive: true }),
  };
}

async function startFrames(): Promise<Phase> {
  const renderer = await node.createRenderer({ adapter });
  const scene = { volume: makeVolume(0), meshes: [{ mesh: makeMesh(0) }] };
  const camera = library.createCamera({
    projection: 'perspective',
    eye: [SIDE / 2, -3 * SIDE, SIDE / 2],
    target: [SIDE / 2, SIDE / 2, SIDE / 2],
    up: [0, 0, 1],
    fovDegrees: 30,
  });
  return {
    run: async (round) => {
      await renderer.render(scene, library.orbit(camera, { azimuthDegrees: round }), SIZE);
    },
    end: () => renderer.destroy(),
  };
}

async function startScenes(): Promise<Phase> {
  const renderer = await node.createRenderer({ adapter });
  return {
    run: async (round) => {
      await renderer.render({ volume: makeVolume(round), meshes: [{ mesh: makeMesh(round) }] }, undefined, SIZE);
      // One that is refused, too.
      await renderer.render({ meshes: [{ mesh: {} as never }] }, undefined, SIZE).catch(() => undefined);
    },
    end: () => renderer.destroy(),
  };
}

function startDevices(): Phase {
  const volume = makeVolume(0);
  return {
    run: async (round) => {
      const renderer = await node.createRenderer({ adapter });
      await renderer.render({ volume }, undefined, SIZE);
      // Every other one is lost while a frame is under way.
      if (round % 2 === 0) {
        const frame = renderer.render({ volume }, undefined, SIZE);
        renderer.gpu.device.destroy();
        await frame.catch(() => undefined);
      }
      renderer.destroy();
    },
    end: () => undefined,
  };
}

const PHASES: readonly [name: 'files' | 'frames' | 'scenes' | 'devices', start: () => Phase | Promise<Phase>][] = [
  ['files', startFiles],
  ['frames', startFrames],
  ['scenes', startScenes],
  ['devices', startDevices],
];

const MIB = 1 << 20;
/** Memory that collectors and allocators leave behind at random. */
const GROWTH_BYTES_MAX = 32 * MIB;

const gc = (globalThis as { gc?: () => void }).gc;

function measure() {
  gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const openFiles = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  return { bytes: heapUsed + arrayBuffers, rss, openFiles, listeners: process.listenerCount('SIGINT') };
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const inMib = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`;

for (const [name, start] of PHASES) {
  const rounds = Number(values[name]);
  if (!(rounds >= 10)) continue;
  const phase = await start();
  const tenth = Math.ceil(rounds / 10);
  let first: ReturnType<typeof measure> | undefined;
  for (let round = 1; round <= rounds; round++) {
    await phase.run(round);
    if (round % tenth !== 0) continue;
    first ??= measure();
    const { bytes, rss, openFiles, listeners } = measure();
    say(
      `${name} ${round}: ${inMib(bytes)} of JavaScript's, process ${inMib(rss)}, ${openFiles} files, ${listeners} listeners`,
    );
  }
  const last = measure();
  const grown = Math.max(last.bytes - first!.bytes, last.rss - first!.rss);
  const perRound = (last.rss - first!.rss) / (rounds - tenth);
  const isFlat = grown <= GROWTH_BYTES_MAX && last.openFiles <= first!.openFiles && last.listeners <= first!.listeners;
  say(`${name}: ${isFlat ? 'flat' : 'GROWS'}, ${(perRound / 1024).toFixed(1)} KiB a round`);
  if (!isFlat) process.exitCode = 1;
  phase.end();
}
