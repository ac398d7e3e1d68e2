/** The view of meshes when none is asked for: never of an edge. */
import { describe, expect, it } from 'vitest';
import { cameraBasis } from '../../../src/camera/camera.js';
import { fitPoints } from '../../../src/camera/fit-points.js';
import { meshView } from '../../../src/camera/mesh-view/mesh-view.js';
import { dot, type Vec3 } from '../../../src/math/vec3.js';

const boxOf = (x: number, y: number, z: number): Vec3[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [(corner & 1) * x + 5, ((corner >> 1) & 1) * y - 7, (corner >> 2) * z]);

const FRONT = { forward: [0, 0, -1], up: [0, 1, 0] };
const FRONT_OF_Z = { forward: [0, 1, 0], up: [0, 0, 1] };

describe('meshView', () => {
  it('is from the front for whatever has depth, and for plates that face it', () => {
    for (const box of [boxOf(1, 1, 1), boxOf(3, 1, 2), boxOf(1, 8, 1), boxOf(9, 9, 0)]) {
      expect(meshView(box)).toEqual(FRONT);
    }
    for (const box of [boxOf(1, 1, 1), boxOf(1, 1, 9), boxOf(4, 0, 3)]) {
      expect(meshView(box, { zUp: true })).toEqual(FRONT_OF_Z);
    }
  });

  it('is from above for what lies, with the front below', () => {
    expect(meshView(boxOf(4, 0, 3))).toEqual({ forward: [0, -1, 0], up: [0, 0, -1] });
    expect(meshView(boxOf(4, 3, 0.1), { zUp: true })).toEqual({ forward: [0, 0, -1], up: [0, 1, 0] });
  });

  it('shows the two largest extents of every plate, and rods from their side', () => {
    for (const zUp of [false, true]) {
      const plates: readonly Vec3[] = [
        [0, 2, 3],
        [2, 0, 3],
        [3, 2, 0],
        [0.1, 0.2, 9],
        [0.2, 9, 0.1],
        [9, 0.1, 0.2],
        [0, 0, 2],
        [0, 2, 0],
        [2, 0, 0],
      ];
      for (const extents of plates) {
        const direction = meshView(boxOf(...extents), { zUp });
        const { right, up } = cameraBasis(fitPoints(boxOf(...extents), direction, { aspect: 1 }));
        const seen = [right, up].map((axis) => Math.abs(dot(axis, extents)));
        expect(Math.max(...seen)).toBeCloseTo(Math.max(...extents), 9);
        const middle = [...extents].sort((a, b) => a - b)[1]!;
        // A rod is thin from every side, of which none shows more than another.
        if (Math.max(...extents) < 10 * middle) expect(Math.min(...seen)).toBeCloseTo(middle, 9);
      }
    }
  });
});
