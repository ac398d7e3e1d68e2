/** Overlays as they stand in the image: where, in which colours, and on any background. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { InputError } from '../../src/errors.js';
import { measureText, textRects } from '../../src/overlay/bitmap-font.js';
import { drawOverlays, type Overlays } from '../../src/overlay/draw-overlays.js';
import { fillRect } from '../../src/overlay/raster.js';
import { scaleBarLength } from '../../src/overlay/scale-bar.js';
import { createTransferFunction, evaluateColor } from '../../src/transfer/transfer-function.js';
import { createRandom } from '../camera/random.js';

type Pixel = readonly [number, number, number, number];
type Frame = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

const WHITE: Pixel = [255, 255, 255, 255];
const BLACK: Pixel = [0, 0, 0, 255];
const CLEAR: Pixel = [10, 20, 30, 0];

/** From the front: the patient's right is at the left, the head at the top. */
const camera: Camera = { projection: 'orthographic', height: 300, eye: [0, -1, 0], target: [0, 0, 0], up: [0, 0, 1] };
const transfer = createTransferFunction({
  colors: [
    { value: -100, color: [0.2, 0.1, 0.4] },
    { value: 20, color: [0.9, 0.2, 0.1] },
    { value: 300, color: [0.3, 0.9, 0.6] },
  ],
  opacities: [{ value: 50, opacity: 1 }],
});
const all: Overlays = {
  scaleBar: { camera, unit: 'mm' },
  orientation: { camera },
  colorBar: { transfer, title: 'HU' },
};

function draw(overlays: Overlays, width = 240, height = 200, background: () => Pixel = () => CLEAR): Frame {
  const pixels = Uint8Array.from(Array.from({ length: width * height }, background).flat());
  drawOverlays(pixels, width, height, overlays);
  return { width, height, pixels };
}

function pixelAt({ pixels, width, height }: Frame, x: number, y: number): Pixel | undefined {
  if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
  return [...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)] as unknown as Pixel;
}

const is = (pixel: Pixel | undefined, other: Pixel) =>
  pixel?.every((channel, index) => channel === other[index]) === true;

const isWhite = ({ pixels, width, height }: Frame, x: number, y: number) => {
  const at = 4 * (y * width + x);
  return x >= 0 && y >= 0 && x < width && y < height && WHITE.every((channel, index) => pixels[at + index] === channel);
};

/** The top left of each place where a text stands in white, with no white two pixels of the font before and behind it. */
function findText(frame: Frame, text: string, scale = 1): [number, number][] {
  const margin = 2 * scale;
  const [width, height] = [measureText(text) * scale + 2 * margin, 7 * scale];
  const mask = { pixels: new Uint8Array(4 * width * height), width, height };
  for (const rect of textRects(text, margin, 0, scale)) fillRect(mask, rect, [255, 255, 255]);
  const matches = (left: number, top: number) => {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (isWhite(frame, left + x, top + y) !== isWhite(mask, x, y)) return false;
      }
    }
    return true;
  };
  const found: [number, number][] = [];
  for (let top = 0; top <= frame.height - height; top++) {
    for (let left = 0; left <= frame.width - width; left++) if (matches(left, top)) found.push([left + margin, top]);
  }
  return found;
}

