/** Values at the centres of a grid's cells, interpolated between them, in float64. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { sampleVolume } from '../volume/sample-volume.js';

/** The value at a position that runs from 0 to 1 over the grid on each axis; beyond the outermost centres, theirs. */
export type GridValue = (position: Vec3) => number;

/** @param valueAt the value at the position of a cell's centre, called once. */
export function createCellGrid(cells: Vec3, valueAt: (position: Vec3) => number): GridValue {
  const voxels = new Float64Array(cells[0] * cells[1] * cells[2]).map((_, index) => {
    const [i, j, k] = [
      index % cells[0],
      Math.floor(index / cells[0]) % cells[1],
      Math.floor(index / (cells[0] * cells[1])),
    ];
    return valueAt([(i + 0.5) / cells[0], (j + 0.5) / cells[1], (k + 0.5) / cells[2]]);
  });
  return (position) =>
    sampleVolume(
      { sizes: cells, voxels },
      mapVec3(cells, (count, axis) => position[axis]! * count - 0.5),
    );
}
