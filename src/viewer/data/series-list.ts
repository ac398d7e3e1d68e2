/** The series of a DICOM folder, with a small picture of each. */
import {
  computeStatistics,
  type FileFolder,
  listSeries,
  readVolumeFolder,
  type SeriesDescription,
  type VolumeFile,
} from '../../index.js';
import { volumeSource } from '../../slices/draw-slice.js';
import { greyAppearanceOf } from '../../slices/layers/default-window.js';
import { greyPaint } from '../../slices/layers/paint.js';
import { nearestPlane } from '../../slices/planes.js';
import { canvasGrid } from '../slices/canvas-grid.js';
import { drawRequest } from '../slices/latest-slice.js';
import { middleOf, slicePlanes, slicePosition } from '../slices/slice-planes.js';
import { boxOf, WHOLE } from '../slices/slice-viewport.js';

export const THUMBNAIL = { width: 64, height: 64 } as const;
/** Voxels of series at most that are read for a small picture. */
const VOXELS_MAX = 2 ** 25;

export interface ListedSeries extends SeriesDescription {
  /** RGBA; undefined until it has been drawn, and for series that are too large for it. */
  picture?: Uint8Array<ArrayBuffer>;
}

export class SeriesList {
  readonly #onChange: () => void;
  /** Names of the files that were listed last: another series of them is read from the same. */
  #names = '';
  #listed: readonly ListedSeries[] = [];
  readonly #namesOf = new WeakMap<FileFolder, string>();

  /** @param onChange called when more is known. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The series of a folder as far as they are known; none until they have been listed. */
  of(folder: FileFolder | undefined): readonly ListedSeries[] {
    if (!folder) return [];
    const names = this.#namesOf.get(folder) ?? folder.files.map(({ name }) => name).join('\n');
    this.#namesOf.set(folder, names);
    if (names !== this.#names) {
      this.#names = names;
      this.#listed = [];
      // A folder that cannot be listed is shown all the same.
      void this.#list(folder, names).catch(() => undefined);
    }
    return this.#listed;
  }

  async #list(folder: FileFolder, names: string): Promise<void> {
    const { series } = await listSeries(folder);
    if (names !== this.#names) return;
    this.#listed = series;
    this.#onChange();
    if (series.length < 2) return;
    for (const one of this.#listed) {
      if (one.sizes[0] * one.sizes[1] * one.sizes[2] > VOXELS_MAX) continue;
      const file = await readVolumeFolder(folder, { series: String(one.number) }).catch(() => undefined);
      if (names !== this.#names) return;
      if (file) one.picture = await drawThumbnail(file);
      this.#onChange();
    }
  }
}

/** The middle slice, across the axis that the slices were taken along. */
async function drawThumbnail({ volume, display }: VolumeFile): Promise<Uint8Array<ArrayBuffer>> {
  const name = nearestPlane(volume.indexToWorld.columns[2]);
  const plane = slicePlanes(volume).find((known) => known.name === name)!;
  const grid = canvasGrid(
    plane,
    slicePosition(plane, Math.round(middleOf({ sizes: [plane.count, 1, 1] })[0])),
    boxOf(plane, WHOLE, THUMBNAIL.width, THUMBNAIL.height),
    THUMBNAIL,
  );
  const paint = greyPaint(greyAppearanceOf(computeStatistics(volume), display));
  const layers = [{ kind: 'values', source: volumeSource(volume), paint, isNearest: false }] as const;
  return (await drawRequest({ grid, layers, of: [] })).pixels;
}
