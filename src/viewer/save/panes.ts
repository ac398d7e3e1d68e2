/** The picture of all panes, as the page shows them: slices with their captions, and the 3D view. */
import type { ImageSize } from '../../index.js';
import type { CapturedPicture } from './save.js';

interface Pictures {
  readonly capture: (size: ImageSize) => Promise<CapturedPicture>;
}

/** The element of all panes, where there are slices among them. */
export function findPanes(root: ParentNode): HTMLElement | undefined {
  const views = root.querySelector<HTMLElement>('.views');
  return views?.querySelector('.slice') ? views : undefined;
}

/** @param views as `findPanes` finds them. @param pictures of the 3D view, if that is on the screen. */
export async function capturePanes(views: HTMLElement, pictures: Pictures): Promise<CapturedPicture> {
  const ratio = globalThis.devicePixelRatio || 1;
  const stage = views.querySelector<HTMLElement>('.stage');
  const stageBox = stage && boxIn(views, stage, ratio);
  const taken =
    stageBox && stageBox.width > 0
      ? await pictures.capture({ width: stageBox.width, height: stageBox.height })
      : undefined;
  const { width, height } = boxIn(views, views, ratio);
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  fill(context, views, { x: 0, y: 0, width, height });
  if (taken) {
    fill(context, stage!, stageBox!);
    context.drawImage(bitmapOf(taken), stageBox!.x, stageBox!.y);
  }
  for (const slice of views.querySelectorAll<HTMLElement>('.slice')) {
    const box = boxIn(views, slice, ratio);
    fill(context, slice, box);
    context.drawImage(slice.querySelector('canvas')!, box.x, box.y, box.width, box.height);
    for (const text of slice.querySelectorAll<HTMLElement>('.caption, .edge')) write(context, views, text, ratio);
  }
  const { data } = context.getImageData(0, 0, width, height);
  return { pixels: new Uint8Array(data.buffer), stats: taken?.stats, width, height };
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
    const baseline = own.y - all.y + (index + 0.5) * lineHeight + (above - below) / 2;
    context.fillText(line, own.x - all.x, Math.round(baseline * ratio) / ratio);
  }
  context.restore();
}
