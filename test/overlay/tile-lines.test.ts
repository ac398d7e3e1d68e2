/** The tiles of an image: where their lines, numbers and tints are. */
import { describe, expect, it } from 'vitest';
import { drawOverlays } from '../../src/overlay/draw-overlays.js';
import type { Tiles } from '../../src/overlay/tile-lines.js';

const [WIDTH, HEIGHT] = [150, 90];

/** The red of each pixel. */
async function draw(tiles: Tiles, grey: number, width = WIDTH, height = HEIGHT) {
  const pixels = new Uint8Array(4 * width * height).fill(grey);
  await drawOverlays(pixels, width, height, { tiles });
  return { at: (x: number, y: number) => [...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)], pixels };
}

describe('the lines between tiles', () => {
  it.each([0, 60, 127, 128, 200, 255])('show on a grey of %i, and leave the rest as it is', async (grey) => {
    const { at } = await draw({ width: 32, height: 8 }, grey);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const isLine = (x > 0 && x % 32 === 0) || (y > 0 && y % 8 === 0);
        const difference = Math.abs(at(x, y)[0]! - grey);
        if (isLine ? difference < 30 || at(x, y)[3] !== 255 : difference > 0) throw new Error(`(${x}, ${y})`);
      }
    }
  });

  it.each([
    [{ width: 4, height: 4 }, 8, 8],
    [{ width: 32, height: 2 }, 32, 6],
    [{ width: 1, height: 64 }, 6, 64],
    [{ width: 6, height: 5 }, 6, 10],
  ])('keep six pixels between them: %o', async (tiles, across, down) => {
    const { at } = await draw(tiles, 0);
    const columns = Array.from({ length: WIDTH }, (_, x) => x).filter((x) => at(x, 1)[0]! > 0);
    const rows = Array.from({ length: HEIGHT }, (_, y) => y).filter((y) => at(0, y)[0]! > 0);
    expect(columns).toEqual(Array.from({ length: Math.ceil(WIDTH / across) - 1 }, (_, n) => (n + 1) * across));
    expect(rows).toEqual(Array.from({ length: Math.ceil(HEIGHT / down) - 1 }, (_, n) => (n + 1) * down));
  });
});

describe('the slabs of tiles', () => {
  const tiles = { width: 30, height: 30, slabs: 16 };
  const isWhite = (pixel: readonly number[]) => pixel.every((channel) => channel > 150);
  /** White pixels of each tile of 30 × 30. */
  const inkOf = async (slabCounts: Uint8Array, width = WIDTH, height = HEIGHT) => {
    const { at } = await draw({ ...tiles, slabCounts }, 40, width, height);
    const columns = Math.ceil(width / 30);
    const ink = new Array<number>(slabCounts.length).fill(0);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (isWhite(at(x, y))) ink[Math.floor(y / 30) * columns + Math.floor(x / 30)]!++;
      }
    }
    return ink;
  };

  it('are numbers where there is room, and none in tiles without any', async () => {
    const slabCounts = new Uint8Array(15);
    slabCounts.set([1, 11, 16], 6);
    const ink = await inkOf(slabCounts);
    expect(ink.filter((count) => count > 0)).toHaveLength(3);
    expect(ink[7]).toBe(2 * ink[6]!);
    expect(ink[8]).toBeGreaterThan(ink[6]!);
  });

  it('have no number that the edge would cut', async () => {
    expect((await inkOf(new Uint8Array(15).fill(8), 130, 70)).map((ink) => ink > 0)).toEqual(
      Array.from({ length: 15 }, (_, tile) => tile % 5 < 4 && tile < 10),
    );
  });

  it('are tints in tiles that are too small, from dark to bright', async () => {
    const slabCounts = new Uint8Array(Math.ceil(WIDTH / 8) * Math.ceil(HEIGHT / 8));
    slabCounts.set([0, 1, 8, 16]);
    const { at } = await draw({ width: 8, height: 8, slabCounts, slabs: 16 }, 100);
    const [none, few, some, all] = [0, 1, 2, 3].map((tile) => at(8 * tile + 4, 4)) as number[][];
    expect(none).toEqual([100, 100, 100, 100]);
    const brightness = ([red, green, blue]: number[]) => 2 * red! + 5 * green! + blue!;
    expect(brightness(few!)).toBeLessThan(brightness(some!));
    expect(brightness(some!)).toBeLessThan(brightness(all!));
    expect(few![2]).toBeGreaterThan(few![0]!);
    expect(all![0]).toBeGreaterThan(all![2]!);
    expect(at(8 * 4 + 4, 4)).toEqual(none);
    expect(at(4, 8 + 4)).toEqual(none);
  });
});
