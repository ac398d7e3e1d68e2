/** The contents of the viewer's slices, as layers of `tilecast slices`: voxels in their own colours or in grey, and labels over them. */
import type { LabelStyle, PagedVolume, ValueRange, Vec3, Volume } from '../../index.js';
import { type SliceLayer, type SliceSource, volumeSource } from '../../slices/draw-slice.js';
import { type LabelPaints, paintLabels } from '../../slices/layers/label-paints.js';
import { greyPaint } from '../../slices/layers/paint.js';
import { type SliceGrid, wholeTile } from '../../slices/slice-grid.js';
import { chooseLevel, type Levels, storeSource } from '../../slices/store-source.js';
import { neededBox } from '../../slices/voxel-block.js';

import { type Shown, sliceWindow } from './slice-values.js';

/** Opacity of a label's colour. */
const LABEL_FILL = 0.45;
/** Colours of labels that have none, far from each other by hue. */
const LABEL_COLORS: readonly Vec3[] = [
  [0.9, 0.35, 0.35],
  [0.35, 0.75, 0.4],
  [0.35, 0.55, 0.95],
  [0.95, 0.75, 0.3],
  [0.75, 0.45, 0.9],
  [0.3, 0.8, 0.8],
];

export const labelColor = ({ color, label }: LabelStyle): Vec3 =>
  color ?? LABEL_COLORS[((label % LABEL_COLORS.length) + LABEL_COLORS.length) % LABEL_COLORS.length]!;

/** The layers of slices, and the values that they follow from: the same ones give the same pictures. */
export interface SliceLayers {
  readonly of: readonly unknown[];
  readonly layers: readonly SliceLayer[];
  /** Layers of a store's finer voxels, which are read; undefined where those in memory are as fine as the pixels. */
  readonly finer: (grid: SliceGrid) => readonly SliceLayer[] | undefined;
}

/** Sources of stores keep their chunks as long as the volume is there. */
const sources = new WeakMap<PagedVolume, SliceSource>();

const levelsOf = ({ store, level, blankLevels }: PagedVolume) =>
  store.levels.slice(store.levels.indexOf(level)).filter((one) => !blankLevels?.includes(one)) as unknown as Levels;

/** Voxels of one slice that are read: those of a large screen and of the chunks around it. */
const VOXELS_MAX = 2 ** 24;

/** Whether a store has finer voxels for a grid than its preview, and not too many of them. */
function isFiner(pages: PagedVolume, grid: SliceGrid): boolean {
  const level = chooseLevel(levelsOf(pages), grid);
  if (level.sizes.every((size, axis) => size <= pages.preview.sizes[axis]!)) return false;
  const box = neededBox(level, grid, wholeTile(grid), 0, 0);
  return !box || box.end.reduce((product, end, axis) => product * (end - box.first[axis]!), 1) <= VOXELS_MAX;
}

function pagedSource(pages: PagedVolume): SliceSource {
  const { level, chunks } = pages;
  const known = sources.get(pages);
  if (known) return known;
  const source = storeSource({ levels: levelsOf(pages) }, [[level, chunks]]);
  sources.set(pages, source);
  return source;
}

export function sliceLayers({ document, data }: Shown, volume: Volume): SliceLayers {
  const window = sliceWindow({ document, data });
  const { pages, labels } = data;
  const styles = labels && (document.labels ?? labels.styles);
  const paints = styles && paintLabels(withColors(styles), { fill: LABEL_FILL, outline: 0 });
  const finer = (grid: SliceGrid) =>
    pages && isFiner(pages, grid)
      ? [
          valuesLayer(pagedSource(pages), window),
          ...(labels && paints
            ? [labelsLayer(labels.pages ? pagedSource(labels.pages) : volumeSource(labels.volume), paints)]
            : []),
        ]
      : undefined;
  return {
    of: [volume, pages, ...window, labels, styles],
    layers: [
      volume.colors
        ? { kind: 'colors', source: volumeSource({ ...volume, voxels: volume.colors }), isNearest: false }
        : valuesLayer(volumeSource(volume), window),
      ...(labels && paints ? [labelsLayer(volumeSource(labels.volume), paints)] : []),
    ],
    finer,
  };
}

const valuesLayer = (source: SliceSource, window: ValueRange): SliceLayer => ({
  kind: 'values',
  source,
  paint: greyPaint(window),
  isNearest: false,
});

const labelsLayer = (source: SliceSource, paints: LabelPaints): SliceLayer => ({ kind: 'labels', source, paints });

const withColors = (styles: readonly LabelStyle[]) => styles.map((style) => ({ ...style, color: labelColor(style) }));
