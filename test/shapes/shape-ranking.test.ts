/** A sequence of views keeps its shape while another is hardly better. */
import { describe, expect, it } from 'vitest';
import { orbit } from '../../src/camera/orbit.js';
import { chooseShape } from '../../src/shapes/choose-shape.js';
import { formatShape, type Shape } from '../../src/shapes/shape.js';
import { chooseRanked, type ShapeRanking } from '../../src/shapes/shape-ranking.js';
import { between, createRandom } from '../camera/random.js';
import { axisView, rolled } from './views.js';

const WIDE: Shape = { width: 32, height: 4 };
const TALL: Shape = { width: 1, height: 128 };

function ranking(wideCost: number, tallCost: number): ShapeRanking {
  const shapes = [
    { shape: WIDE, cost: wideCost },
    { shape: TALL, cost: tallCost },
  ].sort((a, b) => a.cost - b.cost);
  return { policy: 'profile', shapes, tolerance: 0.1, reason: 'so it is' };
}

describe('chooseRanked', () => {
  it('takes the best where there is no view before', () => {
    expect(chooseRanked(ranking(1, 2))).toEqual({ shape: WIDE, policy: 'profile', reason: 'so it is' });
    expect(chooseRanked(ranking(2, 1)).shape).toBe(TALL);
  });

  it('keeps the shape before while it is within the tolerance, and says so', () => {
    const kept = chooseRanked(ranking(1.05, 1), { ...WIDE });
    expect(kept.shape).toEqual(WIDE);
    expect(kept.reason).toBe('so it is; 32x4 is kept from the view before, since 1x128 is hardly better');
    expect(chooseRanked(ranking(1.15, 1), WIDE).shape).toBe(TALL);
    expect(chooseRanked(ranking(1, 2), { width: 7, height: 3 }).shape).toBe(WIDE);
  });
});

describe('chooseShape in a sequence', () => {
  const between45 = (degrees: number) => rolled(axisView('a'), degrees);

  it('does not flip back and forth as the camera trembles about a border between shapes', () => {
    // Somewhere in this sweep lie the borders; each is trembled about.
    let previous: Shape | undefined;
    let borders = 0;
    for (let degrees = 0; degrees < 90; degrees += 0.5) {
      const { shape } = chooseShape(between45(degrees), { maxInvocations: 128 });
      if (previous && formatShape(previous) !== formatShape(shape)) {
        borders++;
        const random = createRandom(7600 + degrees);
        const seen = new Set<string>();
        let last: Shape | undefined = previous;
        let changes = 0;
        for (let frame = 0; frame < 60; frame++) {
          const trembling = orbit(between45(degrees - 0.25).camera, {
            azimuthDegrees: between(random, -0.05, 0.05),
            rollDegrees: between(random, -0.05, 0.05),
          });
          const choice = chooseShape(
            { ...between45(degrees), camera: trembling },
            { maxInvocations: 128, previous: last },
          );
          if (last && formatShape(choice.shape) !== formatShape(last)) changes++;
          last = choice.shape;
          seen.add(formatShape(choice.shape));
        }
        expect(
          changes,
          `about ${degrees} degrees, seed ${7600 + degrees}: ${[...seen].join(', ')}`,
        ).toBeLessThanOrEqual(1);
      }
      previous = shape;
    }
    expect(borders).toBeGreaterThanOrEqual(5);
  });

  it('follows a camera that goes on', () => {
    let previous: Shape | undefined;
    for (let degrees = 0; degrees <= 90; degrees++) {
      previous = chooseShape(between45(degrees), { maxInvocations: 128, previous }).shape;
    }
    expect(previous).toEqual(TALL);
  });
});
