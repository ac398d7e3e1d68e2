/** The visible points of a volume: those that a view is fitted to. */
import { transformPoint } from '../../math/affine.js';
import { type HalfSpace, transformHalfSpace } from '../../math/plane.js';
import { scale, type Vec3 } from '../../math/vec3.js';
import { evaluateOpacity } from '../../transfer/transfer-function.js';
import { labelAt } from '../../volume/mask.js';
import { finishSteps, type Steps } from '../../volume/steps.js';
import { spacings, type Volume, type VoxelArray, worldToIndex } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';

/** A line of voxels whose opacities come to less cannot be told from none in 8 bits. */
const LEAST_DEPTH = 1 / 255;

/**
 * World points around all voxels that can be seen of a scene's volumes after clipping and masks, and close to them; none where that is
 * nothing. They are the corners of boxes: the smallest one of all these voxels, along the volume's axes, in up to 32 × 32 rods,
 * each as long as what it holds. Voxels that hardly change a line along an axis are left out, so that stray noise does not
 * count.
 */
export function shownPoints(scene: VolumeScene): Vec3[] {
  return finishSteps(shownPointsInSteps(scene));
}

/** The same piece by piece, for those who have something else to do meanwhile. */
export function* shownPointsInSteps(scene: VolumeScene): Steps<Vec3[]> {
  const { fused = [], clip = [] } = scene;
  const points = yield* pointsOfOne(scene);
  for (const { volume, transfer } of fused) points.push(...(yield* pointsOfOne({ volume, transfer, clip })));
  return points;
}

function* pointsOfOne(scene: VolumeScene): Steps<Vec3[]> {
  const { indexToWorld } = scene.volume;
  const boxes = yield* findBoxes(scene);
  return boxes.flatMap((box) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
      const index = box.map(({ first, last }, axis) => ((corner >> axis) & 1 ? last + 0.5 : first - 0.5));
      return transformPoint(indexToWorld, index as unknown as Vec3);
    }),
  );
}

interface Interval {
  readonly first: number;
  readonly last: number;
}

/** Voxels along i, j and k. */
type IndexBox = readonly [Interval, Interval, Interval];

/** Rods across each of the two slower axes. */
const RODS = 32;
/** A rod counts if its voxels come to more than this many times the depth that makes a line of voxels count. */
const ROD_FACTOR = 4;

function* findBoxes(scene: VolumeScene): Steps<readonly IndexBox[]> {
  const { volume } = scene;
  const [ni, nj, nk] = volume.sizes;
  const readDepths = createDepths(scene);
  const keptOf = createKept(scene);
  // The sums of depths along the lines that run along i, and along those that run along k.
  const [rodJ, rodK] = [Math.ceil(nj / RODS), Math.ceil(nk / RODS)];
  const inRods = new Float32Array(ni * RODS * RODS);
  const [alongK, ofRow, ofSlice] = [new Float32Array(ni * nj), new Float32Array(nj), new Float32Array(nk)];
  for (let k = 0; k < nk; k++) {
    for (let j = 0; j < nj; j++) {
      const [first, last] = keptOf(j, k);
      let sum = 0;
      const depths = readDepths(ni * (j + nj * k), first, last);
      const rod = ni * (Math.floor(j / rodJ) + RODS * Math.floor(k / rodK));
      for (let i = first; i <= last; i++) {
        const depth = depths[i]!;
        if (depth > 0) {
          sum += depth;
          alongK[i + ni * j]! += depth;
          inRods[rod + i]! += depth;
        }
      }
      ofRow[j] = Math.max(ofRow[j]!, sum);
      ofSlice[k] = Math.max(ofSlice[k]!, sum);
    }
    yield;
  }
  const ofColumn = new Float32Array(ni);
  for (const [place, depth] of alongK.entries()) {
    ofColumn[place % ni] = Math.max(ofColumn[place % ni]!, depth);
    const j = Math.floor(place / ni);
    ofRow[j] = Math.max(ofRow[j]!, depth);
  }
  const box = [ofColumn, ofRow, ofSlice].map((depths) => ({
    first: depths.findIndex((depth) => depth >= LEAST_DEPTH),
    last: depths.findLastIndex((depth) => depth >= LEAST_DEPTH),
  }));
  if (box.some(({ first }) => first < 0)) return [];
  const [boxI, boxJ, boxK] = box as unknown as IndexBox;
  const least = (ROD_FACTOR * LEAST_DEPTH * rodJ * rodK) / Math.max(ni, nj, nk);
  const boxes: IndexBox[] = [];
  for (const [place, j, k] of listRods()) {
    const depths = inRods.subarray(ni * place, ni * (place + 1));
    const along = intersect(
      { first: depths.findIndex((depth) => depth >= least), last: depths.findLastIndex((depth) => depth >= least) },
      boxI,
    );
    const acrossJ = intersect({ first: j * rodJ, last: (j + 1) * rodJ - 1 }, boxJ);
    const acrossK = intersect({ first: k * rodK, last: (k + 1) * rodK - 1 }, boxK);
    if (depths.some((depth) => depth >= least) && [along, acrossJ, acrossK].every(({ first, last }) => first <= last)) {
      boxes.push([along, acrossJ, acrossK]);
    }
  }
  return boxes.length > 0 ? boxes : [[boxI, boxJ, boxK]];
}

