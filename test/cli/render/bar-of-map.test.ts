/** The colour bar of a picture of several volumes: that of a map of both signs, and else of the first. */
import { expect, it } from 'vitest';
import { chooseOverlays } from '../../../src/cli/render/overlays/choose-overlays.js';
import { createCamera, createVolume, type Frame, type VolumeScene } from '../../../src/index.js';
import { parseOptions } from '../../../src/recipe/options.js';
import { createAppearance, fuseVolume } from '../../../src/recipe/scene/appearance.js';
import { createRandom } from '../../camera/random.js';

const SIDE = 12;
const volumeOf = (value: (random: number, index: number) => number) => {
  const random = createRandom(3501);
  const voxels = Float32Array.from({ length: SIDE ** 3 }, (_, index) => value(random(), index));
  return createVolume({ sizes: [SIDE, SIDE, SIDE], voxels });
};
const anatomy = volumeOf((random, index) => 100 + 20 * random + (index % SIDE));
const map = volumeOf((random) => 8 * (random - 0.5));
const uptake = volumeOf((random, index) => random + index / 1000);

const camera = createCamera({
  eye: [0, 0, 9],
  target: [0, 0, 0],
  up: [0, 1, 0],
  projection: 'orthographic',
  height: 9,
});

function barOf(fused: VolumeScene['fused']) {
  const { transfer } = createAppearance(anatomy, { mode: 'composite' });
  const scene: VolumeScene = { volume: anatomy, transfer, ...(fused && { fused }) };
  const { describe } = chooseOverlays(parseOptions({ overlay: 'color-bar', 'color-bar-title': 't' }));
  const { colorBar } = describe({} as Frame, scene, camera, undefined, { anatomical: false, unit: undefined });
  return { colorBar, ofFirst: transfer };
}

it('is that of a map of both signs over anatomy', () => {
  const fused = fuseVolume(map, { threshold: { low: 2, high: 4 } }, undefined);
  expect(barOf([fused]).colorBar).toEqual({ transfer: fused.transfer, title: 't' });
});

it('is that of the first volume elsewhere', () => {
  const { colorBar, ofFirst } = barOf([fuseVolume(uptake, {}, undefined)]);
  expect(colorBar!.transfer).toBe(ofFirst);
  const alone = barOf(undefined);
  expect(alone.colorBar!.transfer).toBe(alone.ofFirst);
});
