/** A volume in pages is the volume in one texture, to the bit: in every mode, of random sizes, views, levels, chunks and atlases. */
import { expect, it } from 'vitest';
import { createCamera } from '../../../src/camera/camera.js';
import { SAMPLES_AHEAD, TRAVERSALS } from '../../../src/cast/volume/sampling.js';
import { boundingSphere } from '../../../src/math/sphere.js';
import { addScaled, type Vec3 } from '../../../src/math/vec3.js';
import { decimate } from '../../../src/volume/resample/decimate.js';
import { corners, createVolume, type Volume } from '../../../src/volume/volume.js';
import { between, createRandom, type Random, randomDirection } from '../../camera/random.js';
import { GEOMETRIES, makeVolume } from '../sample-scenes.js';
import { expectSame, listCases, ONE_PAGE, RANGE, volume } from './paged-scenes.js';

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;

/** Sizes about those of one, two and three pages of 8, and noise, which shows a voxel of the wrong place. */
function randomVolume(random: Random, isMasked: boolean): Volume {
  const sizes = [1, 2, 3].map(() =>
    pick(random, isMasked ? [16, 17, 23] : [7, 8, 9, 15, 16, 17, 23]),
  ) as unknown as Vec3;
  // The mask lies in one place of the world.
  const geometry = isMasked ? GEOMETRIES.oblique : pick(random, Object.values(GEOMETRIES));
  const smooth = makeVolume(Int16Array, RANGE, geometry, sizes);
  return createVolume({ ...smooth, voxels: smooth.voxels.map((value) => value + between(random, -150, 150)) });
}

function randomCamera(random: Random, volume: Volume) {
  const { center, radius } = boundingSphere(corners(volume));
  const eye = addScaled(center, randomDirection(random), radius * pick(random, [0.2, 1.2, 2]));
  const look = { eye, target: addScaled(center, randomDirection(random), 0.1 * radius), up: randomDirection(random) };
  const isParallel = random() < 0.4;
  return isParallel
    ? createCamera({ projection: 'orthographic', ...look, height: 1.6 * radius })
    : createCamera({ projection: 'perspective', ...look, fovDegrees: between(random, 30, 80) });
}

const shown: string[] = [];

/** A number makes other scenes, and all kinds of them; by default a kind in three, since fixed scenes show them all. */
const { PAGED_SEED } = process.env;
const SEED = Number(PAGED_SEED ?? 1800);
const ALL = listCases(makeVolume(Int16Array, RANGE, GEOMETRIES.unit)).map(({ name, scene, kind }, index) => ({
  name,
  isMasked: scene.mask !== undefined,
  // Colours are those of volumes in memory.
  hasOneLevel: kind?.of(volume).colors !== undefined,
  seed: SEED + index,
}));
const ONES = ALL.filter((_, index) => PAGED_SEED !== undefined || index % 3 === 0);

it.each(ONES)('$name: the same in pages, seed $seed', async ({ name, isMasked, hasOneLevel, seed }) => {
  const random = createRandom(seed);
  const finest = randomVolume(random, isMasked);
  // Halves: scaled by two, gradients have the same bits.
  const coarser = decimate(finest, [2, 2, 2]);
  const { scene, options, kind } = listCases(finest).find((one) => one.name === name)!;
  const paging = {
    level: hasOneLevel ? 0 : pick(random, [0, 0, 1]),
    pageSide: pick(random, [8, 8, 16]),
    cacheBytes: pick(random, [0, 4096, 2 ** 20]),
    atlasBytes: pick(random, [ONE_PAGE, Math.round(4000 * 2 ** between(random, 1, 6))]),
  };
  const store = {
    finest,
    kind,
    coarser,
    chunkSizes: [1, 2, 3].map(() => 1 + Math.floor(24 * random())) as unknown as Vec3,
    rangesSide: pick(random, [undefined, 4, 8]),
  };
  const camera = randomCamera(random, finest);
  const skip = random() < 0.5;
  const sampling = { traversal: pick(random, TRAVERSALS), ahead: pick(random, SAMPLES_AHEAD) };
  const colors = await expectSame(scene, camera, { ...options, skip, sampling }, paging, store);
  if (colors > 20) shown.push(name);
});

it('most of them show something', () => expect(shown.length).toBeGreaterThan(0.8 * ONES.length));
