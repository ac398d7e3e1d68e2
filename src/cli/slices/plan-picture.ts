/** The picture that `tilecast slices` draws: which slices, at what size, and what is written on and beside them. */
import { InputError, type LegendEntry, smallestSpacing } from '../../index.js';
import { fail } from '../../recipe/parse-options.js';
import type { SlicePicture } from '../../slices/draw-picture.js';
import { listLabels, type SliceLayer } from '../../slices/draw-slice.js';
import { checkPictureSize, chooseColumns, fitPixel, layOutPanels, type PanelSize } from '../../slices/layout.js';
import { type Cut, listCuts, listPlanes, type PlaneChoice } from '../../slices/list-cuts.js';
import { chooseNotesScale, gapOf, measureSide, type SideNotes } from '../../slices/notes/annotate.js';
import { describePanels } from '../../slices/notes/describe-panels.js';
import { nearestPlane } from '../../slices/planes.js';
import type { Slab } from '../../slices/sample-slice.js';
import { seenExtent } from '../../slices/seen-extent.js';
import { fitGrid, gridSize, type SliceGrid } from '../../slices/slice-grid.js';
import type { BaseLook, Look } from './look.js';
import type { SliceVolume } from './open-volume.js';
import type { SliceValues } from './slice-command-options.js';

/** What the picture shows, from the bottom to the top. */
export interface SliceContents {
  readonly volume: SliceVolume;
  readonly base: BaseLook;
  readonly fused: readonly Look[];
  readonly mask: Pick<Look, 'layer' | 'styles'> | undefined;
  readonly meshes: readonly (LegendEntry & { readonly layer: SliceLayer })[];
}

export interface PlannedPicture {
  readonly cuts: readonly Cut[];
  readonly picture: SlicePicture;
}

/** @throws InputError that names the option. */
export async function planPicture(contents: SliceContents, values: SliceValues): Promise<PlannedPicture> {
  const { volume, base, fused, mask, meshes } = contents;
  const { background, annotations, 'outline-width': outlineWidth, size } = values;
  const plane = values.plane ?? defaultPlane(volume);
  const cuts = await chooseCuts(contents, plane, values);
  const columns = values.columns ?? defaultColumns(cuts, volume, plane, values);
  const gridsOf = (pixelWorld: number) =>
    cuts.map(({ plane, position }) => fitGrid(volume.geometry, plane, position, pixelWorld));
  const alone = await choosePixel(cuts, columns, volume, values, NO_SIDE);
  checkPictureSize(size ?? layOutPanels(gridsOf(alone.pixelWorld), columns));
  const side = annotations ? await describeSide(contents, values, gridsOf(alone.pixelWorld)) : NO_SIDE;
  const { pixelWorld, notesScale } = size ? await choosePixel(cuts, columns, volume, values, side) : alone;
  const grids = gridsOf(pixelWorld);
  const isCrossed = values.crosshairs && plane === 'ortho' && cuts.length === 3;
  const { geometry, anatomical, unit } = volume;
  const notes = annotations ? describePanels(cuts, grids, geometry, { anatomical, unit, isCrossed }) : [];
  const layers = [base, ...fused, ...(mask ? [mask] : []), ...meshes].map(({ layer }) => layer);
  const options = {
    background: background === 'transparent' ? undefined : background,
    slab: chooseSlab(values),
    outlineWidth,
  };
  const panels = grids.map((grid, index) => ({ grid, notes: notes[index] }));
  return {
    cuts,
    picture: { panels, columns, layers, options, side, notesScale, gap: annotations ? gapOf(notesScale) : 0, size },
  };
}

/** All three; of a volume of one slice, that. */
function defaultPlane({ geometry: { sizes, indexToWorld } }: SliceVolume): PlaneChoice {
  const flat = sizes.flatMap((size, axis) => (size === 1 ? [indexToWorld.columns[axis]!] : []));
  return flat.length === 1 ? nearestPlane(flat[0]!) : 'ortho';
}

