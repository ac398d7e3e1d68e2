/** Memory of a process and of its device while renderers, frames, volumes and devices come and go. */
import { writeFileSync } from 'node:fs';
import {
  boundingSphere,
  corners,
  createTransferFunction,
  createVolume,
  fitCamera,
  Renderer,
  viewDirection,
} from 'tilecast';
import { createTorus } from 'tilecast/lab';
import { type AdapterChoice, openGpu } from 'tilecast/node';

const SIZE = { width: 64, height: 64 };
const SIDE = 32;
/** Rows of a phase: at its start, and after each quarter. */
const QUARTERS = 4;

const adapter = process.argv.find((arg) => arg.startsWith('--adapter='))?.slice('--adapter='.length) as AdapterChoice;
const gpu = await openGpu({ adapter });
const live = trackBytes(gpu.device);
const mesh = createTorus({ majorSegments: 40, minorSegments: 20 });
const transfer = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [
    { value: 0, opacity: 0 },
    { value: 255, opacity: 0.2 },
  ],
});
const makeVolume = (seed: number) =>
  createVolume({
    voxels: Uint8Array.from({ length: SIDE ** 3 }, (_, index) => (index * (seed + 1)) & 255),
    sizes: [SIDE, SIDE, SIDE],
  });
const volume = makeVolume(0);
const camera = fitCamera(boundingSphere(corners(volume)), viewDirection('a', volume.indexToWorld), { aspect: 1 });
const scene = { volume, transfer, meshes: [{ mesh }] };

const phases: Record<string, object[]> = {};

await measure('50 renderers', 50, async () => {
  const renderer = new Renderer(gpu);
  await renderer.render(scene, camera, SIZE);
  renderer.destroy();
});
const renderer = new Renderer(gpu);
await measure('500 frames', 500, async (index) => {
  await renderer.render(scene, { ...camera, eye: [camera.eye[0], camera.eye[1], camera.eye[2] + index / 500] }, SIZE);
});
await measure('100 volumes', 100, async (index) => {
  await renderer.render({ volume: makeVolume(index), transfer }, camera, SIZE);
});
renderer.destroy();
await measure('20 devices', 20, async () => {
  const other = await openGpu({ adapter });
  const own = new Renderer(other);
  await own.render(scene, camera, SIZE);
  own.destroy();
  other.destroy();
});

const results = {
  adapter: gpu.adapterName,
  image: '64²',
  volume: `${SIDE}³`,
  triangles: mesh.triangles.length / 3,
  phases,
};
const name = process.argv.find((arg) => arg.startsWith('--results='))?.slice('--results='.length) ?? 'results.json';
writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
console.log(JSON.stringify(results, null, 2));
gpu.destroy();

async function measure(phase: string, times: number, step: (index: number) => Promise<void>): Promise<void> {
  // The first one compiles, and fills caches that stay.
  await step(0);
  const rows = [await describe(0)];
  for (let index = 1; index <= times; index++) {
    await step(index);
    if (index % Math.ceil(times / QUARTERS) === 0 || index === times) rows.push(await describe(index));
  }
  phases[phase] = rows;
}

/** Measures after garbage is collected, and what hung on it was freed. */
async function describe(done: number) {
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rss, heapUsed } = process.memoryUsage();
  const mib = (bytes: number) => Math.round((bytes / 2 ** 20) * 100) / 100;
  return { done, rssMiB: mib(rss), heapMiB: mib(heapUsed), deviceMiB: mib(live.bytes), deviceObjects: live.objects };
}

/** Bytes and number of the buffers and textures of a device that are not destroyed. */
function trackBytes(device: GPUDevice) {
  const live = { bytes: 0, objects: 0 };
  const track = <Made extends { destroy(): void }>(made: Made, bytes: number): Made => {
    const destroy = made.destroy.bind(made);
    let isThere = true;
    live.bytes += bytes;
    live.objects += 1;
    made.destroy = () => {
      if (isThere) [live.bytes, live.objects, isThere] = [live.bytes - bytes, live.objects - 1, false];
      destroy();
    };
    return made;
  };
  const [createBuffer, createTexture] = [device.createBuffer.bind(device), device.createTexture.bind(device)];
  device.createBuffer = (descriptor) => track(createBuffer(descriptor), descriptor.size);
  device.createTexture = (descriptor) => {
    const texture = createTexture(descriptor);
    return track(texture, 4 * texture.width * texture.height * texture.depthOrArrayLayers);
  };
  return live;
}
