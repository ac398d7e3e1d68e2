/** Named viewpoints: which way they look, along the axes of any volume and around a patient. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis } from '../../src/camera/camera.js';
import {
  AXIS_VIEWS,
  defaultView,
  parseViewName,
  VIEW_NAMES,
  type ViewName,
  viewDirection,
} from '../../src/camera/views.js';
import { InputError } from '../../src/errors.js';
import { type Affine, determinant, invert, transformVector } from '../../src/math/affine.js';
import { cross, dot, length, scale, type Vec3 } from '../../src/math/vec3.js';
import { expectClose } from './closeness.js';
import { createRandom, randomAxes, randomShearedAxes } from './random.js';

const identity: Affine = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
};

/** The image's axes of a view in the world. */
function basisOf(view: ViewName, axes: Affine) {
  const { forward, up } = viewDirection(view, axes);
  const camera: Camera = { projection: 'orthographic', eye: [0, 0, 0], target: forward, up, height: 1 };
  return cameraBasis(camera);
}

/** A vector's sign along each axis, 0 for what rounding leaves. */
const signs = (v: Vec3): Vec3 => v.map((c) => (Math.abs(c) < 1e-12 * length(v) ? 0 : Math.sign(c))) as unknown as Vec3;

/** The design's table, with the depth that a right-handed camera has in a right-handed volume. */
const expected = {
  a: { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] },
  b: { right: [1, 0, 0], up: [0, 0, 1], forward: [0, 1, 0] },
  c: { right: [0, 1, 0], up: [0, 0, 1], forward: [-1, 0, 0] },
  d: { right: [0, 0, 1], up: [1, 0, 0], forward: [0, -1, 0] },
  e: { right: [0, 1, 0], up: [1, 0, 0], forward: [0, 0, 1] },
  f: { right: [0, 0, 1], up: [0, 1, 0], forward: [1, 0, 0] },
} as const;

describe.each(['a', 'b', 'c', 'd', 'e', 'f'] as const)('viewpoint %s', (view) => {
  it('has the axes of the table in voxels, whatever the orientation, spacing and handedness', () => {
    for (let seed = 4000; seed < 4020; seed++) {
      for (const handedness of [1, -1] as const) {
        const axes = randomAxes(createRandom(seed), handedness);
        expect(Math.sign(determinant(axes))).toBe(handedness);
        const basis = basisOf(view, axes);
        const toIndex = invert(axes);
        const message = `seed ${seed}, handedness ${handedness}`;
        expect(signs(transformVector(toIndex, basis.right)), message).toEqual(expected[view].right);
        expect(signs(transformVector(toIndex, basis.up)), message).toEqual(expected[view].up);
        const forward = expected[view].forward.map((c) => c * handedness + 0);
        expect(signs(transformVector(toIndex, basis.forward)), message).toEqual(forward);
      }
    }
  });

  it('looks along the depth axis of a sheared volume, with the up axis upright and the right axis to the right', () => {
    const [right, up, depth] = AXIS_VIEWS[view];
    for (let seed = 4100; seed < 4140; seed++) {
      const axes = randomShearedAxes(createRandom(seed));
      const basis = basisOf(view, axes);
      const message = `seed ${seed}`;
      expect(signs(transformVector(invert(axes), basis.forward)).map(Math.abs)[depth], message).toBe(1);
      expect(Math.abs(dot(basis.right, axes.columns[depth])), message).toBeLessThan(1e-13);
      expect(Math.abs(dot(basis.right, axes.columns[up])), message).toBeLessThan(1e-13);
      expect(dot(basis.up, axes.columns[up]), message).toBeGreaterThan(0);
      expect(dot(basis.right, axes.columns[right]), message).toBeGreaterThan(0);
    }
  });
});

