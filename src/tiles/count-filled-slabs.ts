/** Counts the slabs of each tile that hold items. */
import { type TileGrid, tileIndex } from './tile-grid.js';

/**
 * Counts per tile, rows from the top, whatever order the grid numbers them in.
 * @param binStarts Where each bin begins in the items, and the number of items.
 */
export function countFilledSlabs(grid: TileGrid, binStarts: Uint32Array): Uint8Array<ArrayBuffer> {
  const { columns, rows, slabs } = grid;
  const counts = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const firstBin = tileIndex(grid, column, row) * slabs;
      for (let bin = firstBin; bin < firstBin + slabs; bin++) {
        if (binStarts[bin + 1]! > binStarts[bin]!) counts[row * columns + column]!++;
      }
    }
  }
  return counts;
}
