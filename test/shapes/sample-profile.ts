/** Profiles for tests. */
import { measurePixelSteps } from '../../src/shapes/pixel-steps.js';
import { formatShape, parseShape } from '../../src/shapes/shape.js';
import { shapesOf } from '../../src/shapes/shape-families.js';
import type { ShapeProfile } from '../../src/shapes/shape-profile.js';
import { axisView, type VIEWS } from './views.js';

export const ADAPTER = { vendor: 'acme', architecture: 'one', device: 'Acme 1', description: 'driver 1.2' } as const;

/** A profile of shapes of 64 and 128 invocations in which each named view is 3 times as fast with its shape. */
export function sampleProfile(fastest: Partial<Record<(typeof VIEWS)[number], string>>): ShapeProfile {
  const shapes = [...shapesOf(64), ...shapesOf(128)];
  return {
    adapter: ADAPTER,
    timer: 'gpu',
    volume: { sizes: [64, 64, 64], format: 'r8unorm' },
    image: { width: 64, height: 64 },
    shapes,
    views: Object.entries(fastest).map(([view, shape]) => ({
      steps: measurePixelSteps(axisView(view as (typeof VIEWS)[number]))!,
      msMedian: shapes.map((candidate) => (formatShape(candidate) === formatShape(parseShape(shape)) ? 1 : 3)),
    })),
    noise: 0.01,
    reach: 0.3,
  };
}