describe('anatomical views', () => {
  const patient = {
    left: [1, 0, 0],
    right: [-1, 0, 0],
    posterior: [0, 1, 0],
    anterior: [0, -1, 0],
    superior: [0, 0, 1],
    inferior: [0, 0, -1],
  } as const;

  it.each([
    // The eye is at, the image's right shows, the image's top shows.
    ['anterior', 'left', 'superior'],
    ['posterior', 'right', 'superior'],
    ['left', 'posterior', 'superior'],
    ['right', 'anterior', 'superior'],
    ['superior', 'right', 'anterior'],
    ['inferior', 'left', 'anterior'],
  ] as const)('%s has the patient’s %s at the right of the image and %s at the top', (view, right, up) => {
    const basis = basisOf(view, randomAxes(createRandom(4200), 1));
    expectClose(basis.forward, patient[view].map((c) => -c) as unknown as Vec3);
    expectClose(basis.right, patient[right]);
    expectClose(basis.up, patient[up]);
  });
});

describe.each([
  ['along y', { forward: [0, 0, -1], up: [0, 1, 0] }],
  ['along z', { forward: [0, 1, 0], up: [0, 0, 1] }],
] as const)('sides of what stands %s', (_, front) => {
  const right = cross(front.forward, front.up);
  const from = (view: ViewName) => viewDirection(view, identity, front);

  it('are seen by an eye on that side, upright', () => {
    const sides = {
      front: [scale(front.forward, -1), front.up],
      back: [front.forward, front.up],
      top: [front.up, front.forward],
      bottom: [scale(front.up, -1), scale(front.forward, -1)],
      left: [right, front.up],
      right: [scale(right, -1), front.up],
    } as const;
    for (const [view, [eye, up]] of Object.entries(sides)) {
      const { forward, up: seen } = from(view as ViewName);
      expectClose(forward, scale(eye, -1));
      expectClose(seen, up);
    }
  });

  it('are three at once from a three-quarter view: the front most of all, its own left, and the top', () => {
    const eye = scale(from('three-quarter').forward, -1);
    const [ahead, aside, above] = [scale(front.forward, -1), right, front.up].map((side) => dot(eye, side));
    expect(ahead).toBeGreaterThan(aside!);
    expect(aside).toBeGreaterThan(above!);
    expect(above).toBeGreaterThan(0.3);
    expect(dot(from('three-quarter').up, front.up)).toBeGreaterThan(0.8);
    expect(from('three-quarter').vertical).toEqual(front.up);
  });
});

it('sides of a patient are anatomical', () => {
  const axes = randomAxes(createRandom(4400), 1);
  for (const [side, name] of [
    ['front', 'anterior'],
    ['back', 'posterior'],
    ['top', 'superior'],
    ['bottom', 'inferior'],
  ] as const)
    expect(viewDirection(side, axes)).toEqual(viewDirection(name, axes));
});

describe('view names', () => {
  it('are those of the command line, and each parses', () => {
    const names =
      'a b c d e f anterior posterior left right superior inferior front back top bottom three-quarter'.split(' ');
    expect(VIEW_NAMES).toEqual(names);
    for (const name of names) expect(parseViewName(name)).toBe(name);
    expect(parseViewName('Three-Quarter')).toBe('three-quarter');
  });

  it.each(['', 'A', 'side', 'toString', 'a '])('refuse "%s"', (text) => {
    expect(() => parseViewName(text)).toThrow(InputError);
    expect(() => parseViewName(text)).toThrow(/the views are a, b, .*three-quarter$/);
  });

  it('give perpendicular unit directions', () => {
    for (const view of VIEW_NAMES) {
      const { forward, up } = viewDirection(view, randomShearedAxes(createRandom(4300)));
      expect(length(forward)).toBeCloseTo(1, 13);
      expect(length(up)).toBeCloseTo(1, 13);
      expect(dot(forward, up)).toBeCloseTo(0, 13);
    }
  });

  it('default to the front, which in an unturned volume is the same view under both names', () => {
    expect(defaultView(true)).toBe('anterior');
    expect(defaultView(false)).toBe('b');
    expectClose(viewDirection('b', identity).forward, viewDirection('anterior', identity).forward);
    expectClose(viewDirection('b', identity).up, viewDirection('anterior', identity).up);
  });
});
