/** A volume in pages is drawn while its pages come: first its preview, at last the exact picture; nobody reads what nobody waits for. */
import { expect, it } from 'vitest';
import { previewScene } from '../../../src/cast/paged/preview-scene.js';
import { Renderer } from '../../../src/cast/renderer.js';
import { InputError } from '../../../src/errors.js';
import { TEXTURE_USAGE } from '../../../src/gpu/usages.js';
import { openPagedVolume } from '../../../src/paged/paged-volume.js';
import { decimate } from '../../../src/volume/resample/decimate.js';
import { memoryStore } from '../../paged/memory-store.js';
import { readTexture } from '../read-texture.js';
import { useRenderer } from '../use-renderer.js';
import { CAMERAS, gpu, ONE_PAGE, PAGE, SIZE, transfer, volume } from './paged-scenes.js';

const renderer = useRenderer();

function createTarget() {
  const texture = gpu().device.createTexture({
    size: [SIZE.width!, SIZE.height!],
    format: 'rgba8unorm',
    usage: TEXTURE_USAGE.RENDER_ATTACHMENT | TEXTURE_USAGE.COPY_SRC,
  });
  return { texture, read: async () => new Uint8Array(await readTexture(gpu(), texture, 4)) };
}

/** A store whose chunks wait, once it is open, until `release` is called. */
async function openSlowly() {
  let [begin, release] = [() => {}, () => {}];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let isOpen = false;
  const signals: (AbortSignal | undefined)[] = [];
  const store = memoryStore(volume, {
    onRead: async (_, signal) => {
      if (!isOpen) return;
      signals.push(signal);
      begin();
      const aborted = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      await Promise.race([released, aborted]);
    },
  });
  const opened = await openPagedVolume(store, { ...PAGE, cacheBytes: 0, atlasBytes: ONE_PAGE });
  isOpen = true;
  const pages = { ...opened, preview: decimate(volume, [2, 2, 2]) };
  return { scene: { transfer, volume: pages.preview, pages }, begun, release, signals };
}

it('shows the preview before any page has come, and the exact picture at last', async () => {
  const { scene, begun, release } = await openSlowly();
  const [shown, coarse] = [createTarget(), createTarget()];
  const other = new Renderer(gpu());
  await other.render(previewScene(scene), CAMERAS.oblique, { ...SIZE, target: coarse.texture });
  const first = await coarse.read();
  const options = { ...SIZE, target: shown.texture, progressive: true };
  const rendering = renderer().render(scene, CAMERAS.oblique, options);
  await begun;
  // Pages are asked for while the preview's frame is still on its way, and none comes before `release`.
  await expect.poll(() => shown.read()).toEqual(first);
  release();
  await rendering;
  other.destroy();
  const exact = await renderer().render({ transfer, volume }, CAMERAS.oblique, SIZE);
  expect(await shown.read()).toEqual(exact.pixels);
  expect(first).not.toEqual(exact.pixels);
});

it('ends what is being read for a frame that nobody waits for any more', async () => {
  const { scene, begun, release, signals } = await openSlowly();
  const controller = new AbortController();
  const rendering = renderer().render(scene, CAMERAS.oblique, { ...SIZE, signal: controller.signal });
  await begun;
  controller.abort(new Error('looks elsewhere'));
  await expect(rendering).rejects.toThrow('looks elsewhere');
  expect(signals.every((signal) => signal?.aborted)).toBe(true);
  release();
  const again = await renderer().render(scene, CAMERAS.oblique, SIZE);
  expect(again.pixels).toEqual((await renderer().render({ transfer, volume }, CAMERAS.oblique, SIZE)).pixels);
});

it('shows what is there of a store that fails in the middle, says what is missing, and is whole once it answers again', async () => {
  let isBroken = false;
  const store = memoryStore(volume, {
    chunkSizes: [8, 8, 8],
    onRead: ([, , k]) => {
      if (isBroken && k === 1) throw new InputError('memory: its chunk cannot be read');
    },
  });
  const opened = await openPagedVolume(store, { ...PAGE, cacheBytes: 0 });
  const pages = { ...opened, preview: decimate(volume, [2, 2, 2]) };
  const scene = { transfer, volume: pages.preview, pages };
  const [shown, coarse] = [createTarget(), createTarget()];
  const options = { ...SIZE, target: shown.texture, progressive: true };
  isBroken = true;
  const failed = renderer().render(scene, CAMERAS.parallel, options);
  await expect(failed).rejects.toThrow(/^memory: its chunk cannot be read; \d+ bricks of the picture are missing$/);
  const left = await shown.read();
  await renderer().render(previewScene(scene), CAMERAS.parallel, { ...SIZE, target: coarse.texture });
  const [preview, { pixels }] = [
    await coarse.read(),
    await renderer().render({ transfer, volume }, CAMERAS.parallel, SIZE),
  ];
  const sameAs = (picture: Uint8Array) =>
    left.filter((value, at) => value === picture[at] && preview[at] !== pixels[at]).length;
  expect(sameAs(pixels), 'exact where its bricks are there').toBeGreaterThan(20);
  expect(sameAs(preview), 'coarse where they are not').toBeGreaterThan(20);
  isBroken = false;
  await renderer().render(scene, CAMERAS.parallel, options);
  expect(await shown.read()).toEqual(pixels);
});
