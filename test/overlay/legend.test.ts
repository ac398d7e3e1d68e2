/** Legends: swatches of the colours that they name, as many as fit. */
import { expect, it } from 'vitest';
import { drawOverlays } from '../../src/overlay/draw-overlays.js';

const [width, height] = [200, 120];

async function countPixels(count: number) {
  const pixels = new Uint8Array(4 * width * height);
  const legend = Array.from({ length: count }, (_, index) => ({
    color: [1, index / 255, 0] as const,
    name: `label ${index + 1}`,
  }));
  await drawOverlays(pixels, width, height, { legend });
  return legend.map((_, index) => {
    let found = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at] === 255 && pixels[at + 1] === index && pixels[at + 2] === 0) found++;
    }
    return found;
  });
}

it('shows all where they fit, and else the first of them', async () => {
  const few = await countPixels(3);
  expect(few.every((pixels) => pixels > 30 && pixels === few[0])).toBe(true);
  const many = await countPixels(40);
  const shown = many.filter((pixels) => pixels > 0).length;
  expect(shown).toBeGreaterThan(2);
  expect(shown).toBeLessThan(12);
  expect(many.slice(0, shown)).toEqual(Array.from({ length: shown }, () => few[0]));
});
