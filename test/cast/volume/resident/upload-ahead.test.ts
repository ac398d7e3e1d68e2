/** Volumes that go up before their scene is known, while their voxels are read: the picture is that of any other. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Renderer } from '../../../../src/cast/renderer.js';
import { IDENTITY_AFFINE } from '../../../../src/math/affine.js';
import { createVolume, type Volume } from '../../../../src/volume/volume.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../../sample-scenes.js';

const gpu = useTestGpu();
const OPTIONS = { width: 24, height: 20, skip: true };

function createScene() {
  const volume = makeVolume(Int16Array, [-900, 900], GEOMETRIES.anisotropic);
  return { volume, transfer: makeTransfer([-900, 900], 0.4) };
}

/** A volume of the same size whose voxels are not there yet, and what reads them. */
function beginReading({ voxels, sizes }: Volume) {
  const unread = createVolume({ sizes, voxels: new Int16Array(voxels.length) });
  const bytes = new Uint8Array(voxels.buffer, voxels.byteOffset, voxels.byteLength);
  let isAsked = false;
  const read = async (target: Uint8Array, offsetBytes: number) => {
    isAsked = true;
    await setImmediate();
    target.set(bytes.subarray(offsetBytes, offsetBytes + target.length));
  };
  return { unread, read, isAsked: () => isAsked };
}

it('shows what was read, and uploads nothing again', async () => {
  const scene = createScene();
  const camera = obliqueCamera(scene.volume);
  const { unread, read, isAsked } = beginReading(scene.volume);
  const [ahead, plain] = [new Renderer(gpu()), new Renderer(gpu())];
  await ahead.upload(unread, read);
  // The voxels are in memory by then, and the volume is placed in the world.
  unread.voxels.set(scene.volume.voxels);
  const { indexToWorld } = scene.volume;
  const volume = createVolume({ sizes: unread.sizes, voxels: unread.voxels, indexToWorld });
  const frame = await ahead.render({ ...scene, volume }, camera, OPTIONS);
  const expected = await plain.render(scene, camera, OPTIONS);
  expect(isAsked()).toBe(true);
  expect(Object.keys(frame.stats.timesMs).join()).not.toContain('upload');
  expect(Buffer.compare(frame.pixels, expected.pixels)).toBe(0);
  for (const renderer of [ahead, plain]) renderer.destroy();
});

it.each([
  ['no volume', undefined, /cannot be rendered/],
  ['voxels of a list', { sizes: [1, 1, 2], voxels: [1, 2], indexToWorld: IDENTITY_AFFINE }, /typed array/],
  [
    'fewer voxels than sizes say',
    { sizes: [1, 1, 2], voxels: new Uint8Array(1), indexToWorld: IDENTITY_AFFINE },
    /voxels/,
  ],
])('refuses %s', async (_, volume, message) => {
  const renderer = new Renderer(gpu());
  const refused = expect.objectContaining({ tag: 'input', message: expect.stringMatching(message) });
  await expect(renderer.upload(volume as never, () => Promise.resolve())).rejects.toEqual(refused);
  renderer.destroy();
});

it('leaves volumes of other voxels, and those that could not be read, to the frame', async () => {
  const scene = createScene();
  const camera = obliqueCamera(scene.volume);
  const renderer = new Renderer(gpu());
  const { unread, read } = beginReading(scene.volume);
  await renderer.upload(unread, read);
  const expected = await renderer.render(scene, camera, OPTIONS);
  expect(Object.keys(expected.stats.timesMs).join()).toContain('upload');
  const another = createVolume({ ...scene.volume, voxels: scene.volume.voxels.slice() });
  await expect(renderer.upload(another, () => Promise.reject(new Error('cut short')))).rejects.toThrow('cut short');
  const frame = await renderer.render({ ...scene, volume: another }, camera, OPTIONS);
  expect(Buffer.compare(frame.pixels, expected.pixels)).toBe(0);
  renderer.destroy();
});
