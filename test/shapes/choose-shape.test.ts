/** What `auto` takes: the rule's shape within the adapter's limit. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { chooseShape } from '../../src/shapes/choose-shape.js';
import { applyViewpointRule } from '../../src/shapes/viewpoint-rule.js';

const volume = {
  indexToWorld: {
    columns: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    origin: [0, 0, 0],
  },
} as const;
/** Looks along −z with y, or x, upwards. */
const pose = { projection: 'orthographic', eye: [0, 0, 5], target: [0, 0, 0], height: 1 } as const;
const horizontal: Camera = { ...pose, up: [0, 1, 0] };
const vertical: Camera = { ...pose, up: [1, 0, 0] };

describe('chooseShape', () => {
  it('is the viewpoint rule where the adapter allows its shapes', () => {
    for (const camera of [horizontal, vertical]) {
      expect(chooseShape(camera, volume, { maxInvocations: 128 })).toEqual(applyViewpointRule(camera, volume));
    }
  });

  it('makes them smaller where it does not, and says so', () => {
    const choice = chooseShape(horizontal, volume, { maxInvocations: 64 });
    expect(choice.shape).toEqual({ width: 32, height: 2 });
    expect(choice.reason).toMatch(/x axis .*: 32x4, made 32x2 because the adapter allows 64 invocations$/);
    expect(chooseShape(vertical, volume, { maxInvocations: 64 }).shape).toEqual({ width: 1, height: 64 });
  });
});
