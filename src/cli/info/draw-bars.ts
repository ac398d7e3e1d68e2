/** Upright bars in text. */

/** How a character cell is filled, from empty to full. */
const BLOCK_CELLS = ' ▁▂▃▄▅▆▇█';
const ASCII_CELLS = ' #';

/**
 * One character a bar in each of `rows` lines, from the top. A height of 0 is empty, any other shows, 1 fills all rows.
 * @param heights 0…1.
 */
export function drawBars(heights: readonly number[], rows: number, blocks: boolean): string[] {
  const cells = blocks ? BLOCK_CELLS : ASCII_CELLS;
  const cellLevels = cells.length - 1;
  const levels = heights.map((height) => Math.ceil(height * rows * cellLevels));
  return Array.from({ length: rows }, (_, row) => {
    const below = (rows - 1 - row) * cellLevels;
    return levels.map((level) => cells[Math.min(Math.max(level - below, 0), cellLevels)]).join('');
  });
}
