/** Draws slices and their crosshairs on canvases. */
import type { Volume } from '../../index.js';
import { type SliceGrid, toPixel } from '../../slices/slice-grid.js';
import type { Session } from '../session.js';
import { canvasGrid, quickGrid } from './canvas-grid.js';
import { type DrawnSlice, drawRequest, isSameRequest, LatestSlice, type SliceRequest } from './latest-slice.js';
import { sliceLayers } from './slice-layers.js';
import { PLANE_COLORS, type SlicePlane, toSlice } from './slice-planes.js';
import { cursorWorld, shownPosition } from './slice-values.js';
import { boxOf, type SliceBox, type Viewport } from './slice-viewport.js';

interface Bitmap {
  readonly slice: DrawnSlice;
  readonly canvas: OffscreenCanvas;
}

/** State of the slices of a plane. */
interface PlaneSlices {
  readonly fine: LatestSlice;
  readonly bitmaps: Map<'quick' | 'fine', Bitmap>;
  /** Counts requests: what is drawn for an earlier one than the last is not shown. */
  requests: number;
}

export class SlicePainter {
  readonly #session: Session;
  readonly #onDrawn: () => void;
  readonly #planes = new Map<string, PlaneSlices>();

  /** @param onDrawn called when a finer slice has been drawn. */
  constructor(session: Session, onDrawn: () => void) {
    this.#session = session;
    this.#onDrawn = onDrawn;
  }

  /** Resolves before the next frame is shown, but for a store's voxels and large canvases, whose slices sharpen later. */
  async paint(canvas: HTMLCanvasElement, volume: Volume, plane: SlicePlane, viewport: Viewport): Promise<void> {
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((side) =>
      Math.max(1, Math.round(side * ratio)),
    ) as [number, number];
    const box = boxOf(plane, viewport, width, height);
    const grid = canvasGrid(plane, shownPosition(this.#session, volume, plane), box, { width, height });
    const slices = this.#slicesOf(plane);
    slices.requests++;
    const { requests } = slices;
    const bitmaps = await this.#draw(slices, volume, grid);
    if (requests !== slices.requests) return;
    // Setting either clears the canvas.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    for (const bitmap of bitmaps) show(context, grid, bitmap);
    this.#drawCrosshair(context, volume, plane, box, ratio);
  }

  #slicesOf({ name }: SlicePlane): PlaneSlices {
    const known = this.#planes.get(name);
    if (known) return known;
    const slices: PlaneSlices = { fine: new LatestSlice(this.#onDrawn), bitmaps: new Map(), requests: 0 };
    this.#planes.set(name, slices);
    return slices;
  }

  /** The bitmaps that show a grid, from the bottom to the top. */
  async #draw(slices: PlaneSlices, volume: Volume, grid: SliceGrid): Promise<Bitmap[]> {
    const { of, layers, finer: finerFor } = sliceLayers(this.#session, volume);
    const finer = finerFor(grid);
    const quick = quickGrid(grid);
    const whole = { of, grid, layers: finer ?? layers };
    const fine = finer || quick !== grid ? slices.fine.of(whole) : undefined;
    const above = fine ? [bitmapOf(slices, 'fine', fine)] : [];
    if (fine && isSameRequest(fine.request, whole)) return above;
    const request: SliceRequest = { of, grid: quick, layers };
    const known = slices.bitmaps.get('quick');
    if (isSameRequest(known?.slice.request, request)) return [known!, ...above];
    return [bitmapOf(slices, 'quick', await drawRequest(request)), ...above];
  }

  #drawCrosshair(
    context: CanvasRenderingContext2D,
    volume: Volume,
    { right, down, ...plane }: SlicePlane,
    box: SliceBox,
    ratio: number,
  ): void {
    const { width, height } = context.canvas;
    const cursor = toSlice({ ...plane, right, down }, cursorWorld(this.#session, volume));
    const [x, y] = [box.x + cursor.x * box.width, box.y + cursor.y * box.height];
    context.lineWidth = ratio;
    drawLine(context, colorAcross(right), [x, 0, x, height], [y - GAP * ratio, y + GAP * ratio]);
    drawLine(context, colorAcross(down), [0, y, width, y], [x - GAP * ratio, x + GAP * ratio]);
  }
}

/** The colour of the plane across a world axis. */
function colorAcross(direction: readonly number[]): string {
  const names = ['sagittal', 'coronal', 'axial'] as const;
  return PLANE_COLORS[names[direction.findIndex((coordinate) => coordinate !== 0)]!];
}

function bitmapOf({ bitmaps }: PlaneSlices, kind: 'quick' | 'fine', slice: DrawnSlice): Bitmap {
  const known = bitmaps.get(kind);
  if (known?.slice === slice) return known;
  const { width, height } = slice.request.grid;
  const canvas = new OffscreenCanvas(width, height);
  const pixels = new Uint8ClampedArray(slice.pixels.buffer);
  canvas.getContext('2d')!.putImageData(new ImageData(pixels, width, height), 0, 0);
  const bitmap = { slice, canvas };
  bitmaps.set(kind, bitmap);
  return bitmap;
}

/** Draws pixels of one grid where they are in another one of the same plane. */
function show(context: CanvasRenderingContext2D, grid: SliceGrid, { slice, canvas }: Bitmap): void {
  const from = slice.request.grid;
  const scale = from.pixelWorld / grid.pixelWorld;
  const [x, y] = toPixel(grid, from.origin);
  // Places count from pixels' centres, canvases from their corners.
  const [left, top] = [x + 0.5 - scale / 2, y + 0.5 - scale / 2];
  context.drawImage(canvas, left, top, from.width * scale, from.height * scale);
}

/** Half the hole in the middle of the crosshair, in CSS pixels. */
const GAP = 8;

/** A line with a hole, so that what it points at can be seen. */
function drawLine(
  context: CanvasRenderingContext2D,
  color: string,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  [from, to]: readonly [number, number],
): void {
  const upright = x0 === x1;
  context.strokeStyle = color;
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(upright ? x0 : from, upright ? from : y0);
  context.moveTo(upright ? x0 : to, upright ? to : y0);
  context.lineTo(x1, y1);
  context.stroke();
}
