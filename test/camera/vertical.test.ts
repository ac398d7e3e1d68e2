/** The vertical of cameras: what turntables turn about, and what is kept of it. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, createCamera } from '../../src/camera/camera.js';
import { formatCamera, parseCamera } from '../../src/camera/parse-camera.js';
import { placeCamera, turnCamera, verticalOf, withVertical } from '../../src/camera/vertical.js';
import { distance, dot, subtract, type Vec3 } from '../../src/math/vec3.js';
import { parseView, type ViewTexts } from '../../src/recipe/scene/view-options.js';
import { expectClose } from './closeness.js';
import { between, createRandom, randomDirection, randomPoint } from './random.js';

const BOX: Vec3[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [(bits & 1) * 80 + 7, (bits & 2) * 25 - 3, (bits & 4) * 10]);

const SUBJECT = {
  corners: BOX,
  axes: {
    columns: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as [Vec3, Vec3, Vec3],
  },
  defaultDirection: { forward: [0, 1, 0] as Vec3, up: [0, 0, 1] as Vec3 },
};

function expectSameView(actual: Camera, expected: Camera): void {
  const [one, two] = [cameraBasis(actual), cameraBasis(expected)];
  for (const axis of ['forward', 'right', 'up'] as const) expectClose(one[axis], two[axis], 10);
}

const reach = (camera: Camera, points: readonly Vec3[], aspect: number) => {
  const { forward, right, up } = cameraBasis(camera);
  return Math.max(
    ...points.map((point) => {
      const from = subtract(point, camera.eye);
      const depth = dot(from, forward);
      if (!(depth > 0)) return Infinity;
      const half =
        camera.projection === 'orthographic'
          ? camera.height / 2
          : depth * Math.tan((camera.fovDegrees * Math.PI) / 360);
      return Math.max(Math.abs(dot(from, right)) / half / aspect, Math.abs(dot(from, up)) / half);
    }),
  );
};

describe.each(['perspective', 'orthographic'] as const)('a turntable in a %s view', (projection) => {
  it.each<[ViewTexts]>([
    [{ elevation: '30' }],
    [{ elevation: '-20', azimuth: '70' }],
    [{ elevation: '90' }],
    [{ roll: '25' }],
    [{ elevation: '35', roll: '-40', azimuth: '15' }],
    [{ view: 'superior', elevation: '30' }],
    [{ view: 'left' }],
  ])('%o is the still with more azimuth, and shows everything in each frame', (texts) => {
    const count = 12;
    const at = (azimuth: number) =>
      parseView({ ...texts, projection, azimuth: String(Number(texts.azimuth ?? 0) + azimuth) });
    const aspect = 1.4;
    const first = at(0).frame(SUBJECT, { aspect, turntable: true });
    const reaches = Array.from({ length: count }, (_, frame) => {
      const degrees = (360 * frame) / count;
      const turned = turnCamera(first, degrees);
      expectSameView(turned, at(degrees).frame(SUBJECT, { aspect }));
      expect(verticalOf(turned)).toEqual(verticalOf(first));
      expect(turned.target).toEqual(first.target);
      return reach(turned, BOX, aspect);
    });
    // The margin of five per cent, which one frame at least comes close to.
    expect(Math.max(...reaches)).toBeLessThanOrEqual(0.9 + 1e-6);
    if (!texts.roll) expect(Math.max(...reaches)).toBeGreaterThan(0.75);
  });
});

it('turns a camera that was placed, or saved, about what was up before it was raised', () => {
  for (const seed of [61, 62, 63]) {
    const random = createRandom(seed);
    const camera = withVertical(
      createCamera({
        projection: 'perspective',
        eye: randomPoint(random, -20, 20),
        target: randomPoint(random, -20, 20),
        up: randomDirection(random),
        fovDegrees: 30,
      }) as Camera,
    );
    const [azimuthDegrees, elevationDegrees, rollDegrees] = [0, 1, 2].map(() => between(random, -90, 90));
    const still = placeCamera(camera, { azimuthDegrees, elevationDegrees, rollDegrees } as Required<object>);
    const more = placeCamera(camera, { azimuthDegrees: azimuthDegrees! + 50, elevationDegrees, rollDegrees } as object);
    expectSameView(turnCamera(still, 50), more);
    expectClose(turnCamera(still, 50).eye, more.eye, 100);
    expect(verticalOf(more)).toEqual(camera.up);
    // The height of the eye over the floor stays.
    const height = (of: Camera) => dot(subtract(of.eye, of.target), camera.up);
    expect(height(turnCamera(still, 123)), `seed ${seed}`).toBeCloseTo(height(still), 9);
    expect(distance(turnCamera(still, 123).eye, still.target)).toBeCloseTo(distance(still.eye, still.target), 9);
  }
});

it('is saved and read again to the same bytes, however often', () => {
  const made = parseView({ elevation: '33', azimuth: '17', roll: '5', zoom: '1.3' }).frame(SUBJECT, { aspect: 1.7 });
  const text = formatCamera(made);
  expect(made.vertical).toEqual([0, 0, 1]);
  expect(formatCamera(parseView({}).move(parseCamera(text, 'camera')))).toBe(text);
  // What is added to a saved camera is added to the angles that it was saved with.
  const more = parseView({ azimuth: '20' }).move(parseCamera(text, 'camera'));
  expectSameView(more, parseView({ elevation: '33', azimuth: '37', roll: '5' }).frame(SUBJECT, { aspect: 1.7 }));
});

it('is refused where it is no direction', () => {
  const camera = { projection: 'orthographic', eye: [0, 0, 0], target: [0, 1, 0], up: [0, 0, 1], height: 1 };
  const parse = (vertical: unknown) => parseCamera(JSON.stringify({ ...camera, vertical }), 'c.json');
  expect(() => parse([0, 0, 0])).toThrow(/^c\.json: the camera's vertical must not be zero/);
  expect(() => parse([0, 1])).toThrow(/^c\.json: a camera's vertical must be \[x, y, z\]/);
  expect(parse([0, 3, 0]).vertical).toEqual([0, 3, 0]);
});
