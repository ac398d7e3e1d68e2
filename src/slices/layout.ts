/** The layout of a picture of several slices. */
import { InputError } from '../errors.js';

export interface PanelSize {
  readonly width: number;
  readonly height: number;
}

export interface PlacedPanel extends PanelSize {
  readonly left: number;
  readonly top: number;
}

export interface Layout extends PanelSize {
  readonly panels: readonly PlacedPanel[];
}

/** Width of a picture by its height that rows are broken for. */
const WANTED_RATIO = 1.5;

/** The columns by which the rows of like panels are nearest to a picture of the wanted shape. */
export function chooseColumns(count: number, { width, height }: PanelSize): number {
  const off = (columns: number) =>
    Math.abs(Math.log((columns * width) / (Math.ceil(count / columns) * height) / WANTED_RATIO));
  let best = 1;
  for (let columns = 2; columns <= count; columns++) if (off(columns) < off(best)) best = columns;
  return best;
}

/** Rows of panels, some pixels apart, each in the middle of its row's height and of its column's width. */
export function layOutPanels(panels: readonly PanelSize[], columns: number, gap = 0): Layout {
  const widths: number[] = [];
  const heights: number[] = [];
  const cellOf = (index: number) => [index % columns, Math.floor(index / columns)] as const;
  for (const [index, { width, height }] of panels.entries()) {
    const [column, row] = cellOf(index);
    widths[column] = Math.max(widths[column] ?? 0, width);
    heights[row] = Math.max(heights[row] ?? 0, height);
  }
  const [lefts, tops] = [startsOf(widths, gap), startsOf(heights, gap)];
  return {
    width: lefts.at(-1)! - gap,
    height: tops.at(-1)! - gap,
    panels: panels.map(({ width, height }, index) => {
      const [column, row] = cellOf(index);
      return {
        width,
        height,
        left: lefts[column]! + Math.floor((widths[column]! - width) / 2),
        top: tops[row]! + Math.floor((heights[row]! - height) / 2),
      };
    }),
  };
}

/** Starts of things of these sizes that stand a gap apart, and of one more. */
function startsOf(sizes: readonly number[], gap: number): number[] {
  const starts = [0];
  for (const size of sizes) starts.push(starts.at(-1)! + size + gap);
  return starts;
}

/** Pixels of a picture that take 512 MiB. */
const PIXELS_MAX = 2 ** 27;

/** @throws InputError for more pixels than a picture may have. */
export function checkPictureSize({ width, height }: PanelSize): void {
  if (width * height <= PIXELS_MAX && Math.max(width, height) <= SIDE_MAX) return;
  throw new InputError(
    `the picture would be ${width} × ${height} pixels; take fewer slices, or a smaller scale or size`,
  );
}

const SIDE_MAX = 65_535;

/**
 * The world length of a pixel, as small as can be, by which `sizeOf` gives a picture that is no larger than there is room for.
 * @throws InputError where there is no room for a pixel of each.
 */
export function fitPixel(sizeOf: (pixelWorld: number) => PanelSize, room: PanelSize, start: number): number {
  const fits = (pixelWorld: number) => {
    const { width, height } = sizeOf(pixelWorld);
    return width <= room.width && height <= room.height;
  };
  let [low, high] = [start, start];
  for (let tries = 0; !fits(high); tries++) {
    if (tries > DOUBLINGS_MAX)
      throw new InputError(`${room.width} × ${room.height} pixels have no room for the slices`);
    high *= 2;
  }
  while (fits(low)) low /= 2;
  for (let step = 0; step < FIT_STEPS; step++) {
    const middle = Math.sqrt(low * high);
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const FIT_STEPS = 40;
const DOUBLINGS_MAX = 40;
