/** WebP pictures: those of libwebp's own encoder, whole, damaged and cut short. */
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../../src/files/bytes/budget.js';
import { startWasm } from '../../../../src/files/bytes/start-wasm.js';
import { decodePicture } from '../../../../src/files/volumes/pictures/decode-picture.js';
import { encodeWebp } from '../../../../src/node/pictures/webp.js';

const [width, height] = [24, 17];

/** A ramp of all channels, whose alpha is that of the encoder's caller. */
function ramp(alpha = 255) {
  const pixels = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set([10 * x, 15 * y, 5 * (x + y), alpha], 4 * (y * width + x));
  }
  return pixels;
}

describe('a WebP', () => {
  it.each([
    ['opaque', 255, {}],
    ['translucent', 90, {}],
    ['with text, in the extended form', 255, { text: { 'tilecast:recipe': '{}' } }],
  ] as const)('without loss has the pixels that were written: %s', async (_, alpha, options) => {
    const bytes = await encodeWebp({ width, height, pixels: ramp(alpha) }, options);
    const picture = await decodePicture(bytes);
    expect(picture).toMatchObject({ width, height, channels: 4 });
    expect(Buffer.from(picture.samples.buffer).equals(Buffer.from(ramp(alpha)))).toBe(true);
  });

  it('with loss is near to them', async () => {
    const [script, wasm] = await Promise.all([
      import('@jsquash/webp/codec/enc/webp_enc.js'),
      import('@jsquash/webp/codec/enc/webp_enc.wasm?inline'),
    ]);
    const { defaultOptions } = await import('@jsquash/webp/meta.js');
    const encoder = await startWasm<{ encode: (...args: unknown[]) => Uint8Array }>(script.default, wasm.default);
    const bytes = Uint8Array.from(encoder.encode(ramp(), width, height, defaultOptions));
    const { samples } = await decodePicture(bytes);
    const errors = ramp().map((value, at) => Math.abs(value - samples[at]!));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(8);
    expect(globalThis).not.toHaveProperty('ImageData');
  });

  it('that is cut short, damaged or moves is refused', async () => {
    const bytes = await encodeWebp({ width, height, pixels: ramp() });
    for (const length of [12, 25, 40, bytes.length - 1]) {
      await expect(decodePicture(bytes.slice(0, length))).rejects.toThrow(/WebP/);
    }
    const larger = bytes.slice();
    larger[21]! += 4;
    await expect(decodePicture(larger)).rejects.toThrow(/WebP/);
    const extended = await encodeWebp({ width, height, pixels: ramp() }, { text: { 'tilecast:recipe': '{}' } });
    extended[20]! |= 0x02;
    await expect(decodePicture(extended)).rejects.toThrow(/moves/);
  });

  it('may not claim more pixels than its bytes account for', async () => {
    const bytes = await encodeWebp({ width, height, pixels: ramp() });
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(21, 0x0fffffff, true);
    await expect(decodePicture(bytes, new Budget(bytes.length))).rejects.toThrow(/16384 × 16384|memory/);
  });
});
