/** Frames a second that are stored in a texture or drawn to one, beside the same frames read back: into new arrays, into old ones, and mapped. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  boundingBox,
  boundingSphere,
  boxCorners,
  createTransferFunction,
  createVolume,
  type Frame,
  fitCamera,
  orbit,
  Renderer,
  type Scene,
} from 'tilecast';
import { createIcosphere, createTorus } from 'tilecast/lab';
import { openGpu } from 'tilecast/node';
import { median } from '../averages.js';

const { values: flags } = parseArgs({
  options: {
    software: { type: 'boolean', default: false },
    size: { type: 'string', default: '512' },
    volume: { type: 'string', default: '128' },
    frames: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    'in-flight': { type: 'string', default: '4' },
    ways: { type: 'string' },
    scenes: { type: 'string' },
    out: { type: 'string', default: 'experiments/frames-to-targets/results.json' },
  },
});
const [size, side, frames, rounds] = [flags.size, flags.volume, flags.frames, flags.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];

/** Frames that are asked for at once where several are. */
const inFlight = Number(flags['in-flight']);

const gpu = await openGpu({ software: flags.software });
const USAGE = { stored: 0x8, drawn: 0x10 };
const createTarget = (usage: number) => gpu.device.createTexture({ size: [size, size], format: 'rgba8unorm', usage });
const targets = { stored: createTarget(USAGE.stored), drawn: createTarget(USAGE.drawn) };

const voxels = new Uint8Array(side ** 3);
for (let k = 0, at = 0; k < side; k++) {
  for (let j = 0; j < side; j++) for (let i = 0; i < side; i++, at++) voxels[at] = (3 * i) ^ (5 * j) ^ (7 * k);
}
const volume = createVolume({ sizes: [side, side, side], voxels });
const transfer = createTransferFunction({
  colors: [
    { value: 0, color: [1, 0.5, 0] },
    { value: 255, color: [0, 0.5, 1] },
  ],
  opacities: [
    { value: 0, opacity: 0.0005 },
    { value: 255, opacity: 0.004 },
  ],
});
const meshes = {
  'mesh of 20,480 triangles': createIcosphere({ subdivisions: 5 }),
  'mesh of 800,000 triangles': createTorus({ majorSegments: 1000, minorSegments: 400 }),
};
const scenes: Record<string, Scene> = { [`volume of ${side}³, every sample`]: { volume, transfer } };
// Other positions in every frame, so that triangles are binned anew.
for (const [name, mesh] of Object.entries(meshes)) scenes[name] = { meshes: [{ mesh }] };

/** Reads all of a frame's memory. */
function sumWords(pixels: Uint8Array<ArrayBuffer>): number {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 4);
  let sum = 0;
  for (let index = 0; index < words.length; index++) sum = (sum + words[index]!) | 0;
  return sum;
}

