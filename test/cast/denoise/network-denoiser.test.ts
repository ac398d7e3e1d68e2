/** What a network gets of frames of paths, and what becomes of its answer. */
import { describe, expect, it } from 'vitest';
import { denoiseByNetwork, type NetworkInput } from '../../../src/cast/denoise/network-denoiser.js';
import { showColors } from '../../../src/cast/path/show-colors.js';
import { createRandom } from '../../../src/mesh/generators/random.js';

const SIZE = { width: 5, height: 3 };
const SHOWN = { background: [0.2, 0.4, 0.6], exposure: 1.4, tone: 'filmic', lightSpace: 'linear' } as const;
const FRAMES = 4;
const SEED = 17;

function createSums() {
  const random = createRandom(SEED);
  const draw = (length: number) => Float32Array.from({ length }, () => FRAMES * random());
  return { frames: FRAMES, color: draw(4 * 15), guides: draw(14 * 15) };
}

const unchanged = async ({ color }: NetworkInput) => color;

describe(`denoiseByNetwork, seed ${SEED}`, () => {
  it('shows means as they are through a network that changes nothing', async () => {
    const sums = createSums();
    const expected = showColors(
      sums.color.map((sum) => sum / FRAMES),
      SHOWN,
    );
    expect(await denoiseByNetwork(unchanged, SIZE, sums, SHOWN)).toEqual(expected);
  });

  it('gives the network light and opacity apart, with albedos and normals', async () => {
    const sums = createSums();
    const inputs: NetworkInput[] = [];
    const keep = async (input: NetworkInput) => {
      inputs.push(input);
      return input.color;
    };
    await denoiseByNetwork(keep, SIZE, sums, SHOWN);
    expect(inputs).toHaveLength(2);
    const [light, opacity] = inputs as [NetworkInput, NetworkInput];
    for (const [pixel, channel] of [
      [0, 0],
      [7, 2],
      [14, 1],
    ] as const) {
      const at = 4 * pixel + channel;
      expect(light.color[at]).toBeCloseTo(sums.color[at]! / FRAMES, 6);
      expect(opacity.color[at]).toBeCloseTo(sums.color[4 * pixel + 3]! / FRAMES, 6);
      for (const { albedo, normal, width, height } of inputs) {
        expect({ width, height }).toEqual(SIZE);
        expect(albedo[at]).toBeCloseTo(sums.guides[14 * pixel + channel]! / FRAMES, 6);
        expect(normal[at]).toBeCloseTo(sums.guides[14 * pixel + 4 + channel]! / FRAMES, 6);
      }
    }
  });

  it('takes no opacities beyond their range, and no frame for one', async () => {
    const sums = createSums();
    const doubled = async ({ color }: NetworkInput) => color.map((value) => 9 * value - 4);
    const { pixels, color } = await denoiseByNetwork(doubled, SIZE, sums, { ...SHOWN, background: 'transparent' });
    const opacities = color.filter((_, at) => at % 4 === 3);
    expect(Math.min(...opacities)).toBe(0);
    expect(Math.max(...opacities)).toBe(1);
    expect(pixels).toHaveLength(4 * 15);
    await expect(denoiseByNetwork(unchanged, SIZE, { ...sums, frames: 0 }, SHOWN)).rejects.toThrow(/one frame or more/);
    const broken = async ({ color }: NetworkInput) => color.map((value, at) => (at === 8 ? NaN : value));
    await expect(denoiseByNetwork(broken, SIZE, sums, SHOWN)).rejects.toThrow(/NaN or infinity/);
  });
});
