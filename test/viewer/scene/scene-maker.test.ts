/** Scenes of documents: as the command line makes them of the same options. */
import { expect, it } from 'vitest';
import { computeStatistics, createVolume, type MeshScene, type VolumeScene } from '../../../src/index.js';
import type { ViewerData } from '../../../src/viewer/data/viewer-data.js';
import { DOCUMENT_DEFAULTS } from '../../../src/viewer/document/document.js';
import { SceneMaker } from '../../../src/viewer/scene/scene-maker.js';

const volume = createVolume({ sizes: [4, 4, 4], voxels: Float32Array.from({ length: 64 }, (_, at) => at / 10) });
const data: ViewerData = { volume, statistics: computeStatistics(volume), labels: undefined, meshes: [] };

it('lights a volume on a ground as one alone, and one beside meshes only where it is lit anyway', () => {
  const mesh = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2),
    origin: [0, 0, 0],
  } as const;
  const asked = { ...DOCUMENT_DEFAULTS, mode: 'isosurface', isoValue: 3, shading: { specular: 0.5 } } as const;
  const sceneOf = (document: typeof asked & { readonly ground?: readonly [number, number, number] }, meshes = false) =>
    new SceneMaker().create({ ...data, meshes: meshes ? [{ name: 'a', mesh }] : [] }, document) as VolumeScene &
      Partial<MeshScene>;
  const alone = sceneOf(asked);
  const onGround = sceneOf({ ...asked, ground: [1, 1, 1] });
  expect(alone.shading?.specular).toBe(0.5);
  expect(onGround.shading).toEqual(alone.shading);
  expect(onGround.meshes).toHaveLength(1);
  expect(sceneOf(asked, true).shading).toBeUndefined();
});
