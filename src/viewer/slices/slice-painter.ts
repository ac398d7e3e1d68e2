/** Draws slices on canvases. */
import type { Volume } from '../../index.js';
import { type SliceGrid, toPixel } from '../../slices/slice-grid.js';
import type { Session } from '../session.js';
import { paneGrid, quickGrid } from './canvas-grid.js';
import { type DrawnSlice, drawRequest, isSameRequest, LatestSlice, type SliceRequest } from './latest-slice.js';
import type { PaneView } from './pane-view.js';
import { sliceLayers } from './slice-layers.js';
import type { SlicePlane } from './slice-planes.js';

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
  async paint(canvas: HTMLCanvasElement, volume: Volume, view: PaneView): Promise<void> {
    const ratio = globalThis.devicePixelRatio || 1;
    const { plane } = view;
    const grid = paneGrid(view, ratio);
    const { width, height } = grid;
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
  }

  /** The slice of a pane with all of its pixels, from a store's finer voxels where there are some. */
  async render(volume: Volume, view: PaneView, ratio: number): Promise<OffscreenCanvas> {
    const grid = paneGrid(view, ratio);
    const { of, layers, finer } = sliceLayers(this.#session.sliced, volume);
    const { sliceSlab: slab } = this.#session.document;
    return createBitmap(await drawRequest({ of, grid, slab, layers: finer(grid) ?? layers }));
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
    const { of, layers, finer: finerFor } = sliceLayers(this.#session.sliced, volume);
    const { sliceSlab: slab } = this.#session.document;
    const finer = finerFor(grid);
    const quick = quickGrid(grid);
    const whole = { of, grid, slab, layers: finer ?? layers };
    const fine = finer || quick !== grid ? slices.fine.of(whole) : undefined;
    const above = fine ? [bitmapOf(slices, 'fine', fine)] : [];
    if (fine && isSameRequest(fine.request, whole)) return above;
    const request: SliceRequest = { of, grid: quick, slab, layers };
    const known = slices.bitmaps.get('quick');
    if (isSameRequest(known?.slice.request, request)) return [known!, ...above];
    return [bitmapOf(slices, 'quick', await drawRequest(request)), ...above];
  }
}

function bitmapOf({ bitmaps }: PlaneSlices, kind: 'quick' | 'fine', slice: DrawnSlice): Bitmap {
  const known = bitmaps.get(kind);
  if (known?.slice === slice) return known;
  const bitmap = { slice, canvas: createBitmap(slice) };
  bitmaps.set(kind, bitmap);
  return bitmap;
}

function createBitmap({ request, pixels }: DrawnSlice): OffscreenCanvas {
  const { width, height } = request.grid;
  const canvas = new OffscreenCanvas(width, height);
  const data = new ImageData(new Uint8ClampedArray(pixels.buffer), width, height);
  canvas.getContext('2d')!.putImageData(data, 0, 0);
  return canvas;
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
