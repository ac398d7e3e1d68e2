/** What is made ready of a volume before it is shown. */
import { expect, it } from 'vitest';
import { computeStatistics, createVolume, type VolumeScene } from '../../../src/index.js';
import { EMPTY_DATA, type ViewerData } from '../../../src/viewer/data/viewer-data.js';
import { DOCUMENT_DEFAULTS } from '../../../src/viewer/document/document.js';
import { sceneAhead } from '../../../src/viewer/scene/scene-ahead.js';
import { SceneMaker } from '../../../src/viewer/scene/scene-maker.js';

const cube = (side: number) =>
  createVolume({ sizes: [side, side, side], voxels: Float32Array.from({ length: side ** 3 }, (_, at) => at / 7) });
const [volume, draft] = [cube(8), cube(4)];
const counting: ViewerData = {
  ...EMPTY_DATA,
  ...{ volume, draft, basis: draft, isPartial: true, statistics: computeStatistics(draft) },
};
const shown = new SceneMaker().create(counting, DOCUMENT_DEFAULTS) as VolumeScene;

it('is all of its voxels, as their copy is shown', () => {
  expect(shown.volume).toBe(draft);
  expect(sceneAhead(shown, counting)).toEqual({ ...shown, volume });
  expect(sceneAhead(shown, counting)?.volume).toBe(volume);
});

it('is nothing before they are there, once they are shown, and where more than they would change', () => {
  expect(sceneAhead(shown, { ...counting, isReading: true })).toBeUndefined();
  expect(sceneAhead(shown, { ...counting, isPartial: false })).toBeUndefined();
  expect(sceneAhead({ ...shown, mask: { labels: draft, styles: [] } }, counting)).toBeUndefined();
  expect(sceneAhead({ ...shown, fused: [{ volume: draft, transfer: shown.transfer }] }, counting)).toBeUndefined();
  expect(sceneAhead({ ...shown, meshes: [] }, counting)).toBeUndefined();
});
