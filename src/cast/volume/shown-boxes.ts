/** Boxes around the visible voxels of a volume. */
import type { Vec3 } from '../../math/vec3.js';
import type { Steps } from '../../volume/steps.js';
import type { VolumeScene } from '../scene.js';
import { createKept, createShownVoxels } from './shown-voxels.js';

/** The first and the last of a row of indices; none where the first is larger. */
interface Interval {
  first: number;
  last: number;
}

const createEmpty = (): Interval => ({ first: Infinity, last: -Infinity });
const isEmpty = ({ first, last }: Readonly<Interval>) => first > last;
const includes = ({ first, last }: Interval, index: number) => first <= index && index <= last;

function extend(interval: Interval, index: number): void {
  if (index < interval.first) interval.first = index;
  if (index > interval.last) interval.last = index;
}

const intersect = (a: Readonly<Interval>, b: Readonly<Interval>): Interval => ({
  first: Math.max(a.first, b.first),
  last: Math.min(a.last, b.last),
});

/** Voxels along i, j and k. */
export type IndexBox = readonly [Readonly<Interval>, Readonly<Interval>, Readonly<Interval>];

/** A line of voxels whose opacities come to less cannot be told from none in 8 bits. */
const LEAST_DEPTH = 1 / 255;
/** Sums count depths in such units, of which float32 adds whole numbers up to 2²⁴ exactly, in whatever order. */
const UNITS = 2 ** 18;
const MAX_SUM = 2 ** 24;
/** Rods across each of the two slower axes. */
const RODS = 32;
/** A rod counts if its voxels come to more than this many times the depth that makes a line of voxels count. */
const ROD_FACTOR = 4;

/** Slices from the first to the last. */
export type SliceRange = Readonly<Interval>;

/** The visible voxels of some slices: what threads find apart, and all slices have in common. */
export interface ShownSlices {
  /** The box of those that change a line visibly, as far as these slices show it. */
  readonly box: IndexBox;
  /** The rods that run through these slices: the rows of each, and what it holds. */
  readonly rods: readonly IndexBox[];
  /** Sums of depths along k of each line that the box does not hold, i fastest; others may have less. */
  readonly alongK: Float32Array;
}

/** The thickness of rods along j or k. */
const rodSide = (size: number) => Math.ceil(size / RODS);

/** Up to `count` runs of slices of about the same size, which are whole rods. */
export function splitSlices([, , nk]: Vec3, count: number): readonly SliceRange[] {
  const rodK = rodSide(nk);
  const layers = Math.ceil(nk / rodK);
  const parts = Math.min(count, layers);
  const startOf = (part: number) => rodK * Math.floor((part * layers) / parts);
  return Array.from({ length: parts }, (_, part) => ({
    first: startOf(part),
    last: Math.min(startOf(part + 1), nk) - 1,
  }));
}

/**
 * Finds the visible voxels of some slices, which are whole rods. Only the ends of what is found are kept, so voxels between two
 * ends already known are never read: the time goes with the empty space around an object.
 */
export function* findShownSlices(scene: VolumeScene, slices: SliceRange): Steps<ShownSlices> {
  const [ni, nj, nk] = scene.volume.sizes;
  const voxels = createShownVoxels(scene, UNITS / LEAST_DEPTH, MAX_SUM);
  const keptOf = createKept(scene);
  const [rodJ, rodK] = [rodSide(nj), rodSide(nk)];
  const leastOfRod = Math.min((ROD_FACTOR * UNITS * rodJ * rodK) / Math.max(ni, nj, nk), MAX_SUM);
  const firstLayer = Math.floor(slices.first / rodK);
  const layers = Math.floor(slices.last / rodK) + 1 - firstLayer;
  const placeOf = (j: number, k: number) => Math.floor(j / rodJ) + RODS * (Math.floor(k / rodK) - firstLayer);
  const box = [createEmpty(), createEmpty(), createEmpty()] as const;
  const [boxI, boxJ, boxK] = box;
  const rods = Array.from({ length: RODS * layers }, createEmpty);
  // Sums of depths along the lines that run along k, and across the rods.
  const [alongK, inRods] = [new Float32Array(ni * nj), new Float32Array(ni * RODS * layers)];

  /** Adds the visible voxels of a row from `first` to before `end`, and returns their depth. */
  function add(j: number, k: number, first: number, end: number): number {
    const [row, line] = [ni * (j + nj * k), ni * j];
    const place = placeOf(j, k);
    const [rod, rodStart] = [rods[place]!, ni * place];
    let sum = 0;
    for (let i = voxels.findNext(row, first, end); i < end; i = voxels.findNext(row, i + 1, end)) {
      const { depth } = voxels;
      sum += depth;
      alongK[line + i]! += depth;
      if (alongK[line + i]! >= UNITS) {
        extend(boxI, i);
        extend(boxJ, j);
      }
      inRods[rodStart + i]! += depth;
      if (inRods[rodStart + i]! >= leastOfRod) extend(rod, i);
    }
    return sum;
  }

  for (let k = slices.first; k <= slices.last; k++) {
    for (let j = 0; j < nj; j++) {
      const [first, last] = keptOf(j, k);
      const known = intersect(rods[placeOf(j, k)]!, boxI);
      if (!includes(boxJ, j) || !includes(boxK, k) || isEmpty(known)) {
        if (add(j, k, first, last + 1) >= UNITS) {
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
  const boxes = rods.map((rod, place): IndexBox => {
    const [j, k] = [place % RODS, firstLayer + Math.floor(place / RODS)];
    return [rod, { first: j * rodJ, last: (j + 1) * rodJ - 1 }, { first: k * rodK, last: (k + 1) * rodK - 1 }];
  });
  return { box, rods: boxes.filter(([rod]) => !isEmpty(rod)), alongK };
}

/**
 * The smallest box of all voxels that change a line along an axis visibly, cut into up to 32 × 32 rods along i, each as long
 * as what it holds; none where nothing is visible. It is the same for any cut into slices, to the voxel: sums are of whole
 * numbers, and what one part has not read changes nothing that it knows.
 */
export function mergeShownSlices([ni, nj]: Vec3, parts: readonly ShownSlices[]): readonly IndexBox[] {
  const box = [0, 1, 2].map((axis) => uniteAll(parts.map((part) => part.box[axis]!))) as [Interval, Interval, Interval];
  const [boxI, boxJ] = box;
  // A single part has added up its lines itself.
  for (let j = 0; j < nj && parts.length > 1; j++) {
    for (let i = 0; i < ni; i++) {
      if (includes(boxJ, j) && includes(boxI, i)) {
        i = boxI.last;
        continue;
      }
      let sum = 0;
      for (const { alongK } of parts) sum += alongK[i + ni * j]!;
      if (sum < UNITS) continue;
      extend(boxI, i);
      extend(boxJ, j);
    }
  }
  if (box.some(isEmpty)) return [];
  const boxes = parts
    .flatMap(({ rods }) => rods)
    .map((rod) => rod.map((along, axis) => intersect(along, box[axis]!)) as unknown as IndexBox)
    .filter((rod) => !rod.some(isEmpty));
  return boxes.length > 0 ? boxes : [box];
}

const uniteAll = (intervals: readonly Readonly<Interval>[]): Interval => ({
  first: Math.min(...intervals.map(({ first }) => first)),
  last: Math.max(...intervals.map(({ last }) => last)),
});
