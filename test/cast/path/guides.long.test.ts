/** What frames of paths leave the denoiser: against the float64 CPU reference, and their deviations against the frames themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { Scene } from '../../../src/cast/scene.js';
import { readWords } from '../../../src/gpu/allocate-storage.js';
import { encodeSrgb } from '../../../src/math/srgb.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { tracePaths } from '../../../src/reference/path/trace-paths.js';
import { LIGHT_SPACES } from '../../../src/transfer/light/albedo.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { placeMesh, RANGE } from '../hybrid-scenes.js';
import { cameraOf, GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();
let renderer: Renderer;
/** The buffers that frames are written to, the newest last. */
const outputs: GPUBuffer[] = [];
beforeAll(() => {
  const { device } = gpu();
  const create = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = create(descriptor);
    if (descriptor.label === 'frame.output') outputs.push(buffer);
    return buffer;
  };
  renderer = new Renderer(gpu());
});
afterAll(() => renderer.destroy());

const SIZE = { width: 12, height: 10 };
const PIXELS = SIZE.width * SIZE.height;
const PATHS = 48;
const GUIDE_WORDS = 14;
const options = { ...SIZE, quality: 'path', seed: 7, accumulate: true, guides: true, outputs: ['color'] } as const;

const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
const scene: Scene = {
  volume,
  transfer: makeTransfer(RANGE, 0.3),
  meshes: [
    {
      mesh: placeMesh(createIcosphere({ subdivisions: 1 }), volume, [0.3, 0.5, 0.6], 0.2),
      color: [0.9, 0.5, 0.1],
      opacity: 0.7,
    },
  ],
};

/** Colours and guides of a frame, as the kernel left them. */
async function readSums() {
  const [words] = await readWords(gpu(), [{ buffer: outputs.at(-1)!, length: (1 + 4 + GUIDE_WORDS) * PIXELS }]);
  const floats = new Float32Array(words!.buffer, words!.byteOffset, words!.length);
  return { colors: floats.slice(PIXELS, 5 * PIXELS), guides: floats.slice(5 * PIXELS) };
}

describe('guides', () => {
  const oblique = obliqueCamera(volume);
  const parallel = cameraOf(volume, 'd', 'orthographic', SIZE.width / SIZE.height);
  it.each<[string, Camera]>([
    ['a perspective', oblique],
    ['parallel rays', parallel],
  ])('are what the paths of the reference meet first, in %s', async (_, camera) => {
    await renderer.render(scene, camera, { ...options, samplesPerPixel: PATHS, skip: false });
    const { guides } = await readSums();
    const reference = tracePaths({ ...SIZE, ...scene, camera, environment: 'studio', paths: PATHS, seed: 7 });
    let worst = 0;
    let sum = 0;
    for (let pixel = 0; pixel < PIXELS; pixel++) {
      for (let index = 0; index < 7; index++) {
        const off = Math.abs(guides[GUIDE_WORDS * pixel + index]! - reference.guides[7 * pixel + index]!);
        worst = Math.max(worst, off);
        sum += off;
      }
    }
    // Rounding leads single paths elsewhere, which may change the mean of 48 by a few parts in 48.
    expect(worst).toBeLessThan(0.2);
    expect(sum / (7 * PIXELS)).toBeLessThan(2e-3);
    expect(Math.max(...reference.guides)).toBeGreaterThan(0.5);
  });

  it('add up how much frames deviate from their mean', async () => {
    const frames: { readonly colors: Float64Array; readonly guides: Float64Array }[] = [];
    let before = { colors: new Float32Array(4 * PIXELS), guides: new Float32Array(GUIDE_WORDS * PIXELS) };
    for (let frame = 0; frame < 4; frame++) {
      await renderer.render(scene, oblique, { ...options, samplesPerPixel: 2 });
      const sums = await readSums();
      frames.push({
        colors: Float64Array.from(sums.colors, (value, at) => value - before.colors[at]!),
        guides: Float64Array.from(sums.guides, (value, at) => value - before.guides[at]!),
      });
      before = sums;
    }
    const deviations = (values: readonly number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    };
    const ofGuides = (pixel: number, indices: readonly number[]) =>
      indices.reduce((sum, at) => sum + deviations(frames.map(({ guides }) => guides[GUIDE_WORDS * pixel + at]!)), 0);
    let largest = 0;
    for (let pixel = 0; pixel < PIXELS; pixel++) {
      const found = before.guides.subarray(GUIDE_WORDS * pixel, GUIDE_WORDS * (pixel + 1));
      expect(found[7]).toBeCloseTo(ofGuides(pixel, [4, 5, 6]), 4);
      expect(found[12]).toBeCloseTo(ofGuides(pixel, [0, 1, 2]), 4);
      expect(found[13]).toBeCloseTo(ofGuides(pixel, [3]), 4);
      for (let channel = 0; channel < 4; channel++) {
        const wanted = deviations(frames.map(({ colors }) => colors[4 * pixel + channel]!));
        expect(found[8 + channel]).toBeCloseTo(wanted, 4);
        largest = Math.max(largest, wanted);
      }
    }
    expect(largest).toBeGreaterThan(0.05);
  });

  it('are refused of frames that do not accumulate or are no paths', async () => {
    await expect(renderer.render(scene, oblique, { ...options, accumulate: false })).rejects.toThrow(
      'guides are of frames of quality path that accumulate',
    );
    await expect(renderer.render(scene, oblique, { ...options, quality: 'plain' })).rejects.toThrow('guides are of');
  });
});

