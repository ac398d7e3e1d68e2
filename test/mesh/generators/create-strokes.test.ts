/** Points as spheres and lines as tubes. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { createStrokes } from '../../../src/mesh/generators/create-strokes.js';
import { isInsideOut } from '../../../src/mesh/topology/inside-out.js';

const POSITIONS = Float64Array.of(0, 0, 0, 10, 0, 0, 10, 20, 0, Number.NaN, 0, 0, 1e6, 1e6, 1e6);
const NONE = new Uint32Array();

/** Places of all vertices in the world. */
function placesOf({ positions, origin }: ReturnType<typeof createStrokes>): number[][] {
  return Array.from({ length: positions.length / 3 }, (_, vertex) =>
    [0, 1, 2].map((axis) => positions[3 * vertex + axis]! + origin[axis]!),
  );
}

describe('strokes', () => {
  it('of points are spheres about them, with normals from their centres, closed and facing outwards', () => {
    const mesh = createStrokes({ positions: POSITIONS, points: Uint32Array.of(0, 1, 2), lines: NONE });
    const radius = Math.hypot(10, 20) / 50;
    const places = placesOf(mesh);
    const third = places.length / 3;
    for (const [vertex, place] of places.entries()) {
      const point = Math.floor(vertex / third);
      const away = place.map((coordinate, axis) => coordinate - POSITIONS[3 * point + axis]!);
      expect(Math.hypot(...away)).toBeCloseTo(radius, 5);
      for (const axis of [0, 1, 2]) expect(mesh.normals![3 * vertex + axis]! * radius).toBeCloseTo(away[axis]!, 5);
    }
    expect(mesh.triangles.length).toBe(3 * 3 * 320);
    expect(isInsideOut(mesh)).toBe(false);
  });

  it('of lines are tubes of one radius between spheres', () => {
    const mesh = createStrokes({ positions: POSITIONS, points: NONE, lines: Uint32Array.of(0, 1, 1, 2) });
    const radius = Math.hypot(10, 20) / 180;
    for (const [x, y, z] of placesOf(mesh) as [number, number, number][]) {
      const toFirst = Math.hypot(x - Math.min(Math.max(x, 0), 10), y, z);
      const toSecond = Math.hypot(x - 10, y - Math.min(Math.max(y, 0), 20), z);
      const toJoints = [0, 1, 2].map((at) => Math.hypot(x - POSITIONS[3 * at]!, y - POSITIONS[3 * at + 1]!, z));
      const errors = [toFirst, toSecond, ...toJoints].map((distance) => Math.abs(distance - radius));
      expect(Math.min(...errors)).toBeLessThan(1e-5);
      expect(Math.min(toFirst, toSecond)).toBeLessThan(radius + 1e-5);
    }
    expect(isInsideOut(mesh)).toBe(false);
  });

  it('of a line in many short pieces is as thick as of one, and of many lines as thin as before', () => {
    const radiusOf = (positions: Float64Array, lines: Uint32Array) => {
      const [x, y, z] = placesOf(createStrokes({ positions, points: NONE, lines }))[0]!;
      return Math.hypot(x! - positions[0]!, y! - positions[1]!, z! - positions[2]!);
    };
    const pieces = 1000;
    const straight = Float64Array.from({ length: 3 * (pieces + 1) }, (_, at) => (at % 3 === 0 ? at / 3 : 0));
    const joined = Uint32Array.from({ length: 2 * pieces }, (_, at) => Math.floor((at + 1) / 2));
    expect(radiusOf(straight, joined)).toBeCloseTo(pieces / 180, 3);
    // A fan of lines from corner to corner.
    const fan = Float64Array.from({ length: 3 * 2000 }, (_, at) => [Math.floor(at / 3) % 2, at / 6000, 0][at % 3]!);
    const apart = Uint32Array.from({ length: 2000 }, (_, at) => at);
    expect(radiusOf(fan, apart) / Math.SQRT2).toBeCloseTo(0.03 / Math.sqrt(1000), 3);
  });

  it('keep colours and values of their vertices', () => {
    const vertexColors = Uint8Array.from({ length: 20 }, (_, at) => (at % 4 === 3 ? 255 : at));
    const values = [
      { name: 'a', on: 'vertices' as const, values: Float32Array.of(5, 6, 7, 8, 9) },
      { name: 'b', on: 'triangles' as const, values: new Float32Array() },
    ];
    const points = Uint32Array.of(2, 0);
    const mesh = createStrokes({ positions: POSITIONS, points, lines: NONE, vertexColors, values });
    const half = mesh.positions.length / 6;
    expect(mesh.values?.map(({ name }) => name)).toEqual(['a']);
    expect([mesh.values![0]!.values[0], mesh.values![0]!.values[half]]).toEqual([7, 5]);
    expect([...mesh.vertexColors!.subarray(4 * half - 4, 4 * half + 4)]).toEqual([8, 9, 10, 255, 0, 1, 2, 255]);
  });

  it('without a finite vertex, or of none, are refused, and one point is drawn', () => {
    const draw = (points: number[], lines: number[] = []) =>
      createStrokes({ positions: POSITIONS, points: Uint32Array.from(points), lines: Uint32Array.from(lines) });
    expect(() => draw([])).toThrow(InputError);
    expect(() => draw([3, 99], [0, 3, 99, 1])).toThrow(/no points or lines of finite vertices/);
    expect(draw([0]).triangles.length).toBe(3 * 320);
    expect(draw([], [1, 1]).triangles.length).toBeGreaterThan(3 * 320);
    expect(draw([0, 3, 99], [0, 1, 3, 1]).triangles.length).toBe(draw([0], [0, 1]).triangles.length);
  });

  it('are coarser the more there are', () => {
    const triangles = (count: number) => {
      const positions = Float64Array.from({ length: 3 * count }, (_, at) => at);
      const points = Uint32Array.from({ length: count }, (_, vertex) => vertex);
      return createStrokes({ positions, points, lines: NONE }).triangles.length / 3 / count;
    };
    expect([2000, 2001, 50_001].map(triangles)).toEqual([320, 80, 20]);
    const many = { positions: new Float64Array(3), points: new Uint32Array(500_001), lines: NONE };
    expect(() => createStrokes(many)).toThrow('has 500001 points and lines but no triangles; at most 500000');
  });
});

