/** The font of overlays: how wide it is, and how much of each pixel its characters cover. */
import { describe, expect, it } from 'vitest';
import { DIGIT_WIDTH, GLYPH_HEIGHT, loadFont } from '../../src/overlay/text/font.js';
import { rasterizePath } from '../../src/overlay/text/rasterize.js';

const place = (path: string, left = 0, baseline = 0, perUnit = 1) => ({ path, left, baseline, perUnit });
const areaOf = ({ values }: { readonly values: Float32Array }) => values.reduce((sum, value) => sum + value, 0);

describe('rasterizePath', () => {
  it('covers pixels by the area that is inside', () => {
    const { left, top, width, values } = rasterizePath([place('M0.25 0.5L3 0.5L3 2L0.25 2Z')]);
    expect([left, top, width]).toEqual([0, 0, 4]);
    expect(Array.from(values)).toEqual([0.375, 0.5, 0.5, 0, 0.75, 1, 1, 0]);
  });

  it('keeps the area of triangles, wherever they lie and however they are turned', () => {
    for (const [x, y] of [
      [0, 0],
      [0.3, 0.7],
      [-4.125, 9.5],
    ] as const) {
      for (const path of ['M0 0L7 1L2 5Z', 'M0 0L2 5L7 1Z', 'M0 0L9 0.5L0.5 0.25Z']) {
        const [, ax, ay, bx, by] = /L([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/.exec(path)!.map(Number);
        const coverage = rasterizePath([place(path, x, y)]);
        expect(areaOf(coverage)).toBeCloseTo(Math.abs(ax! * by! - ay! * bx!) / 2, 4);
        expect(coverage.values.every((value) => value >= 0 && value <= 1)).toBe(true);
      }
    }
  });

  it('leaves holes open, and rounds circles', () => {
    const ring = 'M0 0L8 0L8 8L0 8ZM2 2L2 6L6 6L6 2Z';
    expect(areaOf(rasterizePath([place(ring)]))).toBeCloseTo(64 - 16, 4);
    const k = 0.5523 * 10;
    const circle = `M10 0C10 ${k} ${k} 10 0 10C${-k} 10 -10 ${k} -10 0C-10 ${-k} ${-k} -10 0 -10C${k} -10 10 ${-k} 10 0Z`;
    expect(areaOf(rasterizePath([place(circle)])) / (100 * Math.PI)).toBeCloseTo(1, 1);
  });

  it('takes texts of any length', () => {
    const letters = Array.from({ length: 20_000 }, (_, at) => place('M0 0L1 0L1 1L0 1Z', 2 * at));
    const coverage = rasterizePath(letters);
    expect([coverage.left, coverage.top, coverage.height]).toEqual([0, 0, 1]);
    expect(areaOf(coverage)).toBeCloseTo(20_000, 0);
  });

  it('covers nothing without a path', () => {
    expect(rasterizePath([place('')])).toMatchObject({ width: 0, height: 0 });
  });
});

describe('the font', () => {
  it('has capitals and digits of the height that layouts count on, and digits of one width', async () => {
    const font = await loadFont();
    for (const character of 'HEZ17') {
      const { top, height, values, width } = font.set(character, 10, 20, 4).coverage;
      const rows = Array.from({ length: height }, (_, row) =>
        values.subarray(row * width, (row + 1) * width).some((value) => value > 0.5),
      );
      expect([top + rows.indexOf(true), rows.lastIndexOf(true) - rows.indexOf(true) + 1], character).toEqual([
        20,
        4 * GLYPH_HEIGHT,
      ]);
    }
    for (const digit of '0123456789') expect(font.measure(digit)).toBeLessThanOrEqual(DIGIT_WIDTH);
    expect(font.measure('00')).toBeCloseTo(2 * font.measure('0'), 9);
  });

  it('tells characters apart, and has something for those that it lacks', async () => {
    const font = await loadFont();
    const shapes = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:-+/%()^=µ°²³×').map(
      (character) => JSON.stringify(font.set(character, 0, 0, 3).coverage),
    );
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(font.set('\u2603', 0, 0, 3)).toEqual(font.set('?', 0, 0, 3));
    expect(font.set('\u03bcm', 0, 0, 3)).toEqual(font.set('µm', 0, 0, 3));
  });
});
