/** The picture that `tilecast slices` draws: which slices, at what size, and what is written on and beside them. */
import { InputError, type LabelStyle, type LegendEntry, smallestSpacing } from '../../index.js';
import type { PanelChoice } from '../../recipe/options/slice-options.js';
import { fail } from '../../recipe/parse/parse-options.js';
import type { PicturePanel, RenderedPanel, SlicePicture } from '../../slices/draw-picture.js';
import { listLabels, type SliceLayer } from '../../slices/draw-slice.js';
import { checkPictureSize, chooseColumns, fitPixel, layOutPanels, type PanelSize } from '../../slices/layout.js';
import { type ChosenPlane, type Cut, choosePlane, isOrtho, listCuts } from '../../slices/list-cuts.js';
import { chooseNotesScale, gapOf, measureSide, type SideNotes } from '../../slices/notes/annotate.js';
import { describePanels } from '../../slices/notes/describe-panels.js';
import { planeThroughPoints } from '../../slices/plane-through-points.js';
import { nearestPlane, PLANE_NAMES } from '../../slices/planes.js';
import type { Slab } from '../../slices/sample-slice.js';
import { seenExtent } from '../../slices/seen-extent.js';
import { fitGrid, gridSize, type SliceGrid } from '../../slices/slice-grid.js';
import type { BaseAppearance, LayerAppearance } from './appearance/layer-appearance.js';
import type { SliceVolume } from './open-volume.js';
import type { SliceValues } from './slice-command-options.js';

/** Contents of the picture, from the bottom to the top. */
export interface SliceContents {
  readonly volume: SliceVolume;
  readonly base: BaseAppearance;
  readonly fused: readonly LayerAppearance[];
  readonly mask: Pick<LayerAppearance, 'layer' | 'styles'> | undefined;
  readonly meshes: readonly (LegendEntry & { readonly layer: SliceLayer })[];
}

/** A slice, or the whole in three dimensions. */
export type PlannedPanel = Cut | '3d';

/** Renders the whole in three dimensions. */
export type RenderPanel = (contents: SliceContents, size: PanelSize) => ReturnType<RenderedPanel['render']>;

export interface PlannedPicture {
  /** Contents of each panel of the picture. */
  readonly shown: readonly PlannedPanel[];
  readonly picture: SlicePicture;
}

/** @throws InputError that names the option. */
export async function planSlices(
  contents: SliceContents,
  values: SliceValues,
  renderPanel: RenderPanel,
): Promise<PlannedPicture> {
  const { volume, base, fused, mask, meshes } = contents;
  const { background, annotations, 'outline-width': outlineWidth, size } = values;
  const panels = values.plane ?? defaultPlane(volume);
  const cuts = await chooseCuts(contents, panels, values);
  const shown = values.through ? cuts : orderPanels(panels, cuts);
  const columns = values.columns ?? defaultColumns(shown, volume, values);
  const gridsOf = (pixelWorld: number) =>
    cuts.map(({ plane, position }) => fitGrid(volume.geometry, plane, position, pixelWorld));
  const alone = await choosePixel(shown, columns, volume, values, NO_SIDE);
  checkPictureSize(size ?? layOutPanels(panelSizes(shown, volume, alone.pixelWorld), columns));
  const side = annotations ? await describeSide(contents, values, gridsOf(alone.pixelWorld)) : NO_SIDE;
  const { pixelWorld, notesScale } = size ? await choosePixel(shown, columns, volume, values, side) : alone;
  const grids = gridsOf(pixelWorld);
  const isCrossed = values.crosshairs && isOrtho(cuts);
  const { geometry, anatomical, unit } = volume;
  const notes = annotations ? describePanels(cuts, grids, geometry, { anatomical, unit, isCrossed }) : [];
  const layers = [base, ...fused, ...(mask ? [mask] : []), ...meshes].map(({ layer }) => layer);
  const options = {
    background: background === 'transparent' ? undefined : background,
    slab: chooseSlab(values),
    outlineWidth,
  };
  const sizes = panelSizes(shown, volume, pixelWorld);
  const panelOf = (panel: PlannedPanel, index: number): PicturePanel => {
    if (panel !== '3d') return { content: grids[cuts.indexOf(panel)]!, notes: notes[cuts.indexOf(panel)] };
    const { width, height } = sizes[index]!;
    const render = () => renderPanel(contents, { width, height });
    return { content: { width, height, render }, notes: annotations ? { label: '' } : undefined };
  };
  return {
    shown,
    picture: {
      panels: shown.map(panelOf),
      columns,
      layers,
      options,
      side,
      notesScale,
      gap: annotations ? gapOf(notesScale) : 0,
      size,
    },
  };
}

/** All three; of a volume of one slice, that. */
function defaultPlane({ geometry: { sizes, indexToWorld } }: SliceVolume): readonly PanelChoice[] {
  const flat = sizes.flatMap((size, axis) => (size === 1 ? [indexToWorld.columns[axis]!] : []));
  return flat.length === 1 ? [nearestPlane(flat[0]!)] : PLANE_NAMES;
}

