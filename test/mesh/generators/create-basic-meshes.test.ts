/** Generated meshes are closed, face outward, and have the size that the formula says. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { boundingBox } from '../../../src/mesh/bounding-box.js';
import { createChessboard } from '../../../src/mesh/generators/chessboard.js';
import {
  createGrid,
  createIcosphere,
  createTorus,
  createTriangleSoup,
  type SoupKind,
  type TriangleSoupOptions,
} from '../../../src/mesh/generators/create-basic-meshes.js';
import { turnLathe } from '../../../src/mesh/generators/lathe.js';
import { createMesh, findBadTriangles, type Mesh } from '../../../src/mesh/mesh.js';
import { areaOf, areaVector, cornersOf, countEdges, FLOAT32_ROUNDING, volumeOf } from '../measure-mesh.js';

describe('createIcosphere', () => {
  it.each([0, 1, 3])('is closed, of 20 · 4 ^ %i triangles, with all vertices at its radius', (subdivisions) => {
    const center = [10, -20, 30] as const;
    const sphere = createIcosphere({ subdivisions, radius: 3, center });
    expect(sphere.triangles.length / 3).toBe(20 * 4 ** subdivisions);
    expect(countEdges(sphere)).toEqual({ edges: 30 * 4 ** subdivisions, open: 0 });
    const { positions, normals } = sphere;
    for (let at = 0; at < positions.length; at++) {
      const expected = center[at % 3]! + 3 * normals![at]!;
      expect(Math.abs(positions[at]! - expected)).toBeLessThan(2 * 33 * FLOAT32_ROUNDING);
    }
    expect(volumeOf(sphere)).toBeGreaterThan(0);
  });

  it('comes about four times closer to the volume of a ball with each subdivision', () => {
    const missing = [2, 3, 4].map((subdivisions) => (4 * Math.PI) / 3 - volumeOf(createIcosphere({ subdivisions })));
    for (const [coarser, volume] of missing.slice(1).entries()) expect(missing[coarser]! / volume).toBeCloseTo(4, 0);
  });

  it('refuses more triangles than anyone could want', () => {
    for (const subdivisions of [10, -1, 1.5]) {
      expect(() => createIcosphere({ subdivisions })).toThrow(InputError);
    }
  });
});

describe('createTorus', () => {
  it('is closed and has a handle: as many vertices and triangles as edges', () => {
    const torus = createTorus({ majorSegments: 7, minorSegments: 5 });
    const { edges, open } = countEdges(torus);
    expect(open).toBe(0);
    expect(torus.positions.length / 3 - edges + torus.triangles.length / 3).toBe(0);
  });

  it('has the size of its circles', () => {
    const [majorSegments, minorSegments] = [40, 20];
    const torus = createTorus({ majorRadius: 3, minorRadius: 1, majorSegments, minorSegments });
    // Pappus' theorem, for polygons in place of circles.
    const tube = (minorSegments / 2) * Math.sin((2 * Math.PI) / minorSegments);
    const around = majorSegments * Math.sin((2 * Math.PI) / majorSegments);
    expect(volumeOf(torus)).toBeCloseTo(tube * 3 * around, 5);
    const { min, max } = boundingBox(torus);
    expect([...min, ...max]).toEqual([-4, -4, -1, 4, 4, 1]);
  });

  it('refuses fewer than three segments', () => {
    for (const options of [{ majorSegments: 2 }, { minorSegments: 2 }, { minorSegments: 3.5 }]) {
      expect(() => createTorus(options)).toThrow(InputError);
    }
  });
});

describe('createGrid', () => {
  it('covers its rectangle once, facing up', () => {
    const grid = createGrid({ width: 6, height: 4, columns: 3, rows: 8 });
    expect(grid.triangles.length / 3).toBe(48);
    expect(countEdges(grid).open).toBe(2 * (3 + 8));
    const corners = cornersOf(grid);
    for (let triangle = 0; triangle < 48; triangle++) expect(areaVector(corners, triangle)).toEqual([0, 0, 1]);
    expect(boundingBox(grid)).toEqual({ min: [-3, -2, 0], max: [3, 2, 0] });
  });

  it('refuses no cells', () => {
    expect(() => createGrid({ columns: 0 })).toThrow(InputError);
  });
});

describe('createTriangleSoup', () => {
  const longestSide = (corners: Float64Array, triangle: number) =>
    Math.max(
      ...[0, 1, 2].map((side) => {
        const [from, to] = [9 * triangle + 3 * side, 9 * triangle + 3 * ((side + 1) % 3)];
        return Math.hypot(...[0, 1, 2].map((axis) => corners[from + axis]! - corners[to + axis]!));
      }),
    );

  it('is determined by its seed', () => {
    expect(createTriangleSoup({ seed: 5 })).toEqual(createTriangleSoup({ seed: 5 }));
    expect(createTriangleSoup({ seed: 5 }).positions).not.toEqual(createTriangleSoup({ seed: 6 }).positions);
    // The first ones of a longer soup are the same.
    const { positions } = createTriangleSoup({ count: 10 });
    expect(createTriangleSoup({ count: 40 }).positions.subarray(0, 90)).toEqual(positions);
  });

  it.each<[SoupKind, length: number, slenderness: number]>([
    ['small', 0.0866, 1.2],
    ['slivers', 0.075, 700],
    ['large', 1.732, 1.2],
    ['crossing', 1.732, 1.2],
  ])('has the triangles that %s asks for', (kind, length, slenderness) => {
    const soup = createTriangleSoup({ count: 200, kinds: [kind], seed: 8 });
    expect(findBadTriangles(soup)).toHaveLength(0);
    const corners = cornersOf(soup);
    for (let triangle = 0; triangle < 200; triangle++) {
      const side = longestSide(corners, triangle);
      const height = Math.hypot(...areaVector(corners, triangle)) / side;
      expect(side).toBeCloseTo(length, 3);
      expect(side / height).toBeGreaterThan(slenderness * 0.95);
      expect(side / height).toBeLessThan(slenderness * 1.3);
    }
    const { min, max } = boundingBox(soup);
    for (const axis of [0, 1, 2]) {
      expect(min[axis]!).toBeGreaterThan(-1.51);
      expect(max[axis]!).toBeLessThan(1.51);
    }
  });

  it('has crossing triangles that go through the centre, and takes kinds in turn', () => {
    const corners = cornersOf(createTriangleSoup({ count: 20, kinds: ['small', 'crossing'] }));
    for (let triangle = 1; triangle < 20; triangle += 2) {
      const centroid = [0, 1, 2].map((axis) =>
        [0, 3, 6].reduce((sum, at) => sum + corners[9 * triangle + at + axis]!, 0),
      );
      expect(Math.hypot(...centroid)).toBeLessThan(8 * FLOAT32_ROUNDING);
      expect(longestSide(corners, triangle - 1)).toBeLessThan(0.1);
    }
  });

  it('has all orientations', () => {
    const corners = cornersOf(createTriangleSoup({ count: 2000, kinds: ['small'], seed: 2 }));
    const sums = [0, 0, 0];
    const squares = [0, 0, 0];
    for (let triangle = 0; triangle < 2000; triangle++) {
      const vector = areaVector(corners, triangle);
      for (const [axis, component] of vector.entries()) {
        sums[axis]! += component / Math.hypot(...vector) / 2000;
        squares[axis]! += (component / Math.hypot(...vector)) ** 2 / 2000;
      }
    }
    // Three standard errors: of components, whose variance is 1/3, and of their squares, whose variance is 4/45.
    for (const mean of sums) expect(Math.abs(mean)).toBeLessThan(3 * Math.sqrt(1 / 3 / 2000));
    for (const mean of squares) expect(Math.abs(mean - 1 / 3)).toBeLessThan(3 * Math.sqrt(4 / 45 / 2000));
  });

  it.each<TriangleSoupOptions>([{ count: 0 }, { count: 2.5 }, { kinds: [] }])('refuses %o', (options) => {
    expect(() => createTriangleSoup(options)).toThrow(InputError);
  });
});

describe('turnLathe', () => {
  it('closes at poles, and faces outward from the bottom up', () => {
    const cone = createMesh(
      turnLathe(
        [
          [0, 0],
          [2, 0],
          [0, 3],
        ],
        1000,
      ),
    );
    expect(countEdges(cone).open).toBe(0);
    expect(volumeOf(cone) / (4 * Math.PI)).toBeCloseTo(1, 4);
    expect(cone.positions.length / 3).toBe(1002);
  });

  it('shifts rings along x', () => {
    const { positions } = turnLathe(
      [
        [1, 0],
        [1, 1, 5],
      ],
      4,
    );
    expect([0, 3, 6, 9].reduce((sum, at) => sum + positions[12 + at]! / 4, 0)).toBeCloseTo(5, 6);
    expect([0, 3, 6, 9].reduce((sum, at) => sum + positions[at]! / 4, 0)).toBeCloseTo(0, 6);
  });

  it('refuses less than a surface', () => {
    expect(() => turnLathe([[1, 0]], 8)).toThrow(InputError);
    expect(() =>
      turnLathe(
        [
          [1, 0],
          [1, 1],
        ],
        2,
      ),
    ).toThrow(InputError);
  });
});

describe('createChessboard', () => {
  const MAN_TRIANGLES = 2 * 32 ** 2;
  const BOARD_TRIANGLES = 128 + 18;
  const board = createChessboard();
  const man = (index: number): Mesh => {
    const first = BOARD_TRIANGLES + index * MAN_TRIANGLES;
    return createMesh({
      positions: board.positions,
      triangles: board.triangles.subarray(3 * first, 3 * (first + MAN_TRIANGLES)),
    });
  };

  it('has a board and 32 closed men that face outward', () => {
    expect(board.triangles.length / 3).toBe(BOARD_TRIANGLES + 32 * MAN_TRIANGLES);
    for (let index = 0; index < 32; index++) {
      expect(countEdges(man(index)).open).toBe(0);
      expect(volumeOf(man(index))).toBeGreaterThan(0.1);
    }
  });

  it('has the men on their squares, upright, and no two in one place', () => {
    const squares = new Set<string>();
    for (let index = 0; index < 32; index++) {
      const { min, max } = boundingBox(man(index));
      expect(min[2]).toBe(0);
      expect(max[2]).toBeGreaterThan(0.9);
      for (const axis of [0, 1] as const) {
        // All in the middle of a square, though the knights look ahead.
        expect(Math.abs((min[axis] + max[axis]) / 2 - Math.floor(min[axis]) - 0.5)).toBeLessThan(0.05);
        expect(max[axis] - min[axis]).toBeLessThan(1);
      }
      squares.add(`${Math.floor(min[0])} ${Math.floor(min[1])}`);
    }
    expect(squares.size).toBe(32);
  });

  it('has knights that look at each other, and queens on their own colour', () => {
    const centroidY = (index: number) => {
      const { positions, triangles } = man(index);
      return triangles.reduce((sum, vertex) => sum + positions[3 * vertex + 1]!, 0) / triangles.length;
    };
    // One file has white man, white pawn, black pawn, black man.
    expect(centroidY(4)).toBeGreaterThan(-3.5);
    expect(centroidY(7)).toBeLessThan(3.5);
    const colorAt = (x: number, y: number) =>
      board.faceColors!.slice(8 * ((y + 4) * 8 + x + 4), 8 * ((y + 4) * 8 + x + 4) + 3);
    const [dark, light] = [colorAt(-4, -4), colorAt(-1, -4)];
    expect(Math.max(...dark)).toBeLessThan(Math.max(...light));
    // The squares d1 and d8.
    expect(colorAt(-1, -4)).toEqual(light);
    expect(colorAt(-1, 3)).toEqual(dark);
    const [white, black] = [board.faceColors!.at(4 * BOARD_TRIANGLES), board.faceColors!.at(-4)];
    expect(white!).toBeGreaterThan(black!);
  });

  it('has a flat board of 9 by 9 that nothing covers twice', () => {
    const triangles = board.triangles.subarray(0, 3 * BOARD_TRIANGLES);
    const corners = cornersOf({ ...board, triangles });
    const up = Array.from(
      { length: BOARD_TRIANGLES },
      (_, triangle) => Math.max(areaVector(corners, triangle)[2], 0) / 2,
    );
    expect(up.reduce((sum, area) => sum + area, 0)).toBe(81);
    expect(up.slice(0, 128).every((area) => area === 0.5)).toBe(true);
    expect(volumeOf({ ...board, triangles })).toBeCloseTo(81 * 0.4, 5);
    expect(areaOf({ ...board, triangles })).toBeCloseTo(2 * 81 + 4 * 9 * 0.4, 4);
  });

  it('refuses men without a shape', () => {
    expect(() => createChessboard({ segments: 2 })).toThrow(InputError);
  });
});
