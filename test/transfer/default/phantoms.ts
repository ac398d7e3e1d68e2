/** Small volumes of the kinds that default appearances must cope with; random ones by a seed. */
import { createVolume, type Volume, type VoxelArray } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

export const PHANTOM_SEED = 77;
const SIDE = 40;

type Field = (x: number, y: number, z: number) => number;

/** Values at places from −1 to 1 on each axis. */
function sample<V extends VoxelArray>(voxels: V, field: Field, sizes: Volume['sizes'] = [SIDE, SIDE, SIDE]): Volume {
  const [ni, nj, nk] = sizes;
  const at = (index: number, size: number) => (2 * index + 1) / size - 1;
  for (let index = 0; index < voxels.length; index++) {
    const [i, j, k] = [index % ni, Math.floor(index / ni) % nj, Math.floor(index / (ni * nj))];
    voxels[index] = field(at(i, ni), at(j, nj), at(k, nk));
  }
  return createVolume({ sizes, voxels });
}

/** About a standard normal number. */
const createNoise = () => {
  const random = createRandom(PHANTOM_SEED);
  return () => 2 * (random() + random() + random() - 1.5);
};

/** 1 inside a ball, 0 outside, and in between at its surface. */
const ball = (radius: number, distance: number) => Math.min(Math.max(0.5 + ((radius - distance) * SIDE) / 2, 0), 1);

export const HEAD = { noise: 25, skin: 450, fat: 900, brain: 500 } as const;

/** A head by MR, whose fat is much brighter than its brain: skin, fat, skull, brain; brighter towards a coil. */
export function createHead(): Volume {
  const noise = createNoise();
  return sample(new Float32Array(SIDE ** 3), (x, y, z) => {
    const distance = Math.hypot(x, 0.85 * y, z);
    let value = 0;
    for (const [radius, magnitude] of [
      [0.85, HEAD.skin],
      [0.78, HEAD.fat],
      [0.68, 60],
      [0.6, HEAD.brain],
    ] as const) {
      value += (magnitude - value) * ball(radius, distance);
    }
    return Math.hypot((1 + 0.25 * x) * value + HEAD.noise * noise(), HEAD.noise * noise());
  });
}

/** The same head with bright vessels in all of it, and dim otherwise. */
export function createAngiography(): Volume {
  const noise = createNoise();
  return sample(new Float32Array(SIDE ** 3), (x, y, z) => {
    const vessel = Math.max(
      ...[-0.3, 0, 0.3].map((at) => ball(0.05, Math.hypot(x - at - 0.1 * Math.sin(6 * z), y - at))),
    );
    const inside = ball(0.8, Math.hypot(x, y, z));
    const value = inside * (150 + 750 * vessel);
    return Math.hypot(value + 12 * noise(), 12 * noise());
  });
}

/** A trunk by CT with a spine, and a rod of metal where it says. */
export function createTrunk(metal: number | undefined): Volume {
  const noise = createNoise();
  return sample(new Int16Array(SIDE ** 3), (x, y, z) => {
    let value = -1000;
    value += 1040 * ball(0.85, Math.hypot(x, 1.3 * y));
    value += (700 - value) * ball(0.18, Math.hypot(x, y - 0.3));
    const measured = value + 12 * noise();
    if (metal === undefined || Math.hypot(x + 0.35, y) > 0.08) return measured;
    return z > 0.2 ? measured : metal;
  });
}

/** Perfusion of a shell of grey matter, with noise of a third of it, and half of that around it. */
export function createPerfusion(): Volume {
  const noise = createNoise();
  return sample(new Float32Array(SIDE ** 3), (x, y, z) => {
    const distance = Math.hypot(x, y, z);
    const signal = 60 * ball(0.8, distance) - 40 * ball(0.5, distance);
    return Math.max(signal + 10 * (1 + ball(0.8, distance)) * noise(), 0);
  });
}

/** Nothing but speckle: anisotropy of noise. */
export function createSpeckle(): Volume {
  const noise = createNoise();
  return sample(new Float32Array(SIDE ** 3), (x, y, z) => {
    const tract = ball(0.12, Math.hypot(x - 0.2 * Math.sin(3 * z), y));
    const inside = ball(0.85, Math.hypot(x, y, z));
    return inside * Math.min(Math.abs(0.3 * noise() * (1 - tract) + 0.9 * tract), 1);
  });
}

/** A single slice of the head. */
export function createPlane(): Volume {
  const noise = createNoise();
  return sample(
    new Uint16Array(64 * 48),
    (x, y) => 20 + 400 * ball(0.7, Math.hypot(x, y)) + 300 * ball(0.3, Math.hypot(x - 0.2, y)) + 5 * noise(),
    [64, 48, 1],
  );
}
