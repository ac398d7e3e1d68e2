/** The continuous rule: the paper's shapes in its viewpoints, and what it does between them. */
import { describe, expect, it } from 'vitest';
import { orbit } from '../../src/camera/orbit.js';
import { chooseShape } from '../../src/shapes/choose-shape.js';
import { rankByContinuousRule, wantedOctaves } from '../../src/shapes/continuous-rule.js';
import { measurePixelSteps } from '../../src/shapes/pixel-steps.js';
import { checkShape, formatShape, type Shape } from '../../src/shapes/shape.js';
import { subgroupLaneLayout } from '../../src/shapes/shape-families.js';
import type { ShapeView } from '../../src/shapes/shape-view.js';
import { between, createRandom, randomDirection } from '../camera/random.js';
import { axisView, gridOf, mirrorImages, rolled, SHAPES, VIEWS, viewAlong } from './views.js';

const rank = (view: ShapeView, maxInvocations = 128) =>
  rankByContinuousRule(measurePixelSteps(view)!, { maxInvocations });
const shapeOf = (view: ShapeView) => formatShape(rank(view).shapes[0]!.shape);
const octavesOf = (view: ShapeView) => wantedOctaves(measurePixelSteps(view)!);

describe.each(VIEWS)('viewpoint %s', (view) => {
  it('has the shape of the paper, in both projections, mirrored and from behind', () => {
    expect(shapeOf(axisView(view))).toBe(SHAPES[view]);
    expect(shapeOf(axisView(view, { projection: 'orthographic' }))).toBe(SHAPES[view]);
    for (const mirrored of mirrorImages(view)) expect(shapeOf(mirrored)).toBe(SHAPES[view]);
  });

  it('has it whatever the size of the volume and of the image', () => {
    expect(shapeOf(axisView(view, { sizes: [512, 512, 512], image: { width: 1024, height: 1024 } }))).toBe(
      SHAPES[view],
    );
    expect(shapeOf(axisView(view, { sizes: [9, 9, 9], image: { width: 640, height: 480 } }))).toBe(SHAPES[view]);
  });

  it('passes through all shapes between in order as the camera rolls by 90 degrees', () => {
    const seen: string[] = [];
    for (let degrees = 0; degrees <= 90; degrees += 0.25) {
      const shape = shapeOf(rolled(axisView(view), degrees));
      if (shape !== seen.at(-1)) seen.push(shape);
    }
    const order = ['32x4', '16x8', '8x16', '4x32', '2x64', '1x128'];
    expect(seen).toEqual(SHAPES[view] === '32x4' ? order : order.toReversed());
  });
});

describe('a GPU', () => {
  const gpuShapes = (view: ShapeView, maxInvocations = 1024) =>
    rankByContinuousRule(measurePixelSteps(view)!, { maxInvocations, isGpu: true }).shapes.map(({ shape }) => shape);

  it.each([
    [1024, 16, 32],
    [512, 16, 32],
    [256, 16, 16],
  ])(
    'that allows %i invocations has blocks of %i × %i, whose subgroups have the wanted aspect',
    (most, width, height) => {
      for (const view of VIEWS) {
        const shapes = gpuShapes(axisView(view), most);
        for (const shape of shapes) {
          expect(shape).toMatchObject({ width, height });
          expect(() => checkShape(shape, most)).not.toThrow();
          expect(subgroupLaneLayout(shape, 32)).toEqual(shape.laneLayout);
        }
        // The nearest to the paper's subgroups of 32 × 1 and 1 × 32 that fits into the block.
        const tall = { width: 32 / Math.min(32, height), height: Math.min(32, height) };
        expect(shapes[0]!.laneLayout).toEqual(SHAPES[view] === '32x4' ? { width: 16, height: 2 } : tall);
      }
    },
  );

  it('passes through all lane layouts in order as the camera rolls by 90 degrees', () => {
    const seen: string[] = [];
    for (let degrees = 0; degrees <= 90; degrees += 0.25) {
      const shape = formatShape(gpuShapes(rolled(axisView('a'), degrees))[0]!);
      if (shape !== seen.at(-1)) seen.push(shape);
    }
    expect(seen).toEqual(['16x32/16x2', '16x32/8x4', '16x32/4x8', '16x32/2x16', '16x32/1x32']);
  });

  it('that allows no block has the paper’s family', () => {
    for (const { width, height } of gpuShapes(axisView('a'), 128)) expect(width * height).toBe(128);
  });
});

