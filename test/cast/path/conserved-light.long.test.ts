/** Light is neither made nor lost: white furnaces, and surfaces of the colour that they were given. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { LIGHT_SPACES } from '../../../src/transfer/light/albedo.js';
import { showLight } from '../../../src/transfer/light/tone.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createVolume } from '../../../src/volume/volume.js';
import { placeMesh, RANGE, SPHERE } from '../hybrid-scenes.js';
import { cameraOf, obliqueCamera } from '../sample-scenes.js';
import { camera, usePaths, volume } from './path-scenes.js';

const { trace } = usePaths();

describe('light is neither made nor lost', () => {
  const white = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [
      { value: RANGE[0], opacity: 0.02 },
      { value: RANGE[1], opacity: 0.4 },
    ],
  });

  it('where nothing absorbs any: white in, white out', async () => {
    const meshes = [{ mesh: placeMesh(SPHERE, volume, [0.5, 0.5, 0.5], 0.2), color: [1, 1, 1] as const }];
    const color = await trace({ volume, transfer: white, meshes, environment: 'white' }, camera, {
      samplesPerPixel: 16,
    });
    for (const [index, value] of color.entries()) {
      const opacity = color[index - (index % 4) + 3]!;
      expect(value).toBeCloseTo(opacity, 4);
    }
    expect(Math.max(...color)).toBe(1);
  });

  it('that is scattered more often than it is followed', async () => {
    const block = createVolume({ sizes: [4, 4, 4], voxels: new Uint8Array(64).fill(1) });
    const dense = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [{ value: 1, opacity: 0.9 }],
      unit: 0.01,
    });
    const shown = { volume: block, transfer: dense, environment: 'white' } as const;
    const color = await trace(shown, obliqueCamera(block), { samplesPerPixel: 8 });
    for (const [index, value] of color.entries()) expect(value).toBeCloseTo(color[index - (index % 4) + 3]!, 4);
    expect(Math.max(...color)).toBe(1);
  });

  it.each(LIGHT_SPACES.flatMap((lightSpace) => [0.2, 0.5, 0.8].map((gray) => [gray, lightSpace] as const)))(
    'so that a surface of %f is shown in that colour in %s space, whatever else the transfer function colours',
    async (gray, lightSpace) => {
      const [size, middle, radius] = [24, 11.5, 9];
      const ball = createVolume({
        sizes: [size, size, size],
        voxels: Float32Array.from({ length: size ** 3 }, (_, at) => {
          const place = [at % size, Math.floor(at / size) % size, Math.floor(at / size ** 2)];
          return radius + 50 - Math.hypot(...place.map((index) => index - middle));
        }),
      });
      const opacities = [
        { value: 49, opacity: 0 },
        { value: 51, opacity: 0.95 },
      ];
      const colors = [{ value: 0, color: [gray, gray, gray] as const }];
      const from = { ...cameraOf(ball, 'd', 'orthographic', 1), height: 24 } as Camera;
      const options = { width: 24, height: 24, samplesPerPixel: 64, lightSpace };
      const pictures = [[], [{ value: 5000, opacity: 0 }]].map((beyond) => {
        const opaque = beyond.map(() => ({ value: 70, opacity: 0.95 }));
        const look = createTransferFunction({ colors, opacities: [...opacities, ...opaque, ...beyond] });
        return trace({ volume: ball, transfer: look, environment: 'white' }, from, options);
      });
      const [color, other] = await Promise.all(pictures);
      let [light, opacity] = [0, 0];
      for (let at = 0; at < color!.length; at += 4) [light, opacity] = [light + color![at]!, opacity + color![at + 3]!];
      expect(opacity).toBeGreaterThan(200);
      const shown = showLight([light / opacity, 0, 0], { exposure: 1, tone: 'clip', lightSpace })[0];
      expect(Math.abs(shown - gray)).toBeLessThan(0.03);
      // Bounds of bricks, and so paths, may be others.
      const difference = color!.reduce((sum, value, index) => sum + (index % 4 === 3 ? 0 : value - other![index]!), 0);
      expect(Math.abs(difference)).toBeLessThan(0.02 * 3 * light);
    },
  );

  it('so that what is thick has about the colour that it was given', async () => {
    const block = createVolume({ ...volume, voxels: new Uint8Array(volume.voxels.length).fill(100) });
    const gray = createTransferFunction({
      colors: [{ value: 0, color: [0.5, 0.5, 0.5] }],
      opacities: [{ value: 100, opacity: 0.8 }],
    });
    const color = await trace({ volume: block, transfer: gray, environment: 'white' }, camera, {
      lightSpace: 'display',
    });
    const thick = Array.from({ length: color.length / 4 }, (_, pixel) => 4 * pixel).filter((at) => color[at + 3] === 1);
    const mean = thick.reduce((sum, at) => sum + color[at]!, 0) / thick.length;
    expect(thick.length).toBeGreaterThan(10);
    expect(mean).toBeGreaterThan(0.4);
    expect(mean).toBeLessThan(0.6);
  });
});