async function chooseCuts({ volume, base }: SliceContents, plane: PlaneChoice, values: SliceValues): Promise<Cut[]> {
  const { up, neurological: isNeurological } = values;
  const planes = await nameOption(up ? 'up' : 'plane', () => listPlanes(plane, up, { isNeurological }));
  const seen = async () => {
    const basis = await volume.basis();
    return seenExtent(basis, base.isSeen(basis));
  };
  return nameOption('at', () => listCuts(volume.geometry, planes, values, seen));
}

/** Puts the option before what is wrong with its value. */
async function nameOption<T>(option: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new InputError(`--${option}: ${cause.message}`, { cause });
  }
}

function chooseSlab({ 'slab-thickness': thickness, mode = 'mip' }: SliceValues): Slab | undefined {
  return thickness === undefined ? undefined : { thickness, mode };
}

/** All three planes stand in a row, and each has a row where there are several slices of it. */
function defaultColumns(
  cuts: readonly Cut[],
  { geometry }: SliceVolume,
  plane: PlaneChoice,
  { count }: SliceValues,
): number {
  if (plane === 'ortho') return count ?? cuts.length;
  return chooseColumns(cuts.length, gridSize(geometry, cuts[0]!.plane, smallestSpacing(geometry)));
}

interface PixelChoice {
  /** World length. */
  readonly pixelWorld: number;
  /** Pixels for one of the font. */
  readonly notesScale: number;
}

async function choosePixel(
  cuts: readonly Cut[],
  columns: number,
  { geometry }: SliceVolume,
  { scale, size, annotations, 'overlay-scale': factor = 1 }: SliceValues,
  side: SideNotes,
): Promise<PixelChoice> {
  const spacing = smallestSpacing(geometry);
  const sizesOf = (pixelWorld: number) => cuts.map(({ plane }) => gridSize(geometry, plane, pixelWorld));
  const notesScaleOf = (pixelWorld: number) => chooseNotesScale(sizesOf(pixelWorld), factor);
  if (!size) {
    const pixelWorld = spacing / (scale ?? (annotations ? roomyScale(sizesOf(spacing)) : 1));
    return { pixelWorld, notesScale: notesScaleOf(pixelWorld) };
  }
  const fit = (gap: number, room: PanelSize) =>
    nameOption('size', () => fitPixel((pixelWorld) => layOutPanels(sizesOf(pixelWorld), columns, gap), room, spacing));
  // Notes are as large as slices without any would have them.
  const notesScale = notesScaleOf(await fit(0, size));
  const { width, top } = await measureSide(side, notesScale);
  const room = { width: size.width - width, height: size.height - top };
  return { pixelWorld: await fit(annotations ? gapOf(notesScale) : 0, room), notesScale };
}

/** Pixels of the longest side of slices with notes, at least. */
const ROOMY = 192;

const roomyScale = (sizes: readonly PanelSize[]) =>
  Math.ceil(ROOMY / Math.max(...sizes.map(({ width, height }) => Math.max(width, height))));

const NO_SIDE: SideNotes = { title: '', legend: [] };

/** The labels that are shown, and one colour bar: that of the uppermost colours; greys need none unless it has a title. */
async function describeSide(
  { base, fused, mask, meshes }: SliceContents,
  values: SliceValues,
  grids: readonly SliceGrid[],
): Promise<SideNotes> {
  const { title = '', 'color-bar-title': barTitle } = values;
  const labels: LegendEntry[] = [];
  for (const { layer, styles } of [base, ...fused, ...(mask ? [mask] : [])]) {
    if (layer.kind !== 'labels' || !styles) continue;
    const shown = await listLabels(layer.source, grids);
    for (const { label, name = String(label), color } of styles) {
      if (color && shown.has(label)) labels.push({ name: shorten(name), color });
    }
  }
  const bar =
    [...fused].reverse().find((look) => look.bar)?.bar ??
    (base.isGrey && barTitle === undefined ? undefined : base.bar);
  if (!bar && barTitle !== undefined) fail('--color-bar-title: is for values in colours, and there are none');
  return {
    title,
    legend: [...labels, ...meshes.map(({ name, color }) => ({ name: shorten(name), color }))],
    ...(bar && { colorBar: { ...bar, title: barTitle ?? '' } }),
  };
}

/** Longer names would take more room than slices. */
const NAME_LENGTH_MAX = 32;

const shorten = (name: string) => (name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1)}…` : name);
