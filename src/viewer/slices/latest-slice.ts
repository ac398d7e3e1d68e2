/** A slice under way: drawn one at a time, and the newest request comes next. */
import { type DrawSliceOptions, drawSlice, type SliceLayer } from '../../slices/draw-slice.js';
import { toPixels } from '../../slices/layers/paint.js';
import type { Slab } from '../../slices/sample-slice.js';
import type { SliceGrid } from '../../slices/slice-grid.js';

export interface SliceRequest {
  readonly grid: SliceGrid;
  readonly layers: readonly SliceLayer[];
  readonly slab?: Slab | undefined;
  /** The values that the layers follow from. */
  readonly of: readonly unknown[];
}

/** Pixels, and what they were drawn for. */
export interface DrawnSlice {
  readonly request: SliceRequest;
  /** RGBA with straight alpha. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}

const OPTIONS: DrawSliceOptions = { background: undefined, outlineWidth: 1 };

export async function drawRequest(request: SliceRequest): Promise<DrawnSlice> {
  const { grid, layers, slab } = request;
  return { request, pixels: toPixels(await drawSlice(grid, layers, { ...OPTIONS, slab })) };
}

export function isSameRequest(a: SliceRequest | undefined, b: SliceRequest): boolean {
  if (!a || a.slab !== b.slab || a.of.length !== b.of.length || !a.of.every((part, index) => part === b.of[index]))
    return false;
  return gridKey(a.grid) === gridKey(b.grid);
}

const gridKey = ({ origin, right, down, width, height }: SliceGrid) => String([origin, right, down, width, height]);

/** Milliseconds of rest before a slice is drawn: slices that are only passed are not. */
const DRAW_AFTER_MS = 60;

export class LatestSlice {
  readonly #onDrawn: () => void;
  #drawn: DrawnSlice | undefined;
  #asked: SliceRequest | undefined;
  #isDrawing = false;

  /** @param onDrawn called when a requested slice has been drawn. */
  constructor(onDrawn: () => void) {
    this.#onDrawn = onDrawn;
  }

  /** The slice that was drawn last, if it is of the same plane and the same layers, until the one that is asked for is drawn. */
  of(request: SliceRequest): DrawnSlice | undefined {
    if (!isSameRequest(this.#asked, request)) {
      this.#asked = request;
      if (!this.#isDrawing) void this.#draw();
    }
    return this.#drawn && isOnSamePlane(this.#drawn.request, request) ? this.#drawn : undefined;
  }

  async #draw(): Promise<void> {
    this.#isDrawing = true;
    let request: SliceRequest | undefined;
    // Chunks are shared with the 3D view: outdated ones are still read to their end.
    while (request !== this.#asked) {
      request = this.#asked!;
      await new Promise((resolve) => setTimeout(resolve, DRAW_AFTER_MS));
      if (request !== this.#asked) continue;
      // The picture reports servers that fail.
      const drawn = await drawRequest(request).catch(() => undefined);
      if (!drawn) continue;
      this.#drawn = drawn;
      this.#onDrawn();
    }
    this.#isDrawing = false;
  }
}

/** Whether one shows a part of the same slice as the other, in whatever pixels. */
function isOnSamePlane(a: SliceRequest, b: SliceRequest): boolean {
  const heightOf = ({ grid: { normal, origin } }: SliceRequest) =>
    normal[0] * origin[0] + normal[1] * origin[1] + normal[2] * origin[2];
  const isSameOf =
    a.slab === b.slab && a.of.length === b.of.length && a.of.every((part, index) => part === b.of[index]);
  return (
    isSameOf &&
    String(a.grid.normal) === String(b.grid.normal) &&
    Math.abs(heightOf(a) - heightOf(b)) < ROUNDING * a.grid.pixelWorld
  );
}

/** Pixels by which heights may be off by rounding. */
const ROUNDING = 1e-6;