describe('overlays', () => {
  it('are the same on any background, and opaque, and leave the rest as it is', () => {
    const seed = 34;
    const random = createRandom(seed);
    const channel = () => Math.floor(256 * random());
    const noise = draw(all, 240, 200, () => [channel(), channel(), channel(), channel()]);
    const before = createRandom(seed);
    const noiseBefore = Uint8Array.from({ length: noise.pixels.length }, () => Math.floor(256 * before()));
    const frames = [WHITE, BLACK, CLEAR].map((background) => draw(all, 240, 200, () => background));
    let drawn = 0;
    for (let y = 0; y < 200; y++) {
      for (let x = 0; x < 240; x++) {
        const [onWhite, onBlack, onClear] = frames.map((frame) => pixelAt(frame, x, y)!) as [Pixel, Pixel, Pixel];
        const what = `seed ${seed}, (${x}, ${y})`;
        if (is(onClear, CLEAR)) {
          expect([onWhite, onBlack], what).toEqual([WHITE, BLACK]);
          expect(pixelAt(noise, x, y), what).toEqual(pixelAt({ ...noise, pixels: noiseBefore }, x, y));
        } else {
          expect([onWhite, onBlack, pixelAt(noise, x, y)], what).toEqual([onClear, onClear, onClear]);
          expect(onClear[3], what).toBe(255);
          drawn += 1;
        }
      }
    }
    expect(drawn).toBeGreaterThan(500);
    expect(drawn).toBeLessThan((240 * 200) / 5);
  });

  it('have black about all their white, so that they show', () => {
    for (const [width, height] of [
      [240, 200],
      [512, 512],
    ] as const) {
      const frame = draw({ scaleBar: { camera, unit: 'mm' }, orientation: { camera } }, width, height);
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (!isWhite(frame, x, y)) continue;
          for (let neighbour = 0; neighbour < 9; neighbour++) {
            const pixel = pixelAt(frame, x - 1 + (neighbour % 3), y - 1 + Math.floor(neighbour / 3));
            if (!is(pixel, WHITE)) expect(pixel, `beside (${x}, ${y})`).toEqual(BLACK);
          }
        }
      }
    }
  });

  it('draw nothing that was not asked for', () => {
    expect(draw({}).pixels).toEqual(Uint8Array.from(Array.from({ length: 240 * 200 }, () => CLEAR).flat()));
    const letters = draw({ orientation: { camera } });
    expect(findText(letters, '50 mm')).toEqual([]);
    expect(findText(draw({ scaleBar: { camera, unit: 'mm' } }), 'R')).toEqual([]);
  });

  it('fit or are cut off in an image of any size', () => {
    const sizes = [1, 2, 3, 7, 16, 40, 129];
    for (const width of sizes) {
      for (const height of sizes) expect(draw(all, width, height).pixels).toHaveLength(4 * width * height);
    }
    expect(draw(all, 1, 2000).pixels).toHaveLength(8000);
  });

  it('need an image of the size that is said', () => {
    expect(() => drawOverlays(new Uint8Array(99), 5, 5, all)).toThrow(InputError);
    expect(() => draw({ colorBar: { transfer, range: [3, 3] } })).toThrow(InputError);
  });
});

/** Where a text stands: its edges and its middle. */
type Place = Record<'left' | 'right' | 'top' | 'bottom' | 'x' | 'y', number>;

describe('the orientation letters', () => {
  it.each([
    [240, 200, 1],
    [512, 640, 2],
  ])('stand in the middle of the edges of %i × %i pixels', (width, height, scale) => {
    const frame = draw({ orientation: { camera } }, width, height);
    const [left, right, top, bottom] = ['R', 'L', 'S', 'I'].map((letter) => {
      const found = findText(frame, letter, scale);
      expect(found, letter).toHaveLength(1);
      const [x, y] = found[0]!;
      const widthPixels = measureText(letter) * scale;
      return {
        left: x,
        right: x + widthPixels,
        x: x + widthPixels / 2,
        top: y,
        bottom: y + 7 * scale,
        y: y + 3.5 * scale,
      };
    }) as [Place, Place, Place, Place];
    expect([left.left, width - right.right]).toEqual([5 * scale, 5 * scale]);
    expect([top.top, height - bottom.bottom]).toEqual([5 * scale, 5 * scale]);
    for (const { x } of [top, bottom]) expect(Math.abs(x - width / 2)).toBeLessThanOrEqual(0.5);
    for (const { y } of [left, right]) expect(Math.abs(y - height / 2)).toBeLessThanOrEqual(0.5);
  });
});

