/** Paths of light in the viewer: pictures of ever more paths while the view rests, the last of which is the command line's. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differenceOf, openViewer, writeDrop } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);

/** A folder for pictures of the page, where they are wanted. */
const PICTURES = process.env['TILECAST_TASK_PICTURES'];

it.each([
  ['denoised', true],
  ['raw', false],
])('%s', async (name, denoise) => {
  const { chromium, problem } = used();
  if (!chromium) throw new Error(problem);
  const size = { width: 160, height: 240 };
  const viewer = await openViewer(chromium, { 'drop.nrrd': await writeDrop() }, size);
  try {
    await viewer.settle();
    await viewer.run(`
      window.shown = [];
      viewer.addEventListener('frame', ({ detail }) => detail.kind === 'resting' && shown.push(detail.accumulated));
      viewer.change({ quality: 'path', denoise: ${denoise}, settings: { ...viewer.document.settings, samplesPerPixel: 8 } });`);
    const shown = () => viewer.page.evaluate('window.shown') as Promise<number[]>;
    const picture = async (paths: number) => {
      await expect.poll(async () => (await shown()).at(-1), { interval: 10 }).toBeGreaterThanOrEqual(paths);
      if (!PICTURES) return;
      mkdirSync(PICTURES, { recursive: true });
      await viewer.page.screenshot({ path: join(PICTURES, `paths-${name}-${paths}.png`) });
    };
    for (const paths of [1, 2, 4, 8]) await picture(paths);
    expect(await shown()).toEqual([1, 2, 4, 8]);
    const last = await viewer.canvas();
    expect(differenceOf(last, await viewer.replay())).toBeLessThanOrEqual(1);
    // A picture that is saved is that one, and the paths on the screen stay.
    const saved = await viewer.run<number>(`return (await viewer.screenshot()).size;`);
    expect(saved).toBeGreaterThan(0);
    expect(differenceOf(last, await viewer.canvas())).toBe(0);
    expect(await shown()).toEqual([1, 2, 4, 8]);
    // Whoever points at something while it becomes better gets an answer, and all paths after it.
    await viewer.run(
      `shown.length = 0; viewer.change({ settings: { ...viewer.document.settings, samplesPerPixel: 16 } });`,
    );
    await picture(2);
    await viewer.run(`await viewer.screenshot({ width: 40, height: 40 });`);
    await picture(16);
    expect(await viewer.run('return window.watched.errors')).toEqual([]);
    expect(viewer.said).toEqual([]);
  } finally {
    await viewer.close();
  }
});
