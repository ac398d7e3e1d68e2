/** Lamps are painted with the light that they have, wherever they are and however large. */
import { expect, it } from 'vitest';
import { dot, normalize, scale, type Vec3 } from '../../../src/math/vec3.js';
import {
  createEnvironmentMap,
  type EnvironmentMap,
  edgeOfRow,
  meanLight,
  panoramaDirection,
} from '../../../src/transfer/light/environment.js';
import { addLamps, type Lamp, lampLight } from '../../../src/transfer/light/lamps.js';
import { createRandom, randomDirection } from '../../camera/random.js';

/** Light that a white floor reflects, times its cosine, averaged over a panorama. */
function reflected({ width, height, colors }: EnvironmentMap, normal: Vec3): Vec3 {
  const sums: [number, number, number] = [0, 0, 0];
  for (let row = 0; row < height; row++) {
    const solidAngle = ((edgeOfRow(row, height) - edgeOfRow(row + 1, height)) * 2 * Math.PI) / width;
    for (let column = 0; column < width; column++) {
      const cosine = dot(panoramaDirection((column + 0.5) / width, (row + 0.5) / height), normal);
      for (const channel of [0, 1, 2] as const)
        sums[channel] += (colors[3 * (row * width + column) + channel]! * Math.max(cosine, 0) * solidAngle) / Math.PI;
    }
  }
  return sums;
}

const SEED = 20261126;
const random = createRandom(SEED);
const lamps = [3, 10, 24, 60, 1].flatMap((degrees) =>
  [randomDirection(random), [0, 1, 0] as const, [0, 0.02, -0.9998] as const].map(
    (direction): Lamp => ({ direction: normalize(direction), degrees, color: [1, 0.5 + random(), 0.2] }),
  ),
);

it.each(lamps)(
  `a white floor that faces a lamp reflects its colour: $degrees degrees at $direction, seed ${SEED}`,
  (lamp) => {
    const map = addLamps(createEnvironmentMap({ width: 2, height: 1, colors: new Float32Array(6) }), [lamp]);
    const light = reflected(map, lamp.direction);
    for (const channel of [0, 1, 2] as const) expect(light[channel] / lamp.color[channel]).toBeCloseTo(1, 2);
    // Its mean is that of a disc to rounding: pixels at its edge have a share of it.
    const share = (1 - Math.cos((lamp.degrees * Math.PI) / 360)) / 2;
    const whole = scale(lampLight(lamp), share);
    for (const channel of [0, 1, 2] as const) expect(meanLight(map)[channel] / whole[channel]).toBeCloseTo(1, 4);
  },
);

it('lamps come before what is around, which stays', () => {
  const colors = Float32Array.from({ length: 3 * 40 * 20 }, (_, at) => 0.2 + 0.1 * Math.sin(at));
  const map = createEnvironmentMap({ width: 40, height: 20, colors });
  const lamp: Lamp = { direction: [0, 0, 1], degrees: 5, color: [1, 1, 1] };
  const both = addLamps(map, [lamp, { ...lamp, direction: [1, 0, 0] }]);
  const [around, two, one] = [map, both, addLamps('dim', [lamp])].map(meanLight);
  for (const channel of [0, 1, 2] as const)
    expect(two![channel] - around![channel]).toBeCloseTo(2 * (one![channel] - 0.1), 3);
  expect(map.colors).toEqual(colors);
  // Straight up is no lamp: its pixels are those that they were.
  expect(both.colors.subarray(0, 3)).toEqual(colors.subarray(0, 3));
});
