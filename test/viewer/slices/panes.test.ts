/** Panes of slices: what cuts keep of them, planes that are turned, and measurements in them. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/index.js';
import { keepsPoint } from '../../../src/math/half-space.js';
import { add, cross, dot, length, scale, subtract } from '../../../src/math/vec3.js';
import { keptPolygon } from '../../../src/viewer/slices/kept-polygon.js';
import { fromPane, heightOver, type PaneView, toPane } from '../../../src/viewer/slices/pane-view.js';
import {
  type SliceNormals,
  type SlicePlane,
  slicePlanes,
  turnNormals,
} from '../../../src/viewer/slices/slice-planes.js';
import { lieOf } from '../../../src/viewer/slices/slice-shapes.js';
import { boxOf, WHOLE } from '../../../src/viewer/slices/slice-viewport.js';
import { createRandom } from '../../camera/random.js';

const volume = {
  sizes: [20, 30, 40] as Vec3,
  indexToWorld: {
    columns: [
      [1, 0, 0],
      [0, 2, 0],
      [0, 0, 1.5],
    ],
    origin: [-5, 10, 3],
  } as const,
};
const SIZE = { width: 300, height: 200 };

const viewOf = (plane: SlicePlane, position: number): PaneView => ({
  plane,
  position,
  box: boxOf(plane, WHOLE, SIZE.width, SIZE.height),
  size: SIZE,
});

describe('planes that are turned', () => {
  it('stay at right angles, and each keeps what is up', () => {
    const random = createRandom(11);
    let normals: SliceNormals | undefined;
    for (let turn = 0; turn < 50; turn++) {
      const about = slicePlanes(volume, normals)[Math.floor(3 * random())]!.normal;
      normals = turnNormals(normals, about, random() - 0.5);
      const planes = slicePlanes(volume, normals);
      for (const { right, down, normal } of planes) {
        expect(length(right)).toBeCloseTo(1, 9);
        expect(dot(right, down)).toBeCloseTo(0, 9);
        expect(Math.abs(dot(cross(right, down), normal))).toBeCloseTo(1, 9);
      }
      for (const [a, b] of [
        [0, 1],
        [1, 2],
        [2, 0],
      ] as const)
        expect(dot(planes[a]!.normal, planes[b]!.normal)).toBeCloseTo(0, 9);
    }
  });

  it('turn about the one that is held, whose picture stays', () => {
    const before = slicePlanes(volume);
    const [axial, coronal] = slicePlanes(volume, turnNormals(undefined, [0, 0, 1], Math.PI / 6));
    expect(axial!.right).toEqual(before[0]!.right);
    expect(axial!.down).toEqual(before[0]!.down);
    // The coronal plane's normal is y, turned by 30° from y towards −x.
    expect(coronal!.normal[0]).toBeCloseTo(-0.5, 12);
    expect(coronal!.normal[1]).toBeCloseTo(Math.cos(Math.PI / 6), 12);
    expect(coronal!.down.map((x) => x + 0)).toEqual([0, 0, -1]);
  });

  it('may look the other way', () => {
    const [axial] = slicePlanes(volume, turnNormals(turnNormals(undefined, [1, 0, 0], 3), [1, 0, 0], Math.PI - 3));
    expect(axial!.normal[2]).toBeCloseTo(-1, 9);
    expect(Math.abs(dot(axial!.right, axial!.normal))).toBeLessThan(1e-9);
  });
});

describe('the part of a slice that cuts keep', () => {
  it('is the part of it that half-spaces keep', () => {
    const random = createRandom(5);
    for (let round = 0; round < 40; round++) {
      const view = viewOf(slicePlanes(volume)[round % 3]!, 20);
      const cuts = Array.from({ length: 3 }, () => {
        const normal: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
        return { normal, offset: dot(normal, [2 + 6 * random(), 30 + 20 * random(), 25 + 10 * random()]) };
      });
      const polygon = keptPolygon(view, cuts);
      for (let at = 0; at < 30; at++) {
        const place = { x: view.box.x + random() * view.box.width, y: view.box.y + random() * view.box.height };
        const world = fromPane(view, place);
        const isKept = cuts.every((cut) => keepsPoint(cut, world));
        // Rounding decides at the cuts themselves.
        if (cuts.some(({ normal, offset }) => Math.abs(dot(normal, world) - offset) < 1e-6)) continue;
        expect(isInside(polygon ?? [], place) || polygon === undefined, `round ${round}`).toBe(isKept);
      }
    }
  });

  it('is said to be all of it where nothing is cut', () => {
    const [axial] = slicePlanes(volume);
    const view = viewOf(axial!, 10);
    expect(keptPolygon(view, [{ normal: [1, 0, 0], offset: -5.5 }])).toBeUndefined();
    expect(keptPolygon(view, [{ normal: [0, 0, 1], offset: 11 }])).toEqual([]);
  });
});

function isInside(polygon: readonly { x: number; y: number }[], { x, y }: { x: number; y: number }): boolean {
  let inside = false;
  for (const [index, to] of polygon.entries()) {
    const from = polygon.at(index - 1)!;
    if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
  }
  return inside;
}

describe('a pane', () => {
  it('maps its pixels to the world and back', () => {
    const random = createRandom(7);
    const normals = turnNormals(turnNormals(undefined, [0, 1, 0], 0.6), [0, 0, 1], -0.3);
    for (const plane of slicePlanes(volume, normals)) {
      const view = viewOf(plane, 12.25);
      const at = { x: 300 * random(), y: 200 * random() };
      const world = fromPane(view, at);
      expect(heightOver(view, world)).toBeCloseTo(0, 9);
      const back = toPane(view, add(world, scale(plane.normal, 5)));
      expect([back.x, back.y]).toEqual([expect.closeTo(at.x, 9), expect.closeTo(at.y, 9)]);
      const next = fromPane(view, { x: at.x + 3, y: at.y });
      expect(length(subtract(next, world))).toBeCloseTo((3 * plane.widthWorld) / view.box.width, 9);
    }
  });

  it('shows measurements that lie in its slice or cross it', () => {
    const [axial] = slicePlanes(volume);
    const view = viewOf(axial!, 20);
    const lie = (...heights: number[]) => lieOf(view, { points: heights.map((z) => [0, 20, z] as const) }, 0);
    expect([lie(20.4, 19.8), lie(10, 30), lie(25, 30), lie(14)]).toEqual(['in', 'across', undefined, undefined]);
    expect(lieOf(view, { points: [[0, 20, 24]] }, 10)).toBe('in');
  });
});
