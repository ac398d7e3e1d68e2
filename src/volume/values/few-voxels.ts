/** Few voxels in a large volume of one value, as of landmarks, which probes of it miss. */
import type { Volume } from '../volume.js';

/** Voxels besides a volume's one value. */
export interface FewVoxels {
  /** The different values. */
  readonly values: ReadonlySet<number>;
  /** Whether no voxel has a neighbour along an axis that is not of the one value; false where they are many. */
  readonly areApart: boolean;
}

/** More voxels are no landmarks. */
const MOST_APART = 1000;

/** Looks at all voxels but those of one value, and NaN. Undefined where one of them is no label, or there are none. */
export function findFewVoxels({ sizes, voxels }: Volume, background: number): FewVoxels | undefined {
  const values = new Set<number>();
  const indices: number[] = [];
  for (let index = 0; index < voxels.length; index++) {
    const value = voxels[index]!;
    if (value === background || Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || value < 1) return undefined;
    values.add(value);
    if (indices.length <= MOST_APART) indices.push(index);
  }
  if (values.size === 0) return undefined;
  return { values, areApart: indices.length <= MOST_APART && areApart(indices, sizes) };
}

function areApart(indices: readonly number[], [ni, nj]: Volume['sizes']): boolean {
  const known = new Set(indices);
  const isLastOfRow = (index: number) => index % ni === ni - 1;
  const isLastOfSlice = (index: number) => Math.floor(index / ni) % nj === nj - 1;
  return !indices.some(
    (index) =>
      (known.has(index + 1) && !isLastOfRow(index)) ||
      (known.has(index + ni) && !isLastOfSlice(index)) ||
      known.has(index + ni * nj),
  );
}