const intersect = (a: Interval, b: Interval): Interval => ({
  first: Math.max(a.first, b.first),
  last: Math.min(a.last, b.last),
});

/** The rods by their place in memory, and by their places along j and k. */
const listRods = () =>
  Array.from({ length: RODS * RODS }, (_, place) => [place, place % RODS, Math.floor(place / RODS)] as const);

/** Reads the optical depths of a row's voxels from `first` to `last`, 0 where they are hidden, into an array that it keeps. */
function createDepths(scene: VolumeScene): (row: number, first: number, last: number) => Float64Array {
  const { volume, mask } = scene;
  const { voxels, sizes } = volume;
  const depths = new Float64Array(sizes[0]);
  const depthOf = createValueDepth(scene);
  if (!mask && voxels.BYTES_PER_ELEMENT <= 2 && dependsOnValue(scene)) {
    const [table, least] = createDepthTable(voxels, depthOf);
    // A loop without calls takes a tenth of the time.
    return (row, first, last) => {
      for (let i = first; i <= last; i++) depths[i] = table[voxels[row + i]! - least]!;
      return depths;
    };
  }
  const styleAt = mask ? createStyleAt(scene) : undefined;
  return (row, first, last) => {
    for (let i = first; i <= last; i++) {
      const depth = depthOf(voxels[row + i]!, row + i);
      depths[i] = depth > 0 && styleAt ? depth * styleAt(row + i) : depth;
    }
    return depths;
  };
}

const dependsOnValue = ({ mode }: VolumeScene) => mode !== 'isosurface';

/** The depth of every value of an integer type of 8 or 16 bits, and the smallest of these values. */
function createDepthTable(
  voxels: VoxelArray,
  depthOf: (value: number, index: number) => number,
): readonly [Float32Array, number] {
  const values = 2 ** (8 * voxels.BYTES_PER_ELEMENT);
  const least = voxels instanceof Int8Array || voxels instanceof Int16Array ? -values / 2 : 0;
  return [Float32Array.from({ length: values }, (_, entry) => depthOf(least + entry, 0)), least];
}

