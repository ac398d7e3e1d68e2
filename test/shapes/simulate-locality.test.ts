/** The locality model: small cases counted by hand, and what figures 6 and 7 of the paper say about shapes and viewpoints. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vec3.js';
import { formatShape } from '../../src/shapes/shape.js';
import { shapesOf } from '../../src/shapes/shape-families.js';
import type { ShapeView } from '../../src/shapes/shape-view.js';
import { simulateLocality } from '../../src/shapes/simulate-locality.js';
import { axisView, gridOf, VIEWS } from './views.js';

/** Along −z onto a small image whose pixels are voxels, the image's rows against y; samples lie on voxels' borders in z. */
function frontView(sizes: Vec3, pixels: number): ShapeView {
  const middle: Vec3 = [pixels / 2 - 0.5 + 0.25, pixels / 2 - 0.5 + 0.25, 0];
  return {
    camera: {
      projection: 'orthographic',
      eye: [middle[0], middle[1], 100],
      target: middle,
      up: [0, 1, 0],
      height: pixels,
    },
    volume: { sizes, indexToWorld: gridOf(1, 1, 1) },
    image: { width: pixels, height: pixels },
  };
}

/** One processor with one subgroup at a time, a cache that holds all, and lines of 4 voxels. */
const PLAIN = {
  layout: 'linear',
  cache: { sizeBytes: 2 ** 20, lineBytes: 4, ways: 64 },
  processors: 1,
  drift: 0,
} as const;

describe('counted by hand', () => {
  it('one ray through rows of 8: each sample meets the plane of the one before and a new one', () => {
    // Pixel (0, 0) of one is at x = y = 0.25, so its voxels are 0 and 1 in x and y. Samples lie at z = 7, 6, …, 0, with
    // voxels z and z + 1: per sample 4 lines, 2 rows in 2 planes. The counted samples are numbers 4 to 7, at z = 3 … 0, and
    // those before them filled the cache with planes 8 (that is 7) to 4: 2 hits and 2 misses each.
    const view = frontView([8, 8, 8], 1);
    const options = { ...PLAIN, subgroupSize: 1, lanesPerRequest: 1, residentInvocations: 1, samples: 4 };
    expect(simulateLocality(view, { width: 1, height: 1 }, options)).toEqual({ requests: 16, hits: 8, hitRate: 0.5 });
  });

  it('lanes that want the same lines ask once if they ask together, and hit if they do not', () => {
    // 2 lanes side by side: x voxels 0 and 1, and 1 and 2, all in the row's first line of 4.
    const view = frontView([8, 8, 8], 2);
    const options = { ...PLAIN, subgroupSize: 2, residentInvocations: 2, samples: 4 };
    const shape = { width: 2, height: 1 };
    const together = simulateLocality(view, shape, { ...options, lanesPerRequest: 2 });
    expect(together).toMatchObject({ requests: 16, hits: 8 });
    const apart = simulateLocality(view, shape, { ...options, lanesPerRequest: 1 });
    expect(apart).toMatchObject({ requests: 32, hits: 24 });
  });

  it('a cache without room for a plane never hits', () => {
    const view = frontView([8, 8, 8], 1);
    const cache = { sizeBytes: 4, lineBytes: 4, ways: 1 };
    const options = { ...PLAIN, cache, subgroupSize: 1, lanesPerRequest: 1, residentInvocations: 1, samples: 4 };
    expect(simulateLocality(view, { width: 1, height: 1 }, options)).toMatchObject({ requests: 16, hits: 0 });
  });

  it('voxels of more bytes fill more lines', () => {
    // Voxels 0 and 1 of 4 bytes are in lines of their own: 8 lines a sample instead of 4.
    const view = frontView([8, 8, 8], 1);
    const options = {
      ...PLAIN,
      bytesPerVoxel: 4,
      subgroupSize: 1,
      lanesPerRequest: 1,
      residentInvocations: 1,
      samples: 4,
    };
    expect(simulateLocality(view, { width: 1, height: 1 }, options)).toMatchObject({ requests: 32, hits: 16 });
  });

  it('nothing is asked where no ray meets the volume', () => {
    const view = frontView([8, 8, 8], 1);
    const away = { ...view, camera: { ...view.camera, eye: [99, 99, 100], target: [99, 99, 0] } } as const;
    expect(simulateLocality(away, { width: 1, height: 1 })).toEqual({ requests: 0, hits: 0, hitRate: 0 });
  });
});

describe('the paper’s card and volume', () => {
  const shapes = shapesOf(128);
  const names = shapes.map(formatShape);
  const rates = Object.fromEntries(
    VIEWS.map((name) => {
      const view = axisView(name, { sizes: [1024, 1024, 1024], image: { width: 1024, height: 1024 } });
      return [name, shapes.map((shape) => simulateLocality(view, shape, { samples: 16 }).hitRate)];
    }),
  ) as Record<(typeof VIEWS)[number], number[]>;
  const rateOf = (view: (typeof VIEWS)[number], shape: string) => rates[view][names.indexOf(shape)]!;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  /** From 8 × 16 on, subgroups are wider than high. */
  const wide = names.indexOf('8x16');

  it.each(['a', 'b', 'c'] as const)('horizontal subgroups hit more in viewpoint %s', (view) => {
    expect(mean(rates[view].slice(wide))).toBeGreaterThan(mean(rates[view].slice(0, wide)));
    expect(rateOf(view, '32x4')).toBeGreaterThan(rateOf(view, '1x128'));
  });

  it.each(['d', 'e', 'f'] as const)('vertical subgroups hit more in viewpoint %s', (view) => {
    expect(mean(rates[view].slice(0, wide))).toBeGreaterThan(mean(rates[view].slice(wide)));
    expect(rateOf(view, '1x128')).toBeGreaterThan(rateOf(view, '32x4'));
  });

  it.each([
    ['b', 'd'],
    ['c', 'f'],
  ] as const)('viewpoints %s and %s, with the same planes, cross between 4 × 32 and 8 × 16', (horizontal, vertical) => {
    expect(rateOf(vertical, '4x32')).toBeGreaterThan(rateOf(horizontal, '4x32'));
    expect(rateOf(vertical, '8x16')).toBeLessThan(rateOf(horizontal, '8x16'));
  });

  it('viewpoints c and f stay low, whatever the shape', () => {
    const most = (view: (typeof VIEWS)[number]) => Math.max(...rates[view]);
    expect(most('c')).toBeLessThan(Math.min(most('a'), most('b')));
    expect(most('f')).toBeLessThan(Math.min(most('d'), most('e')));
    expect(Math.max(most('c'), most('f'))).toBeLessThan(0.45);
  });

  it('of half the size, viewpoints c and f hit more (section 5)', () => {
    for (const name of ['c', 'f'] as const) {
      const view = axisView(name, { sizes: [512, 512, 512], image: { width: 1024, height: 1024 } });
      const small = shapes.map((shape) => simulateLocality(view, shape, { samples: 16 }).hitRate);
      expect(Math.max(...small)).toBeGreaterThan(Math.max(...rates[name]));
    }
  });
});
