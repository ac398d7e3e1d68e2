/** Labels of single voxels, as of landmarks, as balls, and lines of them as tubes: smoothing would leave nothing, and a voxel is a speck in a picture. */
import { transformPoint, transformVector } from '../math/affine.js';
import { distance, length, type Vec3 } from '../math/vec3.js';
import type { Mask } from './mask.js';
import { createVolume, spacings, type Volume, worldToIndex } from './volume.js';

/** More voxels are no landmarks; the distances between all pairs of them are looked at. */
const MAX_DOTS = 1000;
/** Radius of balls, as a fraction of the diagonal of the box around the dots. */
const RADIUS_FRACTION = 0.025;
/** Radius in spacings, so that a ball has an inside where there is room for one: a whole number would leave a tip of one voxel on each axis. */
const MIN_RADIUS = 2.5;
/** Fraction of the distance between the two nearest dots, so that balls do not touch. */
const MAX_RADIUS = 0.4;
/** The balls around more voxels take too long to fill. */
const MAX_OF_CURVES = 2000;
/** Radius of tubes, as a fraction of the diagonal of the box around the curves. */
const TUBE_FRACTION = 0.01;

/**
 * The mask with a ball of the same label around each voxel, where no shown voxel has a neighbour along an axis that is shown too; the same mask
 * where one has, or where there are more than 1000 of them. Around curves of up to 2000 voxels, each of which touches another one, such balls
 * are tubes; what is in several has the label of the nearest.
 */
export function enlargeDots(mask: Mask): Mask {
  const dots = findDots(mask);
  if (!dots) return mask;
  const { labels } = mask;
  const radius = (dots.shape === 'tubes' ? chooseThickness : chooseRadius)(labels, dots.voxels);
  return { ...mask, labels: createVolume({ ...labels, voxels: fillBalls(labels, dots.voxels, radius) }) };
}

/** Shapes that stand for single voxels: balls, or tubes where they are lines. */
export type DotShape = 'balls' | 'tubes';

/** The shape that stands for the labels of a mask in `enlargeDots`; undefined where these stay as they are. */
export const shapeOfDots = (mask: Mask): DotShape | undefined => findDots(mask)?.shape;

interface Dots {
  readonly shape: DotShape;
  /** Their indices. */
  readonly voxels: readonly Vec3[];
}

/** Pictures and the lines about them ask of the same mask. */
const foundDots = new WeakMap<Mask, Dots | undefined>();

function findDots(mask: Mask): Dots | undefined {
  if (!foundDots.has(mask)) foundDots.set(mask, searchDots(mask));
  return foundDots.get(mask);
}

function searchDots({ labels, styles }: Mask): Dots | undefined {
  const shown = new Set(styles.map(({ label }) => label));
  const thin = listThin(labels, shown);
  if (!thin || thin.length === 0) return undefined;
  const isShown = createTest(labels, shown);
  // Voxels of a slanting curve touch at corners alone, as dots may.
  if (areCurves(thin, isShown)) return { shape: 'tubes', voxels: thin };
  return areDots(thin, isShown) ? { shape: 'balls', voxels: thin } : undefined;
}

/** Probes of a large volume: a body of a thousandth of it shows in dozens of them. */
const PROBES = 20_000;