describe('a GPU in a dense picture', () => {
  const choose = (view: ShapeView, maxInvocations = 1024) =>
    formatShape(chooseShape({ ...view, isDense: true }, { maxInvocations, isGpu: true }).shape);
  const square = (side: number) => ({ sizes: [64, 64, 64] as const, image: { width: side, height: side } });

  it('passes through the strips in order as the camera rolls by 90 degrees', () => {
    const seen: string[] = [];
    for (let degrees = 0; degrees <= 90; degrees += 0.25) {
      const shape = choose(rolled(axisView('a', square(1024)), degrees));
      if (shape !== seen.at(-1)) seen.push(shape);
    }
    expect(seen).toEqual(['1024x1', '4x256/4x8', '4x256/1x32']);
  });

  it('takes no strips that lie beside the volume for the most part', () => {
    expect(choose(axisView('b', square(1024)))).toBe('1024x1');
    expect(choose(axisView('b', { sizes: [64, 64, 64], image: { width: 1920, height: 1080 } }))).toBe('4x256/4x8');
  });

  it('takes blocks where strips would be too few or too large', () => {
    expect(choose(axisView('b', square(256)))).toBe('16x32/16x2');
    expect(choose(axisView('b', square(1024)), 512)).toBe('16x32/16x2');
  });
});

describe('between the viewpoints', () => {
  it('neither direction is wanted more where both axes lie on the diagonals', () => {
    for (const view of VIEWS) expect(octavesOf(rolled(axisView(view), 45))).toBeCloseTo(0, 1);
  });

  it('a turn by 90 degrees about the view direction wants the opposite', () => {
    for (let seed = 7300; seed < 7350; seed++) {
      const random = createRandom(seed);
      const view = viewAlong({ forward: randomDirection(random), up: randomDirection(random) });
      // Up to a tenth of what lies between two shapes: a probed ray may meet an edge of the box in one view alone.
      expect(Math.abs(octavesOf(rolled(view, 90)) + octavesOf(view)), `seed ${seed}`).toBeLessThan(0.2);
    }
  });

  it('a small move changes little of what is wanted', () => {
    for (let seed = 7400; seed < 7500; seed++) {
      const random = createRandom(seed);
      const view = viewAlong({ forward: randomDirection(random), up: randomDirection(random) });
      const turn = { azimuthDegrees: between(random, -0.05, 0.05), elevationDegrees: between(random, -0.05, 0.05) };
      const moved = { ...view, camera: orbit(view.camera, turn) };
      expect(Math.abs(octavesOf(moved) - octavesOf(view)), `seed ${seed}`).toBeLessThan(0.75);
    }
  });

  it('weighs by the voxels that are passed: thick slices make their axis short', () => {
    // In view b, x runs to the right and z upwards: 1 : 6 for a cube, but with slices 12 times as thick it is 2 : 1.
    expect(shapeOf(axisView('b', { indexToWorld: gridOf(1, 1, 1) }))).toBe('32x4');
    expect(shapeOf(axisView('b', { indexToWorld: gridOf(1, 1, 12), projection: 'orthographic' }))).toBe('1x128');
  });
});

describe('what is taken', () => {
  it('is as wide where the adapter allows fewer invocations', () => {
    expect(rank(axisView('a'), 64).shapes[0]!.shape).toEqual({ width: 32, height: 2 });
    expect(rank(axisView('e'), 100).shapes[0]!.shape).toEqual({ width: 1, height: 64 });
  });

  it('is explained by the distances in memory', () => {
    const { reason } = rank(axisView('a', { projection: 'orthographic' }));
    expect(reason).toBe("a pixel's step to the right moves 1.7 strides through memory, one down 3.5: 32x4");
  });
});

describe('a CPU that says how long its vectors are', () => {
  const shapesFor = (view: ShapeView, lanes: number, maxInvocations = 1024) =>
    rankByContinuousRule(measurePixelSteps(view)!, { maxInvocations, lanes }).shapes.map(({ shape }) => shape);

  it.each([
    [4, 2, 2],
    [8, 4, 2],
    [16, 4, 4],
  ])('of %i lanes has subgroups of %i × %i pixels or the other way round', (lanes, longer, shorter) => {
    for (const view of VIEWS) {
      for (const shape of shapesFor(axisView(view), lanes)) {
        const { width, height } = shape.laneLayout as Pick<Shape, 'width' | 'height'>;
        expect([Math.max(width, height), Math.min(width, height)]).toEqual([longer, shorter]);
        expect(width >= height).toBe(shape.width >= shape.height || width === height);
        expect(() => checkShape(shape, 1024)).not.toThrow();
      }
      // The paper's wide ones as they are, its tall ones as far as a subgroup fits.
      const [{ width, height }] = shapesFor(axisView(view), lanes) as [Shape];
      expect(`${width}x${height}`).toBe(SHAPES[view] === '32x4' ? '32x4' : `${shorter}x${128 / shorter}`);
    }
  });

  it('keeps the rows of workgroups that no such subgroup fits into', () => {
    for (const lanes of [3, 256]) expect(shapesFor(axisView('a'), lanes)[0]).toEqual({ width: 32, height: 4 });
  });
});
