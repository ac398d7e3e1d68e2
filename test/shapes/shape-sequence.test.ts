/** Sequences that learn from what their frames take, on made-up adapters. */
import { describe, expect, it } from 'vitest';
import { formatShape, type Shape } from '../../src/shapes/shape.js';
import { ShapeSequence } from '../../src/shapes/shape-sequence.js';
import { createRandom } from '../camera/random.js';
import { axisView, rolled } from './views.js';

/** Runs a sequence over views on an adapter that takes `msOf` a shape; the shapes that it took. */
function run(
  count: number,
  msOf: (shape: Shape, frame: number) => number,
  viewOf = (_: number) => axisView('a'),
): string[] {
  const sequence = new ShapeSequence({ maxInvocations: 128, refine: true });
  return Array.from({ length: count }, (_, frame) => {
    const { shape } = sequence.choose(viewOf(frame));
    sequence.record(msOf(shape, frame));
    return formatShape(shape);
  });
}

const share = (shapes: readonly string[], shape: string) =>
  shapes.filter((one) => one === shape).length / shapes.length;

describe('a sequence', () => {
  it('stays with the rule’s shape where others are no faster, and stops trying them', () => {
    const shapes = run(200, () => 5);
    expect(share(shapes.slice(0, 64), '32x4')).toBeGreaterThanOrEqual(0.75);
    expect(new Set(shapes.slice(100))).toEqual(new Set(['32x4']));
  });

  it('goes over to a shape that is faster, and says why', () => {
    const msOf = ({ width }: Shape) => (width === 8 ? 4 : 5);
    expect(new Set(run(200, msOf).slice(100))).toEqual(new Set(['8x16']));
    const sequence = new ShapeSequence({ maxInvocations: 128, refine: true });
    let last = sequence.choose(axisView('a'));
    for (let frame = 0; frame < 100; frame++) {
      sequence.record(msOf(last.shape));
      last = sequence.choose(axisView('a'));
    }
    expect(last.policy).toBe('measured');
    expect(last.reason).toBe('frames of this sequence took 20 % less with 8x16 than with 32x4');
  });

  it('is not misled by noise below what it asks for, nor by frames that all grow slower', () => {
    const random = createRandom(7900);
    expect(new Set(run(200, () => 5 + 0.05 * random()).slice(100))).toEqual(new Set(['32x4']));
    expect(new Set(run(200, (_, frame) => 5 * 1.001 ** frame).slice(100))).toEqual(new Set(['32x4']));
  });

  it('learns for each viewpoint apart', () => {
    const msOf = ({ width }: Shape, frame: number) => (frame % 2 === 0 && width === 8 ? 2 : 5);
    const shapes = run(400, msOf, (frame) => rolled(axisView('a'), frame % 2 === 0 ? 0 : 90));
    expect(new Set(shapes.filter((_, frame) => frame > 200 && frame % 2 === 0))).toEqual(new Set(['8x16']));
    expect(new Set(shapes.filter((_, frame) => frame > 200 && frame % 2 === 1))).toEqual(new Set(['1x128']));
  });

  it('tries nothing where it is not told to', () => {
    const sequence = new ShapeSequence({ maxInvocations: 128 });
    for (let frame = 0; frame < 50; frame++) {
      expect(sequence.choose(axisView('a'))).toMatchObject({ shape: { width: 32, height: 4 }, policy: 'continuous' });
      sequence.record(5);
    }
  });
});
