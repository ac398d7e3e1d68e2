/** Overlays as they stand in the image: where, in which colours, and on any background. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { InputError } from '../../src/errors.js';
import { drawOverlays, type Overlays } from '../../src/overlay/draw-overlays.js';
import { scaleBarLength } from '../../src/overlay/scale-bar.js';
import { loadFont } from '../../src/overlay/text/font.js';
import { createTransferFunction, evaluateColor } from '../../src/transfer/transfer-function.js';
import { createRandom } from '../camera/random.js';

type Pixel = readonly [number, number, number, number];
type Frame = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

const WHITE: Pixel = [255, 255, 255, 255];
const BLACK: Pixel = [0, 0, 0, 255];
const CLEAR: Pixel = [10, 20, 30, 0];

/** A camera in front: the patient's right is at the left, the head at the top. */
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

async function draw(
  overlays: Overlays,
  width = 240,
  height = 200,
  background: () => Pixel = () => CLEAR,
): Promise<Frame> {
  const pixels = Uint8Array.from(Array.from({ length: width * height }, background).flat());
  await drawOverlays(pixels, width, height, overlays);
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

const font = await loadFont();
/** Text may stand at any fraction of a pixel. */
const FRACTIONS = [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => eighth / 8);
/** Tolerance of a channel, for what lies between two fractions. */
const CLOSE = 48;

/** The top left of each place where a text stands: white ink as far as it covers a pixel, over a black outline. */
function findText(frame: Frame, text: string, scale = 1): [number, number][] {
  return FRACTIONS.flatMap((fraction) => {
    const { left, top, width, values } = font.set(text, fraction, 0, scale).coverage;
    const cells = Array.from(values, (value, at) => ({
      value,
      at: 4 * ((Math.floor(at / width) + top) * frame.width + (at % width) + left),
    }))
      .filter(({ value }) => value > 0.05)
      .sort((a, b) => b.value - a.value);
    const found: [number, number][] = [];
    for (let y = 0; y < frame.height; y++) {
      for (let x = 0; x < frame.width; x++) {
        const first = 4 * (y * frame.width + x);
        const isThere = ({ value, at }: (typeof cells)[number]) =>
          Math.abs((frame.pixels[first + at] ?? -999) - 255 * value) <= CLOSE;
        if (cells.every(isThere)) found.push([x + fraction, y]);
      }
    }
    return found;
  });
}

describe('overlays', () => {
  it('have white ink and black about it on any background, and leave the rest as it is', async () => {
    const seed = 34;
    const random = createRandom(seed);
    const channel = () => Math.floor(256 * random());
    const before = Uint8Array.from({ length: 4 * 240 * 200 }, channel);
    const pixels = before.slice();
    await drawOverlays(pixels, 240, 200, all);
    const noise = { pixels, width: 240, height: 200 };
    const frames: Frame[] = [];
    for (const background of [WHITE, BLACK, CLEAR]) frames.push(await draw(all, 240, 200, () => background));
    const [onWhite, onBlack, onClear] = frames as [Frame, Frame, Frame];
    const counts = { ink: 0, outline: 0, untouched: 0 };
    for (let y = 0; y < 200; y++) {
      for (let x = 0; x < 240; x++) {
        const [white, black, clear] = [onWhite, onBlack, onClear].map((frame) => pixelAt(frame, x, y)!) as [
          Pixel,
          Pixel,
          Pixel,
        ];
        if (is(clear, CLEAR)) {
          counts.untouched += 1;
          expect([white, black], `(${x}, ${y})`).toEqual([WHITE, BLACK]);
          expect(pixelAt(noise, x, y), `seed ${seed}, (${x}, ${y})`).toEqual(
            pixelAt({ ...noise, pixels: before }, x, y),
          );
        } else if (clear[3] === 255) {
          // Pixels that hide the background are the same on all.
          for (const pixel of [white, black, pixelAt(noise, x, y)!]) {
            const difference = Math.max(...pixel.map((value, at) => Math.abs(value - clear[at]!)));
            expect(difference, `seed ${seed}, (${x}, ${y})`).toBeLessThanOrEqual(4);
          }
          if (is(clear, WHITE)) counts.ink += 1;
          if (is(clear, BLACK)) counts.outline += 1;
        }
      }
    }
    expect(counts.ink).toBeGreaterThan(100);
    expect(counts.outline).toBeGreaterThan(300);
    expect(counts.untouched).toBeGreaterThan(0.75 * 240 * 200);
  });

  it('have nothing of the background beside their white, so that they show', async () => {
    const overlays = { scaleBar: { camera, unit: 'mm' }, orientation: { camera }, title: 'Title' };
    for (const [width, height] of [
      [240, 200],
      [512, 512],
    ] as const) {
      const frame = await draw(overlays, width, height, () => [255, 0, 0, 255]);
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (!isWhite(frame, x, y)) continue;
          for (const [dx, dy] of [
            [1, 0],
            [-1, 0],
            [0, 1],
            [0, -1],
          ] as const) {
            const [red, green, blue] = pixelAt(frame, x + dx, y + dy)!;
            // Grey, between white ink and black outline.
            expect(Math.abs(red - green) + Math.abs(green - blue), `beside (${x}, ${y})`).toBeLessThan(60);
          }
        }
      }
    }
  });

  it('grow with the factor that is asked for, and with the image', async () => {
    const large = await draw({ title: 'Title', overlayScale: 2 });
    expect(findText(large, 'Title', 2 * 1.3).length).toBeGreaterThan(0);
    expect(findText(await draw({ title: 'Title' }, 512, 512), 'Title', 2 * 1.3).length).toBeGreaterThan(0);
    expect(findText(await draw({ title: 'Title' }), 'Title', 2 * 1.3)).toEqual([]);
    await expect(draw({ title: 'Title', overlayScale: 0 })).rejects.toThrow(InputError);
  });

  it('draw nothing that was not asked for', async () => {
    expect((await draw({})).pixels).toEqual(Uint8Array.from(Array.from({ length: 240 * 200 }, () => CLEAR).flat()));
    const letters = await draw({ orientation: { camera } });
    expect(findText(letters, '50 mm')).toEqual([]);
    expect(findText(await draw({ scaleBar: { camera, unit: 'mm' } }), 'R')).toEqual([]);
  });

  it('fit or are cut off in an image of any size', async () => {
    const sizes = [1, 2, 3, 7, 16, 40, 129];
    for (const width of sizes) {
      for (const height of sizes) expect((await draw(all, width, height)).pixels).toHaveLength(4 * width * height);
    }
    expect((await draw(all, 1, 2000)).pixels).toHaveLength(8000);
  });

  it('need an image of the size that is said', async () => {
    await expect(drawOverlays(new Uint8Array(99), 5, 5, all)).rejects.toThrow(InputError);
    await expect(draw({ colorBar: { transfer, range: [3, 3] } })).rejects.toThrow(InputError);
  });
});

