/** Two hundred camera moves: frames per second, the first frame against the rest, and whether anything grows. */
import { basename } from 'node:path';
import {
  boundingBox,
  boundingSphere,
  boxCorners,
  computeStatistics,
  corners,
  findTransfer,
  fitCamera,
  orbit,
  Renderer,
  type Scene,
  transformMesh,
  viewDirection,
} from 'tilecast';
import { createTorus } from 'tilecast/lab';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { writeResults } from '../mesh-bench.js';

const SIZE = Number(process.env['SIZE'] ?? 256);
const MOVES = Number(process.env['MOVES'] ?? 200);

const path = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? 'volumes/head-phantom.nrrd';
const gpu = await openGpu({ software: process.argv.includes('--software') });
const created = countCreations(gpu.device);
const { volume } = await readVolumeFile(path);
const sphere = boundingSphere(corners(volume));
const statistics = computeStatistics(volume);
const transfer = findTransfer('CT-Bones').create({ statistics: () => statistics });
const ring = createTorus({ majorSegments: 200, minorSegments: 60 });
const scale = (0.6 * sphere.radius) / boundingSphere(boxCorners(boundingBox(ring))).radius;
const mesh = transformMesh(ring, {
  columns: [
    [scale, 0, 0],
    [0, scale, 0],
    [0, 0, scale],
  ],
  origin: sphere.center,
});
const scenes: Record<string, Scene> = {
  volume: { volume, transfer },
  meshes: { meshes: [{ mesh }] },
  both: { volume, transfer, meshes: [{ mesh, opacity: 0.5 }] },
};
const start = fitCamera(sphere, viewDirection('anterior', volume.indexToWorld), { aspect: 1 });
const rows: object[] = [];
for (const [name, scene] of Object.entries(scenes)) {
  const renderer = new Renderer(gpu);
  const times: number[] = [];
  let warm = { ...created };
  let heap: number[] = [];
  for (let move = 0; move < MOVES; move++) {
    const camera = orbit(start, { azimuthDegrees: (360 * move) / MOVES, elevationDegrees: 20 * Math.sin(move / 9) });
    const startMs = performance.now();
    await renderer.render(scene, camera, { width: SIZE, height: SIZE, quality: 'plain' });
    times.push(performance.now() - startMs);
    // Bins may have to grow in the first frames.
    if (move === 20) warm = { ...created };
    if (move % 20 === 0) {
      globalThis.gc?.();
      heap = [...heap, process.memoryUsage().heapUsed / 2 ** 20];
    }
  }
  const rest = times.slice(1);
  rows.push({
    scene: name,
    firstMs: times[0],
    medianMs: median(rest),
    framesPerSecond: 1000 / (rest.reduce((sum, ms) => sum + ms, 0) / rest.length),
    firstQuarterMs: median(rest.slice(0, MOVES / 4)),
    lastQuarterMs: median(rest.slice(-MOVES / 4)),
    /** Objects that the device created in all frames after the twentieth move. */
    created: Object.fromEntries(
      Object.keys(created).map((kind) => [
        kind,
        created[kind as keyof typeof created] - warm[kind as keyof typeof created],
      ]),
    ),
    /** Node's heap at the start, in the middle and at the end. */
    heapMiB: { start: heap[1], middle: heap[heap.length >> 1], end: heap.at(-1) },
    residentMiB: process.memoryUsage().rss / 2 ** 20,
  });
  renderer.destroy();
}
writeResults(import.meta.dirname, {
  adapter: gpu.adapterName,
  software: gpu.software,
  image: `${SIZE}²`,
  moves: MOVES,
  volume: basename(path),
  triangles: mesh.triangles.length / 3,
  rows,
});
gpu.destroy();

/** Counts what takes the device's memory or time to make. */
function countCreations(device: GPUDevice) {
  const counts = { createBuffer: 0, createTexture: 0, createComputePipelineAsync: 0, createShaderModule: 0 };
  for (const kind of Object.keys(counts) as (keyof typeof counts)[]) {
    const original = device[kind].bind(device) as (...args: never[]) => unknown;
    Object.assign(device, {
      [kind]: (...args: never[]) => {
        counts[kind]++;
        return original(...args);
      },
    });
  }
  return counts;
}
