/** Scenes that lack what can follow from their volume. */
import { expect, it } from 'vitest';
import { completeScene } from '../../../src/cast/partial/complete-scene.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import { defaultAppearance } from '../../../src/transfer/default/default-appearance.js';
import { createHead, createPlane } from '../../transfer/default/phantoms.js';

it('are lit as the default transfer function says: a head is, and a single plane is not', async () => {
  const complete = async (volume: VolumeScene['volume']) =>
    (await completeScene({ volume }, undefined, { width: 8, height: 8 })).scene as VolumeScene;
  const { shading } = defaultAppearance(createHead()).transfer;
  expect(shading).toBeDefined();
  expect((await complete(createHead())).shading).toMatchObject(shading!);
  expect((await complete(createPlane())).shading).toBeUndefined();
});

it('says what has to be awaited', async () => {
  const scene = { volume: Promise.resolve(createHead()) };
  await expect(completeScene(scene as never, undefined, { width: 8, height: 8 })).rejects.toThrow(
    "the scene's volume is a promise, which has to be awaited",
  );
});

it.each([
  [createHead(), 'meshes must be a list of { mesh }'],
  [[createHead()], 'meshes must be a list of { mesh }; number 1 has none'],
  [[{ mesh: createPlane() }, undefined], 'number 2 has none'],
  [[], 'there must be at least one mesh'],
  [[{ mesh: Promise.resolve() }], 'mesh 1 of the scene is a promise, which has to be awaited'],
])('says what meshes must be, case %#', async (meshes, message) => {
  await expect(completeScene({ meshes } as never, undefined, { width: 8, height: 8 })).rejects.toThrow(message);
});