describe('the orientation letters', () => {
  it.each([
    [240, 200, 1],
    [512, 640, 2],
  ])('stand in the middle of the edges of %i × %i pixels', async (width, height, scale) => {
    const frame = await draw({ orientation: { camera } }, width, height);
    const isAt = (letter: string, x: number, y: number) =>
      findText(frame, letter, scale).some(([left, top]) => Math.abs(left - x) <= 1 && Math.abs(top - y) <= 1);
    const [middle, margin] = [(height - 7 * scale) / 2, 5 * scale];
    const widthOf = (letter: string) => font.measure(letter) * scale;
    expect(isAt('R', margin, middle)).toBe(true);
    expect(isAt('L', width - margin - widthOf('L'), middle)).toBe(true);
    expect(isAt('S', (width - widthOf('S')) / 2, margin)).toBe(true);
    expect(isAt('I', (width - widthOf('I')) / 2, height - margin - 7 * scale)).toBe(true);
    const titled = await draw(
      { orientation: { camera }, title: 'A title that is as long as all of the picture' },
      width,
      height,
    );
    // Below the title.
    expect(findText(titled, 'S', scale).some(([, top]) => top > margin + 9 * scale && top < height / 3)).toBe(true);
  });
});

describe('the scale bar', () => {
  it.each([
    [240, 200, 1],
    [512, 512, 2],
    [333, 97, 1],
  ])('is as long as it says, in %i × %i pixels', async (width, height, scale) => {
    const frame = await draw({ scaleBar: { camera, unit: 'mm' } }, width, height);
    const { lengthWorld, lengthPixels } = scaleBarLength(camera, height, 0.3 * width);
    expect(findText(frame, `${lengthWorld} mm`, scale).length).toBeGreaterThan(0);
    const far = { ...camera, projection: 'perspective', fovDegrees: 30, eye: [0, -560, 0] } as const;
    const perspective = await draw({ scaleBar: { camera: far, unit: 'mm' } }, width, height);
    const said = scaleBarLength(far, height, 0.3 * width).lengthWorld;
    expect(findText(perspective, `${said} mm at centre`, scale).length).toBeGreaterThan(0);
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

  it('goes from the lowest value at the bottom to the highest at the top', async () => {
    const rows = barRows(await draw({ colorBar: { transfer } }, width, height));
    expect(rows).toEqual(rows.map((_, row) => rgba(-100 + (row / (rows.length - 1)) * 400)));
    const part = barRows(await draw({ colorBar: { transfer, range: [0, 60] } }, width, height));
    expect(part).toEqual(part.map((_, row) => rgba((row / (part.length - 1)) * 60)));
    const windowed = barRows(await draw({ colorBar: { transfer: { ...transfer, window: [0, 60] } } }, width, height));
    expect(windowed).toEqual(part);
  });

  it('has each label at the row of its value', async () => {
    const frame = await draw({ colorBar: { transfer } }, width, height);
    const rows = barRows(frame);
    for (const value of [-100, 0, 100, 200, 300]) {
      const row = ((value + 100) / 400) * (rows.length - 1);
      const label = findText(frame, String(value));
      const isOnRow = ([, top]: readonly [number, number]) => Math.abs(height - 6 - (top + 3) - row) <= 1;
      expect(label.some(isOnRow), `${value}`).toBe(true);
      const tick = Array.from({ length: 3 }, (_, x) => pixelAt(frame, width - 5 - 8 - 1 - x, height - 6 - row));
      expect(tick, `the tick at ${value}`).toEqual([WHITE, WHITE, WHITE]);
    }
    expect(findText(frame, '50')).toEqual([]);
  });

  it('has its title above it', async () => {
    const frame = await draw({ colorBar: { transfer, title: 'HU' } }, width, height);
    const [[left, top] = [0, 0]] = findText(frame, 'HU');
    expect(Math.abs(left + font.measure('HU') - (width - 5))).toBeLessThanOrEqual(1);
    expect(top + 7).toBeLessThan(height - 5 - Math.round(0.35 * height));
  });

  it('shows a transfer function of a single colour, too', async () => {
    const single = createTransferFunction({
      colors: [{ value: 10, color: '#ff8000' }],
      opacities: [{ value: 10, opacity: 1 }],
    });
    const frame = await draw({ colorBar: { transfer: single } }, width, height);
    expect(new Set(barRows(frame).map(String))).toEqual(new Set(['255,128,0,255']));
    expect(findText(frame, '10').length).toBeGreaterThan(0);
    const spread = {
      ...single,
      opacities: [
        { value: 0, opacity: 0 },
        { value: 100, opacity: 1 },
      ],
    };
    expect(findText(await draw({ colorBar: { transfer: spread } }, width, height), '100').length).toBeGreaterThan(0);
  });
});
