/** Looks out of closed meshes from inside, and counts the pixels at which no triangle is: a watertight test has none. */
import { createCamera, type Mesh, NO_TRIANGLE, Renderer, type Vec3 } from 'tilecast';
import { createIcosphere, createTorus } from 'tilecast/lab';
import { openGpu } from 'tilecast/node';
import { writeResults } from '../mesh-bench.js';

const CAMERAS = 100;
const SIZE = 1024;
const SEED = 20_080_416;

/** mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(SEED);
const between = (low: number, high: number) => low + (high - low) * random();
const anywhere = (): Vec3 => [between(-1, 1), between(-1, 1), between(-1, 1)];

/** Closed meshes, and a point well inside of each. */
const MODELS: readonly { name: string; mesh: Mesh; inside: () => Vec3 }[] = [
  {
    name: 'icosphere',
    mesh: createIcosphere({ subdivisions: 6 }),
    inside: () => anywhere().map((x) => 0.5 * x) as unknown as Vec3,
  },
  {
    name: 'torus',
    mesh: createTorus({ majorRadius: 1, minorRadius: 0.4, majorSegments: 300, minorSegments: 120 }),
    inside: () => {
      const angle = between(0, 2 * Math.PI);
      const radius = 1 + between(-0.2, 0.2);
      return [radius * Math.cos(angle), radius * Math.sin(angle), between(-0.2, 0.2)];
    },
  },
];

const gpu = await openGpu();
const pass = new Renderer(gpu);
const rows = MODELS.map(({ name, mesh }) => ({
  model: name,
  triangles: mesh.triangles.length / 3,
  pixels: 0,
  leaks: 0,
}));
for (let index = 0; index < CAMERAS; index++) {
  const model = index % MODELS.length;
  const eye = MODELS[model]!.inside();
  const target = anywhere().map((x, axis) => eye[axis]! + x) as unknown as Vec3;
  const camera = createCamera({ projection: 'perspective', eye, target, up: anywhere(), fovDegrees: between(20, 120) });
  const { triangles: ids } = await pass.render({ meshes: [{ mesh: MODELS[model]!.mesh }] }, camera, {
    width: SIZE,
    height: SIZE,
    outputs: ['triangles'],
  });
  rows[model]!.pixels += ids!.length;
  rows[model]!.leaks += ids!.filter((id) => id === NO_TRIANGLE).length;
}
writeResults(import.meta.dirname, { adapter: gpu.adapterName, cameras: CAMERAS, image: `${SIZE}²`, seed: SEED, rows });
gpu.destroy();
