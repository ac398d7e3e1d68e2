/** Scenes that lack what can follow from their volume. */
import { expect, it } from 'vitest';
import { completeScene } from '../../src/cast/complete-scene.js';
import type { VolumeScene } from '../../src/cast/scene.js';
import { createHead, createPlane } from '../transfer/default/phantoms.js';

it('are lit as the default transfer function says: a head is, and a single plane is not', () => {
  const complete = (volume: VolumeScene['volume']) =>
    completeScene({ volume }, undefined, { width: 8, height: 8 }).scene as VolumeScene;
  expect(complete(createHead()).shading).toMatchObject({ ambient: 0.25 });
  expect(complete(createPlane()).shading).toBeUndefined();
});
