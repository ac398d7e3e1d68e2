/** Vessels full of contrast agent: the arteries of neck and brain, their branching trees on the cortex, and the large veins. */
import type { Point } from './distance.js';
import { cavityDistance } from './skull.js';

/** A piece of a vessel, from end to end with linearly changing radius. */
export interface Tube {
  readonly start: Point;
  readonly startRadius: number;
  readonly end: Point;
  readonly endRadius: number;
}

interface Course {
  readonly sides: 'both' | 'middle';
  /** Points of the centre line, on the right where there are two: x y z and radius in mm. */
  readonly line: string;
  /** Trees that leave from the course. */
  readonly trees?: number;
}

const COURSES: readonly Course[] = [
  // Internal carotid artery, with its siphon.
  {
    sides: 'both',
    line: '27 -8 -110 3.4, 29 -4 -72 3.4, 25 0 -48 3, 22 -3 -32 3, 13 6 -24 2.8, 11 17 -16 2.8, 12 10 -8 2.7, 11 11 0 2.6',
  },
  // Middle cerebral artery and the two that it divides into.
  { sides: 'both', line: '11 11 0 2.5, 24 13 2 2.3, 38 11 5 2.2' },
  { sides: 'both', line: '38 11 5 1.9, 49 9 18 1.8, 55 -4 36 1.6, 51 -20 57 1.3', trees: 8 },
  { sides: 'both', line: '38 11 5 1.9, 50 -2 8 1.8, 56 -22 18 1.6, 51 -52 30 1.3', trees: 8 },
  // Anterior cerebral artery, along the midline, and what joins the two.
  {
    sides: 'both',
    line: '11 11 0 2.2, 4 20 5 2, 3 42 16 1.9, 3.5 50 36 1.8, 4 32 62 1.6, 4 -6 74 1.4, 4 -45 62 1.2',
    trees: 7,
  },
  { sides: 'middle', line: '-4 20 5 1.6, 4 20 5 1.6' },
  // Vertebral arteries join to the basilar artery, which divides into the posterior cerebral arteries.
  { sides: 'both', line: '20 -22 -110 2.4, 21 -24 -66 2.4, 16 -36 -52 2.3, 6 -24 -42 2.3, 0 -14 -34 2.5' },
  { sides: 'middle', line: '0 -14 -34 2.8, 0 -9 -20 2.7, 0 -8 -8 2.6' },
  { sides: 'both', line: '0 -8 -8 2.1, 12 -14 -5 2, 26 -32 -2 1.8, 24 -62 8 1.6, 12 -80 24 1.3', trees: 5 },
  { sides: 'both', line: '11 11 -2 1.4, 10 -4 -5 1.4, 8 -11 -6 1.4' },
  // External carotid artery, and the one of the temple.
  {
    sides: 'both',
    line: '29 -4 -72 2.6, 42 -2 -58 2.2, 58 -10 -36 1.8, 63 -5 -10 1.4, 67.2 6 22 1.3, 61.5 28 48 1.1, 50 26 72 1, 33 8 89 0.8',
  },
  // Superior sagittal, straight, transverse and sigmoid sinus, and the jugular vein.
  {
    sides: 'middle',
    line: '0 64 32 1.6, 0 52 66 2.2, 0 22 87 2.7, 0 -18 91 3.1, 0 -56 76 3.4, 0 -80 44 3.8, 0 -84 16 4.2',
  },
  { sides: 'middle', line: '0 -34 34 2, 0 -58 28 2.4, 0 -84 16 3' },
  {
    sides: 'both',
    line: '0 -84 16 3.8, 28 -76 4 3.6, 48 -52 -4 3.6, 50 -32 -16 3.6, 42 -22 -32 3.6, 36 -16 -48 4, 36 -12 -110 4.4',
  },
];

/** Pieces of each course between two of its points. */
const PIECES = 8;

/** All vessels; the left side has its own trees, and an aneurysm where the left middle cerebral artery divides. */
export function vesselTubes(): Tube[] {
  const random = randomNumbers(1879);
  const tubes: Tube[] = [];
  for (const { sides, line, trees = 0 } of COURSES) {
    for (const side of sides === 'both' ? [1, -1] : [1]) {
      const points = smoothLine(parseLine(line)).map(([x, y, z, radius]) => [side * x, y, z, radius] as const);
      const pieces = points.slice(1).map((end, index) => tubeBetween(points[index]!, end));
      tubes.push(...pieces);
      for (let tree = 1; tree <= trees; tree++) {
        growTree(pieces[Math.round((0.3 + (0.7 * tree) / trees) * (pieces.length - 1))]!, random, tubes);
      }
    }
  }
  return [...tubes, ...ANEURYSM];
}

