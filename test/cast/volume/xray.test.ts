/** Radiographs: line integrals against what they must be of bodies that are known, and laws that hold for all. */
import { describe, expect, it } from 'vitest';
import { createCamera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { attenuationOf, createXrayTransfer, largestLineIntegral } from '../../../src/transfer/xray.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();
const SIDE = 68;
const SPACING: Vec3 = [1, 1, 1.25];
const RADIUS = 32;
const CENTER = SPACING.map((spacing) => (spacing * (SIDE - 1)) / 2) as unknown as Vec3;

/** A ball of water in air, whose voxels hold the share of them that is water. */
function createBall(value: (share: number) => number = (share) => 1000 * share - 1000): Volume {
  const voxels = Float32Array.from({ length: SIDE ** 3 }, (_, index) => {
    const place = [index % SIDE, Math.floor(index / SIDE) % SIDE, Math.floor(index / SIDE ** 2)];
    const distance = Math.hypot(...place.map((at, axis) => at * SPACING[axis]! - CENTER[axis]!));
    return value(Math.min(1, Math.max(0, (RADIUS - distance) / 1.1 + 0.5)));
  });
  const columns = SPACING.map((length, axis) => [0, 1, 2].map((other) => (other === axis ? length : 0)));
  return createVolume({
    sizes: [SIDE, SIDE, SIDE],
    voxels,
    indexToWorld: { columns: columns as unknown as Volume['indexToWorld']['columns'], origin: [0, 0, 0] },
  });
}

const [WIDTH, HEIGHT] = [40, 40];
const EXTENT = 72;

const parallel = (forward: Vec3, up: Vec3) =>
  createCamera({
    eye: CENTER.map((at, axis) => at - 200 * forward[axis]!) as unknown as Vec3,
    target: CENTER,
    up,
    projection: 'orthographic' as const,
    height: EXTENT,
  });

async function integralsOf(scene: VolumeScene, camera = parallel([0, 0, 1], [0, -1, 0])) {
  const renderer = new Renderer(gpu());
  // Samples a whole spacing apart are up to a quarter of one off where the ball begins and ends.
  const options = { width: WIDTH, height: HEIGHT, step: 0.5, quality: 'plain', outputs: ['values'] } as const;
  const { values } = await renderer.render(scene, camera, options);
  renderer.destroy();
  return Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => (values[2 * pixel + 1]! > 0 ? values[2 * pixel]! : NaN));
}

const scene = (volume: Volume): VolumeScene => ({ volume, transfer: createXrayTransfer([0, 1]), mode: 'xray' });

describe('a ball of water', () => {
  it.each([
    ['along an axis', [0, 0, 1], [0, -1, 0]],
    ['across two', [0.6, 0, 0.8], [0, -1, 0]],
    ['askew', [1 / Math.sqrt(3), 1 / Math.sqrt(3), 1 / Math.sqrt(3)], [0, 0, 1]],
  ] as const)('attenuates along its chords, %s', async (_, forward, up) => {
    const integrals = await integralsOf(scene(createBall()), parallel(forward, up));
    for (let pixel = 0; pixel < integrals.length; pixel++) {
      const x = ((pixel % WIDTH) + 0.5 - WIDTH / 2) * (EXTENT / HEIGHT);
      const y = (Math.floor(pixel / WIDTH) + 0.5 - HEIGHT / 2) * (EXTENT / HEIGHT);
      const offset = Math.hypot(x, y);
      // Voxels at the rim are neither water nor air, and there are the more of them along a ray the nearer it is to the rim.
      if (offset > 0.55 * RADIUS) continue;
      const chord = 0.02 * 2 * Math.sqrt(RADIUS ** 2 - offset ** 2);
      expect(Math.abs(integrals[pixel]! / chord - 1), `${x} ${y}`).toBeLessThan(0.005);
    }
  });

  it('attenuates in proportion to its size, and as much through padding of -3024', async () => {
    const { voxels, indexToWorld, sizes } = createBall();
    const once = await integralsOf(scene(createBall()));
    const columns = indexToWorld.columns.map((column) => column.map((at) => 2 * at));
    const twice = createVolume({
      sizes,
      voxels,
      indexToWorld: { columns: columns as unknown as Volume['indexToWorld']['columns'], origin: [0, 0, 0] },
    });
    const eye: Vec3 = [2 * CENTER[0], 2 * CENTER[1], 2 * CENTER[2] - 400];
    const target = CENTER.map((at) => 2 * at) as unknown as Vec3;
    const camera = createCamera({ eye, target, up: [0, -1, 0], projection: 'orthographic', height: 2 * EXTENT });
    for (const [pixel, integral] of (await integralsOf(scene(twice), camera)).entries()) {
      if (Number.isNaN(once[pixel])) expect(integral).toBeNaN();
      else expect(integral).toBeCloseTo(2 * once[pixel]!, 4);
    }
    const padded = createBall((share) => (share === 0 ? -3024 : 1000 * share - 1000));
    const integrals = await integralsOf(scene(padded));
    const middle = (HEIGHT / 2) * WIDTH + WIDTH / 2;
    expect(integrals[middle]! / once[middle]!).toBeGreaterThan(0.97);
    expect(Math.min(...integrals.filter((value) => !Number.isNaN(value)))).toBe(0);
  });

  it('has the same integral whatever the distance of samples, and none where all is air', async () => {
    const [coarse, fine] = await Promise.all(
      [1, 0.25].map(async (step) => {
        const renderer = new Renderer(gpu());
        const options = { width: WIDTH, height: HEIGHT, step, quality: 'plain', outputs: ['values'] } as const;
        const { values } = await renderer.render(scene(createBall()), parallel([0, 0, 1], [0, -1, 0]), options);
        renderer.destroy();
        return values;
      }),
    );
    const middle = 2 * ((HEIGHT / 2) * WIDTH + WIDTH / 2);
    expect(coarse![middle]! / fine![middle]!).toBeCloseTo(1, 2);
    const air = await integralsOf(scene(createBall(() => -1000)));
    // But for what rounding leaves of the factor times −1000 and the addend.
    for (const value of air) expect(Number.isNaN(value) || value < 1e-6).toBe(true);
  });
});

it('knows the largest integral along lines of voxels', () => {
  const voxels = Int16Array.of(0, 1000, -1000, -2000, 500, -1000, 0, 3000);
  const columns = [
    [2, 0, 0],
    [0, 3, 0],
    [0, 0, 5],
  ] as const;
  const volume = createVolume({ sizes: [2, 2, 2], voxels, indexToWorld: { columns, origin: [0, 0, 0] } });
  // Along i, j and k: the rows are of 2, 3 and 5 units a voxel.
  const rows = [
    2 * attenuationSum(0, 3000),
    3 * attenuationSum(-1000, 3000),
    5 * attenuationSum(-2000, 3000),
    5 * attenuationSum(0, 500),
  ];
  expect(largestLineIntegral(volume)).toBeCloseTo(Math.max(...rows), 10);
});

const attenuationSum = (...values: readonly number[]) => values.reduce((sum, value) => sum + attenuationOf(value), 0);
