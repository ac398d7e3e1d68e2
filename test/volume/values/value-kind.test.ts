/** What made-up values are taken for. */
import { describe, expect, it } from 'vitest';
import { computeStatistics } from '../../../src/volume/statistics/statistics.js';
import { recognizeValues, type ValueKind } from '../../../src/volume/values/value-kind.js';
import { createVolume, type VoxelArray } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const SIDE = 24;
const SEED = 5;
const random = createRandom(SEED);
const noise = (size: number) => size * (random() + random() + random() - 1.5);

/** Samples a field at places from −1 to 1. */
function fill<V extends VoxelArray>(voxels: V, field: (x: number, y: number, z: number) => number): V {
  const at = (index: number) => (2 * index + 1) / SIDE - 1;
  for (let index = 0; index < voxels.length; index++) {
    voxels[index] = field(at(index % SIDE), at(Math.floor(index / SIDE) % SIDE), at(Math.floor(index / SIDE ** 2)));
  }
  return voxels;
}

const COUNT = SIDE ** 3;
const ball = (x: number, y: number, z: number) => Math.hypot(x, y, z) < 0.7;
const octant = (x: number, y: number, z: number) => 4 * Number(x > 0) + 2 * Number(y > 0) + Number(z > 0);

/** Waves in three directions, about 0. */
const swirl = (x: number, y: number, z: number) =>
  Math.sin(14 * x) * Math.cos(13 * y) + Math.sin(13 * y) * Math.cos(14 * z) + Math.sin(14 * z) * Math.cos(13 * x);

