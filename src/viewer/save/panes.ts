/** Pictures of what is on the screen: slices with what stands on them, and the 3D view with its measurements. */
import type { ImageSize } from '../../index.js';
import type { OverlayShape } from '../overlay/overlay-shape.js';
import { paintShapes } from '../overlay/render-shapes.js';
import type { PaneView } from '../slices/pane-view.js';
import type { CapturedPicture } from './save.js';

/** Draws the contents of the panes, at whatever size. */
export interface PaneSource {
  /** The 3D view. */
  readonly capture: (size: ImageSize) => Promise<CapturedPicture>;
  /** Lines and texts over the 3D view, in its CSS pixels. */
  readonly stageShapes: (size: ImageSize) => readonly OverlayShape[];
  readonly shownPanes: (root: ParentNode) => readonly { readonly element: HTMLElement; readonly view: PaneView }[];
  /** Pixels of a slice. @param ratio of them to a CSS pixel. */
  readonly drawSlice: (view: PaneView, ratio: number) => Promise<OffscreenCanvas>;
  readonly sliceShapes: (view: PaneView) => readonly OverlayShape[];
}

/** The element of all panes. */
export const findPanes = (root: ParentNode): HTMLElement => root.querySelector<HTMLElement>('.views')!;

/**
 * @param views as `findPanes` finds them.
 * @param size in whose middle the panes are, as large as fits; that of the screen by default.
 */
export async function capturePanes(views: HTMLElement, source: PaneSource, size?: ImageSize): Promise<CapturedPicture> {
  const { width: cssWidth, height: cssHeight } = views.getBoundingClientRect();
  const ratio = size ? Math.min(size.width / cssWidth, size.height / cssHeight) : globalThis.devicePixelRatio || 1;
  const all = boxIn(views, views, ratio);
  const { width, height } = size ?? all;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  const stage = views.querySelector<HTMLElement>('.stage')!;
  fill(context, stage, { x: 0, y: 0, width, height });
  context.translate(Math.floor((width - all.width) / 2), Math.floor((height - all.height) / 2));
  fill(context, views, all);
  const stats = stage.clientWidth > 0 ? await drawStage(context, views, stage, ratio, source) : undefined;
  for (const { element, view } of source.shownPanes(views)) {
    const box = boxIn(views, element, ratio);
    fill(context, element, box);
    context.drawImage(await source.drawSlice(view, ratio), box.x, box.y, box.width, box.height);
    within(context, box, ratio, () => paintShapes(context, source.sliceShapes(view)));
    for (const text of element.querySelectorAll<HTMLElement>('.caption, .edge')) write(context, views, text, ratio);
  }
  const { data } = context.getImageData(0, 0, width, height);
  return { pixels: new Uint8Array(data.buffer), stats, width, height };
}

async function drawStage(
  context: OffscreenCanvasRenderingContext2D,
  views: HTMLElement,
  stage: HTMLElement,
  ratio: number,
  { capture, stageShapes }: PaneSource,
) {
  const box = boxIn(views, stage, ratio);
  const taken = await capture({ width: box.width, height: box.height });
  fill(context, stage, box);
  context.drawImage(bitmapOf(taken), box.x, box.y);
  const css = { width: stage.clientWidth, height: stage.clientHeight };
  within(context, box, ratio, () => paintShapes(context, stageShapes(css)));
  return taken.stats;
}

/** Draws in a box, whose first corner is the origin. @param ratio of the picture's pixels to those that are drawn in. */
function within(
  context: OffscreenCanvasRenderingContext2D,
  { x, y, width, height }: Box,
  ratio: number,
  draw: () => void,
) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.translate(x, y);
  context.scale(ratio, ratio);
  draw();
  context.restore();
}

interface Box extends ImageSize {
  readonly x: number;
  readonly y: number;
}

/** The box of an element in that of all panes, in device pixels, at whose edges the page has it. */
function boxIn(views: HTMLElement, element: HTMLElement, ratio: number): Box {
  const [all, own] = [views, element].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
  const between = (from: number, to: number) => Math.round(to * ratio) - Math.round(from * ratio);
  return {
    x: between(all.left, own.left),
    y: between(all.top, own.top),
    width: between(own.left, own.right),
    height: between(own.top, own.bottom),
  };
}

function fill(context: OffscreenCanvasRenderingContext2D, element: HTMLElement, { x, y, width, height }: Box): void {
  context.fillStyle = getComputedStyle(element).backgroundColor;
  context.fillRect(x, y, width, height);
}

function bitmapOf({ pixels, width, height }: CapturedPicture): OffscreenCanvas {
  const bitmap = new OffscreenCanvas(width, height);
  const data = new ImageData(new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length), width, height);
  bitmap.getContext('2d')!.putImageData(data, 0, 0);
  return bitmap;
}

/** Writes the lines of an element where the page has them. */
function write(
  context: OffscreenCanvasRenderingContext2D,
  views: HTMLElement,
  element: HTMLElement,
  ratio: number,
): void {
  const lines = element.innerText.split('\n');
  const [all, own] = [views, element].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect];
  // The shorthand is empty where figures are tabular.
  const { fontWeight, fontSize, fontFamily, color } = getComputedStyle(element);
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const lineHeight = own.height / lines.length;
  // Browsers begin texts at whole pixels.
  const whole = (side: number) => Math.round(side * ratio) / ratio;
  context.save();
  context.scale(ratio, ratio);
  Object.assign(context, {
    font,
    fillStyle: color,
    textBaseline: 'middle',
    shadowColor: '#000',
    shadowBlur: 3 * ratio,
  });
  for (const [index, line] of lines.entries()) {
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText(line);
    const baseline = whole(own.y - all.y) + (index + 0.5) * lineHeight + (above - below) / 2;
    context.fillText(line, whole(own.x - all.x), whole(baseline));
  }
  context.restore();
}
