/** Draws a picture of slices: panels in rows, and what explains them. */
import type { Vec3 } from '../math/vec3.js';
import type { EdgeLetters } from '../overlay/edge-letters.js';
import { isLightBackground } from '../overlay/light-background.js';
import { type DrawSliceOptions, drawSlice, type SliceLayer } from './draw-slice.js';
import { toPixels } from './layers/paint.js';
import { checkPictureSize, layOutPanels, type PanelSize, type PlacedPanel } from './layout.js';
import { annotatePanel, annotateSide, measureSide, type PanelNotes, type SideNotes } from './notes/annotate.js';
import { bandOf, type SliceGrid } from './slice-grid.js';

/** A part of the picture that is no slice: drawn by somebody else, who knows which letters stand around it. */
export interface RenderedPanel extends PanelSize {
  readonly render: () => Promise<Pixels & { readonly letters?: EdgeLetters | undefined }>;
}

export interface PicturePanel {
  readonly content: SliceGrid | RenderedPanel;
  /** Undefined leaves its bare pixels. */
  readonly notes: PanelNotes | undefined;
}

export interface SlicePicture {
  readonly panels: readonly PicturePanel[];
  readonly columns: number;
  readonly layers: readonly SliceLayer[];
  readonly options: DrawSliceOptions;
  readonly side: SideNotes;
  /** Pixels for one of the font. */
  readonly notesScale: number;
  /** Pixels between slices. */
  readonly gap: number;
  /** The picture's size, in whose middle the slices are; that of the slices and their notes by default. */
  readonly size?: PanelSize | undefined;
  readonly report?: (done: number, total: number) => void;
}

interface Pixels extends PanelSize {
  /** RGBA with straight alpha, 4 bytes per pixel, rows from the top. */
  readonly pixels: Uint8Array<ArrayBuffer>;
}

export interface DrawnPicture extends Pixels {
  /** The places of the slices in it, in their order. */
  readonly panels: readonly PlacedPanel[];
}

/** @throws InputError for a picture that is too large. */
export async function drawPicture(picture: SlicePicture): Promise<DrawnPicture> {
  const { panels, columns, layers, options, side, notesScale, gap, size, report } = picture;
  const layout = layOutPanels(
    panels.map(({ content }) => content),
    columns,
    gap,
  );
  const beside = await measureSide(side, notesScale, (room) => size?.width ?? layout.width + room);
  const { width, height } = size ?? { width: layout.width + beside.width, height: layout.height + beside.top };
  checkPictureSize({ width, height });
  const raster = { width, height, pixels: fillPixels(width * height, options.background) };
  const [left, top] = [
    Math.max(0, Math.floor((width - beside.width - layout.width) / 2)),
    beside.top + Math.max(0, Math.floor((height - beside.top - layout.height) / 2)),
  ];
  const boxes = layout.panels.map((box) => ({ ...box, left: left + box.left, top: top + box.top }));
  for (const [index, { content, notes }] of panels.entries()) {
    const panel = 'render' in content ? await content.render() : await drawPanel(content, layers, options);
    if (notes) await annotatePanel(panel, { ...notes, letters: panel.letters ?? notes.letters }, notesScale);
    copyPanel(panel, raster, boxes[index]!);
    report?.(index + 1, panels.length);
  }
  await annotateSide({ ...raster, isLight: isLightBackground(options.background) }, side, notesScale);
  return { ...raster, panels: boxes };
}

/** Pixels that are composited at a time: in float64 they take 128 MiB. */
const BAND_PIXELS = 2 ** 22;

/** Draws a slice by bands of rows, since it takes eight times as much memory before its colours are bytes. */
async function drawPanel(
  grid: SliceGrid,
  layers: readonly SliceLayer[],
  options: DrawSliceOptions,
): Promise<Pixels & { readonly letters?: undefined }> {
  const { width, height } = grid;
  const pixels = new Uint8Array(4 * width * height);
  const rows = Math.max(Math.floor(BAND_PIXELS / width), 1);
  for (let top = 0; top < height; top += rows) {
    const band = bandOf(grid, top, Math.min(rows, height - top));
    pixels.set(toPixels(await drawSlice(band, layers, options)), 4 * top * width);
  }
  return { width, height, pixels };
}

function fillPixels(count: number, background: Vec3 | undefined): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(4 * count);
  if (!background) return pixels;
  const color = Uint8Array.of(...background.map((channel) => Math.round(255 * channel)), 255);
  new Uint32Array(pixels.buffer).fill(new Uint32Array(color.buffer)[0]!);
  return pixels;
}

function copyPanel(from: Pixels, to: Pixels, { left, top }: PlacedPanel): void {
  const columns = Math.min(from.width, to.width - left);
  for (let row = 0; row < Math.min(from.height, to.height - top); row++) {
    const start = 4 * row * from.width;
    to.pixels.set(from.pixels.subarray(start, start + 4 * columns), 4 * ((top + row) * to.width + left));
  }
}
