/** The contents of the viewer's slices, as layers of `tilecast slices`: voxels, volumes and labels over them, and cuts of meshes. */
import {
  applyWindow,
  computeStatistics,
  type LabelStyle,
  type PosedMesh,
  type Statistics,
  type Volume,
} from '../../index.js';
import { channelAppearance } from '../../recipe/scene/appearance.js';
import { fusedChoiceOf } from '../../recipe/scene/describe-volume-scene.js';
import { colorLabels } from '../../recipe/scene/labels/color-labels.js';
import { meshInWorld } from '../../recipe/scene/meshes/mesh-view-options.js';
import { type FusedStyle, meshStyleOf } from '../../recipe/scene/scene-choice.js';
import type { LoadedImage } from '../../recipe/scene/scene-data.js';
import { colorOver } from '../../recipe/slices/color-labels.js';
import { paintFused } from '../../recipe/slices/fused-paint.js';
import { meshLineColors } from '../../recipe/slices/mesh-line-colors.js';
import { hasBothSigns, signColors, windowAbove } from '../../recipe/slices/sign-colors.js';
import { type SliceLayer, type SliceSource, volumeSource } from '../../slices/draw-slice.js';
import { greyAppearanceOf } from '../../slices/layers/default-window.js';
import { type LabelPaints, paintLabels } from '../../slices/layers/label-paints.js';
import { glowPaint, greyPaint, type Paint, withThreshold } from '../../slices/layers/paint.js';
import type { SliceGrid } from '../../slices/slice-grid.js';
import { isFiner, pagedSource } from './paged-slices.js';
import { type Shown, sliceAppearance, sliceWindow } from './slice-values.js';

/** Contents of slices: data, the document, and what follows from the two. */
export interface SlicedContents extends Shown {
  /** The labels of the mask, or those that the volume itself consists of. */
  readonly labelStyles?: readonly LabelStyle[] | undefined;
  /** The meshes of the scene, those of files first. */
  readonly posedMeshes?: readonly PosedMesh[] | undefined;
}

/** The layers of slices, and the values that they follow from: the same ones give the same pictures. */
export interface SliceLayers {
  readonly of: readonly unknown[];
  readonly layers: readonly SliceLayer[];
  /** Layers of a store's finer voxels, which are read; undefined where those in memory are as fine as the pixels. */
  readonly finer: (grid: SliceGrid) => readonly SliceLayer[] | undefined;
}

export function sliceLayers(contents: SlicedContents, volume: Volume): SliceLayers {
  const { document, data } = contents;
  const window = sliceWindow(contents);
  const paint = basePaint(contents, volume);
  const { pages, labels, fused = [] } = data;
  const paints = paintsOf(contents);
  // Volumes that consist of labels are seen by these alone.
  const isOwn = paints !== undefined && !labels;
  const meshes = meshLayers(contents);
  const over = fused.map((image, index) => overLayer(image, styleOf(document.fused, index)));
  const labelLayers = (isPaged: boolean): SliceLayer[] => {
    if (!paints) return [];
    const own = labels ?? { volume, pages };
    return [
      { kind: 'labels', source: isPaged && own.pages ? pagedSource(own.pages) : volumeSource(own.volume), paints },
    ];
  };
  const base = (): SliceLayer[] => {
    if (isOwn || document.hidden?.volume) return [];
    if (volume.colors) {
      return [{ kind: 'colors', source: volumeSource({ ...volume, voxels: volume.colors }), isNearest: false }];
    }
    return [valuesLayer(volumeSource(volume), paint)];
  };
  const shown = document.mode === 'composite' ? over : [];
  return {
    of: [
      ...[
        volume,
        pages,
        ...window,
        data.display,
        document.threshold,
        document.window,
        document.transfer,
        document.preset,
        labels,
        contents.labelStyles,
        document.labels,
      ],
      ...[document.labelFill, document.labelOutline, document.mode, fused, document.fused, document.hidden],
      ...[document.meshes, document.meshStyle, ...(contents.posedMeshes ?? [])],
    ],
    layers: [...base(), ...shown.map(({ layer }) => layer), ...labelLayers(false), ...meshes],
    finer: (grid) =>
      pages && isFiner(pages, grid)
        ? [
            ...(isOwn || document.hidden?.volume ? [] : [valuesLayer(pagedSource(pages), paint)]),
            ...shown.map(({ layer, finer }) => finer ?? layer),
            ...labelLayers(true),
            ...meshes,
          ]
        : undefined,
  };
}

const styleOf = (styles: readonly FusedStyle[], index: number): FusedStyle => styles[index] ?? styles.at(-1) ?? {};

const valuesLayer = (source: SliceSource, paint: Paint): SliceLayer => ({
  kind: 'values',
  source,
  paint,
  isNearest: false,
});