/** Depth of each value. Modes that show the smallest or the mean value show something of every voxel. */
function createValueDepth({
  volume,
  transfer,
  mode,
  isoValue,
  isosurfaces,
}: VolumeScene): (value: number, index: number) => number {
  const { voxels, sizes } = volume;
  if (mode === 'minip' || mode === 'average') return (value) => (Number.isNaN(value) ? 0 : 1);
  if (mode === 'isosurface') {
    const steps = [1, sizes[0], sizes[0] * sizes[1]];
    const isos = isosurfaces?.map((surface) => surface.value) ?? [isoValue ?? 0];
    // Surfaces are between a voxel and the next one along an axis; the voxel at the surface's inner side counts.
    const isAt = (iso: number, value: number, index: number) =>
      value >= iso && steps.some((step) => voxels[index + step]! < iso || voxels[index - step]! < iso);
    return (value, index) => (isos.some((iso) => isAt(iso, value, index)) ? 1 : 0);
  }
  const unit = Math.max(...spacings(volume)) / (transfer.unit ?? Math.min(...spacings(volume)));
  const depthOf = (value: number) => unit * evaluateOpacity(transfer, value);
  // Values between the points that are wholly transparent need no look at the points.
  const { opacities } = transfer;
  const [first, last] = [opacities[0]!, opacities.at(-1)!];
  return (value) => {
    if (value <= first.value) return unit * first.opacity;
    if (value >= last.value) return unit * last.opacity;
    return Number.isNaN(value) ? 0 : depthOf(value);
  };
}

/** The factor of a voxel's opacity by a mask. */
function createStyleAt({ volume, mask }: VolumeScene): (index: number) => number {
  const { labels, styles } = mask!;
  const opacities = new Map(styles.map(({ label, opacity = 1 }) => [label, opacity]));
  if (labels.sizes.every((size, axis) => size === volume.sizes[axis]) && isSameGrid(labels, volume)) {
    return (index) => opacities.get(labels.voxels[index]!) ?? 0;
  }
  const toLabels = worldToIndex(labels);
  const [ni, nj] = volume.sizes;
  return (index) => {
    const place: Vec3 = [index % ni, Math.floor(index / ni) % nj, Math.floor(index / (ni * nj))];
    const label = labelAt(labels, transformPoint(toLabels, transformPoint(volume.indexToWorld, place)));
    return label === undefined ? 0 : (opacities.get(label) ?? 0);
  };
}

/** Distance in voxels below which two grids take the same neighbours. */
const SAME_PLACE = 1e-3;

function isSameGrid(a: Volume, b: Volume): boolean {
  const toIndex = worldToIndex(a);
  const far = b.sizes.map((size) => size - 1) as unknown as Vec3;
  const isAt = (index: Vec3) =>
    transformPoint(toIndex, transformPoint(b.indexToWorld, index)).every(
      (coordinate, axis) => Math.abs(coordinate - index[axis]!) < SAME_PLACE,
    );
  return isAt([0, 0, 0]) && isAt(far) && isAt([far[0], 0, 0]) && isAt([0, far[1], 0]);
}

/** Reach of a voxel beyond its centre, in half-spaces' terms, but for rounding. */
const HALF_VOXEL = 0.5 - 1e-6;

/** The voxels of a row that clipping keeps any of: the first and the last, which may be none. */
function createKept({ volume, clip = [] }: VolumeScene): (j: number, k: number) => readonly [number, number] {
  const end = volume.sizes[0] - 1;
  const toIndex = worldToIndex(volume);
  const halfSpaces = clip.map((halfSpace): HalfSpace => {
    const { normal, offset } = transformHalfSpace(toIndex, halfSpace);
    const reach = HALF_VOXEL * normal.reduce((sum, component) => sum + Math.abs(component), 0);
    return { normal: scale(normal, 1), offset: offset - reach };
  });
  return (j, k) => {
    let [first, last] = [0, end];
    for (const { normal, offset } of halfSpaces) {
      const rest = offset - normal[1] * j - normal[2] * k;
      if (normal[0] > 0) first = Math.max(first, Math.ceil(rest / normal[0]));
      else if (normal[0] < 0) last = Math.min(last, Math.floor(rest / normal[0]));
      else if (rest > 0) return [0, -1];
    }
    return [first, last];
  };
}