it('draws very many lines as thin tubes of four sides without ends, each in the colours of its own vertices', () => {
  const count = 50_001;
  const positions = Float64Array.from({ length: 6 * count }, (_, at) => {
    const [vertex, axis] = [Math.floor(at / 3), at % 3];
    return axis === 0 ? vertex % 2 : axis === 1 ? Math.floor(vertex / 2) % 250 : Math.floor(vertex / 500);
  });
  const lines = Uint32Array.from({ length: 2 * count }, (_, end) => end);
  const vertexColors = Uint8Array.from({ length: 8 * count }, (_, at) => (at % 4 === 3 ? 255 : (at >> 2) % 251));
  const mesh = createStrokes({ positions, points: new Uint32Array(0), lines, vertexColors });
  expect(mesh.positions.length / 3).toBe(2 * 4 * count);
  const few = createStrokes({ positions, points: new Uint32Array(0), lines: lines.subarray(0, 2), vertexColors });
  expect(mesh.triangles.length / (3 * count)).toBeLessThan(few.triangles.length / 3 / 10);
  for (const line of [0, 777, count - 1]) {
    const [start, end] = [8 * line, 8 * line + 4];
    expect(mesh.vertexColors![4 * start]).toBe((2 * line) % 251);
    expect(mesh.vertexColors![4 * end]).toBe((2 * line + 1) % 251);
    for (let vertex = start; vertex < start + 8; vertex++) {
      const x = mesh.positions[3 * vertex]! + mesh.origin[0];
      expect(Math.abs(x - (vertex < end ? 0 : 1))).toBeLessThan(0.1);
    }
  }
});
