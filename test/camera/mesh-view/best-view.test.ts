/** The default view of meshes shows most of them, and finds which way is up. */
import { describe, expect, it } from 'vitest';
import { findHead } from '../../../src/camera/mesh-view/find-head.js';
import { meshFront, meshView } from '../../../src/camera/mesh-view/mesh-view.js';
import { standsAlong } from '../../../src/camera/mesh-view/stands-along.js';
import { createViewMeasurer } from '../../../src/camera/mesh-view/view-measures.js';
import { verticalOf } from '../../../src/camera/vertical.js';
import type { ViewDirection } from '../../../src/camera/views.js';
import { dot, type Vec3 } from '../../../src/math/vec3.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { sampleFaces } from '../../../src/mesh/sample-faces.js';
import { surfacePoints } from '../../../src/mesh/surface-points.js';

type Box = readonly [low: Vec3, high: Vec3];

/** Boxes in one mesh, outward faces. */
function boxes(...list: readonly Box[]): Mesh {
  const positions = list.flatMap(([low, high]) =>
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? high : low)[axis]!)),
  );
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  const triangles = list.flatMap((_, box) =>
    quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d].map((corner) => 8 * box + corner)),
  );
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/** A box with many small ones on its side at `along` × `axis`: its face. */
function withFace(axis: 0 | 2, along: 1 | -1): Mesh {
  const knobs = [-2, -1, 0, 1, 2].flatMap((u) =>
    [-1, 0, 1].map((v): Box => {
      const middle: Vec3 = axis === 0 ? [4 * along, 1.2 * v, 1.2 * u] : [1.2 * u, 1.2 * v, 4 * along];
      return [middle.map((x) => x - 0.4) as unknown as Vec3, middle.map((x) => x + 0.4) as unknown as Vec3];
    }),
  );
  return boxes(
    [
      [-4, -4, -4],
      [4, 4, 4],
    ],
    ...knobs,
  );
}

/** Turns a mesh that stands along y, to stand along z: its front faces -y. */
const alongZ = (mesh: Mesh): Mesh =>
  createMesh({
    ...mesh,
    positions: mesh.positions.map((_, at) => {
      const [x, y, z] = [
        mesh.positions[at - (at % 3)]!,
        mesh.positions[at - (at % 3) + 1]!,
        mesh.positions[at - (at % 3) + 2]!,
      ];
      return [x, -z, y][at % 3]!;
    }),
  });

