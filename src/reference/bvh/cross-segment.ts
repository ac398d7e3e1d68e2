/**
 * The crossing of a segment and a triangle, exactly: float64 with an error bound, and integers where that does not decide.
 *
 * All segments are moved by one infinitely small vector (ε, ε², ε³), which is the simulation of simplicity of H. Edelsbrunner
 * and E. P. Mücke, ACM Transactions on Graphics 9(1), 1990, with the same vector for every point. Then no end lies on a
 * triangle's plane and no line meets an edge, unless a triangle is degenerate or seen from its side, which is then missed. A
 * path of segments therefore crosses a closed surface an even number of times between two points of the outside, whatever edges
 * and vertices it goes through, and each crossing belongs to one triangle. Vertices at one place need not be one vertex.
 *
 * The line is inside, with D = end − start and A, B, C relative to the start, where D · (B × C), D · (C × A), D · (A × B) have
 * one sign; moved by d, the last becomes D · (A × B) + d · (D × (B − A)). An end's side of the plane is the sign of N · A, N =
 * (B − A) × (C − A); moved, it becomes N · A − d · N. Each is zero no more once one component of the second term is not; as ε
 * is infinitely small, the first such component decides.
 */

/** Same as `intersectTriangle`, but t goes from 0 at the start to 1 at the end of the segment. */
export interface SegmentCrossing {
  readonly t: number;
  /** The place: (1 − u − v) · A + u · B + v · C. */
  readonly u: number;
  readonly v: number;
}

/**
 * @param ends x, y and z of the start and of the end, all of them float32 numbers; those that are not finite cross nothing.
 * @param corners x, y and z of A, B and C, likewise.
 */
export function crossSegment(ends: Float32Array, corners: Float32Array): SegmentCrossing | undefined {
  if (!ends.every(Number.isFinite) || !corners.every(Number.isFinite)) return undefined;
  const rounded = crossRounded(ends, corners);
  return rounded === 'unknown' ? crossExactly(ends, corners) : rounded;
}

type Vector<N> = readonly [N, N, N];

/** Float64 numbers whose differences and products of three have errors of at most this many units; see Shewchuk 1997, 4.4. */
const ROUNDING = 64 * 2 ** -53;
/** The error that numbers too small for float64 may add. */
const UNDERFLOW = 2 ** -1000;

function crossRounded(ends: Float32Array, corners: Float32Array): SegmentCrossing | undefined | 'unknown' {
  const relative = (values: Float32Array, at: number): Vector<number> => [
    values[at]! - ends[0]!,
    values[at + 1]! - ends[1]!,
    values[at + 2]! - ends[2]!,
  ];
  const direction = relative(ends, 3);
  const [a, b, c] = [relative(corners, 0), relative(corners, 3), relative(corners, 6)];
  const sides = [signedVolume(direction, b, c), signedVolume(direction, c, a), signedVolume(direction, a, b)];
  if (sides.some(({ value, error }) => Math.abs(value) <= error)) return 'unknown';
  if (!sides.every(({ value }) => value > 0 === sides[0]!.value > 0)) return undefined;
  const start = signedVolume(a, b, c);
  const fromEnd = (point: Vector<number>): Vector<number> => [
    point[0] - direction[0],
    point[1] - direction[1],
    point[2] - direction[2],
  ];
  const end = signedVolume(fromEnd(a), fromEnd(b), fromEnd(c));
  if (Math.abs(start.value) <= start.error || Math.abs(end.value) <= end.error) return 'unknown';
  if (start.value > 0 === end.value > 0) return undefined;
  const sum = sides[0]!.value + sides[1]!.value + sides[2]!.value;
  return {
    t: start.value / (start.value - end.value),
    u: sides[1]!.value / sum,
    v: sides[2]!.value / sum,
  };
}

/** x · (y × z), and how far it may be from that. */
function signedVolume(x: Vector<number>, y: Vector<number>, z: Vector<number>): { value: number; error: number } {
  let [value, size] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
    const [minuend, subtrahend] = [y[next]! * z[last]!, y[last]! * z[next]!];
    value += x[axis]! * (minuend - subtrahend);
    size += Math.abs(x[axis]!) * (Math.abs(minuend) + Math.abs(subtrahend));
  }
  return { value, error: ROUNDING * size + UNDERFLOW };
}

/** Float32 numbers are multiples of 2 ** −149. */
const toInteger = (float32: number) => BigInt(float32 * 2 ** 149);

function crossExactly(ends: Float32Array, corners: Float32Array): SegmentCrossing | undefined {
  const start = readPoint(ends, 0);
  const direction = subtract(readPoint(ends, 3), start);
  const [a, b, c] = [0, 3, 6].map((at) => subtract(readPoint(corners, at), start)) as [Point, Point, Point];
  const edges = [
    [b, c],
    [c, a],
    [a, b],
  ] as const;
  const sides = edges.map(([from, to]) => dot(direction, cross(from, to)));
  const signs = sides.map((side, index) => {
    const [from, to] = edges[index]!;
    return signOf(side) || firstSign(cross(direction, subtract(to, from)));
  });
  if (signs[0] === 0 || signs[1] !== signs[0] || signs[2] !== signs[0]) return undefined;
  const normal = cross(subtract(b, a), subtract(c, a));
  const [startVolume, endVolume] = [dot(normal, a), dot(normal, subtract(a, direction))];
  const tie = -firstSign(normal);
  if ((signOf(startVolume) || tie) === (signOf(endVolume) || tie)) return undefined;
  const sum = dot(direction, normal);
  return { t: divide(startVolume, sum), u: divide(sides[1]!, sum), v: divide(sides[2]!, sum) };
}

type Point = Vector<bigint>;

const readPoint = (values: Float32Array, at: number): Point => [
  toInteger(values[at]!),
  toInteger(values[at + 1]!),
  toInteger(values[at + 2]!),
];
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const signOf = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0);
const firstSign = (vector: Point) => signOf(vector.find((component) => component !== 0n) ?? 0n);

/** A quotient between 0 and 1 in float64, to 2 ** −60. */
const divide = (dividend: bigint, divisor: bigint) => Number((dividend << 60n) / divisor) / 2 ** 60;
