/** A second volume that looks like labels: what the page takes it for, what it says, and the field that decides otherwise. */
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../src/index.js';
import { createDrop, differenceOf, openViewer } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);

const bytesOf = async (volume: ReturnType<typeof createDrop>, name: string) =>
  Buffer.concat((await writeVolume(volume, name)).pieces);

it('becomes the mask, which is said, or is fused where the panel says values', async ({ skip }) => {
  const { chromium, problem } = used();
  if (!chromium) return skip(problem);
  const drop = createDrop();
  const [width, height] = drop.sizes;
  const voxels = Uint8Array.from({ length: drop.voxels.length }, (_, at) => {
    const [i, j] = [at % width, Math.floor(at / width) % height];
    return j < 6 ? 0 : 1 + Math.floor(i / 8);
  });
  const regions = createVolume({ ...drop, voxels });
  const files = { 'drop.nrrd': await bytesOf(drop, 'a.nrrd'), 'regions.nrrd': await bytesOf(regions, 'a.nrrd') };
  const viewer = await openViewer(chromium, files, { width: 420, height: 360, args: ['--quality', 'plain'] });
  await viewer.settle();
  const text = () => viewer.run<string>('return viewer.shadowRoot.textContent;');
  const masked = await viewer.canvas();
  expect(await text()).toMatch(
    /regions\.nrrd: looks like labels, and is shown by surfaces within the other volume; Data can show it otherwise/,
  );
  expect(differenceOf(masked, await viewer.replay(viewer.folder))).toBeLessThanOrEqual(1);
  await viewer.run(`window.watched.rests = false; viewer.setAttribute('panel', 'data');`);
  await viewer.settle();
  await viewer.run(`window.watched.rests = false;`);
  await viewer.page.getByLabel('Voxels are', { exact: true }).selectOption('values');
  await viewer.settle();
  await viewer.run(`window.watched.rests = false; viewer.setAttribute('panel', '');`);
  await viewer.settle();
  const fused = await viewer.canvas();
  expect(differenceOf(masked, fused)).toBeGreaterThan(20);
  expect(await text()).not.toMatch(/looks like labels/);
  expect(differenceOf(fused, await viewer.replay(viewer.folder))).toBeLessThanOrEqual(1);
  expect(await viewer.run('return window.watched.errors')).toEqual([]);
  await viewer.close();
});
