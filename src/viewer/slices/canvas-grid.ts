/** The pixels of a canvas in the world. */
import { placeGrid, type SliceGrid } from '../../slices/slice-grid.js';
import type { PaneView } from './pane-view.js';
import type { SlicePlane } from './slice-planes.js';
import type { SliceBox } from './slice-viewport.js';

/** The pixels of a canvas, in which the whole slice has that box. */
export function canvasGrid(
  plane: SlicePlane,
  position: number,
  box: SliceBox,
  size: Pick<SliceGrid, 'width' | 'height'>,
): SliceGrid {
  const pixelWorld = plane.widthWorld / box.width;
  const first = [plane.left + (0.5 - box.x) * pixelWorld, plane.top + (0.5 - box.y) * pixelWorld] as const;
  return placeGrid(plane, position, first, pixelWorld, size);
}

/** The pixels of a pane. @param ratio of them to one CSS pixel. */
export function paneGrid({ plane, position, box, size }: PaneView, ratio: number): SliceGrid {
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * ratio))) as [
    number,
    number,
  ];
  const scaled = { x: box.x * ratio, y: box.y * ratio, width: box.width * ratio, height: box.height * ratio };
  return canvasGrid(plane, position, scaled, { width, height });
}

/** Pixels of a slice that are drawn at once; larger ones are drawn coarsely first. */
const QUICK_PIXELS = 2 ** 18;

/** The grid itself, or one of fewer pixels in its place where it has many. */
export function quickGrid(grid: SliceGrid): SliceGrid {
  const { width, height, pixelWorld, origin } = grid;
  const factor = Math.ceil(Math.sqrt((width * height) / QUICK_PIXELS));
  if (factor === 1) return grid;
  const grow = (way: SliceGrid['right']) => way.map((x) => factor * x) as unknown as SliceGrid['right'];
  const inset = (factor - 1) / 2;
  return {
    ...grid,
    origin: origin.map((x, axis) => x + inset * (grid.right[axis]! + grid.down[axis]!)) as unknown as typeof origin,
    right: grow(grid.right),
    down: grow(grid.down),
    width: Math.ceil(width / factor),
    height: Math.ceil(height / factor),
    pixelWorld: factor * pixelWorld,
  };
}
