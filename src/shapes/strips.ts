/** Workgroups of 1024, which pay for appearances whose rays take every sample, where the volume fills them. */
import { coveredPixels, type PixelRectangle } from './pixel-steps.js';
import type { Shape } from './shape.js';
import type { ShapeView } from './shape-view.js';

/**
 * The most invocations of a workgroup elsewhere. Those whose rays end early or leap hold their places until the last of 1024 is
 * done: shapes that were measured in a dense picture took up to 1.3 times as long as blocks in a sparse one on an H100, and 1.04
 * times without the largest (experiments/workgroup-shapes).
 */
export const MOST_WITHOUT_STRIPS = 512;

/** Strips over fewer pixels leave a large GPU idle: those of 256² took 1.13 times as long as blocks on an H100. */
const MIN_PIXELS = 2 ** 17;

/** The part of the image that strips would cover; undefined where there should be none. */
export function findStripArea(view: ShapeView): PixelRectangle | undefined {
  if (!view.isDense) return undefined;
  const covered = coveredPixels(view);
  return areaOf(covered) >= MIN_PIXELS ? covered : undefined;
}

const areaOf = ({ left, top, right, bottom }: PixelRectangle) => (right - left) * (bottom - top);

/** How many times as many invocations the workgroups over a rectangle have as it has pixels, in octaves. */
export function wastedOctaves({ width, height }: Shape, covered: PixelRectangle): number {
  const columns = Math.ceil(covered.right / width) - Math.floor(covered.left / width);
  const rows = Math.ceil(covered.bottom / height) - Math.floor(covered.top / height);
  return Math.log2((columns * rows * width * height) / areaOf(covered));
}
