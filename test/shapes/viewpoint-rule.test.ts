/** The rule that takes a shape from the viewpoint: the paper's six views, their mirror images and everything between. */
import { describe, expect, it } from 'vitest';
import { type Camera, createCamera } from '../../src/camera/camera.js';
import { orbit } from '../../src/camera/orbit.js';
import { AXIS_VIEWS, viewDirection } from '../../src/camera/views.js';
import type { Affine } from '../../src/math/affine.js';
import { cross, normalize, scale, subtract, type Vec3 } from '../../src/math/vec3.js';
import { formatShape } from '../../src/shapes/shape.js';
import { applyViewpointRule } from '../../src/shapes/viewpoint-rule.js';
import { createRandom, randomAxes, randomRotation, randomShearedAxes } from '../camera/random.js';

const VIEWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
/** The paper's table. */
const SHAPES = { a: '32x4', b: '32x4', c: '32x4', d: '1x128', e: '1x128', f: '1x128' } as const;

const cube = gridOf(1, 1, 1);

function gridOf(x: number, y: number, z: number): Affine {
  return {
    columns: [
      [x, 0, 0],
      [0, y, 0],
      [0, 0, z],
    ],
    origin: [0, 0, 0],
  };
}

const target: Vec3 = [1, 2, 3];
function cameraOf({ forward, up }: { forward: Vec3; up: Vec3 }): Camera {
  return createCamera({
    projection: 'perspective',
    eye: subtract(target, scale(forward, 100)),
    target,
    up,
    fovDegrees: 30,
  });
}

const shapeOf = (camera: Camera, indexToWorld: Affine) =>
  formatShape(applyViewpointRule(camera, { indexToWorld }).shape);

describe.each(VIEWS)('viewpoint %s', (view) => {
  it('has the shape of the paper, and so has every view that shows the axes mirrored or from behind', () => {
    for (const handedness of [1, -1]) {
      const grid = gridOf(1, 1, handedness);
      for (const flipRight of [1, -1]) {
        for (const flipUp of [1, -1]) {
          const [right, up] = AXIS_VIEWS[view];
          const upWorld = scale(grid.columns[up], flipUp);
          const forward = cross(upWorld, scale(grid.columns[right], flipRight));
          expect(shapeOf(cameraOf({ forward, up: upWorld }), grid)).toBe(SHAPES[view]);
        }
      }
    }
  });

  it('has it whatever the orientation, the spacings, the handedness and the shear', () => {
    for (let seed = 6000; seed < 6200; seed++) {
      const random = createRandom(seed);
      for (const axes of [randomAxes(random, 1), randomAxes(random, -1), randomShearedAxes(random)]) {
        expect(shapeOf(cameraOf(viewDirection(view, axes)), axes), `seed ${seed}`).toBe(SHAPES[view]);
      }
    }
  });

  it('keeps it under every turn of less than 45 degrees', () => {
    const direction = viewDirection(view, cube);
    for (let seed = 6300; seed < 6500; seed++) {
      const rotate = randomRotation(createRandom(seed), (44.9 * Math.PI) / 180);
      const turned = { forward: rotate(direction.forward), up: rotate(direction.up) };
      expect(shapeOf(cameraOf(turned), cube), `seed ${seed}`).toBe(SHAPES[view]);
    }
  });

  it('changes it where a roll takes the primary axis past the diagonal', () => {
    const camera = cameraOf(viewDirection(view, cube));
    const other = SHAPES[view] === '32x4' ? '1x128' : '32x4';
    for (const sign of [1, -1]) {
      expect(shapeOf(orbit(camera, { rollDegrees: sign * 44.9 }), cube)).toBe(SHAPES[view]);
      expect(shapeOf(orbit(camera, { rollDegrees: sign * 45.1 }), cube)).toBe(other);
      expect(shapeOf(orbit(camera, { rollDegrees: sign * 134.9 }), cube)).toBe(other);
      expect(shapeOf(orbit(camera, { rollDegrees: sign * 135.1 }), cube)).toBe(SHAPES[view]);
    }
  });

  it('is the same in both projections', () => {
    const { eye, up } = cameraOf(viewDirection(view, cube));
    expect(shapeOf({ projection: 'orthographic', eye, target, up, height: 3 }, cube)).toBe(SHAPES[view]);
  });
});

describe('the parallel plane', () => {
  it('changes where the view passes between two axes', () => {
    // From looking along −z at x to the right and y upwards (x is primary) to looking along x at y upwards (y is).
    const front = cameraOf(viewDirection('a', cube));
    expect(shapeOf(orbit(front, { azimuthDegrees: -44.9 }), cube)).toBe('32x4');
    expect(shapeOf(orbit(front, { azimuthDegrees: -45.1 }), cube)).toBe('1x128');
    // Towards y as depth instead, x stays in the plane and horizontal.
    for (let elevationDegrees = -90; elevationDegrees <= 90; elevationDegrees += 7) {
      expect(shapeOf(orbit(front, { elevationDegrees }), cube)).toBe('32x4');
    }
  });

  it('is that of index space: the same image passes through few thick slices or through many thin ones', () => {
    const between = cameraOf({ forward: normalize([1, 0, -1]), up: [0, 1, 0] });
    // To the right, voxels change in x and hardly in z: the screen is nearly an xy plane, with x horizontal.
    expect(shapeOf(between, gridOf(1, 1, 5))).toBe('32x4');
    // To the right, voxels change in z and hardly in x: the screen is nearly a yz plane, with y vertical.
    expect(shapeOf(between, gridOf(1, 1, 0.2))).toBe('1x128');
  });
});

describe('the reason', () => {
  it.each([
    [
      'a',
      'the screen is most parallel to the xy plane, whose x axis has the smaller stride and runs horizontally: 32x4',
    ],
    [
      'c',
      'the screen is most parallel to the yz plane, whose y axis has the smaller stride and runs horizontally: 32x4',
    ],
    [
      'd',
      'the screen is most parallel to the xz plane, whose x axis has the smaller stride and runs vertically: 1x128',
    ],
  ] as const)('of viewpoint %s names the plane, the axis and its direction', (view, reason) => {
    expect(applyViewpointRule(cameraOf(viewDirection(view, cube)), { indexToWorld: cube }).reason).toBe(reason);
  });
});