/** A round column of some sides along an axis. */
function prism(sides: number, radius: number, length: number, axis: 1 | 2): Mesh {
  const rim = Array.from({ length: sides }, (_, side) => {
    const angle = (2 * Math.PI * (side + 0.5)) / sides - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  });
  const at = (u: number, v: number, along: number) => (axis === 2 ? [u, v, along] : [u, along, -v]);
  const positions = [0, length].flatMap((along) => [...rim.flatMap(([u, v]) => at(u, v, along)), ...at(0, 0, along)]);
  const top = sides + 1;
  const triangles = rim.flatMap((_, side) => {
    const next = (side + 1) % sides;
    const wall = [side, next, top + next, side, top + next, top + side];
    return [...wall, next, side, sides, top + side, top + next, top + sides];
  });
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

const viewOf = (mesh: Mesh, zUp?: boolean): ViewDirection =>
  meshView(surfacePoints(mesh), { samples: sampleFaces([mesh]), zUp });

/** Legs, a seat on them and a back: it stands on y alone. */
const chair = boxes(
  ...[-2, 2].flatMap((x) =>
    [-2, 2].map(
      (z): Box => [
        [x - 0.2, 0, z - 0.2],
        [x + 0.2, 4, z + 0.2],
      ],
    ),
  ),
  [
    [-2.2, 4, -2.2],
    [2.2, 4.4, 2.2],
  ],
  [
    [-2.2, 4.4, -2.2],
    [2.2, 9, -1.9],
  ],
);

describe('meshView with samples', () => {
  it('shows the side that has the detail, from above, with the vertical upright', () => {
    for (const axis of [0, 2] as const) {
      for (const along of [1, -1] as const) {
        const view = viewOf(withFace(axis, along));
        expect(-along * view.forward[axis]).toBeGreaterThan(0.4);
        expect(view.forward[1]).toBeLessThan(-0.3);
        expect(verticalOf(view)).toEqual([0, 1, 0]);
        expect(dot(view.forward, view.up)).toBeCloseTo(0, 12);
      }
    }
  });

  it('is the same for the same mesh, at another size and elsewhere', () => {
    const mesh = withFace(2, -1);
    const moved = createMesh({ ...mesh, positions: mesh.positions.map((x) => 1024 * x), origin: [4096, -8192, 512] });
    expect(viewOf(mesh)).toEqual(viewOf(mesh));
    expect(viewOf(moved)).toEqual(viewOf(mesh));
  });

  it('stays face-on for what has no depth', () => {
    const sheet = boxes([
      [0, 0, 0],
      [4, 3, 0],
    ]);
    expect(viewOf(sheet)).toEqual({ forward: [0, 0, -1], up: [0, 1, 0] });
  });

  it('finds what stands along z, unless the format says what is up', () => {
    const turned = alongZ(chair);
    expect(standsAlong(sampleFaces([turned]), 2)).toBeGreaterThan(0.1);
    expect(standsAlong(sampleFaces([turned]), 1)).toBeLessThan(0);
    expect(verticalOf(viewOf(chair))).toEqual([0, 1, 0]);
    expect(verticalOf(viewOf(turned))).toEqual([0, 0, 1]);
    expect(verticalOf(viewOf(turned, false))).toEqual([0, 1, 0]);
    expect(verticalOf(viewOf(chair, true))).toEqual([0, 0, 1]);
    expect(meshFront({ samples: sampleFaces([turned]) }).up).toEqual([0, 0, 1]);
  });

  it('has what is tall stand on its foot, though it would lie on its side, but no box', () => {
    const bottle = (axis: 1 | 2) => prism(16, 1, 5, axis);
    expect(standsAlong(sampleFaces([bottle(2)]), 1)).toBeGreaterThan(0);
    expect(meshFront({ samples: sampleFaces([bottle(2)]) }).up).toEqual([0, 0, 1]);
    expect(meshFront({ samples: sampleFaces([bottle(1)]) }).up).toEqual([0, 1, 0]);
    // A drum is not tall enough to be sure.
    expect(meshFront({ samples: sampleFaces([prism(16, 2, 5, 2)]) }).up).toEqual([0, 1, 0]);
    for (const [width, height] of [
      [2.5, 3],
      [3, 2],
      [2, 2],
    ] as const) {
      const bus = boxes([
        [0, 0, 0],
        [width, height, 11],
      ]);
      expect(meshFront({ samples: sampleFaces([bus]) }).up).toEqual([0, 1, 0]);
    }
  });

  it('prefers the front where the back shows little more', () => {
    const figure = (knob: number) =>
      boxes(
        [
          [-2, 0, -1],
          [2, 9, 1],
        ],
        [
          [-knob, 6, -1 - knob],
          [knob, 6 + knob, -1],
        ],
      );
    expect(viewOf(figure(0.1)).forward[2]).toBeLessThan(0);
  });

  /** A body on legs from z = −6 to 6, with a button on its front and a head above the end at 5 · `end`. */
  const animal = (end: 1 | -1, hasHead = true) =>
    boxes(
      [
        [-2, 3, -6],
        [2, 6, 6],
      ],
      ...[-5, 5].flatMap((z) =>
        [-1.5, 1.5].map(
          (x): Box => [
            [x - 0.5, 0, z - 0.5],
            [x + 0.5, 3, z + 0.5],
          ],
        ),
      ),
      [
        [-0.3, 4, 6],
        [0.3, 5, 6.3],
      ],
      ...(hasHead
        ? [
            [
              [-1, 5, 5 * end - 1.5],
              [1, 9, 5 * end + 1.5],
            ] as const,
          ]
        : []),
    );

  it('turns round what is long and has its head at the back', () => {
    expect(viewOf(animal(1)).forward[2]).toBeLessThan(0);
    expect(viewOf(animal(-1)).forward[2]).toBeGreaterThan(0);
    expect(findHead(sampleFaces([animal(-1)]), meshFront()).isBehind).toBe(true);
    expect(findHead(sampleFaces([alongZ(animal(-1))]), meshFront({ zUp: true })).isBehind).toBe(true);
    // No head at all, and a bust that is as wide as deep.
    expect(findHead(sampleFaces([animal(-1, false)]), meshFront()).isBehind).toBe(false);
    const wide = createMesh({
      ...animal(-1),
      positions: animal(-1).positions.map((x, at) => (at % 3 === 0 ? 4 * x : x)),
    });
    expect(findHead(sampleFaces([wide]), meshFront()).isBehind).toBe(false);
  });

  it('sees a body from the side on which most was modelled', () => {
    for (const end of [1, -1] as const) {
      // Boxes inside of one end, where nothing is seen of them: many triangles, and next to no area.
      const details = Array.from({ length: 40 }, (_, at): Box => {
        const x = end * (3 + 0.04 * at);
        return [
          [x - 0.01, 4, -0.05],
          [x + 0.01, 4.1, 0.05],
        ];
      });
      const body = boxes(
        [
          [-6, 3, -2],
          [6, 6, 2],
        ],
        ...details,
      );
      const samples = sampleFaces([body]);
      expect(findHead(samples, meshFront()).side).toBe(end);
      expect(Math.sign(-viewOf(body).forward[0])).toBe(end);
    }
  });

  it('sees the outside of what is open, whichever side has its triangles', () => {
    const closed = boxes([
      [-3, 0, -3],
      [3, 6, 3],
    ]);
    for (const open of [1, -1] as const) {
      // Without its wall at z = 3 · open.
      const triangles = closed.triangles.filter((_, at) => {
        const corners = closed.triangles.slice(3 * Math.floor(at / 3), 3 * Math.floor(at / 3) + 3);
        return !corners.every((corner) => closed.positions[3 * corner + 2] === 3 * open);
      });
      const turned = triangles.slice().reverse();
      for (const sides of [triangles, turned]) {
        expect(open * viewOf(createMesh({ positions: closed.positions, triangles: sides })).forward[2]).toBeGreaterThan(
          0,
        );
      }
    }
  });

  it('has a view where there is no area to sample', () => {
    const rod = createMesh({
      positions: Float32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2),
      triangles: Uint32Array.of(0, 1, 2),
    });
    expect(viewOf(rod)).toEqual({ forward: [0, 0, -1], up: [0, 1, 0] });
  });
});

describe('createViewMeasurer', () => {
  it('sees one side of a box from its front, and three from a corner', () => {
    const measure = createViewMeasurer(
      sampleFaces([
        boxes([
          [0, 0, 0],
          [1, 1, 1],
        ]),
      ]),
    );
    const front = measure({ forward: [0, 0, -1], up: [0, 1, 0] });
    const s = Math.sqrt(1 / 3);
    const corner = measure({ forward: [-s, -s, -s], up: [-s / Math.SQRT2, (2 * s) / Math.SQRT2, -s / Math.SQRT2] });
    expect(front.entropy).toBeLessThan(0.2);
    // Parts of the three sides behind that are near the edges lie within the depth map's cells.
    expect(corner.entropy).toBeGreaterThan(Math.log(3) - 0.05);
    expect(corner.entropy).toBeLessThan(Math.log(4));
    expect(corner.visible).toBeCloseTo(1 / 2, 1);
    expect(corner.projected).toBeGreaterThan(front.projected);
  });
});
