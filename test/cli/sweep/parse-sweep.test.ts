/** Which viewpoints and shapes a sweep is asked for. */
import { describe, expect, it } from 'vitest';
import { NO_VARIATIONS, parseShapes, parseViews } from '../../../src/cli/sweep/parse-sweep.js';
import { distance, length, subtract } from '../../../src/math/vec3.js';
import { formatShape } from '../../../src/shapes/shape.js';
import { gridOf } from '../../shapes/views.js';

const sphere = { center: [1, 2, 3] as const, radius: 10 };
const camerasOf = (text: string) => parseViews(text)({ indexToWorld: gridOf(1, 1, 1) }, sphere, 1);
const namesOf = (text: string) => camerasOf(text).map(({ name }) => name);

describe('parseViews', () => {
  it('takes names, the six, spheres and orbits, each view once', () => {
    expect(namesOf('six')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(namesOf('d,six,left')).toEqual(['d', 'a', 'b', 'c', 'e', 'f', 'left']);
    expect(namesOf('sphere:11').slice(-2)).toEqual(['sphere-09', 'sphere-10']);
    expect(namesOf('orbit:4,orbit:4')).toEqual(['orbit-0', 'orbit-1', 'orbit-2', 'orbit-3']);
  });

  it('looks at the middle from outside, everywhere', () => {
    for (const { camera } of camerasOf('six,sphere:20,orbit:5')) {
      expect(distance(camera.target, sphere.center)).toBeLessThan(1e-9);
      expect(distance(camera.eye, sphere.center)).toBeGreaterThan(sphere.radius);
    }
  });

  it('goes round the third axis on an orbit, from view b on', () => {
    const [start, quarter] = camerasOf('orbit:4').map(({ camera }) => subtract(camera.eye, camera.target));
    expect(start![2]).toBeCloseTo(0, 9);
    expect(quarter![2]).toBeCloseTo(0, 9);
    expect(length(subtract(start!, quarter!)) / length(start!)).toBeCloseTo(Math.SQRT2, 9);
    expect(camerasOf('orbit:4')[0]!.camera).toEqual(camerasOf('b')[0]!.camera);
  });

  it.each(['seven', 'sphere', 'sphere:', 'sphere:0', 'orbit:-1', 'sphere:64x', 'cube:4', ''])(
    'refuses "%s"',
    (text) => {
      expect(() => parseViews(text)).toThrow();
    },
  );
});

describe('parseShapes', () => {
  const namesOfShapes = (text: string, max = 256) => parseShapes(text, max).map(formatShape);

  it('takes families, all of them and single shapes, each once', () => {
    expect(namesOfShapes('64')).toHaveLength(7);
    expect(namesOfShapes('128,16x16')).toHaveLength(9);
    expect(namesOfShapes('all')).toHaveLength(24);
    expect(namesOfShapes('all', 4096)).toHaveLength(45);
    expect(namesOfShapes('all', 128)).toHaveLength(15);
    expect(namesOfShapes('8x8,64,8x8')).toHaveLength(7);
    expect(namesOfShapes('24x5')).toEqual(['24x5']);
  });

  it.each(['100', '0', '2048', '3by4', '', '128,'])('refuses "%s"', (text) => {
    expect(() => parseShapes(text, 4096)).toThrow();
  });

  it('varies them as far as their sides allow', () => {
    const varied = (text: string, variations: Partial<typeof NO_VARIATIONS>) =>
      parseShapes(text, 256, { ...NO_VARIATIONS, ...variations }).map(formatShape);
    expect(varied('64', { 'lane-layouts': '8x4,rows' })).toEqual(
      expect.arrayContaining(['8x8/8x4', '8x8', '16x4/8x4', '1x64', '64x1']),
    );
    expect(varied('64', { 'lane-layouts': '8x4,rows' })).toHaveLength(7 + 2);
    expect(varied('8x8', { orders: 'rows,columns', together: '0,64' })).toEqual([
      '8x8',
      '8x8+64',
      '8x8@columns',
      '8x8@columns+64',
    ]);
    expect(varied('8x8/4x4,16x4', { 'lane-layouts': 'morton' })).toEqual(['8x8/4x4', '16x4/morton']);
    for (const wrong of [{ 'lane-layouts': '8' }, { orders: 'diagonal' }, { together: '-1' }]) {
      expect(() => varied('8x8', wrong)).toThrow(/^--(lane-layouts|orders|together): "/);
    }
  });

  it('refuses what the adapter does', () => {
    expect(() => parseShapes('512', 256)).toThrow('has 512 invocations, but this adapter allows 256');
  });
});
