/** Legends: swatches of the colours that they name, as many as fit. */
import { expect, it } from 'vitest';
import { createCamera } from '../../src/camera/camera.js';
import { drawOverlays, legendShare, type Overlays } from '../../src/overlay/draw-overlays.js';
import { layOutLegend, legendWidth } from '../../src/overlay/legend.js';
import { GLYPH_HEIGHT, loadFont } from '../../src/overlay/text/font.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';

const [width, height] = [200, 120];

async function countPixels(count: number, overlays: Overlays = {}) {
  const pixels = new Uint8Array(4 * width * height);
  const legend = Array.from({ length: count }, (_, index) => ({
    color: [1, index / 255, 0] as const,
    name: `label ${index + 1}`,
  }));
  await drawOverlays(pixels, width, height, { legend, ...overlays });
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

it('has as many rows as fit above what else is at the right', async () => {
  const countRows = async (overlays: Overlays) =>
    (await countPixels(40, overlays)).filter((pixels) => pixels > 0).length;
  const camera = createCamera({
    projection: 'orthographic',
    eye: [0, -9, 0],
    target: [0, 0, 0],
    up: [0, 0, 1],
    height: 9,
  });
  const transfer = createTransferFunction({
    colors: [{ value: 0, color: [0.5, 0.5, 1] }],
    opacities: [
      { value: 0, opacity: 1 },
      { value: 1, opacity: 1 },
    ],
  });
  const [alone, overBar, overLetter] = [
    await countRows({}),
    await countRows({ colorBar: { transfer } }),
    await countRows({ orientation: { camera } }),
  ];
  expect(alone).toBeGreaterThan(overBar);
  expect(overBar).toBeGreaterThan(overLetter);
  expect(overLetter).toBeGreaterThan(1);
});

it('takes a share of the width that grows with its names, up to 0.35, within which are all of its pixels', async () => {
  const shareOf = (name: string) =>
    legendShare([{ color: [1, 0, 0], name }], { width, height }, { orientation: false, colorBar: false });
  expect(await legendShare([], { width, height }, { orientation: false, colorBar: false })).toBe(0);
  const [short, long] = [await shareOf('A'), await shareOf('Liver')];
  expect(short).toBeGreaterThan(0.05);
  expect(long).toBeGreaterThan(short);
  const names = ['Liver', 'x'.repeat(99), 'Left-Cerebellum-Cortex-lobule-VI', '肝臓の左葉の一番外側の部分'];
  for (const name of names) {
    const share = await shareOf(name);
    expect(share).toBeLessThanOrEqual(0.35);
    const pixels = new Uint8Array(4 * width * height);
    await drawOverlays(pixels, width, height, { legend: [{ color: [1, 0, 0], name }] });
    const drawn = Array.from(pixels).flatMap((value, at) => (value > 0 ? [Math.floor(at / 4) % width] : []));
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(Math.floor((1 - share) * width) - 1);
  }
});

it('keeps both ends of names that are too long', async () => {
  const font = await loadFont([]);
  const entries = ['Left-Cerebellum-Cortex-lobule-VI', 'Spleen'].map((name) => ({ color: [1, 0, 0] as const, name }));
  const { names } = layOutLegend(entries, font, { width: 90, height: 100 });
  expect(names[0]).toMatch(/^Left-.*\.\.\..*-VI$/);
  expect(names[1]).toBe('Spleen');
  expect(legendWidth(font, names)).toBeLessThanOrEqual(90);
  expect(layOutLegend(entries, font, { width: 5, height: 100 }).names).toEqual(['L...', 'S...']);
});

it.each([
  ['white', 0],
  ['black', 255],
] as const)('veils what is seen behind %s letters, and nothing else', async (overlayColor, outline) => {
  const pixels = new Uint8Array(4 * width * height);
  const isSeen = (at: number) => Math.floor(at / 4 / width) > 9;
  for (let at = 0; at < pixels.length; at += 4) if (isSeen(at)) pixels.set([90, 160, 130, 255], at);
  const before = pixels.slice();
  const legend = ['Liver', 'Spleen', 'Kidney'].map((name) => ({ color: [1, 0, 0] as const, name }));
  await drawOverlays(pixels, width, height, { legend, overlayColor });
  // Between the first two swatches.
  const share = await legendShare(legend, { width, height }, { orientation: false, colorBar: false });
  const [row, left] = [5 + GLYPH_HEIGHT + 2, Math.ceil((1 - share) * width) + 6];
  const pixelAt = (x: number, y: number, of = pixels) =>
    Array.from(of.subarray(4 * (x + y * width), 4 * (x + y * width + 1)));
  const behind = pixelAt(left, row);
  for (const [channel, value] of [90, 160, 130].entries()) {
    expect(Math.abs(behind[channel]! - outline)).toBeLessThan(0.3 * Math.abs(value - outline));
  }
  expect(behind[3]).toBe(255);
  expect(pixelAt(left - 16, row)).toEqual(pixelAt(left - 16, row, before));
  expect(pixelAt(width - 1, 6)).toEqual([0, 0, 0, 0]);
  for (let x = left; x < width; x++) expect(pixelAt(x, 2)).toEqual([0, 0, 0, 0]);
});
