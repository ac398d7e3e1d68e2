/** What is chosen for a volume where nobody chooses anything: the same by the command line, the viewer and the library. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateVolumes } from '../../experiments/first-pictures/volumes.js';
import { completeScene } from '../../src/cast/partial/complete-scene.js';
import { planVolume } from '../../src/cli/render/subjects/volume-subject.js';
import { writeNrrd } from '../../src/files/volumes/nrrd/write-nrrd.js';
import { computeStatistics, createVolume, type Volume, type VolumeScene } from '../../src/index.js';
import { openInputs } from '../../src/node/index.js';
import { parseOptions } from '../../src/recipe/options.js';
import { chooseScene } from '../../src/recipe/scene/choose-scene.js';
import { firstDirection, fittedScene, pointsIn } from '../../src/recipe/scene/describe-view.js';
import { DOCUMENT_DEFAULTS } from '../../src/viewer/document/document.js';
import { SceneMaker } from '../../src/viewer/scene/scene-maker.js';
import { makeFolder } from '../cli/run-cli.js';

const folder = makeFolder();

/** The parts of a scene that are chosen, without the voxels. */
const chosenOf = ({ transfer, shading, clip = [], mode = 'composite', mask }: VolumeScene) => ({
  ...{ transfer, shading, clip, mode },
  styles: mask?.styles,
});

async function openByCommandLine(path: string) {
  const values = parseOptions({});
  const plan = await planVolume(values, chooseScene(values), undefined, undefined);
  const inputs = await openInputs([path]);
  // Without a device: small volumes fit each.
  const noDevice = Promise.reject(new Error('there is none'));
  noDevice.catch(() => {});
  return plan.open(inputs, noDevice, { early: undefined, shared: undefined });
}

/** Voxels along a side: the rules are the same for fewer. */
const SIDE = 30;
const samples: Readonly<Record<string, Volume>> = Object.fromEntries(
  [...generateVolumes(SIDE)].map(({ name, sizes, spacings = [1, 1, 1], voxels }) => [
    name,
    createVolume({ sizes, spacings, voxels }),
  ]),
);

describe.each(Object.keys(samples))('of %s', (name) => {
  const volume = samples[name]!;
  const data = { volume, statistics: computeStatistics(volume), labels: undefined, meshes: [] };

  it('the transfer function, light, cuts, surfaces of labels and direction are the same', async () => {
    const path = join(folder, `${name}.nrrd`);
    writeFileSync(path, Buffer.concat((await writeNrrd(volume)).pieces));
    const byCommandLine = await openByCommandLine(path);
    const viewer = new SceneMaker();
    const inViewer = viewer.create(data, DOCUMENT_DEFAULTS) as VolumeScene;
    expect(chosenOf(inViewer)).toEqual(chosenOf(byCommandLine.scene));
    expect(viewer.showsSurfaces(data, DOCUMENT_DEFAULTS)).toBe(byCommandLine.surfaces !== undefined);
    expect(firstDirection(inViewer, data)).toEqual(byCommandLine.defaultDirection);
    expect(pointsIn(fittedScene(inViewer, {}))).toEqual(byCommandLine.corners);
    const { scene } = await completeScene({ volume }, undefined, { width: 32, height: 32 });
    const { transfer, clip } = chosenOf(scene as VolumeScene);
    expect(transfer).toEqual(byCommandLine.scene.transfer);
    expect(firstDirection(scene, data)).toEqual(byCommandLine.defaultDirection);
    expect(clip.length > 0).toBe((byCommandLine.scene.clip ?? []).length > 0);
  });
});
