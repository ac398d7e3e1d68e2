/** Reduces blocks of voxels to one each: the voxels of a coarser level. */
import type { Vec3 } from '../../math/vec3.js';
import type { VoxelArray } from '../../volume/volume.js';

/** Reduces a block of voxels to one: intensities to their mean, numbers of regions to the most frequent one. */
export type Reduction = 'mean' | 'mode';

/** Voxels at the start of a cube of `side` voxels along each side, along i first. */
export interface CubeVoxels {
  readonly voxels: VoxelArray;
  readonly side: number;
}

/**
 * Reduces blocks of voxels to one each, means of integers rounded to the nearest, and of several modes the smallest. Blocks at
 * the far ends are cut off.
 * @param source of which the first `sizes` along each axis count.
 * @param factors voxels of a block along each axis, 1 or 2.
 * @param target a cube of the same side and type.
 * @param first the voxel of the target that the first block becomes.
 */
export function reduceChunk(
  source: CubeVoxels,
  sizes: Vec3,
  factors: Vec3,
  reduction: Reduction,
  target: VoxelArray,
  first: Vec3,
): void {
  const { voxels, side } = source;
  if (reduction === 'mean' && hasSmallSums(voxels)) {
    reduceSmallMeans(source, sizes, factors, target, first);
    return;
  }
  const reduceRow = reduction === 'mode' ? modeOfRow : meanOfRow;
  const row = { ...source, factors, sizes };
  for (let k = 0; k * factors[2] < sizes[2]; k++) {
    for (let j = 0; j * factors[1] < sizes[1]; j++) {
      const to = first[0] + side * (first[1] + j + side * (first[2] + k));
      reduceRow(row, j * factors[1], k * factors[2], target, to);
    }
  }
}

interface Rows extends CubeVoxels {
  readonly sizes: Vec3;
  readonly factors: Vec3;
}

/** Whether sums of eight values are integers of 32 bits. */
const hasSmallSums = (voxels: VoxelArray) =>
  voxels.BYTES_PER_ELEMENT <= 2 && !(voxels instanceof Float32Array || voxels instanceof Float64Array);

function reduceSmallMeans(
  { voxels, side }: CubeVoxels,
  sizes: Vec3,
  factors: Vec3,
  target: VoxelArray,
  first: Vec3,
): void {
  for (let k = 0, z = 0; z < sizes[2]; k++, z += factors[2]) {
    const deeper = factors[2] === 2 && z + 1 < sizes[2] ? side * side : 0;
    for (let j = 0, y = 0; y < sizes[1]; j++, y += factors[1]) {
      const across = factors[1] === 2 && y + 1 < sizes[1] ? side : 0;
      const to = first[0] + side * (first[1] + j + side * (first[2] + k));
      meanOfSmallRow(voxels, side * (y + side * z), across, deeper, sizes[0], factors[0], target, to);
    }
  }
}

/**
 * Eight values make each mean: those of blocks with fewer are taken several times, which rounds as it does without. Numbers instead of
 * objects, for whose different shapes V8 compiled it seven times.
 */
function meanOfSmallRow(
  voxels: VoxelArray,
  a: number,
  across: number,
  deeper: number,
  width: number,
  step: number,
  target: VoxelArray,
  to: number,
): void {
  const b = a + across;
  const c = a + deeper;
  const d = b + deeper;
  const whole = step === 2 ? width >> 1 : 0;
  for (let i = 0, x = 0; i < whole; i++, x += 2) {
    const near = voxels[a + x]! + voxels[a + x + 1]! + voxels[b + x]! + voxels[b + x + 1]!;
    const far = voxels[c + x]! + voxels[c + x + 1]! + voxels[d + x]! + voxels[d + x + 1]!;
    target[to + i] = (near + far + 4) >> 3;
  }
  for (let i = whole; i * step < width; i++) {
    const x = i * step;
    target[to + i] = (voxels[a + x]! + voxels[b + x]! + voxels[c + x]! + voxels[d + x]! + 2) >> 2;
  }
}

function meanOfRow(rows: Rows, j: number, k: number, target: VoxelArray, to: number): void {
  const isRounded = !(target instanceof Float32Array || target instanceof Float64Array);
  const block = new Float64Array(8);
  for (let i = 0; i * rows.factors[0] < rows.sizes[0]; i++) {
    const count = readBlock(rows, i, j, k, block);
    let sum = 0;
    for (let index = 0; index < count; index++) sum += block[index]!;
    target[to + i] = isRounded ? Math.round(sum / count) : sum / count;
  }
}

function modeOfRow(rows: Rows, j: number, k: number, target: VoxelArray, to: number): void {
  const block = new Float64Array(8);
  for (let i = 0; i * rows.factors[0] < rows.sizes[0]; i++) {
    target[to + i] = modeOf(block, readBlock(rows, i, j, k, block));
  }
}

/** Copies the voxels of a block, along i first. @returns how many there are. */
function readBlock(
  { voxels, side, sizes, factors }: Rows,
  i: number,
  j: number,
  k: number,
  block: Float64Array,
): number {
  const x = i * factors[0];
  const [endX, endY, endZ] = [
    Math.min(x + factors[0], sizes[0]),
    Math.min(j + factors[1], sizes[1]),
    Math.min(k + factors[2], sizes[2]),
  ];
  let count = 0;
  for (let z = k; z < endZ; z++) {
    for (let y = j; y < endY; y++) {
      const row = side * (y + side * z);
      for (let at = row + x; at < row + endX; at++) block[count++] = voxels[at]!;
    }
  }
  return count;
}

/** The most frequent value, and of several the smallest. */
function modeOf(values: Float64Array, count: number): number {
  let [mode, most] = [values[0]!, 0];
  for (let index = 0; index < count; index++) {
    const value = values[index]!;
    let same = 0;
    for (let other = 0; other < count; other++) if (values[other] === value) same++;
    // Most blocks hold one value.
    if (same === count) return value;
    if (same > most || (same === most && value < mode)) [mode, most] = [value, same];
  }
  return mode;
}