/** On the left (x < 0), for an unmistakable side. */
const ANEURYSM: readonly Tube[] = [
  { start: [-38, 11, 5], startRadius: 3, end: [-42, 14, 1], endRadius: 3.4 },
  { start: [-43, 15, -1], startRadius: 7.5, end: [-45, 18, -4], endRadius: 8.5 },
];

type LinePoint = readonly [number, number, number, number];

const parseLine = (line: string) =>
  line.split(', ').map((point) => point.split(' ').map(Number) as unknown as LinePoint);

const tubeBetween = (start: LinePoint, end: LinePoint): Tube => ({
  start: [start[0], start[1], start[2]],
  startRadius: start[3],
  end: [end[0], end[1], end[2]],
  endRadius: end[3],
});

/** A Catmull-Rom curve through the points. */
function smoothLine(points: readonly LinePoint[]): LinePoint[] {
  const line: LinePoint[] = [points[0]!];
  for (let index = 0; index + 1 < points.length; index++) {
    const [a, b, c, d] = [-1, 0, 1, 2].map(
      (offset) => points[Math.min(Math.max(index + offset, 0), points.length - 1)]!,
    );
    for (let piece = 1; piece <= PIECES; piece++) {
      const t = piece / PIECES;
      const at = (axis: 0 | 1 | 2 | 3) =>
        b![axis] +
        0.5 *
          t *
          (c![axis] -
            a![axis] +
            t *
              (2 * a![axis] -
                5 * b![axis] +
                4 * c![axis] -
                d![axis] +
                t * (3 * (b![axis] - c![axis]) + d![axis] - a![axis])));
      line.push([at(0), at(1), at(2), at(3)]);
    }
  }
  return line;
}

const STEP = 2.4;
const SMALLEST_RADIUS = 0.6;
/** Where the trees run: this deep under the inside of the braincase. */
const CORTEX_DEPTH = 4;

/** A tree that leaves `root`, comes to the surface of the brain and spreads over it. */
function growTree(root: Tube, random: () => number, tubes: Tube[]): void {
  const along = normalize(subtract(root.end, root.start));
  const sideways = normalize([random() - 0.5, random() - 0.5, random() - 0.5]);
  const branches = [
    { at: root.end, direction: normalize(add(along, sideways, 0.9)), radius: 0.8 * root.endRadius, sinceFork: 0 },
  ];
  for (let branch = branches.pop(); branch; branch = branches.pop()) {
    let { at, direction, radius, sinceFork } = branch;
    while (radius > SMALLEST_RADIUS) {
      const wander: Point = [random() - 0.5, random() - 0.5, random() - 0.5];
      direction = normalize(add(add(direction, wander, 0.5), steerToCortex(at), 0.35));
      const end = add(at, direction, STEP);
      const endRadius = radius * 0.99;
      tubes.push({ start: at, startRadius: radius, end, endRadius });
      at = end;
      radius = endRadius;
      sinceFork += STEP;
      if (sinceFork > 9 && random() < 0.2) {
        const turn = normalize([random() - 0.5, random() - 0.5, random() - 0.5]);
        branches.push({ at, direction: normalize(add(direction, turn, 0.9)), radius: radius * 0.8, sinceFork: 0 });
        direction = normalize(add(direction, turn, -0.5));
        radius *= 0.9;
        sinceFork = 0;
      }
    }
  }
}

/** Towards the depth at which the trees run, the harder the further it is. */
function steerToCortex(at: Point): Point {
  const depth = cavityDistance(at);
  const d = 0.5;
  const outwards = normalize([
    cavityDistance([at[0] + d, at[1], at[2]]) - depth,
    cavityDistance([at[0], at[1] + d, at[2]]) - depth,
    cavityDistance([at[0], at[1], at[2] + d]) - depth,
  ]);
  return add([0, 0, 0], outwards, Math.min(Math.max((-CORTEX_DEPTH - depth) / 4, -2), 1));
}

const add = (a: Point, b: Point, factor: number): Point => [
  a[0] + factor * b[0],
  a[1] + factor * b[1],
  a[2] + factor * b[2],
];
const subtract = (a: Point, b: Point): Point => add(a, b, -1);
const normalize = (a: Point): Point => add([0, 0, 0], a, 1 / (Math.hypot(...a) || 1));

/** Uniform in [0, 1), the same on every machine: a linear congruential generator (Numerical Recipes, section 7.1). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