const rows: object[] = [];
for (const [name, scene] of Object.entries(scenes)) {
  if (flags.scenes && !name.includes(flags.scenes)) continue;
  const points =
    'volume' in scene
      ? ([
          [-0.5, -0.5, -0.5],
          [side, side, side],
        ] as const)
      : boxCorners(boundingBox(scene.meshes[0]!.mesh));
  const start = fitCamera(boundingSphere(points), { forward: [0, 0, -1], up: [0, 1, 0] }, { aspect: 1 });
  const renderer = new Renderer(gpu);
  const cameraAt = (frame: number) => orbit(start, { azimuthDegrees: frame, elevationDegrees: 20 });
  const options = {
    quality: 'plain',
    width: size,
    height: size,
    skip: false,
    earlyTermination: false,
    primaryRays: 'bins',
  } as const;
  const count = Math.max(5, Math.round(gpu.software ? frames / 20 : frames));
  const present = async (target: GPUTexture) => {
    const startMs = performance.now();
    for (let frame = 0; frame < count; frame++) await renderer.render(scene, cameraAt(frame), { ...options, target });
    await gpu.idle();
    return (1000 * count) / (performance.now() - startMs);
  };
  const readBack = async () => {
    const startMs = performance.now();
    for (let frame = 0; frame < count; frame++) await renderer.render(scene, cameraAt(frame), options);
    return (1000 * count) / (performance.now() - startMs);
  };
  /** Each frame is asked for before the three ahead of it are there. */
  const readAhead = async () => {
    const startMs = performance.now();
    const asked: Promise<unknown>[] = [];
    for (let frame = 0; frame < count; frame++) {
      if (asked.length === inFlight) await asked.shift();
      asked.push(renderer.render(scene, cameraAt(frame), options));
    }
    await Promise.all(asked);
    return (1000 * count) / (performance.now() - startMs);
  };
  /** As `readAhead`, into the arrays of the frames before. */
  const readReused = async () => {
    const startMs = performance.now();
    const asked: Promise<Frame>[] = [];
    for (let frame = 0; frame < count; frame++) {
      const reuse = asked.length === inFlight ? await asked.shift() : undefined;
      asked.push(renderer.render(scene, cameraAt(frame), { ...options, reuse }));
    }
    await Promise.all(asked);
    return (1000 * count) / (performance.now() - startMs);
  };
  /** As `readAhead`, without a copy: `use` has the pixels while they are mapped. */
  const readMapped = async (use: (pixels: Uint8Array<ArrayBuffer>) => number) => {
    const startMs = performance.now();
    const asked: Promise<unknown>[] = [];
    let used = 0;
    const whileMapped = ({ pixels }: Pick<Frame, 'pixels'>) => {
      used += use(pixels);
    };
    for (let frame = 0; frame < count; frame++) {
      if (asked.length === inFlight) await asked.shift();
      asked.push(renderer.render(scene, cameraAt(frame), { ...options, whileMapped }));
    }
    await Promise.all(asked);
    if (used === 0) throw new Error('the frames are black');
    return (1000 * count) / (performance.now() - startMs);
  };
  const middle = 4 * (size / 2) * (size + 1);
  const ways = {
    stored: () => present(targets.stored),
    drawn: () => present(targets.drawn),
    readBack,
    readAhead,
    readReused,
    mapped: () => readMapped((pixels) => pixels[middle]! + pixels[middle + 3]!),
    summed: () => readMapped(sumWords),
  };
  type Way = keyof typeof ways;
  const wanted = (flags.ways?.split(',') ?? Object.keys(ways)) as Way[];
  const measured = Object.fromEntries(wanted.map((way) => [way, { fps: [] as number[], cpuMs: [] as number[] }]));
  for (let round = -1; round < rounds; round++) {
    for (const way of wanted) {
      const cpuBefore = process.cpuUsage();
      const fps = await ways[way]();
      const { user, system } = process.cpuUsage(cpuBefore);
      // The first round compiles kernels and warms the caches.
      if (round < 0) continue;
      measured[way]!.fps.push(fps);
      measured[way]!.cpuMs.push((user + system) / 1000 / count);
    }
  }
  const { stats } = await renderer.render(scene, cameraAt(0), { ...options, timestamps: true });
  const gpuMs = Object.values(stats.timesMs).reduce((sum, ms) => sum + ms, 0);
  console.log(`${name}: passes ${gpuMs.toFixed(2)} ms`);
  const found = Object.entries(measured).map(([way, { fps, cpuMs }]) => {
    const ends = [Math.min(...fps), Math.max(...fps)];
    console.log(
      `  ${way}: ${median(fps).toFixed(0)} frames per second (${ends.map((end) => end.toFixed(0)).join(' to ')}), ${median(cpuMs).toFixed(3)} ms of CPU time each`,
    );
    return { [`${way}Fps`]: median(fps), [`${way}Range`]: ends, [`${way}CpuMs`]: median(cpuMs) };
  });
  rows.push({ name, ...Object.assign({}, ...found), gpuMs, timesMs: stats.timesMs, timer: stats.timer });
  renderer.destroy();
}
writeFileSync(flags.out, `${JSON.stringify({ adapter: gpu.adapterName, size, frames, rounds, rows }, undefined, 1)}\n`);
gpu.destroy();
