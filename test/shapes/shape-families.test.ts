/** Candidate shapes, and the subgroups that they make. */
import { describe, expect, it } from 'vitest';
import { formatShape, parseShape } from '../../src/shapes/shape.js';
import {
  candidateShapes,
  compactShapes,
  pixelOfInvocation,
  STATIC_SHAPE,
  shapesOf,
  subgroupLaneLayout,
} from '../../src/shapes/shape-families.js';

describe('shapesOf', () => {
  it('are the eight of the paper for 128 invocations', () => {
    const names = ['1x128', '2x64', '4x32', '8x16', '16x8', '32x4', '64x2', '128x1'];
    expect(shapesOf(128).map(formatShape)).toEqual(names);
  });
});

it('compactShapes are those that subgroups of so many lanes fit into', () => {
  expect(compactShapes(shapesOf(64), 8).map(formatShape)).toEqual([
    '2x32/2x4',
    '4x16/2x4',
    '8x8/4x2',
    '16x4/4x2',
    '32x2/4x2',
  ]);
  expect(compactShapes(shapesOf(4), 8)).toEqual([]);
});

describe('candidateShapes', () => {
  it('are the families that the adapter allows, each shape once', () => {
    expect(candidateShapes(256)).toHaveLength(7 + 8 + 9);
    expect(candidateShapes(1024)).toHaveLength(7 + 8 + 9 + 10 + 11);
    expect(candidateShapes(2048)).toEqual(candidateShapes(1024));
    expect(candidateShapes(255)).toHaveLength(7 + 8);
    expect(candidateShapes(64)).toHaveLength(7);
    expect(new Set(candidateShapes(256).map(formatShape)).size).toBe(24);
    expect(candidateShapes(256)).toContainEqual(STATIC_SHAPE);
  });
});

describe('subgroupLaneLayout', () => {
  it.each([
    ['1x128', '1x32'],
    ['2x64', '2x16'],
    ['4x32', '4x8'],
    ['8x16', '8x4'],
    ['16x8', '16x2'],
    ['32x4', '32x1'],
    ['64x2', '32x1'],
    ['128x1', '32x1'],
    ['16x16', '16x2'],
  ])('of %s is %s for subgroups of 32, as in table 1', (shape, laneLayout) => {
    expect(formatShape(subgroupLaneLayout(parseShape(shape), 32))).toBe(laneLayout);
  });

  it('follows the size of subgroups, and is the whole workgroup where that is smaller', () => {
    expect(subgroupLaneLayout({ width: 2, height: 64 }, 4)).toEqual({ width: 2, height: 2 });
    expect(subgroupLaneLayout({ width: 8, height: 16 }, 64)).toEqual({ width: 8, height: 8 });
    expect(subgroupLaneLayout({ width: 4, height: 2 }, 32)).toEqual({ width: 4, height: 2 });
  });
});

describe('pixelOfInvocation', () => {
  const pixelsOf = (text: string) => {
    const shape = parseShape(text);
    return Array.from({ length: shape.width * shape.height }, (_, local) => pixelOfInvocation(shape, local));
  };

  it.each([
    '32x4',
    '1x128',
    '16x16/8x4',
    '16x16/4x8',
    '8x8/8x8',
    '6x4/3x2',
    '16x16/morton',
    '32x4/morton',
    '2x64/morton',
    '1x8/morton',
  ])('of %s is each pixel of the tile once', (text) => {
    const { width, height } = parseShape(text);
    const pixels = pixelsOf(text);
    expect(new Set(pixels.map(([x, y]) => y * width + x)).size).toBe(width * height);
    for (const [x, y] of pixels) expect(x < width && y < height).toBe(true);
  });

  it('goes along rows, along blocks, or along a Z', () => {
    expect(pixelsOf('3x2')).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(pixelsOf('4x2/2x2')).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 0],
      [3, 0],
      [2, 1],
      [3, 1],
    ]);
    expect(pixelsOf('2x4/2x2').slice(4)).toEqual([
      [0, 2],
      [1, 2],
      [0, 3],
      [1, 3],
    ]);
    expect(pixelsOf('4x4/morton').slice(0, 8)).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 0],
      [3, 0],
      [2, 1],
      [3, 1],
    ]);
    expect(pixelsOf('4x4/morton')[8]).toEqual([0, 2]);
    // The longer side has the rest of the bits.
    expect(pixelsOf('8x2/morton')[8]).toEqual([4, 0]);
    expect(pixelsOf('2x8/morton')[8]).toEqual([0, 4]);
  });
});
