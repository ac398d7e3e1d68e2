/** Viewpoints over the sphere: valid, even and rolled all around. */
import { describe, expect, it } from 'vitest';
import { spreadViews } from '../../src/camera/spread-views.js';
import { InputError } from '../../src/errors.js';
import { add, cross, dot, length, type Vec3 } from '../../src/math/vec3.js';

describe('spreadViews', () => {
  it('are so many perpendicular unit vectors', () => {
    for (const count of [1, 2, 7, 64, 500]) {
      const views = spreadViews(count);
      expect(views).toHaveLength(count);
      for (const { forward, up } of views) {
        expect(length(forward)).toBeCloseTo(1, 12);
        expect(length(up)).toBeCloseTo(1, 12);
        expect(dot(forward, up)).toBeCloseTo(0, 12);
      }
    }
  });

  it('leave no large part of the sphere out, and are nowhere crowded', () => {
    const views = spreadViews(64);
    // A cap that holds a 64th of the sphere has this angle.
    const cap = Math.acos(1 - 2 / 64);
    for (const [index, { forward }] of views.entries()) {
      const others = views.filter((_, other) => other !== index);
      const nearest = Math.min(...others.map((other) => Math.acos(dot(forward, other.forward))));
      expect(nearest).toBeGreaterThan(cap);
      expect(nearest).toBeLessThan(2.2 * cap);
    }
    const sum = views.reduce<Vec3>((total, { forward }) => add(total, forward), [0, 0, 0]);
    expect(length(sum) / 64).toBeLessThan(0.02);
  });

  it('have rolls all around', () => {
    const quarters = spreadViews(64).map(({ forward, up }) => {
      const east = cross([0, 0, 1], forward);
      return Math.floor(((Math.atan2(dot(up, east), dot(up, cross(forward, east))) / Math.PI + 1) * 4) % 8);
    });
    for (let part = 0; part < 8; part++)
      expect(quarters.filter((one) => one === part).length).toBeGreaterThanOrEqual(3);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuse %s of them', (count) => {
    expect(() => spreadViews(count)).toThrow(InputError);
  });
});
