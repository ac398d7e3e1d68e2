/** Draws slices and their crosshairs on canvases. */
import type { Volume } from '../../index.js';
import type { Session } from '../session.js';
import { FineSlices } from './fine-slices.js';
import { type SliceLabels, slicePixels } from './slice-pixels.js';
import { PLANE_COLORS, type SlicePlane, toIndex, toSlice, toWorld } from './slice-planes.js';
import { cursorOf, sliceWindow } from './slice-values.js';
import { boxOf, type SliceBox, type Viewport } from './slice-viewport.js';

/** Pixels, and what they were made of. */
interface Drawn {
  readonly of: readonly unknown[];
  readonly bitmap: OffscreenCanvas;
}

export class SlicePainter {
  readonly #session: Session;
  readonly #fine: FineSlices;
  readonly #drawn = new Map<string, Drawn>();

  /** @param onRead called when finer voxels have been read. */
  constructor(session: Session, onRead: () => void) {
    this.#session = session;
    this.#fine = new FineSlices(onRead);
  }

  paint(
    canvas: HTMLCanvasElement,
    volume: Volume,
    plane: SlicePlane,
    planes: readonly SlicePlane[],
    viewport: Viewport,
  ): void {
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((side) =>
      Math.max(1, Math.round(side * ratio)),
    ) as [number, number];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    context.clearRect(0, 0, width, height);
    const box = boxOf(plane, viewport, width, height);
    context.imageSmoothingQuality = 'high';
    const index = cursorOf(this.#session, volume);
    const whole = this.#bitmapOf(plane.name, volume, plane, Math.round(index[plane.normal]));
    context.drawImage(whole, box.x, box.y, box.width, box.height);
    this.#paintFine(context, volume, plane, box);
    const cursor = toSlice(plane, volume.sizes, index);
    const [x, y] = [box.x + cursor.x * box.width, box.y + cursor.y * box.height];
    const colorOf = (axis: number) => PLANE_COLORS[planes.find(({ normal }) => normal === axis)!.name];
    context.lineWidth = ratio;
    drawLine(context, colorOf(plane.right), [x, 0, x, height], [y - GAP * ratio, y + GAP * ratio]);
    drawLine(context, colorOf(plane.down), [0, y, width, y], [x - GAP * ratio, x + GAP * ratio]);
  }

  /** Draws finer voxels over those of the volume, where there are some. */
  #paintFine(context: CanvasRenderingContext2D, volume: Volume, plane: SlicePlane, box: SliceBox): void {
    const { pages } = this.#session.data;
    if (!pages) return;
    const { width, height } = context.canvas;
    const share = (at: number, from: number, length: number) => Math.min(Math.max((at - from) / length, 0), 1);
    const seen = [
      share(0, box.x, box.width),
      share(0, box.y, box.height),
      share(width, box.x, box.width),
      share(height, box.y, box.height),
    ] as const;
    const pixelWorld = plane.widthWorld / box.width;
    const part = this.#fine.of(pages, { plane, cursor: cursorOf(this.#session, volume), seen, pixelWorld });
    if (!part) return;
    const bitmap = this.#bitmapOf(`fine ${plane.name}`, part, plane, 0);
    const last = part.sizes.map((size) => size - 0.5) as [number, number, number];
    const [a, b] = ([[-0.5, -0.5, -0.5], last] as const).map((corner) =>
      toSlice(plane, volume.sizes, toIndex(volume, toWorld(part, corner))),
    ) as [SlicePlace, SlicePlace];
    const [left, top] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    const [wide, high] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
    context.drawImage(bitmap, box.x + left * box.width, box.y + top * box.height, wide * box.width, high * box.height);
  }

  #bitmapOf(name: string, volume: Volume, plane: SlicePlane, slice: number): OffscreenCanvas {
    const { document, data } = this.#session;
    const window = sliceWindow(this.#session);
    const styles = data.labels && (document.labels ?? data.labels.styles);
    const of = [volume, slice, window[0], window[1], data.labels, styles];
    const drawn = this.#drawn.get(name);
    if (drawn?.of.every((part, index) => part === of[index])) return drawn.bitmap;
    const labels: SliceLabels | undefined = data.labels && { volume: data.labels.volume, styles: styles! };
    const { width, height, pixels } = slicePixels(volume, plane, slice, window, labels);
    const bitmap = new OffscreenCanvas(width, height);
    bitmap.getContext('2d')!.putImageData(new ImageData(pixels, width, height), 0, 0);
    this.#drawn.set(name, { of, bitmap });
    return bitmap;
  }
}

type SlicePlace = ReturnType<typeof toSlice>;

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
