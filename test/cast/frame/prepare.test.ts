/** Getting ready for a frame ahead of it: what is left to do then, and that the picture is the same. */
import { expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();
const volume = makeVolume(Int16Array, [-900, 900], GEOMETRIES.anisotropic);
const scene = { volume, transfer: makeTransfer([-900, 900], 0.4) };
const camera = obliqueCamera(volume);
const OPTIONS = { width: 24, height: 20, skip: true };

it.each([false, true])('leaves a frame nothing to upload, and its picture as it is, alone: %s', async (alone) => {
  const [prepared, unprepared] = [new Renderer(gpu()), new Renderer(gpu())];
  await prepared.prepare(scene, camera, { ...OPTIONS, alone });
  const frame = await prepared.render(scene, camera, OPTIONS);
  const other = await unprepared.render(scene, camera, OPTIONS);
  expect(Object.keys(other.stats.timesMs).join()).toContain('upload');
  expect(Object.keys(frame.stats.timesMs).join()).not.toContain('upload');
  expect(Buffer.compare(frame.pixels, other.pixels)).toBe(0);
  for (const renderer of [prepared, unprepared]) renderer.destroy();
});

it('pauses as the caller says, until a frame waits for the volume', async () => {
  const renderer = new Renderer(gpu());
  const another = { ...scene, volume: makeVolume(Int16Array, [-900, 900], GEOMETRIES.anisotropic) };
  let isReady = false;
  const pace = () => new Promise<never>(() => undefined);
  const ready = renderer.prepare(scene, camera, { ...OPTIONS, pace }).then(() => {
    isReady = true;
  });
  const expected = await renderer.render(another, camera, OPTIONS);
  expect(isReady).toBe(false);
  const frame = await renderer.render(scene, camera, OPTIONS);
  await ready;
  expect(Buffer.compare(frame.pixels, expected.pixels)).toBe(0);
  renderer.destroy();
});

it('does not hold up the frames of another scene, and refuses what they refuse', async () => {
  const renderer = new Renderer(gpu());
  const another = { ...scene, volume: makeVolume(Int16Array, [-900, 900], GEOMETRIES.anisotropic) };
  const [, frame] = await Promise.all([
    renderer.prepare(scene, camera, OPTIONS),
    renderer.render(another, camera, OPTIONS),
  ]);
  expect(Buffer.compare(frame.pixels, (await renderer.render(scene, camera, OPTIONS)).pixels)).toBe(0);
  await expect(renderer.prepare(scene, camera, { ...OPTIONS, step: -1 })).rejects.toThrow(/step/);
  renderer.destroy();
});
