/** Views of options: what turns about which axis. */
import { describe, expect, it } from 'vitest';
import { cameraBasis } from '../../../src/camera/camera.js';
import { meshFront } from '../../../src/camera/mesh-view/mesh-view.js';
import { verticalOf } from '../../../src/camera/vertical.js';
import { IDENTITY_AFFINE } from '../../../src/math/affine.js';
import { dot, subtract, type Vec3 } from '../../../src/math/vec3.js';
import { completeTexts, parseOptions } from '../../../src/recipe/options.js';
import { chooseView } from '../../../src/recipe/scene/view-options.js';

const corners: Vec3[] = [-1, 1].flatMap((x) => [-2, 2].flatMap((y) => [-3, 3].map((z): Vec3 => [x, y, z])));

function cameraOf(texts: Readonly<Record<string, string>>, zUp: boolean) {
  const front = meshFront({ zUp });
  const { frame } = chooseView(parseOptions(completeTexts(texts)));
  return frame({ corners, axes: IDENTITY_AFFINE, defaultDirection: front, front }, { aspect: 1 });
}

describe.each([
  ['y', [0, 1, 0], false],
  ['z', [0, 0, 1], true],
] as const)('a raised view of what stands along %s', (_, vertical, zUp) => {
  it.each(['50', '-120', '180'])('turns about that vertical by %s degrees', (azimuth) => {
    const [still, turned] = [{}, { azimuth }].map((more) => cameraOf({ view: 'three-quarter', ...more }, zUp));
    const levelOf = ({ eye, target }: NonNullable<typeof still>) => {
      const ahead = subtract(target, eye);
      return dot(ahead, vertical) / Math.hypot(...ahead);
    };
    expect(levelOf(still!)).toBeLessThan(-0.2);
    expect(levelOf(turned!)).toBeCloseTo(levelOf(still!), 12);
    // Its horizon stays level, and a ground faces the vertical.
    expect(dot(cameraBasis(turned!).right, vertical)).toBeCloseTo(0, 12);
    expect(dot(verticalOf(turned!), vertical)).toBeCloseTo(1, 12);
    const across = (camera: NonNullable<typeof still>) => {
      const { forward } = cameraBasis(camera);
      const level = forward.map((x, axis) => x - dot(forward, vertical) * vertical[axis]!) as unknown as Vec3;
      return level.map((x) => x / Math.hypot(...level)) as unknown as Vec3;
    };
    const degrees = (Math.acos(Math.max(-1, dot(across(still!), across(turned!)))) * 180) / Math.PI;
    expect(degrees).toBeCloseTo(Math.abs(Number(azimuth)), 5);
  });
});
