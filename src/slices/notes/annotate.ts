/** Annotations of slices: letters of the patient's sides, positions, crosshairs, a scale bar; beside them names of labels and a colour bar. */
import { BAR_WIDTH, drawScale, tickReach } from '../../overlay/color-bar.js';
import { overlayScale } from '../../overlay/draw-overlays.js';
import type { EdgeLetters } from '../../overlay/edge-letters.js';
import { layOutBar } from '../../overlay/lay-out-bar.js';
import { layOutLetters } from '../../overlay/lay-out-letters.js';
import { drawLegend, type LegendEntry, layOutLegend, legendWidth } from '../../overlay/legend.js';
import { drawOutlined, fillRect, type Ink, type Raster, type Rgb } from '../../overlay/raster.js';
import { GLYPH_HEIGHT, loadFont, type OverlayFont } from '../../overlay/text/font.js';
import { breakTitle, setTitle } from '../../overlay/title.js';
import type { TransferFunction, ValueRange } from '../../transfer/transfer-function.js';
import type { PanelSize } from '../layout.js';
import { fitScaleBar } from './fit-scale-bar.js';

/** Texts on one slice. */
export interface PanelNotes {
  /** The position of the slice, at the top left. */
  readonly label: string;
  readonly letters?: EdgeLetters | undefined;
  /** The place where other slices cross this one, in pixels. */
  readonly crosshair?: readonly [number, number] | undefined;
  /** World length of a pixel, with the world's unit, for a scale bar. */
  readonly scaleBar?: { readonly pixelWorld: number; readonly unit: string } | undefined;
}

/** Drawings beside the slices, for all of them. */
export interface SideNotes {
  /** Above all slices; an empty text is none. */
  readonly title: string;
  readonly legend: readonly LegendEntry[];
  readonly colorBar?:
    | { readonly transfer: TransferFunction; readonly range: ValueRange; readonly title: string }
    | undefined;
}

/** Font pixels from the edges. */
const MARGIN = 3;
/** Font pixels between slices. */
const GAP = 4;
/** Font pixels: smaller slices have no letters above and below, and no scale bar. */
const ROOMY = 96;
const CROSSHAIR: Rgb = [126, 231, 135];
/** Font pixels of the hole in a crosshair's middle, to either side. */
const CROSSHAIR_GAP = 5;

/** Pixels for one of the font, for notes on all slices: as many as suit the smallest. */
export const chooseNotesScale = (panels: readonly PanelSize[], factor: number): number =>
  factor * Math.min(...panels.map(({ width, height }) => overlayScale(width, height)));

/** Pixels between slices with notes. */
export const gapOf = (scale: number) => Math.round(GAP * scale);

/** Draws the notes of one slice onto its pixels. @param scale pixels for one of the font. */
export async function annotatePanel(raster: Raster, notes: PanelNotes, scale: number): Promise<void> {
  const { label, letters, crosshair, scaleBar } = notes;
  const font = await loadFont();
  const margin = MARGIN * scale;
  if (crosshair) drawCrosshair(raster, crosshair, scale, letters ? GLYPH_HEIGHT + 2 * MARGIN : 0);
  const isRoomy = Math.min(raster.width, raster.height) >= ROOMY * scale;
  const ink: Ink[] = [];
  if (label !== '') ink.push(font.set(label, margin, margin, scale));
  if (letters) {
    const all = layOutLetters(letters, font, raster, scale, MARGIN);
    ink.push(...(isRoomy ? all : all.slice(0, 2)));
  }
  if (scaleBar && isRoomy) {
    const { pixelWorld, unit } = scaleBar;
    const { lengthPixels, text } = fitScaleBar(raster.width, pixelWorld, unit);
    ink.push(...layOutBar(font, margin, raster.height - margin, lengthPixels, text, scale));
  }
  drawOutlined(raster, ink, scale);
}

/**
 * Two lines of a pixel, with a hole where they cross.
 * @param inset font pixels at the edges that letters take.
 */