describe('denoise', () => {
  const wanted = 'denoise needs two or more accumulated frames of quality path with the option guides';
  const oblique = obliqueCamera(volume);
  const frame = { ...options, samplesPerPixel: 2 } as const;

  it('refuses what has no noise to be told', async () => {
    await renderer.render(scene, oblique, { ...SIZE });
    await expect(renderer.denoise()).rejects.toThrow(wanted);
    await renderer.render(scene, oblique, frame);
    await expect(renderer.denoise()).rejects.toThrow(wanted);
    await renderer.render(scene, oblique, frame);
    await renderer.denoise();
    await renderer.render(scene, oblique, { ...SIZE });
    await expect(renderer.denoise()).rejects.toThrow(wanted);
  });

  it.each(LIGHT_SPACES)(
    'leaves the frames as they are, and puts the background behind light of any tone: %s',
    async (lightSpace) => {
      const frame = { ...options, samplesPerPixel: 2, lightSpace } as const;
      const show = (light: number) => (lightSpace === 'linear' ? encodeSrgb(light) : light);
      const behind = { ...scene, background: [0.25, 0.5, 1] } as const;
      const twice = async (denoises: boolean, more: object = {}) => {
        await renderer.render(scene, oblique, { ...SIZE });
        let last = await renderer.render(behind, oblique, { ...frame, ...more });
        for (let n = 1; n < 4; n++) last = await renderer.render(behind, oblique, { ...frame, ...more });
        const calm = denoises ? await renderer.denoise() : undefined;
        return { calm, last, next: await renderer.render(behind, oblique, { ...frame, ...more }) };
      };
      const { calm, next } = await twice(true);
      expect(next.color).toEqual((await twice(false)).next.color);
      const dim = await twice(true, { exposure: 0.5, tone: 'clip' });
      for (let pixel = 0; pixel < PIXELS; pixel++) {
        expect(calm!.color[4 * pixel + 3]).toBe(1);
        for (let channel = 0; channel < 3; channel++) {
          const at = 4 * pixel + channel;
          expect(dim.calm!.color[at]).toBeCloseTo(calm!.color[at]!, 5);
          expect(calm!.pixels[at]! / 255).toBeLessThan(show(calm!.color[at]!) + 3e-3);
        }
      }
      // Hardly anything is before the background in the corner.
      for (const { pixels } of [calm!, dim.calm!])
        for (const [channel, wanted] of [64, 128, 255, 255].entries())
          expect(Math.abs(pixels[channel]! - wanted)).toBeLessThan(2);
    },
  );
});
