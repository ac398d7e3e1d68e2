/** Places of the CPU reference's samples: shifted by blue noise along rays, and spread over a pixel. */
import { describe, expect, it } from 'vitest';
import { cameraBasis, type OrthographicCamera } from '../../../src/camera/camera.js';
import { createBlueNoise } from '../../../src/math/blue-noise.js';
import { subpixelOffsets } from '../../../src/math/subpixels.js';
import { addScaled, type Vec3 } from '../../../src/math/vec3.js';
import { castVolume } from '../../../src/reference/volume/cast-volume.js';
import { RENDER_MODES } from '../../../src/transfer/mode.js';
import { createVolume } from '../../../src/volume/volume.js';
import {
  BLACK,
  channelOf,
  expectSameColors,
  gray,
  pixelAt,
  randomView,
  randomVolume,
  SIZE,
  TINT,
  UNIT_AXES,
  uniform,
  VARIED,
  volumeOf,
  voxelView,
} from '../cast-scenes.js';

describe('jitter', () => {
  // Values are depths behind the eye, which is inside, where interpolation is linear.
  const volume = volumeOf([40, 36, 6], UNIT_AXES, ([, , k]) => (k - 1) / 4);
  const eye: Vec3 = [19.5, 17.5, 1];
  const camera = { projection: 'orthographic', eye, target: [19.5, 17.5, 5], up: [0, -1, 0], height: 36 } as const;
  const options = { volume, transfer: gray(1), camera, width: 40, height: 36, background: BLACK };

  it('puts a pixel’s first sample where the blue noise says, and repeats it', () => {
    const noise = createBlueNoise(5);
    const { colors } = castVolume({ ...options, jitter: 5 });
    for (let y = 0; y < 36; y++) {
      for (let x = 0; x < 40; x++) {
        expect(pixelAt(colors, x, y, 40)[0]).toBeCloseTo(noise[(x % 32) + 32 * (y % 32)]! / 4, 12);
      }
    }
  });

  it('is in the middle of the step without', () => {
    expectSameColors(channelOf(castVolume(options).colors, 0), new Float64Array(40 * 36).fill(0.5 / 4));
  });
});

describe('several samples per pixel', () => {
  const cube = createVolume({ sizes: [4, 4, 4], voxels: new Uint8Array(64) });
  const front = voxelView(cube, 'a');

  it('show what one does where nothing changes', () => {
    const options = { volume: cube, ...front, transfer: uniform(0.2), background: BLACK };
    const one = castVolume(options);
    const many = castVolume({ ...options, samplesPerPixel: 7 });
    expectSameColors(many.colors, one.colors);
    expect(many.sampleCount).toBe(7 * one.sampleCount);
  });

  it('cover a pixel at an outline in proportion, in its own colour', () => {
    // The only pixel has the size of the cube, which ends `aside` pixels from the centre on one side.
    const count = 24;
    const seen = (right: number, up: number) => {
      const { eye, target } = front.camera;
      const move = (point: Vec3): Vec3 => [point[0] + 4 * right, point[1] + 4 * up, point[2]];
      const camera = { ...front.camera, eye: move(eye), target: move(target) };
      const options = { volume: cube, camera, width: 1, height: 1, transfer: uniform(1) };
      return castVolume({ ...options, background: 'transparent', samplesPerPixel: count }).colors;
    };
    for (const aside of [0.12, 0.3, 0.45]) {
      // Moved to the right, the camera sees the cube's right face at ½ − aside from the pixel's centre.
      const shares = (axis: 0 | 1, side: 1 | -1) =>
        subpixelOffsets(count).filter((offset) => side * offset[axis] < 0.5 - aside).length / count;
      expectSameColors(seen(aside, 0), Float64Array.of(...TINT, shares(0, 1)));
      expectSameColors(seen(-aside, 0), Float64Array.of(...TINT, shares(0, -1)));
      expectSameColors(seen(0, aside), Float64Array.of(...TINT, shares(1, 1)));
      expectSameColors(seen(0, -aside), Float64Array.of(...TINT, shares(1, -1)));
    }
  });

  it.each(RENDER_MODES)('are the mean of as many moved images in mode %s', (mode) => {
    const volume = randomVolume(9401);
    const camera = randomView(volume, 9402) as OrthographicCamera;
    const { right, up } = cameraBasis(camera);
    const background: Vec3 = [0.2, 0.9, 0.1];
    const options = { volume, transfer: VARIED, ...SIZE, background, mode, isoValue: 110 };
    const images = subpixelOffsets(5).map(([toRight, upwards]) => {
      const pixelWorld = camera.height / SIZE.height;
      const move = (p: Vec3) => addScaled(addScaled(p, right, toRight * pixelWorld), up, upwards * pixelWorld);
      return castVolume({ ...options, camera: { ...camera, eye: move(camera.eye), target: move(camera.target) } });
    });
    const mean = images[0]!.colors.map((_, n) => images.reduce((sum, { colors }) => sum + colors[n]! / 5, 0));
    expectSameColors(castVolume({ ...options, camera, samplesPerPixel: 5 }).colors, mean, 9);
  });
});
