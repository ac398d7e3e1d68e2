/** A volume that takes a while: a copy of it is seen first, and in the end all of it, as the command line renders it. */
import { expect, it } from 'vitest';
import { writeVolume } from '../../src/index.js';
import { createDrop, differenceOf, openViewer } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);

it('is seen by a copy first, and then as the command line renders it', async () => {
  const { chromium, problem } = used();
  if (!chromium) return expect(problem).toBeDefined();
  const { pieces } = await writeVolume(createDrop([180, 160, 160]), 'large.nrrd', { compress: false });
  const init = `
    window.shown = [];
    const { dispatchEvent } = EventTarget.prototype;
    EventTarget.prototype.dispatchEvent = function (event) {
      if (event.type === 'frame' && event.detail) window.shown.push([event.detail.kind, event.detail.shows].join(' '));
      return dispatchEvent.call(this, event);
    };`;
  const viewer = await openViewer(chromium, { 'large.nrrd': Buffer.concat(pieces) }, { init, width: 120, height: 150 });
  const endMs = Date.now() + 180_000;
  let shown: string[] = [];
  while (shown.at(-1) !== 'resting whole') {
    expect(Date.now(), `frames so far: ${shown.join(', ')}`).toBeLessThan(endMs);
    await new Promise((resolve) => setTimeout(resolve, 100));
    shown = await viewer.page.evaluate<string[]>('window.shown');
  }
  expect(shown[0]).toMatch(/^moving (part|draft)$/);
  expect(shown).not.toContain('resting draft');
  const [picture, expected] = [await viewer.canvas(), await viewer.replay()];
  expect(new Set(picture.data).size, 'the picture must show something').toBeGreaterThan(50);
  expect(differenceOf(picture, expected)).toBeLessThanOrEqual(1);
  expect(viewer.said).toEqual([]);
  await viewer.close();
});
