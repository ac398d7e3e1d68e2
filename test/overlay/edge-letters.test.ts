/** Letters of the edges of an image, from the patient's point of view. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, createCamera } from '../../src/camera/camera.js';
import { orbit } from '../../src/camera/orbit.js';
import { type ViewName, viewDirection } from '../../src/camera/views.js';
import { dot, scale, type Vec3 } from '../../src/math/vec3.js';
import { edgeLetters } from '../../src/overlay/edge-letters.js';
import { createRandom, randomDirection } from '../camera/random.js';

const IDENTITY = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} as const;

function cameraFrom(view: ViewName): Camera {
  const { forward, up } = viewDirection(view, IDENTITY);
  return createCamera({ projection: 'perspective', fovDegrees: 30, eye: scale(forward, -500), target: [0, 0, 0], up });
}

const turned = (view: ViewName, azimuthDegrees: number, elevationDegrees = 0, rollDegrees = 0) =>
  edgeLetters(orbit(cameraFrom(view), { azimuthDegrees, elevationDegrees, rollDegrees }));

describe('the letters at the edges', () => {
  it.each([
    ['anterior', { left: 'R', right: 'L', top: 'S', bottom: 'I' }],
    ['posterior', { left: 'L', right: 'R', top: 'S', bottom: 'I' }],
    ['left', { left: 'A', right: 'P', top: 'S', bottom: 'I' }],
    ['right', { left: 'P', right: 'A', top: 'S', bottom: 'I' }],
    ['superior', { left: 'L', right: 'R', top: 'A', bottom: 'P' }],
    ['inferior', { left: 'R', right: 'L', top: 'A', bottom: 'P' }],
  ] as const)('of the view from %s are those of radiology', (view, letters) => {
    expect(edgeLetters(cameraFrom(view))).toEqual(letters);
  });

  it('become two beyond 22.5 degrees, the nearer axis first', () => {
    const rightOf = (azimuth: number) => turned('anterior', azimuth).right;
    expect([0, 22, 23, 44, 46, 67, 68, 90].map(rightOf)).toEqual(['L', 'L', 'LP', 'LP', 'PL', 'PL', 'P', 'P']);
    expect(turned('anterior', 30)).toEqual({ left: 'RA', right: 'LP', top: 'S', bottom: 'I' });
    expect(turned('anterior', 0, 30)).toEqual({ left: 'R', right: 'L', top: 'SP', bottom: 'IA' });
  });

  it('turn with a roll of the camera', () => {
    // The camera's clockwise turn takes what was at the right to the top.
    expect(turned('anterior', 0, 0, 90)).toEqual({ left: 'S', right: 'I', top: 'L', bottom: 'R' });
  });

  it('are the same half-way between two axes, whatever the rounding', () => {
    for (const view of ['anterior', 'posterior', 'left', 'right'] as const) {
      const exact = turned(view, 45);
      for (const azimuth of [45 - 1e-10, 45 + 1e-10, 45 + 360, 45 - 720]) expect(turned(view, azimuth)).toEqual(exact);
    }
  });

  it('are opposite at opposite edges, and point where the image does', () => {
    const seed = 33;
    const random = createRandom(seed);
    const axes: Record<string, Vec3> = {
      L: [1, 0, 0],
      R: [-1, 0, 0],
      P: [0, 1, 0],
      A: [0, -1, 0],
      S: [0, 0, 1],
      I: [0, 0, -1],
    };
    const opposites: Record<string, string> = { L: 'R', R: 'L', P: 'A', A: 'P', S: 'I', I: 'S' };
    for (let round = 0; round < 500; round++) {
      const camera: Camera = {
        projection: 'orthographic',
        height: 1,
        eye: [0, 0, 0],
        target: randomDirection(random),
        up: randomDirection(random),
      };
      const { left, right, top, bottom } = edgeLetters(camera);
      const what = `seed ${seed}, round ${round}`;
      const opposite = (letters: string) => Array.from(letters, (letter) => opposites[letter]).join('');
      expect([opposite(left), opposite(top)], what).toEqual([right, bottom]);
      const basis = cameraBasis(camera);
      for (const [letters, direction] of [
        [right, basis.right],
        [top, basis.up],
      ] as const) {
        const along = (letter: string) => dot(axes[letter]!, direction);
        const largest = Math.max(...Object.keys(axes).map(along));
        expect(along(letters[0]!), what).toBe(largest);
        if (letters.length === 2) expect(along(letters[1]!), what).toBeGreaterThan(0);
        expect(letters, what).toMatch(/^[LRPASI]{1,2}$/);
      }
    }
  });
});