/** Grey in the window; from a threshold on, which is of magnitudes in colours where values have both signs. */
function basePaint(contents: SlicedContents, volume: Volume): Paint {
  const { document, data } = contents;
  const { threshold, sliceWindow: window, transfer, preset } = document;
  const { statistics, channel } = data;
  if (channel?.color && !threshold && preset === undefined) {
    const range = window ?? document.window ?? (transfer ? undefined : (channel.window ?? sliceWindow(contents)));
    const own = transfer ?? channelAppearance(volume, channel, range, statistics);
    return glowPaint(range ? applyWindow(own, range) : own);
  }
  const appearance = sliceAppearance(contents);
  if (!threshold || !statistics) return greyPaint(appearance);
  const isOfBothSigns = hasBothSigns(volume, statistics);
  const paint = isOfBothSigns
    ? signColors(threshold, statistics, window).paint
    : greyPaint(greyAppearanceOf(statistics, data.display, window ?? windowAbove(threshold, statistics)));
  return withThreshold(paint, threshold.low, isOfBothSigns);
}

const counted = new WeakMap<Volume, Statistics>();

/** Counted once: a drag redraws slices all the time. */
export function statisticsOf(volume: Volume): Statistics {
  const known = counted.get(volume) ?? computeStatistics(volume);
  counted.set(volume, known);
  return known;
}

interface OverLayer {
  readonly layer: SliceLayer;
  /** That of finer voxels. */
  readonly finer: SliceLayer | undefined;
}

const overLayers = new WeakMap<Volume, { readonly style: FusedStyle; readonly layer: OverLayer }>();

/** A volume over the first one. */
function overLayer(image: LoadedImage, style: FusedStyle): OverLayer {
  const { volume } = image;
  const known = overLayers.get(volume);
  if (known?.style === style) return known.layer;
  const layer = createOverLayer(image, style);
  overLayers.set(volume, { style, layer });
  return layer;
}

function createOverLayer({ volume, pages, channel }: LoadedImage, style: FusedStyle): OverLayer {
  const { opacity = 1, transfer, preset, window } = style;
  if (volume.colors && !transfer && preset === undefined && !window) {
    const source = volumeSource({ ...volume, voxels: volume.colors });
    const over = { values: volumeSource(volume), opacity };
    return { layer: { kind: 'colors', source, isNearest: false, over }, finer: undefined };
  }
  const { paint } = paintFused(volume, fusedChoiceOf(volume, channel, style), statisticsOf(volume));
  // Channels of one store are of one place: their light adds up.
  const isAdded = channel !== undefined;
  const layerOf = (source: SliceSource): SliceLayer => ({ kind: 'values', source, paint, isNearest: false, isAdded });
  return { layer: layerOf(volumeSource(volume)), finer: pages && layerOf(pagedSource(pages)) };
}

/** All labels in the colours that they have on slices: each keeps its own while others are hidden. */
export function coloredLabels({ document, data, labelStyles }: SlicedContents): readonly LabelStyle[] {
  const all = labelStyles ?? data.labels?.styles ?? [];
  const chosen = new Map(document.labels?.map((style) => [style.label, style]));
  return (data.labels ? colorOver(all) : colorLabels(all)).map((style) => ({ ...style, ...chosen.get(style.label) }));
}

/** The labels of a mask over volumes, or those that the volume consists of, which are all that is seen of it. */
function paintsOf(contents: SlicedContents): LabelPaints | undefined {
  const { document, data, labelStyles } = contents;
  // Labels of a mask that is hidden are no labels of the volume itself.
  if (!data.labels && (!labelStyles || document.hidden?.labels)) return undefined;
  const { labels, labelFill, labelOutline } = document;
  const colored = coloredLabels(contents);
  const isShown = ({ label }: LabelStyle) => !labels || labels.some((style) => style.label === label);
  const shares = data.labels ? { fill: labelFill, outline: labelOutline } : { fill: 1, outline: 0 };
  return paintLabels(colored.filter(isShown), shares);
}

/** The lines in which the plane cuts the meshes of files, where these are shown. */
function meshLayers({ data, document, posedMeshes = [] }: SlicedContents): SliceLayer[] {
  const shown = data.meshes.flatMap((_, index) => (meshStyleOf(document, index).visible ? [index] : []));
  const colors = meshLineColors(data.meshes.length);
  return shown.flatMap((index, at): SliceLayer[] => {
    const posed = posedMeshes[at];
    if (!posed) return [];
    return [{ kind: 'mesh', mesh: placedMesh(posed), color: meshStyleOf(document, index).color ?? colors[index]! }];
  });
}

const placed = new WeakMap<PosedMesh, ReturnType<typeof meshInWorld>>();

function placedMesh(posed: PosedMesh) {
  const known = placed.get(posed) ?? meshInWorld(posed);
  placed.set(posed, known);
  return known;
}
