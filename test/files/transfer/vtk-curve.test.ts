/** Straight lines in place of VTK's curves. */
import { describe, expect, it } from 'vitest';
import { type CurvePoint, straightenCurves } from '../../../src/files/transfer/vtk-curve.js';

const segment = (midpoint: number, sharpness: number): CurvePoint[] => [
  { x: 10, y: [2, 7], midpoint, sharpness },
  { x: 30, y: [6, 5], midpoint: 0.5, sharpness: 0 },
];

/** vtkPiecewiseFunction::GetTable between two points, its formula written out. */
function vtkRise(fraction: number, midpoint: number, sharpness: number): number {
  let s = fraction < midpoint ? (0.5 * fraction) / midpoint : 0.5 + (0.5 * (fraction - midpoint)) / (1 - midpoint);
  if (sharpness > 0.99) return s < 0.5 ? 0 : 1;
  if (sharpness < 0.01) return s;
  if (s < 0.5) s = 0.5 * (s * 2) ** (1 + 10 * sharpness);
  else if (s > 0.5) s = 1 - 0.5 * ((1 - s) * 2) ** (1 + 10 * sharpness);
  const [s2, s3] = [s * s, s * s * s];
  const tangent = 1 - sharpness;
  const value = -2 * s3 + 3 * s2 + (s3 - 2 * s2 + s) * tangent + (s3 - s2) * tangent;
  return Math.min(Math.max(value, 0), 1);
}

/** How far the lines have risen at a fraction of the segment, of a step the later value. */
function linesRise(points: readonly { readonly x: number; readonly y: readonly number[] }[], fraction: number): number {
  const x = 10 + 20 * fraction;
  const next = points.findIndex((point) => point.x > x);
  if (next < 0) return 1;
  const [before, after] = [points[next - 1]!, points[next]!];
  const weight = (x - before.x) / (after.x - before.x);
  return (before.y[0]! + weight * (after.y[0]! - before.y[0]!) - 2) / 4;
}

describe('straightenCurves', () => {
  it('leaves straight lines, steps and single points', () => {
    const straight: CurvePoint[] = [...segment(0.5, 0), { x: 30, y: [9, 9], midpoint: 0.2, sharpness: 1 }];
    expect(straightenCurves(straight)).toEqual(straight.map(({ x, y }) => ({ x, y })));
    expect(straightenCurves([])).toEqual([]);
  });

  it.each([
    [0.2, 0, 1e-9],
    [0.9, 0, 1e-9],
    [0.3, 1, 1e-9],
    [0.5, 0.5, 1 / 255],
    [0.5, 0.05, 1 / 255],
    [0.25, 0.3, 1 / 255],
    [0.8, 0.9, 1 / 255],
    [0, 0, 1 / 255],
    [0.5, 0.98, 1 / 255],
    [0.5, 0.011, 1 / 255],
    [1, 0.5, 1 / 255],
  ])('follows a curve of midpoint %d and sharpness %d', (midpoint, sharpness, tolerance) => {
    const points = straightenCurves(segment(midpoint, sharpness));
    for (let step = 0; step < 997; step++) {
      const fraction = (step + 0.5) / 997;
      const exact = vtkRise(fraction, Math.min(Math.max(midpoint, 1e-5), 1 - 1e-5), sharpness);
      expect(Math.abs(linesRise(points, fraction) - exact), `at ${fraction}`).toBeLessThanOrEqual(tolerance);
    }
  });

  it('bends all channels alike, and goes forward', () => {
    const points = straightenCurves(segment(0.3, 0.6));
    for (const { y } of points) expect((y[0]! - 2) / 4).toBeCloseTo((y[1]! - 7) / -2, 12);
    const xs = points.map(({ x }) => x);
    expect([...xs].sort((a, b) => a - b)).toEqual(xs);
    expect([xs[0], xs.at(-1)]).toEqual([10, 30]);
  });
});
