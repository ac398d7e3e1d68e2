/** The layers of pages: what the textures of an atlas hold of the same voxels. */
import type { Vec3 } from '../../math/vec3.js';
import { labelsOnGrid, PRESENT } from '../../volume/missing.js';
import type { Volume, VoxelArray } from '../../volume/volume.js';
import type { PagedVolume } from '../paged-volume.js';
import type { VoxelBox } from '../read/read-box.js';
import {
  continueEdges,
  copyVoxels,
  type MissingVoxels,
  type PageFormat,
  type PageTexels,
  pageTarget,
  placeVoxels,
  readBox,
  readPage,
  replaceNan,
} from './pack-page.js';
import { boxOfPage, type PageGrid, slotSide } from './page-grid.js';

export interface PageLayer {
  /**
   * Reads the texels of a page and its border.
   * @param into texels that this layer has read before, of a page of the same grid: all of them are overwritten.
   */
  readonly read: (
    grid: PageGrid,
    page: Vec3,
    signal: AbortSignal | undefined,
    into?: PageTexels,
  ) => Promise<PageTexels>;
}

/** Voxels as the device holds them. */
export const voxelLayer = (volume: PagedVolume, format: PageFormat, missing: MissingVoxels): PageLayer => ({
  read: (grid, page, signal, into) => readPage(volume, page, { grid, format, missing, signal, into }),
});

/** The labels that voxels have, and how each is shown. */
export interface StyleSource {
  /** Places of labels among the styles; 0, of those that are hidden, stands for all others. */
  readonly places: ReadonlyMap<number, number>;
  /** A volume on the same voxels, or one of a grid of its own; without one all voxels have the label of `PRESENT`. */
  readonly labels: PagedVolume | Volume | undefined;
  /** Whether voxels of NaN are hidden. */
  readonly hidesMissing: boolean;
}

/** The styles of a volume's voxels, in bytes. */
export function styleLayer(volume: PagedVolume, { places, labels, hidesMissing }: StyleSource): PageLayer {
  const labelsIn = readerOf(volume, labels);
  return {
    read: async (grid, page, signal) => {
      const box = boxOfPage(grid, page);
      const [found, values] = await Promise.all([
        labelsIn(box, signal),
        hidesMissing ? readBox(volume.level, volume.chunks, box, signal) : undefined,
      ]);
      const styles = toStyles(found, places);
      if (values) replaceNan(values, styles, 0);
      const texels = new Uint8Array(slotSide(grid) ** 3);
      copyVoxels(placeVoxels(box, styles), box, pageTarget(grid, page, texels));
      continueEdges(grid, page, texels);
      return texels;
    },
  };
}

function toStyles(labels: ArrayLike<number>, places: StyleSource['places']): Uint8Array {
  const styles = new Uint8Array(labels.length);
  // Labels cover regions: most are looked up once in a row.
  let [label, style] = [Number.NaN, 0];
  for (let index = 0; index < styles.length; index++) {
    if (labels[index] !== label) {
      label = labels[index]!;
      style = places.get(label) ?? 0;
    }
    styles[index] = style;
  }
  return styles;
}

/** Reads the labels of a box, along i first. */
function readerOf(
  { level }: PagedVolume,
  labels: StyleSource['labels'],
): (box: VoxelBox, signal: AbortSignal | undefined) => Promise<VoxelArray> | Float64Array {
  if (labels && 'chunks' in labels) return (box, signal) => readBox(labels.level, labels.chunks, box, signal);
  const labelOn = labels ? labelsOnGrid(level, labels) : () => PRESENT.label;
  return ({ first, end }) => {
    const found: number[] = [];
    for (let k = first[2]; k < end[2]; k++) {
      for (let j = first[1]; j < end[1]; j++) {
        for (let i = first[0]; i < end[0]; i++) found.push(labelOn([i, j, k]) ?? Number.NaN);
      }
    }
    return Float64Array.from(found);
  };
}

/** The colours of a volume that is in memory: RGBA, a byte each. */
export function colorLayer({ sizes: [ni, nj] }: Volume, colors: Uint8Array): PageLayer {
  const { buffer, byteOffset, byteLength } = colors.byteOffset % 4 === 0 ? colors : colors.slice();
  const source = { voxels: new Uint32Array(buffer, byteOffset, byteLength / 4), offset: 0 };
  return {
    read: async (grid, page) => {
      const texels = new Uint32Array(slotSide(grid) ** 3);
      copyVoxels({ ...source, strides: [1, ni, ni * nj] }, boxOfPage(grid, page), pageTarget(grid, page, texels));
      continueEdges(grid, page, texels);
      return texels;
    },
  };
}
