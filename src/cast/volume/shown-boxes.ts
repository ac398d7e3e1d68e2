/** Boxes around the visible voxels of a volume. */
import type { Steps } from '../../volume/steps.js';
import type { VolumeScene } from '../scene.js';
import { createKept, createShownVoxels } from './shown-voxels.js';

/** The first and the last of a row of indices; none where the first is larger. */
interface Interval {
  first: number;
  last: number;
}

const createEmpty = (): Interval => ({ first: Infinity, last: -Infinity });
const isEmpty = ({ first, last }: Interval) => first > last;
const includes = ({ first, last }: Interval, index: number) => first <= index && index <= last;

function extend(interval: Interval, index: number): void {
  if (index < interval.first) interval.first = index;
  if (index > interval.last) interval.last = index;
}

const intersect = (a: Interval, b: Interval): Interval => ({
  first: Math.max(a.first, b.first),
  last: Math.min(a.last, b.last),
});

/** Voxels along i, j and k. */
export type IndexBox = readonly [Readonly<Interval>, Readonly<Interval>, Readonly<Interval>];

/** A line of voxels whose opacities come to less cannot be told from none in 8 bits. */
const LEAST_DEPTH = 1 / 255;
/** Rods across each of the two slower axes. */
const RODS = 32;
/** A rod counts if its voxels come to more than this many times the depth that makes a line of voxels count. */
const ROD_FACTOR = 4;

/**
 * The smallest box of all voxels that change a line along an axis visibly, cut into up to 32 × 32 rods along i, each as long
 * as what it holds; none where nothing is visible. Only the ends of what is found are kept, so voxels between two ends
 * already known are never read: the time goes with the empty space around an object.
 */
export function* findShownBoxes(scene: VolumeScene): Steps<readonly IndexBox[]> {
  const [ni, nj, nk] = scene.volume.sizes;
  const voxels = createShownVoxels(scene);
  const keptOf = createKept(scene);
  const [rodJ, rodK] = [Math.ceil(nj / RODS), Math.ceil(nk / RODS)];
  const leastOfRod = (ROD_FACTOR * LEAST_DEPTH * rodJ * rodK) / Math.max(ni, nj, nk);
  const box = [createEmpty(), createEmpty(), createEmpty()] as const;
  const [boxI, boxJ, boxK] = box;
  const rods = Array.from({ length: RODS * RODS }, createEmpty);
  // Sums of depths along the lines that run along k, and across the rods.
  const [alongK, inRods] = [new Float32Array(ni * nj), new Float32Array(ni * RODS * RODS)];

  /** Adds the visible voxels of a row from `first` to before `end`, and returns their depth. */
  function add(j: number, k: number, first: number, end: number): number {
    const [row, line] = [ni * (j + nj * k), ni * j];
    const place = Math.floor(j / rodJ) + RODS * Math.floor(k / rodK);
    const [rod, rodStart] = [rods[place]!, ni * place];
    let sum = 0;
    for (let i = voxels.findNext(row, first, end); i < end; i = voxels.findNext(row, i + 1, end)) {
      const { depth } = voxels;
      sum += depth;
      alongK[line + i]! += depth;
      if (alongK[line + i]! >= LEAST_DEPTH) {
        extend(boxI, i);
        extend(boxJ, j);
      }
      inRods[rodStart + i]! += depth;
      if (inRods[rodStart + i]! >= leastOfRod) extend(rod, i);
    }
    return sum;
  }

  for (let k = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      const [first, last] = keptOf(j, k);
      const known = intersect(rods[Math.floor(j / rodJ) + RODS * Math.floor(k / rodK)]!, boxI);
      if (!includes(boxJ, j) || !includes(boxK, k) || isEmpty(known)) {
        if (add(j, k, first, last + 1) >= LEAST_DEPTH) {
          extend(boxJ, j);
          extend(boxK, k);
        }
      } else {
        add(j, k, first, Math.min(known.first, last + 1));
        add(j, k, Math.max(known.last + 1, first), last + 1);
      }
    }
    yield;
  }
  if (box.some(isEmpty)) return [];
  const boxes = rods
    .map((rod, place): IndexBox => {
      const [j, k] = [place % RODS, Math.floor(place / RODS)];
      const acrossJ = intersect({ first: j * rodJ, last: (j + 1) * rodJ - 1 }, boxJ);
      const acrossK = intersect({ first: k * rodK, last: (k + 1) * rodK - 1 }, boxK);
      return [intersect(rod, boxI), acrossJ, acrossK];
    })
    .filter((rod) => !rod.some(isEmpty));
  return boxes.length > 0 ? boxes : [box];
}
