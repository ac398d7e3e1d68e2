/** Slices of stores: read of the level that the pixels call for, where they are seen. */
import { describe, expect, it, vi } from 'vitest';
import {
  computeStatistics,
  createVolume,
  decimate,
  openPagedVolume,
  type Store,
  type Vec3,
  type Volume,
} from '../../../src/index.js';
import { storeOfVolume } from '../../../src/lab.js';
import { sampleSlice, volumeSource } from '../../../src/slices/draw-slice.js';
import type { SliceGrid } from '../../../src/slices/slice-grid.js';
import { EMPTY_DATA } from '../../../src/viewer/data/viewer-data.js';
import { canvasGrid } from '../../../src/viewer/slices/canvas-grid.js';
import { LatestSlice } from '../../../src/viewer/slices/latest-slice.js';
import { sliceLayers } from '../../../src/viewer/slices/slice-layers.js';
import { slicePlanes } from '../../../src/viewer/slices/slice-planes.js';

/** Whose i points to the patient's right; each voxel's value is its number. */
const SIZES: Vec3 = [160, 144, 152];
const finest = createVolume({
  sizes: SIZES,
  voxels: Float32Array.from({ length: SIZES[0] * SIZES[1] * SIZES[2] }, (_, at) => at),
  anatomical: true,
  indexToWorld: {
    columns: [
      [-1, 0, 0],
      [0, 1, 0],
      [0, 0, 2],
    ],
    origin: [80, 5, -7],
  },
});
const middle = decimate(finest, [2, 2, 2]);
const coarse = decimate(finest, [4, 4, 4]);
const levelOf = (volume: Volume) => storeOfVolume('a.zarr', volume).levels[0];
const store: Store = {
  ...storeOfVolume('a.zarr', finest),
  levels: [levelOf(finest), levelOf(middle), levelOf(coarse)],
};

describe('slices of a store', async () => {
  const opened = await openPagedVolume(store);
  const pages = { ...opened, preview: coarse };
  const [axial] = slicePlanes(coarse) as [ReturnType<typeof slicePlanes>[0]];
  const data = { ...EMPTY_DATA, volume: coarse, pages, statistics: computeStatistics(coarse) };
  const { finer, of } = sliceLayers({ document: {} as never, data }, coarse);

  /** 40 × 30 pixels that show the slice from some of its pixels on. */
  const gridOf = (pixelWorld: number, position = 100): SliceGrid => {
    const box = { x: -3, y: -5, width: axial.widthWorld / pixelWorld, height: axial.heightWorld / pixelWorld };
    return canvasGrid(axial, position, box, { width: 40, height: 30 });
  };

  it.each([
    ['the finest level where a pixel is no larger than its voxels', 1, finest],
    ['the coarsest level that has a voxel for each pixel', 2.5, middle],
  ] as const)('are of %s', async (_, pixelWorld, level) => {
    const grid = gridOf(pixelWorld);
    const [values] = finer(grid)!;
    if (values?.kind !== 'values') throw new Error('values come first');
    const read = await sampleSlice(values.source, grid, {});
    expect(read).toEqual(await sampleSlice(volumeSource(level), grid, {}));
  });

  it('are left to the coarse volume where that has a voxel for each pixel', () => {
    expect(finer(gridOf(4.5))).toBeUndefined();
  });

  it('are drawn of the last one that was asked for, and shown on its plane alone', async () => {
    let reads = 0;
    const slices = new LatestSlice(() => reads++);
    const request = (position: number) => ({ of, grid: gridOf(1, position), layers: finer(gridOf(1, position))! });
    for (const position of [20, 22, 24]) expect(slices.of(request(position))).toBeUndefined();
    await vi.waitFor(() => expect(reads).toBe(1), { timeout: 5000 });
    const moved = { ...request(24), grid: gridOf(0.7, 24) };
    expect(slices.of(moved)?.request.grid).toEqual(gridOf(1, 24));
    expect(slices.of(request(22))).toBeUndefined();
    expect(slices.of({ ...request(24), of: [] })).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
});