/** Whether four shown voxels make a square across k, by probes, which tell a body before all that is empty in front of it is gone through. */
function hasBodyAtAGlance({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, shown: ReadonlySet<number>): boolean {
  const stride = 2 * Math.floor(voxels.length / PROBES / 2) + 1;
  const isShown = (index: number) => index < voxels.length && voxels[index] !== 0 && shown.has(voxels[index]!);
  for (let index = 0; index + 1 < voxels.length; index += stride) {
    if (!isShown(index) || (index + 1) % sizes[0] === 0) continue;
    if (isShown(index + 1) && isShown(index + sizes[0]) && isShown(index + sizes[0] + 1)) return true;
  }
  return false;
}

/** The indices of all shown voxels; undefined where there are many. */
function listThin({ sizes, voxels }: Volume, shown: ReadonlySet<number>): Vec3[] | undefined {
  const [ni, nj] = sizes;
  if (hasBodyAtAGlance({ sizes, voxels }, shown)) return undefined;
  const thin: Vec3[] = [];
  for (let index = 0; index < voxels.length; index++) {
    // Zero is nearly all there is, and is told faster than by the set.
    if (voxels[index] === 0 || !shown.has(voxels[index]!)) continue;
    if (thin.length === MAX_OF_CURVES) return undefined;
    thin.push([index % ni, Math.floor(index / ni) % nj, Math.floor(index / (ni * nj))]);
  }
  return thin;
}

type IsShown = (at: Vec3, i: number, j: number, k: number) => boolean;

/** Tells whether the voxel at a distance from another is shown. */
const createTest =
  ({ sizes: [ni, nj, nk], voxels }: Volume, shown: ReadonlySet<number>): IsShown =>
  (at, di, dj, dk) => {
    const [i, j, k] = [at[0] + di, at[1] + dj, at[2] + dk];
    const isInside = i >= 0 && j >= 0 && k >= 0 && i < ni && j < nj && k < nk;
    return isInside && shown.has(voxels[i + ni * (j + nj * k)]!);
  };

/** Whether no voxel has a neighbour along an axis. */
const areDots = (voxels: readonly Vec3[], isShown: IsShown): boolean =>
  voxels.length <= MAX_DOTS &&
  !voxels.some((at) => isShown(at, 1, 0, 0) || isShown(at, 0, 1, 0) || isShown(at, 0, 0, 1));

const STEPS = [-1, 0, 1] as const;
/** A voxel's neighbours at faces, edges and corners. */
const AROUND = STEPS.flatMap((i) => STEPS.flatMap((j) => STEPS.map((k) => [i, j, k] as const))).filter((step) =>
  step.some((along) => along !== 0),
);

/** Whether each voxel has a neighbour, and no four make a square, as those of a sheet or of a body do. */
function areCurves(voxels: readonly Vec3[], isShown: IsShown): boolean {
  return voxels.every((at) => {
    const [i, j, k] = [isShown(at, 1, 0, 0), isShown(at, 0, 1, 0), isShown(at, 0, 0, 1)];
    const isSquare =
      (i && j && isShown(at, 1, 1, 0)) || (i && k && isShown(at, 1, 0, 1)) || (j && k && isShown(at, 0, 1, 1));
    return !isSquare && AROUND.some((step) => isShown(at, ...step));
  });
}

/** Diagonal of the box around points. */
function diagonalOf(points: readonly Vec3[]): number {
  const extent = [0, 1, 2].map((axis) => {
    const along = points.map((point) => point[axis]!);
    return Math.max(...along) - Math.min(...along);
  });
  return Math.hypot(...extent);
}

/** The radius, in world units, by a fraction of the box around what it is of: at least some voxels. */
const radiusOf = (labels: Volume, centers: readonly Vec3[], fraction: number): number =>
  Math.max(fraction * diagonalOf(centers), MIN_RADIUS * Math.max(...spacings(labels)));

const centersOf = ({ indexToWorld }: Volume, voxels: readonly Vec3[]) =>
  voxels.map((voxel) => transformPoint(indexToWorld, voxel));

/** Radius of the balls of curves, which overlap. */
const chooseThickness = (labels: Volume, curves: readonly Vec3[]): number =>
  radiusOf(labels, centersOf(labels, curves), TUBE_FRACTION);

/** Radius of the balls of dots, which do not touch. */
function chooseRadius(labels: Volume, dots: readonly Vec3[]): number {
  const centers = centersOf(labels, dots);
  let nearest = Infinity;
  for (const [at, center] of centers.entries()) {
    for (let other = at + 1; other < centers.length; other++)
      nearest = Math.min(nearest, distance(center, centers[other]!));
  }
  return Math.min(radiusOf(labels, centers, RADIUS_FRACTION), MAX_RADIUS * nearest);
}

/** A voxel of a ball, from its centre. */
interface BallVoxel {
  readonly step: Vec3;
  readonly away: number;
}

/** The voxels of a ball, from its centre outwards. */
function listBall(labels: Volume, radius: number): readonly BallVoxel[] {
  // Rows of the inverse: a ball of a sheared grid is wider in voxels than its radius in spacings.
  const { columns } = worldToIndex(labels);
  const [ri, rj, rk] = [0, 1, 2].map((axis) =>
    Math.floor(radius * Math.hypot(...columns.map((column) => column[axis]!))),
  ) as [number, number, number];
  const ball: BallVoxel[] = [];
  for (let k = -rk; k <= rk; k++) {
    for (let j = -rj; j <= rj; j++) {
      for (let i = -ri; i <= ri; i++) {
        const away = length(transformVector(labels.indexToWorld, [i, j, k]));
        if (away <= radius) ball.push({ step: [i, j, k], away });
      }
    }
  }
  return ball.sort((a, b) => a.away - b.away);
}

/** The labels with balls around voxels. All balls grow at once, so that the first to reach a voxel is the nearest. */
function fillBalls(labels: Volume, centers: readonly Vec3[], radius: number): Volume['voxels'] {
  const { sizes, voxels } = labels;
  const [ni, nj, nk] = sizes;
  const filled = voxels.slice();
  const isTaken = new Uint8Array(voxels.length);
  for (const { step } of listBall(labels, radius)) {
    for (const center of centers) {
      const [i, j, k] = [center[0] + step[0], center[1] + step[1], center[2] + step[2]];
      if (i < 0 || j < 0 || k < 0 || i >= ni || j >= nj || k >= nk) continue;
      const index = i + ni * (j + nj * k);
      if (isTaken[index]) continue;
      isTaken[index] = 1;
      filled[index] = voxels[center[0] + ni * (center[1] + nj * center[2])]!;
    }
  }
  return filled;
}
