/** The denoiser on the device: as the float64 CPU reference has it, whatever the strips; it takes noise alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Denoiser } from '../../../src/cast/denoise/denoiser.js';
import { allocateStorage, readWords } from '../../../src/gpu/allocate-storage.js';
import { submitPass } from '../../../src/gpu/submit-pass.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { denoisePicture, type NoisyPicture } from '../../../src/reference/denoise.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();
let denoiser: Denoiser;
beforeAll(() => {
  denoiser = new Denoiser(gpu());
});
afterAll(() => denoiser.destroy());

const FRAMES = 4;
const SEED = 23;

/** Frames of a picture as the kernel of paths adds them up: colours, then guides. */
function packWords({ width, height, ...picture }: NoisyPicture): Float32Array<ArrayBuffer> {
  const pixels = width * height;
  const words = new Float32Array((4 + 14) * pixels);
  const squares = FRAMES * (FRAMES - 1);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const own = (plane: Float64Array, channels: number, factor: number) =>
      [...plane.subarray(channels * pixel, channels * (pixel + 1))].map((value) => factor * value);
    words.set(own(picture.color, 4, FRAMES), 4 * pixel);
    const [albedo, normal, depth] = own(picture.guideVariances, 3, squares);
    const guides = own(picture.guides, 7, FRAMES);
    words.set(
      [...guides, normal!, ...own(picture.colorVariances, 4, squares), albedo!, depth!],
      4 * pixels + 14 * pixel,
    );
  }
  return words;
}

async function denoise(picture: NoisyPicture, by = denoiser): Promise<Float32Array> {
  const { width, height } = picture;
  const content = packWords(picture);
  const { words } = await allocateStorage(gpu(), 'test', { words: content.length });
  gpu().device.queue.writeBuffer(words, 0, content);
  const frame = { width, height, words, firstColor: 0, firstGuides: 4 * width * height, frames: FRAMES };
  const { denoised, encode } = await by.prepare(frame);
  submitPass(gpu(), 'denoise', encode);
  const [found] = await readWords(gpu(), [{ buffer: denoised, length: 4 * width * height }]);
  words.destroy();
  return new Float32Array(found!.buffer, found!.byteOffset, found!.length);
}

interface Pattern {
  /** Standard deviations of colours and of guides. */
  readonly noise: number;
  readonly guideNoise: number;
}

/** Stripes of two albedos under light that falls off, before nothing on the left, with noise. */
function createPicture(width: number, height: number, seed: number, { noise, guideNoise }: Pattern) {
  const random = createRandom(seed);
  const pixels = width * height;
  const truth = new Float64Array(4 * pixels);
  const guides = new Float64Array(7 * pixels);
  const isSeen = (pixel: number) => pixel % width >= 4;
  for (let pixel = 0; pixel < pixels; pixel++) {
    if (!isSeen(pixel)) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const albedo = (x + y) % 7 < 3 ? [0.9, 0.4, 0.3] : [0.3, 0.5, 0.9];
    const light = 0.4 + (0.5 * y) / height;
    truth.set([...albedo.map((share) => share * light), 1], 4 * pixel);
    guides.set([...albedo, 0.8 + (0.1 * x) / width, 0, Math.sin(y / height), Math.cos(y / height)], 7 * pixel);
  }
  const shaken = (values: Float64Array, channels: number, deviation: number) =>
    values.map((value, at) =>
      isSeen(Math.floor(at / channels)) ? value + deviation * Math.sqrt(12) * (random() - 0.5) : value,
    );
  const color = shaken(truth, 4, noise).map((value, at) => (at % 4 === 3 ? truth[at]! : value));
  const picture: NoisyPicture = {
    width,
    height,
    color,
    colorVariances: truth.map((_, at) => (at % 4 < 3 && isSeen(at >> 2) ? noise ** 2 * (0.5 + random()) : 0)),
    guides: shaken(guides, 7, guideNoise),
    guideVariances: new Float64Array(3 * pixels).map((_, at) =>
      isSeen(Math.floor(at / 3)) ? (at % 3 === 2 ? 1 : 3) * guideNoise ** 2 : 0,
    ),
  };
  return { truth, picture };
}

const errorOf = (color: ArrayLike<number>, wanted: Float64Array) =>
  Math.sqrt(wanted.reduce((sum, value, at) => sum + (value - color[at]!) ** 2, 0) / wanted.length);

describe('the denoiser', () => {
  it.each([
    ['much noise', { noise: 0.2, guideNoise: 0.05 }],
    ['little noise', { noise: 0.01, guideNoise: 0 }],
    ['guides of much noise', { noise: 0.05, guideNoise: 0.3 }],
  ])(`computes what the reference does, seed ${SEED}: %s`, async (_, pattern) => {
    const { picture } = createPicture(37, 29, SEED, pattern);
    const wanted = denoisePicture(picture);
    const found = await denoise(picture);
    for (const [at, value] of wanted.entries()) expect(found[at], `channel ${at}`).toBeCloseTo(value, 3);
  });

  it(`takes most noise out, and keeps stripes of two pixels, seed ${SEED}`, async () => {
    const { truth, picture } = createPicture(64, 48, SEED, { noise: 0.15, guideNoise: 0.02 });
    expect(errorOf(await denoise(picture), truth)).toBeLessThan(0.3 * errorOf(picture.color, truth));
  });

  it('leaves what has no noise, however it looks', async () => {
    const random = createRandom(SEED);
    const { picture } = createPicture(40, 30, SEED, { noise: 0, guideNoise: 0 });
    const color = picture.color.map((value) => value * random());
    const found = await denoise({ ...picture, color });
    expect(errorOf(found, color)).toBeLessThan(1e-4);
  });

  it(`keeps waves that guides do not show, which are larger than the noise, seed ${SEED}`, async () => {
    const { truth, picture } = createPicture(48, 48, SEED, { noise: 0.02, guideNoise: 0 });
    const waves = truth.map((value, at) => {
      const [x, y] = [(at >> 2) % 48, Math.floor(at / 4 / 48)];
      return value === 0 || at % 4 === 3 ? 0 : 0.2 * Math.sin(1.1 * x) * Math.sin(0.9 * y);
    });
    const whole = truth.map((value, at) => value + waves[at]!);
    const color = picture.color.map((value, at) => value + waves[at]!);
    expect(errorOf(await denoise({ ...picture, color }), whole)).toBeLessThan(errorOf(color, whole));
  });

  it('has the same pixels in one strip and in many', async () => {
    const { picture } = createPicture(50, 70, SEED, { noise: 0.1, guideNoise: 0.02 });
    const whole = await denoise(picture);
    const cut = new Denoiser(gpu(), { stripPixels: 50 * 45 });
    expect(await denoise(picture, cut)).toEqual(whole);
    cut.destroy();
  });
});
