/** Heat maps: colours that mean what the bar says, and a figure in which nothing lies on anything else. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { createRandom } from '../../src/mesh/generators/random.js';
import { createHeatmap, type Heatmap, type HeatmapOptions } from '../../src/overlay/heatmap.js';
import { colorMapTransfer } from '../../src/transfer/color-maps.js';
import { evaluateColor } from '../../src/transfer/transfer-function.js';

const TITLE = 'triangle tests per pixel';
const SIZE = { width: 96, height: 80, title: TITLE };

const rgbAt = ({ pixels, width }: Heatmap, x: number, y: number) => [
  ...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 3),
];
const rgbOf = (value: number, max: number) =>
  evaluateColor(colorMapTransfer('viridis', [0, max]), value).map((channel) => Math.round(255 * channel));
const scaleOf = ({ width, height }: Pick<HeatmapOptions, 'width' | 'height'>) =>
  Math.max(1, Math.round(Math.min(width, height) / 256));
/** The map's origin, from the left and from the top. */
const mapOrigin = (map: Heatmap, size: HeatmapOptions) => {
  const margin = 5 * scaleOf(size);
  return [margin, map.height - margin - size.height] as const;
};

const seed = 5;
const random = createRandom(seed);
const values = Float32Array.from({ length: 96 * 80 }, () => Math.floor(300 * random()));

describe('a heat map', () => {
  it('has the colour of each value at its pixel', async () => {
    const map = await createHeatmap(values, SIZE);
    const [left, top] = mapOrigin(map, SIZE);
    expect(map.max).toBe(Math.max(...values));
    const wrong = values.findIndex(
      (value, pixel) =>
        String(rgbAt(map, left + (pixel % 96), top + Math.floor(pixel / 96))) !== String(rgbOf(value, map.max)),
    );
    expect(wrong, `seed ${seed}`).toBe(-1);
  });

  it('has a bar from 0 at the foot of the map to the largest value at its head', async () => {
    const map = await createHeatmap(values, SIZE);
    const [, top] = mapOrigin(map, SIZE);
    const x = map.width - 5 - 4;
    for (let row = 0; row < 80; row++) {
      expect(rgbAt(map, x, top + row), `row ${row}`).toEqual(rgbOf((map.max * (79 - row)) / 79, map.max));
    }
  });

  it('goes to the largest value, unless a few pixels would hide the rest', async () => {
    const few = values.slice();
    few[17] = 1e5;
    expect(await createHeatmap(few, SIZE)).toMatchObject({ largest: 1e5 });
    expect((await createHeatmap(few, SIZE)).max).toBeLessThan(300);
    expect((await createHeatmap(few, SIZE)).max).toBeGreaterThan(290);
    // Many are no exception, and a little more hides nothing.
    const many = values.map((value, pixel) => (pixel % 100 === 0 ? 1e5 : value));
    expect((await createHeatmap(many, SIZE)).max).toBe(1e5);
    const little = values.slice();
    little[17] = 400;
    expect((await createHeatmap(little, SIZE)).max).toBe(400);
    // Pixels without any do not count: here five in a thousand have 10, and one of them 1000.
    const sparse = values.map((_, pixel) => (pixel === 0 ? 1000 : pixel % 5 === 0 ? 10 : 0));
    expect(await createHeatmap(sparse, SIZE)).toMatchObject({ max: 10, largest: 1000 });
    expect((await createHeatmap(new Float32Array(96 * 80), SIZE)).max).toBe(1);
  });

  it.each([
    [64, 64],
    [65, 200],
    [300, 64],
    [512, 512],
    [2048, 400],
  ])('of %i × %i pixels has nothing on anything else', async (width, height) => {
    const size = { width, height, title: TITLE };
    const level = new Float32Array(width * height).fill(3);
    const outlier = level.slice();
    outlier[5] = 123456;
    const [plain, cut] = [await createHeatmap(level, size), await createHeatmap(outlier, size)];
    // The pictures of a series are of one size.
    expect([cut.width, cut.height]).toEqual([plain.width, plain.height]);
    for (const map of [plain, cut]) {
      const [left, top] = mapOrigin(map, size);
      const bar = map.width - 13 * scaleOf(size);
      const ink = { title: 0, ticks: 0 };
      for (let y = 0; y < map.height; y++) {
        for (let x = 0; x < map.width; x++) {
          const at = 4 * (y * map.width + x);
          if (map.pixels[at + 3] !== 255) throw new Error(`(${x}, ${y}) is not opaque`);
          const isInk = map.pixels.subarray(at, at + 3).every((channel) => channel > 180);
          const inMap = x >= left && x < left + width && y >= top && y < top + height;
          if (inMap && isInk) throw new Error(`ink on the map at (${x}, ${y})`);
          const onEdge = x === 0 || y === 0 || x === map.width - 1 || y === map.height - 1;
          if (onEdge && isInk) throw new Error(`ink on the edge at (${x}, ${y})`);
          // Ink right above the map would be a title that runs into it.
          if (isInk && y < top - 1 && x < bar - 1) ink.title++;
          if (isInk && x >= left + width && x < bar && y >= top) ink.ticks++;
        }
      }
      expect(ink.title).toBeGreaterThan(60);
      expect(ink.ticks).toBeGreaterThan(20);
      expect(String(rgbAt(map, left + width - 1, top + height - 1))).toBe(String(rgbOf(3, map.max)));
    }
  });

  it('can have overlays', async () => {
    const plain = await createHeatmap(values, SIZE);
    const tiled = await createHeatmap(values, { ...SIZE, overlays: { tiles: { width: 16, height: 16 } } });
    const [left, top] = mapOrigin(plain, SIZE);
    expect(rgbAt(tiled, left + 16, top + 3)).not.toEqual(rgbAt(plain, left + 16, top + 3));
    expect(rgbAt(tiled, left + 17, top + 3)).toEqual(rgbAt(plain, left + 17, top + 3));
  });

  it('needs a number from 0 on for each pixel', async () => {
    await expect(createHeatmap(values.slice(1), SIZE)).rejects.toThrow(InputError);
    for (const bad of [-1, Number.NaN, Infinity]) {
      const some = values.slice();
      some[9] = bad;
      await expect(createHeatmap(some, SIZE), `${bad}`).rejects.toThrow(InputError);
    }
  });
});