const VOLUMES: readonly (readonly [string, ValueKind, VoxelArray])[] = [
  ['one value', 'constant', new Int16Array(COUNT).fill(7)],
  ['a CT', 'hounsfield', fill(new Int16Array(COUNT), (x, y, z) => (ball(x, y, z) ? 40 : -1000) + noise(30))],
  [
    'a CT padded with −3024',
    'hounsfield',
    fill(new Int16Array(COUNT), (x, y, z) => (Math.hypot(x, y) > 1 ? -3024 : (ball(x, y, z) ? 40 : -1000) + noise(30))),
  ],
  [
    'a CT that ends at −1024',
    'hounsfield',
    fill(new Float32Array(COUNT), (x, y, z) => Math.max(-1024, (ball(x, y, z) ? 40 : -1020) + noise(30))),
  ],
  ['a mask', 'labels', fill(new Uint8Array(COUNT), (x, y, z) => (ball(x, y, z) ? 255 : 0))],
  ['labels', 'labels', fill(new Uint8Array(COUNT), (x, y, z) => (ball(x, y, z) ? 1 + octant(x, y, z) : 0))],
  ['labels as floats', 'labels', fill(new Float32Array(COUNT), (x, y, z) => (ball(x, y, z) ? octant(x, y, z) : -1))],
  [
    'labels with NaN around them',
    'labels',
    fill(new Float32Array(COUNT), (x, y, z) => (ball(x, y, z) ? 1 + octant(x, y, z) : Number.NaN)),
  ],
  [
    'many labels with large numbers',
    'labels',
    fill(new Int32Array(COUNT), (x, y, z) =>
      ball(x, y, z)
        ? 100_000 * (1 + ((7 * Math.floor(4 * x + 4) + 13 * Math.floor(4 * y + 4) + 29 * Math.floor(4 * z + 4)) % 83))
        : 0,
    ),
  ],
  ['counts of few photons', 'magnitude', fill(new Uint8Array(COUNT), () => Math.floor(-2 * Math.log(1 - random())))],
  [
    'a smooth signal in few steps',
    'magnitude',
    fill(new Uint8Array(COUNT), (x, y, z) => 100 * Math.exp(-3 * Math.hypot(x, y, z)) + noise(3)),
  ],
  [
    'a map of what passed a test',
    'signed',
    fill(new Float32Array(COUNT), (x, y, z) => (ball(x, y, z) && Math.abs(x) > 0.3 ? 4 * Math.sign(x) + noise(1) : 0)),
  ],
  [
    'a component of a velocity',
    'signed',
    fill(new Float32Array(COUNT), (x, y, z) => Math.sin(5 * x) * Math.cos(4 * y + z)),
  ],
  [
    'an MR with a filter’s overshoot',
    'magnitude',
    fill(new Int16Array(COUNT), (x, y, z) => (ball(x, y, z) ? 600 : 0) + noise(10)),
  ],
  [
    'phases, smooth in a body and any angle around it',
    'noise',
    fill(new Float32Array(COUNT), (x, y, z) => (ball(x, y, z) ? x + y : Math.PI * (2 * random() - 1))),
  ],
  [
    'phases as unsigned integers',
    'noise',
    fill(new Uint16Array(COUNT), (x, y, z) => (ball(x, y, z) ? 2048 + 500 * x : 4095 * random())),
  ],
  [
    'phases in a mask, of any angle but where there is a signal',
    'noise',
    fill(new Float32Array(COUNT), (x, y, z) => {
      const distance = Math.hypot(x, y, z);
      if (distance > 0.95) return -Math.PI;
      return distance < 0.4 ? x + y : Math.PI * (2 * random() - 1);
    }),
  ],
  [
    'a brain in a mask',
    'magnitude',
    fill(new Int16Array(COUNT), (x, y, z) => (ball(x, y, z) ? 600 + 90 * swirl(x, y, z) + noise(60) : 0)),
  ],
  [
    'a brain in a mask that was resampled: its edge rings to below zero',
    'magnitude',
    fill(new Float32Array(COUNT), (x, y, z) => {
      const distance = Math.hypot(x, y, z);
      if (distance < 0.55) return 80 + 12 * swirl(x, y, z);
      return distance < 0.75 ? 0.2 * Math.cos(60 * distance) * swirl(x, y, z) : 0;
    }),
  ],
  ['a slope from one face to the other', 'magnitude', fill(new Float32Array(COUNT), (x) => x + 2)],
  [
    'the noise of a map of a test',
    'signed',
    fill(new Float32Array(COUNT), (x, y, z) => noise(2) + (Math.hypot(x - 0.3, y, z) < 0.2 ? 9 : 0)),
  ],
  [
    'the field of a magnet, and noise of both signs where there is no signal',
    'noise',
    fill(new Float32Array(COUNT), (x, y, z) => (ball(x, y, z) ? 0.1 * x : noise(2))),
  ],
  [
    'a probability of a folded sheet, in a mask',
    'magnitude',
    fill(new Float32Array(COUNT), (x, y, z) => {
      const isSheet = Math.sin(22 * x + 2 * Math.sin(3 * y) + 2 * Math.sin(4 * z)) > 0;
      return ball(x, y, z) ? (isSheet ? 0.96 : 0.01) + 0.03 * random() : 0;
    }),
  ],
  [
    'a difference of two pictures, of which few voxels are far off and lie alone',
    'noise',
    fill(new Float32Array(COUNT), (x, y, z) => {
      const isOff = random() < 0.01;
      return noise(2) + (ball(x, y, z) && isOff ? 80 * (random() - 0.5) : 0);
    }),
  ],
  [
    'a field of both signs in a mask, whose zero is off by a step of its file',
    'signed',
    fill(new Float32Array(COUNT), (x, y, z) => (ball(x, y, z) ? 500 * x + 100 * y : -0.12)),
  ],
  [
    'stained tissue on glass',
    'bright-background',
    fill(new Uint8Array(COUNT), (x, y, z) => (ball(x, y, z) ? 90 : 230) + noise(12)),
  ],
  [
    'electron microscopy, membranes in cytoplasm everywhere',
    'texture',
    fill(new Uint8Array(COUNT), (x, y, z) => (Math.abs(swirl(x, y, z)) < 0.35 ? 60 : 150) + noise(60)),
  ],
  ['a crop of a brain', 'texture', fill(new Int16Array(COUNT), (x, y, z) => 400 + 80 * swirl(x, y, z) + noise(40))],
  [
    'a sponge, in air at two of its sides',
    'magnitude',
    fill(new Uint8Array(COUNT), (x, y, z) => (Math.abs(x) < 0.8 && swirl(x, y, z) > 0 ? 180 : 20) + noise(20)),
  ],
  ['a distance', 'bright-background', fill(new Float32Array(COUNT), (x, y, z) => Math.hypot(x, y, z) - 0.5)],
  ['fluorescence', 'magnitude', fill(new Uint16Array(COUNT), (x, y, z) => (ball(x, y, z) ? 900 : 100) + noise(60))],
];

describe('values', () => {
  it.each(VOLUMES)('of %s are taken for %s', (_, kind, voxels) => {
    const volume = createVolume({ sizes: [SIDE, SIDE, SIDE], voxels });
    expect(recognizeValues(volume, computeStatistics(volume)), `seed ${SEED}`).toBe(kind);
  });

  it('of a crop of a few voxels are no noise, however rough', () => {
    const voxels = Float32Array.from({ length: 630 }, () => random());
    const volume = createVolume({ sizes: [14, 5, 9], voxels });
    expect(recognizeValues(volume, computeStatistics(volume)), `seed ${SEED}`).not.toBe('noise');
  });
});