function drawCrosshair(raster: Raster, [x, y]: readonly [number, number], scale: number, inset: number): void {
  const gap = CROSSHAIR_GAP * scale;
  const [column, row] = [Math.round(x), Math.round(y)];
  const edge = Math.round(inset * scale);
  const { width, height } = raster;
  const across = (left: number, right: number) =>
    fillRect(raster, { left, top: row, width: Math.max(right - left, 0), height: 1 }, CROSSHAIR);
  const upright = (top: number, bottom: number) =>
    fillRect(raster, { left: column, top, width: 1, height: Math.max(bottom - top, 0) }, CROSSHAIR);
  across(edge, column - gap);
  across(column + gap + 1, width - edge);
  upright(edge, row - gap);
  upright(row + gap + 1, height - edge);
}

/** Characters of the widest number at a colour bar. */
const TICK_CHARACTERS = 6;
/** Fraction of the picture's height. */
const BAR_HEIGHT = 0.4;
/** Fraction that a legend above a bar takes. */
const LEGEND_HEIGHT = 0.55;

export interface SideLayout {
  /** Pixels that the notes take to the right of the slices, and above them. */
  readonly width: number;
  readonly top: number;
}

/**
 * The room for what stands beside slices.
 * @param scale pixels for one of the font.
 * @param widthBeside pixels across the whole picture, with some for what stands beside the slices.
 */
export async function measureSide(
  notes: SideNotes,
  scale: number,
  widthBeside: (side: number) => number,
): Promise<SideLayout> {
  const { title, legend, colorBar } = notes;
  if (title === '' && legend.length === 0 && !colorBar) return { width: 0, top: 0 };
  const font = await loadFontFor(notes);
  const names = [...legend.map(({ name }) => name), ...(legend.length > 1 ? [`and ${legend.length} more`] : [])];
  const legendFont = legend.length > 0 ? legendWidth(font, names) : 0;
  const barFont = colorBar ? Math.max(tickReach(TICK_CHARACTERS) + BAR_WIDTH, font.measure(colorBar.title)) : 0;
  const isAlone = legend.length === 0 && !colorBar;
  const width = isAlone ? 0 : Math.ceil((Math.max(legendFont, barFont) + 2 * MARGIN) * scale);
  if (title === '') return { width, top: 0 };
  const { height } = titleIn(widthBeside(width), title, font, scale);
  return { width, top: Math.ceil((height + 2 * MARGIN) * scale) };
}

const loadFontFor = ({ title, legend, colorBar }: SideNotes) =>
  loadFont([title, colorBar?.title, ...legend.map(({ name }) => name)]);

/** The title of a picture of some width. */
const titleIn = (width: number, title: string, font: OverlayFont, scale: number) =>
  breakTitle(title, font, width / scale - 2 * MARGIN);

/** Draws what stands beside the slices, at the right of the whole picture, and above them. */
export async function annotateSide(raster: Raster, notes: SideNotes, scale: number): Promise<void> {
  const { title, legend, colorBar } = notes;
  if (title === '' && legend.length === 0 && !colorBar) return;
  const font = await loadFontFor(notes);
  const margin = MARGIN * scale;
  if (title !== '') {
    drawOutlined(raster, setTitle(titleIn(raster.width, title, font, scale), font, margin, scale), scale);
  }
  if (legend.length > 0) {
    const height = (colorBar ? LEGEND_HEIGHT : 1) * raster.height - 2 * margin;
    drawLegend(raster, font, layOutLegend(legend, font, { width: Infinity, height: height / scale }), scale, margin);
  }
  if (colorBar) drawBar(raster, font, colorBar, scale, margin);
}

function drawBar(
  raster: Raster,
  font: OverlayFont,
  { transfer, range, title }: NonNullable<SideNotes['colorBar']>,
  scale: number,
  margin: number,
): void {
  const width = Math.round(BAR_WIDTH * scale);
  const height = Math.max(Math.round(BAR_HEIGHT * raster.height), 1);
  const left = Math.round(raster.width - margin) - width;
  // Half a line of room for the number at the lower end.
  const top = Math.round(raster.height - margin - (GLYPH_HEIGHT / 2) * scale) - height;
  const titleLeft = raster.width - margin - font.measure(title) * scale;
  const titleInk = title === '' ? [] : [font.set(title, titleLeft, top - 2 * GLYPH_HEIGHT * scale, scale)];
  drawScale(raster, font, { left, top, width, height }, transfer, range, scale, titleInk);
}
