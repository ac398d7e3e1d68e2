/** What a profile foretells of views that were not measured. */
import { describe, expect, it } from 'vitest';
import { orbit } from '../../src/camera/orbit.js';
import { spreadViews } from '../../src/camera/spread-views.js';
import { wantedOctaves } from '../../src/shapes/continuous-rule.js';
import { measurePixelSteps } from '../../src/shapes/pixel-steps.js';
import { formatShape } from '../../src/shapes/shape.js';
import { shapesOf } from '../../src/shapes/shape-families.js';
import { fitReach, mergeProfiles, predictOctaves, rankByProfile } from '../../src/shapes/shape-profile.js';
import { between, createRandom, randomDirection } from '../camera/random.js';
import { sampleProfile } from './sample-profile.js';
import { axisView, mirrorImages, rolled, VIEWS, viewAlong } from './views.js';

const FASTEST = { a: '32x4', b: '64x2', c: '8x8', d: '1x64', e: '1x128', f: '4x16' } as const;
const profile = sampleProfile(FASTEST);
const stepsOf = (view: Parameters<typeof measurePixelSteps>[0]) => measurePixelSteps(view)!;
const fastest = (view: Parameters<typeof measurePixelSteps>[0]) =>
  formatShape(rankByProfile(profile, stepsOf(view), 256).shapes[0]!.shape);

describe('rankByProfile', () => {
  it.each(VIEWS)('takes the fastest shape of viewpoint %s there and in its mirror images', (view) => {
    for (const mirrored of mirrorImages(view)) expect(fastest(mirrored)).toBe(FASTEST[view]);
    expect(fastest(axisView(view, { image: { width: 500, height: 300 } }))).toBe(FASTEST[view]);
  });

  it('takes the nearest viewpoint’s from elsewhere', () => {
    expect(fastest(rolled(axisView('a'), 30))).toBe(FASTEST.a);
    expect(fastest(rolled(axisView('a'), 60))).toBe(FASTEST.e);
    const lifted = orbit(axisView('c').camera, { elevationDegrees: 12, azimuthDegrees: -10 });
    expect(fastest({ ...axisView('c'), camera: lifted })).toBe(FASTEST.c);
  });

  it('has what the adapter allows alone', () => {
    const { shapes } = rankByProfile(profile, stepsOf(axisView('a')), 64);
    expect(shapes.map(({ shape }) => shape.width * shape.height)).toEqual(shapes.map(() => 64));
  });

  it('keeps shapes that are as fast up to the noise', () => {
    expect(rankByProfile(profile, stepsOf(axisView('a')), 256).tolerance).toBeCloseTo(Math.log2(1.01), 12);
  });
});

describe('fitReach', () => {
  const spread = spreadViews(60).map((direction) => stepsOf(viewAlong(direction)));
  const shapes = shapesOf(64);
  /** Views whose times follow from what the continuous rule wants there. */
  const viewsBy = (octavesAt: (wanted: number, shape: number) => number) =>
    spread.map((steps) => {
      const wanted = wantedOctaves(steps);
      return { steps, msMedian: shapes.map((_, shape) => 2 ** octavesAt(wanted, shape)) };
    });

  it('is long where views differ by noise alone, and short where the viewpoint decides', () => {
    const random = createRandom(7850);
    const noise = fitReach(viewsBy((_, shape) => 0.1 * shape + 0.1 * random()));
    const followed = fitReach(viewsBy((wanted, shape) => 0.2 * Math.abs(shape - 3 - 0.5 * wanted)));
    expect(noise).toBeGreaterThanOrEqual(1);
    expect(followed).toBeLessThan(0.7);
    expect(fitReach(viewsBy(() => 0).slice(0, 2))).toBeGreaterThan(0);
  });
});

describe('mergeProfiles', () => {
  it('has the viewpoints of all parts, and what follows from them', () => {
    const parts = (['a', 'e', 'f'] as const).map((view) => sampleProfile({ [view]: FASTEST[view] }));
    const merged = mergeProfiles([parts[0]!, { ...parts[1]!, noise: 0.04 }, parts[2]!]);
    expect(merged.views).toEqual(parts.flatMap(({ views }) => views));
    expect(merged.noise).toBeCloseTo(0.02, 12);
    expect(merged.reach).toBe(fitReach(merged.views));
    expect({ ...merged, views: [], noise: 0, reach: 0 }).toEqual({ ...parts[0], views: [], noise: 0, reach: 0 });
  });
});

describe('predictOctaves', () => {
  it('is what was measured where that was, and 0 for the fastest', () => {
    const octaves = predictOctaves(profile, stepsOf(axisView('a')));
    for (const [index, shape] of profile.shapes.entries()) {
      expect(octaves[index]).toBeCloseTo(formatShape(shape) === '32x4' ? 0 : Math.log2(3), 3);
    }
  });

  it('changes little with a small move, wherever that is', () => {
    for (let seed = 7700; seed < 7800; seed++) {
      const random = createRandom(seed);
      const view = viewAlong({ forward: randomDirection(random), up: randomDirection(random) });
      const turn = { azimuthDegrees: between(random, -0.02, 0.02), rollDegrees: between(random, -0.02, 0.02) };
      const before = predictOctaves(profile, stepsOf(view));
      const after = predictOctaves(profile, stepsOf({ ...view, camera: orbit(view.camera, turn) }));
      for (const [index, octaves] of before.entries()) {
        expect(Math.abs(after[index]! - octaves), `seed ${seed}`).toBeLessThan(0.1);
      }
    }
  });
});