async function chooseCuts(
  { volume, base }: SliceContents,
  panels: readonly PanelChoice[],
  values: SliceValues,
): Promise<Cut[]> {
  const { up, neurological: isNeurological, through, perpendicular } = values;
  const points = through && (await nameOption('through', () => planeThroughPoints(through, perpendicular)));
  const choices = points ? [points] : panels.filter((panel) => panel !== '3d');
  const planes = await nameOption(up ? 'up' : 'plane', () =>
    choices.map((choice): ChosenPlane => choosePlane(choice, up, { isNeurological })),
  );
  const seen = async () => {
    const basis = await volume.basis();
    return seenExtent(basis, base.isSeen(basis));
  };
  if (points && !values.at && values.count === undefined) {
    return nameOption('through', () => listCuts(volume.geometry, planes, { at: [points.position] }, seen));
  }
  const cuts = () => listCuts(volume.geometry, planes, values, seen);
  return values.at ? nameOption('at', cuts) : cuts();
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

/** The panels in the order in which they are asked for; slices of one plane follow each other. */
function orderPanels(panels: readonly PanelChoice[], cuts: readonly Cut[]): PlannedPanel[] {
  const each = cuts.length / panels.filter((panel) => panel !== '3d').length;
  const left = [...cuts];
  return panels.flatMap((panel): PlannedPanel[] => (panel === '3d' ? [panel] : left.splice(0, each)));
}

const isCut = (panel: PlannedPanel): panel is Cut => panel !== '3d';

/** The sizes of panels; the whole in three dimensions is as large as the largest slices. */
function panelSizes(shown: readonly PlannedPanel[], { geometry }: SliceVolume, pixelWorld: number): PanelSize[] {
  const ofCuts = shown.filter(isCut).map(({ plane }) => gridSize(geometry, plane, pixelWorld));
  const largest = {
    width: Math.max(...ofCuts.map(({ width }) => width)),
    height: Math.max(...ofCuts.map(({ height }) => height)),
  };
  return shown.map((panel) => (isCut(panel) ? ofCuts.shift()! : largest));
}

/** All three planes stand in a row, and each has a row where there are several slices of it; mosaics are square. */
function defaultColumns(shown: readonly PlannedPanel[], volume: SliceVolume, { count }: SliceValues): number {
  const cuts = shown.filter(isCut);
  if (isOrtho(cuts) && cuts.length === shown.length) return cuts.length;
  if (count !== undefined && count > 1 && count < cuts.length) return count;
  if (cuts.length < shown.length) return shown.length > 3 ? Math.ceil(Math.sqrt(shown.length)) : shown.length;
  return chooseColumns(shown.length, panelSizes(shown, volume, smallestSpacing(volume.geometry))[0]!);
}

interface PixelChoice {
  /** World length. */
  readonly pixelWorld: number;
  /** Pixels for one of the font. */
  readonly notesScale: number;
}

async function choosePixel(
  shown: readonly PlannedPanel[],
  columns: number,
  volume: SliceVolume,
  { scale, size, annotations, 'overlay-scale': factor = 1 }: SliceValues,
  side: SideNotes,
): Promise<PixelChoice> {
  const spacing = smallestSpacing(volume.geometry);
  const sizesOf = (pixelWorld: number) => panelSizes(shown, volume, pixelWorld);
  const notesScaleOf = (pixelWorld: number) => chooseNotesScale(sizesOf(pixelWorld), factor);
  if (!size) {
    const pixelWorld = spacing / (scale ?? (annotations ? roomyScale(sizesOf(spacing)) : 1));
    return { pixelWorld, notesScale: notesScaleOf(pixelWorld) };
  }
  const fit = (gap: number, room: PanelSize) =>
    nameOption('size', () => fitPixel((pixelWorld) => layOutPanels(sizesOf(pixelWorld), columns, gap), room, spacing));
  // Notes are as large as slices without any would have them.
  const notesScale = notesScaleOf(await fit(0, size));
  const { width, top } = await measureSide(side, notesScale, () => size.width);
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
    if (layer.kind !== 'labels') continue;
    const shown = await listLabels(layer.source, grids);
    const named = styles?.filter(({ label }) => shown.has(label)) ?? [...shown].sort((a, b) => a - b).map(nameless);
    for (const { label, name = String(label), color = layer.paints.get(label)?.color } of named) {
      if (color) labels.push({ name: shorten(name), color });
    }
  }
  const bar =
    [...fused].reverse().find((appearance) => appearance.bar)?.bar ??
    (base.isGrey && barTitle === undefined ? undefined : base.bar);
  if (!bar && barTitle !== undefined) fail('--color-bar-title: is for values in colours, and there are none');
  return {
    title,
    legend: [...labels, ...meshes.map(({ name, color }) => ({ name: shorten(name), color }))],
    ...(bar && { colorBar: { ...bar, title: barTitle ?? '' } }),
  };
}

const nameless = (label: number): LabelStyle => ({ label });

/** Longer names would take more room than slices. */
const NAME_LENGTH_MAX = 32;

const shorten = (name: string) => (name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1)}…` : name);
