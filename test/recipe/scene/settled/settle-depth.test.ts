/** A volume around lines is thin in its default appearance, and lets the light of a statistical map through; any other is as it is asked for. */
import { expect, it } from 'vitest';
import { createMesh } from '../../../../src/mesh/mesh.js';
import { chooseScene } from '../../../../src/recipe/scene/choose-scene.js';
import { resolveAppearance } from '../../../../src/recipe/scene/describe-volume-scene.js';
import { Parts } from '../../../../src/recipe/scene/parts.js';
import type { LoadedMesh, SceneData } from '../../../../src/recipe/scene/scene-data.js';
import { describeDepth, settleDepth } from '../../../../src/recipe/scene/settled/settle-depth.js';
import { toPageNotes } from '../../../../src/viewer/data/page-notes.js';
import { createVolume, type Volume } from '../../../../src/volume/volume.js';

const SIDE = 24;
const volume = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Int16Array.from({ length: SIDE ** 3 }, (_, at) => (at % SIDE) * 40),
});
const mesh = createMesh({ positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) });
const lines: LoadedMesh = { name: 'a.tck', mesh, isLines: true };
const surface: LoadedMesh = { name: 'a.ply', mesh };

/** One sign to the left and the other to the right of zero. */
const map = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Float32Array.from({ length: SIDE ** 3 }, (_, at) => {
    const x = (at % SIDE) - 11.5;
    return Math.abs(x) > 6 ? x : 0;
  }),
});

/** The optical depth of the densest way through. */
function depthOf(meshes: readonly LoadedMesh[], values = {}, holdsLines?: boolean, over?: Volume): number {
  const data = {
    ...{ volume, statistics: undefined, labels: undefined, meshes },
    ...(holdsLines && { holdsLines }),
    ...(over && { fused: [{ volume: over }] }),
  };
  const { transfer } = resolveAppearance(new Parts(), data, chooseScene(values as never));
  return SIDE * Math.max(...transfer.opacities.map(({ opacity }) => opacity));
}

it('is thin around lines, whether they are known as meshes or by a word', () => {
  expect(depthOf([lines])).toBeLessThanOrEqual(1.5 + 1e-9);
  expect(depthOf([], {}, true)).toBe(depthOf([lines]));
});

it('is as it was around surfaces and alone', () => {
  expect(depthOf([surface])).toBe(depthOf([]));
  expect(depthOf([])).toBeGreaterThan(2 * depthOf([lines]));
});

it.each([{ window: [100, 500] }, { threshold: { low: 300, high: undefined } }, { mode: 'mip' }])(
  'is as it is asked for: %o',
  (values) => {
    expect(depthOf([lines], values)).toBe(depthOf([], values));
  },
);

const alone = { volume, statistics: undefined, labels: undefined, meshes: [] };

it('lets the light of a statistical map through by half of its longest side, where it is alone and nothing else is asked for', () => {
  const settle = (over: Volume, values = {}, beside: Partial<SceneData> = {}) =>
    settleDepth({ ...alone, fused: [{ volume: over }], ...beside }, chooseScene(values as never), {}).fusedDepth;
  expect(settle(map)).toBe(SIDE / 2);
  expect(settle(map, { 'fused-depth': 3 })).toBe(3);
  expect(settle(map, { 'fused-depth': 0 })).toBe(0);
  expect(settle(volume)).toBeUndefined();
  for (const values of [{ window: [100, 500] }, { mode: 'mip' }, { quality: 'path' }, { ground: [1, 1, 1] }]) {
    expect(settle(map, values)).toBeUndefined();
  }
  expect(settle(map, {}, { meshes: [surface] })).toBeUndefined();
  expect(settle(map, {}, { holdsMeshes: true })).toBeUndefined();
  expect(depthOf([], {}, false, map)).toBe(depthOf([]));
  expect(depthOf([], { 'fused-depth': 0 }, false, map)).toBe(depthOf([]));
});

it('is thin under a statistical map beside meshes, and as it was under another scan or by any option', () => {
  expect(depthOf([surface], {}, false, map)).toBe(depthOf([lines]));
  expect(depthOf([], { quality: 'path' }, false, map)).toBe(depthOf([lines]));
  expect(depthOf([], {}, false, volume)).toBe(depthOf([]));
  expect(depthOf([], { window: [100, 500] }, false, map)).toBe(depthOf([], { window: [100, 500] }));
});

it('says so, in the page by what the page has', () => {
  const given = chooseScene({});
  const settled = { ...given, fusedDepth: 12 };
  const line = describeDepth('a.nii', given, settled)!;
  expect(line).toMatch(/^a\.nii: lets the light .* by a depth of 12; --fused-depth takes another or 0 for none$/);
  expect(toPageNotes([line])).toEqual([
    'a.nii: lets the light of maps within it through, by a depth of 12; choose another in Data',
  ]);
  expect(describeDepth('a.nii', settled, settled)).toBeUndefined();
});
