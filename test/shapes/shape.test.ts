/** Shapes as text, and what an adapter allows. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { checkShape, formatShape, parseShape, shrinkShape } from '../../src/shapes/shape.js';

describe('parseShape and formatShape', () => {
  it('are inverse and have the width first', () => {
    expect(parseShape('32x4')).toEqual({ width: 32, height: 4 });
    for (const text of ['1x128', '128x1', '8x16', '7x3']) expect(formatShape(parseShape(text))).toBe(text);
  });

  it('know lane layouts, orders and waiting, in this order', () => {
    expect(parseShape('16x16/8x4@columns+64')).toEqual({
      width: 16,
      height: 16,
      laneLayout: { width: 8, height: 4 },
      order: 'columns',
      together: 64,
    });
    expect(parseShape('32x4@rows')).toEqual({ width: 32, height: 4 });
    for (const text of ['16x16/morton', '16x16/8x4', '2x64@morton', '32x4+16', '8x8/morton@columns+7']) {
      expect(formatShape(parseShape(text))).toBe(text);
    }
  });

  it.each([
    ['16x16/3x4', "the lane layout's sides must divide the shape's"],
    ['16x16/32x1', "the lane layout's sides must divide the shape's"],
    ['12x4/morton', 'a Z-order needs sides that are powers of two'],
  ])('refuse %s', (text, message) => {
    expect(() => parseShape(text)).toThrow(message);
  });

  it.each([
    '16x16/',
    '16x16/8',
    '16x16/0x4',
    '16x16/rows',
    '16x16@diagonal',
    '16x16+0',
    '16x16+',
    '16x16+64/8x4',
    '',
    '32',
    '32x',
    'x4',
    '0x4',
    '4x0',
    '-1x4',
    '3.5x2',
    '32 x 4',
    '32x4x1',
    '32×4',
    'auto',
    '9007199254740993x1',
  ])('refuse "%s"', (text) => {
    expect(() => parseShape(text)).toThrow(InputError);
    expect(() => parseShape(text)).toThrow(`such as 32x4, not "${text}"`);
  });
});

describe('checkShape', () => {
  it('allows as many invocations as the adapter does and no more', () => {
    expect(() => checkShape({ width: 32, height: 8 }, 256)).not.toThrow();
    expect(() => checkShape({ width: 257, height: 1 }, 256)).toThrow(InputError);
    expect(() => checkShape({ width: 32, height: 9 }, 256)).toThrow(
      '32x9 has 288 invocations, but this adapter allows 256',
    );
  });
});

describe('shrinkShape', () => {
  it('leaves what fits as it is', () => {
    expect(shrinkShape({ width: 32, height: 4 }, 128)).toEqual({ width: 32, height: 4 });
  });

  it('uses the whole power of two, and gives up the shorter side first', () => {
    expect(shrinkShape({ width: 32, height: 4 }, 127)).toEqual({ width: 32, height: 2 });
    expect(shrinkShape({ width: 32, height: 4 }, 32)).toEqual({ width: 32, height: 1 });
    expect(shrinkShape({ width: 32, height: 4 }, 16)).toEqual({ width: 16, height: 1 });
    expect(shrinkShape({ width: 4, height: 32 }, 16)).toEqual({ width: 1, height: 16 });
    expect(shrinkShape({ width: 1, height: 128 }, 100)).toEqual({ width: 1, height: 64 });
    expect(shrinkShape({ width: 1, height: 128 }, 1)).toEqual({ width: 1, height: 1 });
  });
});