describe('the scale bar', () => {
  it.each([
    [240, 200, 1],
    [512, 512, 2],
    [333, 97, 1],
  ])('is as long as it says, in %i × %i pixels', (width, height, scale) => {
    const frame = draw({ scaleBar: { camera, unit: 'mm' } }, width, height);
    const { lengthWorld, lengthPixels } = scaleBarLength(camera, height, 0.3 * width);
    expect(findText(frame, `${lengthWorld} mm`, scale)).toHaveLength(1);
    const row = Array.from({ length: width }, (_, x) => isWhite(frame, x, height - 8 * scale));
    const [first, last] = [row.indexOf(true), row.lastIndexOf(true)];
    expect(last - first + 1).toBe(Math.round(lengthPixels));
    expect(row.slice(first, last + 1)).not.toContain(false);
    expect(first).toBe(5 * scale);
  });
});

describe('the colour bar', () => {
  // 129 rows: from the middle of one to the next is 1/128 of the range, which is exact.
  const [width, height] = [240, 369];
  const barRows = (frame: Frame) => {
    const x = width - 5 - 4;
    return Array.from({ length: Math.round(0.35 * height) }, (_, row) => pixelAt(frame, x, height - 6 - row)!);
  };
  const rgba = (value: number) => [...evaluateColor(transfer, value).map((part) => Math.round(255 * part)), 255];

  it('goes from the lowest value at the bottom to the highest at the top', () => {
    const rows = barRows(draw({ colorBar: { transfer } }, width, height));
    expect(rows).toEqual(rows.map((_, row) => rgba(-100 + (row / (rows.length - 1)) * 400)));
    const part = barRows(draw({ colorBar: { transfer, range: [0, 60] } }, width, height));
    expect(part).toEqual(part.map((_, row) => rgba((row / (part.length - 1)) * 60)));
    const windowed = barRows(draw({ colorBar: { transfer: { ...transfer, window: [0, 60] } } }, width, height));
    expect(windowed).toEqual(part);
  });

  it('has each label at the row of its value', () => {
    const frame = draw({ colorBar: { transfer } }, width, height);
    const rows = barRows(frame);
    for (const value of [-100, 0, 100, 200, 300]) {
      const row = ((value + 100) / 400) * (rows.length - 1);
      const label = findText(frame, String(value));
      expect(label, `${value}`).toHaveLength(1);
      expect(height - 6 - (label[0]![1] + 3), `${value}`).toBe(row);
      const tick = Array.from({ length: 3 }, (_, x) => pixelAt(frame, width - 5 - 8 - 1 - x, height - 6 - row));
      expect(tick, `the tick at ${value}`).toEqual([WHITE, WHITE, WHITE]);
    }
    expect(findText(frame, '50')).toEqual([]);
  });

  it('has its title above it', () => {
    const frame = draw({ colorBar: { transfer, title: 'HU' } }, width, height);
    const [[left, top] = [0, 0]] = findText(frame, 'HU');
    expect(left + measureText('HU')).toBe(width - 5);
    expect(top + 7).toBeLessThan(height - 5 - Math.round(0.35 * height));
  });

  it('shows a transfer function of a single colour, too', () => {
    const single = createTransferFunction({
      colors: [{ value: 10, color: '#ff8000' }],
      opacities: [{ value: 10, opacity: 1 }],
    });
    const frame = draw({ colorBar: { transfer: single } }, width, height);
    expect(new Set(barRows(frame).map(String))).toEqual(new Set(['255,128,0,255']));
    expect(findText(frame, '10')).toHaveLength(1);
    const spread = {
      ...single,
      opacities: [
        { value: 0, opacity: 0 },
        { value: 100, opacity: 1 },
      ],
    };
    expect(findText(draw({ colorBar: { transfer: spread } }, width, height), '100')).toHaveLength(1);
  });
});
