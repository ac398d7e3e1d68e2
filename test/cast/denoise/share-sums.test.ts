/** Frames of paths from several processes: together they are as if they were added up one by one, and denoised as the reference does it. */
import { describe, expect, it } from 'vitest';
import { addFrameSums, denoiseSums, type FrameSums } from '../../../src/cast/denoise/share-sums.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { denoisePicture } from '../../../src/reference/denoise.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();
const SIZE = { width: 21, height: 17 };
const PIXELS = SIZE.width * SIZE.height;
const SEED = 31;

/** Colours, and the seven guides of which frames have sums, of random frames that differ by noise. */
function createFrames(count: number) {
  const random = createRandom(SEED);
  const draw = (length: number) => Float64Array.from({ length }, random);
  const [color, guides] = [draw(4 * PIXELS), draw(7 * PIXELS)];
  const shake = (values: Float64Array) => values.map((value) => value + 0.3 * (random() - 0.5));
  return Array.from({ length: count }, () => ({ color: shake(color), guides: shake(guides) }));
}
type TracedFrame = ReturnType<typeof createFrames>[number];

const meanOf = (frames: readonly TracedFrame[], name: keyof TracedFrame) =>
  frames[0]![name].map((_, at) => frames.reduce((sum, each) => sum + each[name][at]!, 0) / frames.length);

/** Sums of squared deviations from the mean: of channels, and of the groups of guides of albedo, normal and depth. */
function deviationsOf(frames: readonly TracedFrame[]) {
  const squares = (name: keyof TracedFrame) => {
    const mean = meanOf(frames, name);
    return mean.map((center, at) => frames.reduce((sum, each) => sum + (each[name][at]! - center) ** 2, 0));
  };
  const ofGuides = squares('guides');
  const groups = [[0, 1, 2], [4, 5, 6], [3]];
  const grouped = Float64Array.from({ length: 3 * PIXELS }, (_, at) =>
    groups[at % 3]!.reduce((sum, index) => sum + ofGuides[7 * Math.floor(at / 3) + index]!, 0),
  );
  return { color: squares('color'), guides: grouped };
}

/** What the kernel of paths leaves of frames, in float64. */
function sumsOf(frames: readonly TracedFrame[]): FrameSums {
  const deviations = deviationsOf(frames);
  const [color, guides] = (['color', 'guides'] as const).map((name) =>
    Float32Array.from(meanOf(frames, name), (value) => frames.length * value),
  );
  const words = new Float32Array(14 * PIXELS);
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const [albedo, normal, depth] = deviations.guides.subarray(3 * pixel, 3 * pixel + 3);
    const ofColor = deviations.color.subarray(4 * pixel, 4 * pixel + 4);
    words.set([...guides!.subarray(7 * pixel, 7 * pixel + 7), normal!, ...ofColor, albedo!, depth!], 14 * pixel);
  }
  return { frames: frames.length, color: color!, guides: words };
}

describe('sums of frames', () => {
  const frames = createFrames(7);
  const shares = [frames.slice(0, 1), frames.slice(1, 4), frames.slice(4)].map(sumsOf);

  it.each([[[0, 1, 2]], [[2, 0, 1]]])(`are those of all frames, seed ${SEED}: shares in the order %j`, (order) => {
    const all = sumsOf(frames);
    const found = order.map((share) => shares[share]!).reduce(addFrameSums);
    expect(found.frames).toBe(7);
    for (const name of ['color', 'guides'] as const)
      for (const [at, value] of all[name].entries()) expect(found[name][at], `${name} ${at}`).toBeCloseTo(value, 5);
  });

  it(`are denoised as by the reference, seed ${SEED}`, async () => {
    const { color } = await denoiseSums(gpu(), SIZE, shares.reduce(addFrameSums), {
      ...{ exposure: 1, tone: 'clip', lightSpace: 'display', background: 'transparent' },
    });
    const deviations = deviationsOf(frames);
    const variancesOf = (sums: Float64Array) => sums.map((sum) => sum / (7 * 6));
    const wanted = denoisePicture({
      ...SIZE,
      color: meanOf(frames, 'color'),
      colorVariances: variancesOf(deviations.color),
      guides: meanOf(frames, 'guides'),
      guideVariances: variancesOf(deviations.guides),
    });
    for (const [at, value] of wanted.entries()) expect(color[at], `channel ${at}`).toBeCloseTo(value, 3);
  });

  it('of a single frame have no noise to be told', async () => {
    const shown = { exposure: 1, tone: 'clip', lightSpace: 'display', background: 'transparent' } as const;
    await expect(denoiseSums(gpu(), SIZE, shares[0]!, shown)).rejects.toThrow('two frames or more, not 1');
  });
});
