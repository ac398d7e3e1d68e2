/** The default view of meshes. */
import type { Vec3 } from '../../math/vec3.js';
import type { ViewDirection } from '../views.js';
import { bestView } from './best-view.js';
import { standsAlong } from './stands-along.js';
import type { ViewSamples } from './view-samples.js';

/** Fraction of the middle extent below which the smallest one makes a subject flat. */
const FLAT = 0.1;
/** Fraction of the middle extent below which a subject has no depth to be seen from the side. */
const PLANAR = 0.01;
/** Times the middle extent above which the largest one makes a rod of it. */
const LONG = 10;

/** Models stand along y more often than not. */
const ALONG_Y: ViewDirection = { forward: [0, 0, -1], up: [0, 1, 0] };
const ALONG_Z: ViewDirection = { forward: [0, 1, 0], up: [0, 0, 1] };

/** Fraction of the diagonal by which something stands firmly along z, while it falls over along y. */
const FIRM = 0.05;

/** Times the other extents, from which on something is tall. */
const TALL = 1.5;
/** Times its stability along y, with which something tall stands along z rather than lies: no box does, however long. */
const FIRMER = 1.3;

/** Options of views of meshes without anatomy, besides the points around them. */
export interface MeshViewOptions {
  /** Whether subjects of the kind stand along z, as those of printers and scanners do, or along y; undefined: as `samples` do. */
  readonly zUp?: boolean | undefined;
  /** Samples of all surfaces: those of `sampleFaces`. */
  readonly samples?: ViewSamples | undefined;
}

/** The front of meshes without anatomy, which stand along y where nothing says that they stand along z. */
export function meshFront({ zUp, samples }: MeshViewOptions = {}): ViewDirection {
  return (zUp ?? (samples !== undefined && standsOnZ(samples))) ? ALONG_Z : ALONG_Y;
}

function standsOnZ(samples: ViewSamples): boolean {
  const [onY, onZ] = [standsAlong(samples, 1), standsAlong(samples, 2)];
  if (onY <= 0) return onZ >= FIRM;
  return isTallAlongZ(samples) && onZ >= FIRMER * onY;
}

/** Whether it is so much longer along z than along the others that it would lie if it stood along y. */
function isTallAlongZ({ points }: ViewSamples): boolean {
  const [width, depth, height] = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < points.length; at += 3) {
      low = Math.min(low, points[at]!);
      high = Math.max(high, points[at]!);
    }
    return high - low;
  }) as [number, number, number];
  return height >= TALL * Math.max(width, depth);
}

/**
 * The default view of meshes: with samples of them the three-quarter view that shows most, unless they are planar. Without, a view
 * along the world's axes: from the front, unless the subject is flat or a rod and would be seen from its edge or its end there. It
 * is then seen along its smallest extent, from above where that is vertical.
 * @param points around all of it.
 */
export function meshView(points: readonly Vec3[], options: MeshViewOptions = {}): ViewDirection {
  const front = meshFront(options);
  const extents = [0, 1, 2].map((axis) => extentAlong(points, axis));
  const [thin, middle, long] = [0, 1, 2].sort((a, b) => extents[a]! - extents[b]!) as [number, number, number];
  const { samples } = options;
  const isSolid = samples !== undefined && samples.areas.length > 0 && extents[thin]! > PLANAR * extents[middle]!;
  if (isSolid) return bestView(samples, front);
  const depth = front.forward.findIndex((component) => component !== 0);
  const isFlat = extents[thin]! < FLAT * extents[middle]! && depth !== thin;
  const isEndOn = extents[long]! > LONG * extents[middle]! && depth === long;
  return isFlat || isEndOn ? lookAlong(thin, front) : front;
}

function extentAlong(points: readonly Vec3[], axis: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (const point of points) {
    low = Math.min(low, point[axis]!);
    high = Math.max(high, point[axis]!);
  }
  return high - low;
}

function lookAlong(axis: number, front: ViewDirection): ViewDirection {
  if (front.forward[axis] !== 0) return front;
  const forward = [0, 1, 2].map((other) => (other === axis ? -1 : 0)) as unknown as Vec3;
  // The far front is up when seen from above.
  return { forward, up: front.up[axis] === 0 ? front.up : front.forward };
}
