/** Slices of stores: read of the level that the pixels call for, where they are seen. */
import { describe, expect, it, vi } from 'vitest';
import { createVolume, decimate, openPagedVolume, type Store, type Vec3, type Volume } from '../../../src/index.js';
import { storeOfVolume } from '../../../src/lab.js';
import { FineSlices } from '../../../src/viewer/slices/fine-slices.js';
import { fromSlice, slicePlanes, toIndex, toWorld } from '../../../src/viewer/slices/slice-planes.js';

/** Whose i points to the patient's right, so that slices are flipped; each voxel's value is its number. */
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

const WHOLE = [0, 0, 1, 1] as const;

describe('fine slices', async () => {
  const opened = await openPagedVolume(store);
  const pages = { ...opened, preview: coarse };
  const [axial, coronal] = slicePlanes(coarse) as [
    ReturnType<typeof slicePlanes>[0],
    ReturnType<typeof slicePlanes>[0],
  ];

  const readOf = async (view: Parameters<FineSlices['of']>[1]) => {
    let reads = 0;
    const slices = new FineSlices(() => reads++);
    expect(slices.of(pages, view)).toBeUndefined();
    await vi.waitFor(() => expect(reads).toBe(1), { timeout: 5000 });
    return slices.of(pages, view)!;
  };

  it('hold the voxels of the finest level where a pixel is smaller than they are', async () => {
    const cursor: Vec3 = [11, 20, 30];
    const part = await readOf({ plane: axial, cursor, seen: [0.1, 0.2, 0.15, 0.3], pixelWorld: 0.5 });
    expect(part.sizes[2]).toBe(1);
    for (const place of [
      { x: 0.1, y: 0.2 },
      { x: 0.13, y: 0.29 },
    ]) {
      const world = toWorld(coarse, fromSlice(axial, coarse.sizes, place, cursor));
      const [at, of] = [toIndex(part, world), toIndex(finest, world)].map(
        (index) => index.map(Math.round) as unknown as Vec3,
      ) as [Vec3, Vec3];
      const valueAt = ({ voxels, sizes }: Volume, [i, j, k]: Vec3) => voxels[i + sizes[0] * (j + sizes[1] * k)];
      expect(valueAt(part, at)).toBe(valueAt(finest, of));
    }
  });

  it('are of the coarsest level that has a voxel for each pixel', async () => {
    const part = await readOf({ plane: coronal, cursor: [3, 4, 5], seen: WHOLE, pixelWorld: 4.5 });
    expect(part.sizes).toEqual([middle.sizes[0], 1, middle.sizes[2]]);
  });

  it('are left to the coarse volume where that has as many, and to the last one that was asked for', async () => {
    let reads = 0;
    const slices = new FineSlices(() => reads++);
    const view = { plane: axial, seen: WHOLE, pixelWorld: 1 };
    expect(slices.of(pages, { ...view, cursor: [1, 1, 1], pixelWorld: 9 })).toBeUndefined();
    for (const slice of [1, 2, 3]) expect(slices.of(pages, { ...view, cursor: [1, 1, slice] })).toBeUndefined();
    await vi.waitFor(() => expect(reads).toBe(1), { timeout: 5000 });
    expect(slices.of(pages, { ...view, cursor: [1, 1, 3] })?.sizes).toEqual([160, 144, 1]);
    expect(slices.of(pages, { ...view, cursor: [1, 1, 2] })).toBeUndefined();
  });
});
