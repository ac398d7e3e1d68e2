/** Slices of stores: the values of the same volume in memory, from the chunks that they show alone. */
import { describe, expect, it } from 'vitest';
import { maskAppearance, pagedMaskAppearance } from '../../src/cli/slices/appearance/label-appearance.js';
import type { LayerAppearance } from '../../src/cli/slices/appearance/layer-appearance.js';
import { corners, createMask, createVolume, type Vec3 } from '../../src/index.js';
import { drawSlice, sampleSlice, volumeSource } from '../../src/slices/draw-slice.js';
import { namedPlane, obliquePlane } from '../../src/slices/planes.js';
import { extentAlong, fitGrid } from '../../src/slices/slice-grid.js';
import { storeSource } from '../../src/slices/store-source.js';
import { between, createRandom, randomAxes, randomDirection } from '../camera/random.js';
import { memoryStore } from '../paged/memory-store.js';

const SIZES: Vec3 = [40, 30, 20];
const CHUNK: Vec3 = [7, 5, 6];

const ramp = (sizes: Vec3, scale: number) =>
  Float32Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, voxel) => scale * ((voxel * 7919) % 1000));

describe('a mask in a store', () => {
  it('is drawn from the chunks that slices show as it is from memory', async () => {
    const voxels = Uint8Array.from({ length: SIZES[0] * SIZES[1] * SIZES[2] }, (_, at) => ((at % 40) >> 4) + 1);
    const volume = createVolume({ sizes: SIZES, voxels });
    const read = new Set<string>();
    const store = memoryStore(volume, { chunkSizes: CHUNK, onRead: (chunk) => read.add(chunk.join()) });
    const [shares, styles] = [{ fill: 0.4, outline: 1 }, [{ label: 2 }, { label: 3, opacity: 0.5 }]];
    const grid = fitGrid(volume, namedPlane('axial'), 8, 0.7);
    const draw = ({ layer }: Pick<LayerAppearance, 'layer'>) =>
      drawSlice(grid, [layer], { background: [0, 0, 0], outlineWidth: 1.5 });
    const paged = await draw(pagedMaskAppearance(store, styles, shares, { wholeVoxelsMax: 0 })!);
    expect([...read].every((chunk) => chunk.endsWith(',1'))).toBe(true);
    expect(paged).toEqual(await draw(maskAppearance(createMask({ labels: volume, styles }), shares)));
    expect(pagedMaskAppearance(store, styles, shares)).toBeUndefined();
    const all = pagedMaskAppearance(store, undefined, shares, { wholeVoxelsMax: 0 })!;
    expect(new Set((await draw(all)).colors).size).toBeGreaterThan(3);
  });
});

describe('slices of a store', () => {
  it('have the values of the volume in memory, in planes and slabs of any direction', async () => {
    const seed = Date.now() % 2 ** 31;
    const random = createRandom(seed);
    for (let plane = 0; plane < 30; plane++) {
      const volume = createVolume({ sizes: SIZES, voxels: ramp(SIZES, 1), indexToWorld: randomAxes(random, 1) });
      const directions = obliquePlane(randomDirection(random), undefined);
      const [low, high] = extentAlong(corners(volume), directions.normal);
      const spacing = Math.max(...volume.indexToWorld.columns.map((column) => Math.hypot(...column)));
      const grid = fitGrid(volume, directions, between(random, low, high), between(random, 0.4, 1) * spacing);
      const slab = random() < 0.3 ? { thickness: 3 * spacing, mode: 'average' as const } : undefined;
      const options = { slab, isNearest: random() < 0.3 };
      const paged = await sampleSlice(storeSource(memoryStore(volume, { chunkSizes: CHUNK })), grid, options);
      const whole = await sampleSlice(volumeSource(volume), grid, options);
      expect(paged, `seed ${seed}, plane ${plane}`).toEqual(whole);
    }
  });

  it('read no chunk but those that they show, each once', async () => {
    const volume = createVolume({ sizes: SIZES, voxels: ramp(SIZES, 1) });
    const read: string[] = [];
    const onRead = (chunk: Vec3) => read.push(chunk.join());
    const source = storeSource(memoryStore(volume, { chunkSizes: CHUNK, onRead }));
    await sampleSlice(source, fitGrid(volume, namedPlane('axial'), 8, 1), {});
    // The slice 8 is in the second chunk along k.
    expect(read.every((chunk) => chunk.endsWith(',1'))).toBe(true);
    expect(new Set(read).size).toBe(Math.ceil(40 / 7) * Math.ceil(30 / 5));
    expect(read).toHaveLength(new Set(read).size);
  });

  it('are of the coarsest level whose voxels are no larger than pixels', async () => {
    const fine = createVolume({ sizes: SIZES, voxels: ramp(SIZES, 0) });
    const half = SIZES.map((size) => size / 2) as unknown as Vec3;
    const coarser = createVolume({
      sizes: half,
      voxels: ramp(half, 0).fill(1),
      indexToWorld: {
        columns: [
          [2, 0, 0],
          [0, 2, 0],
          [0, 0, 2],
        ],
        origin: [0.5, 0.5, 0.5],
      },
    });
    const source = storeSource(memoryStore(fine, { chunkSizes: CHUNK, coarser }));
    const valuesBy = async (pixelWorld: number) =>
      new Set(await sampleSlice(source, fitGrid(fine, namedPlane('axial'), 8, pixelWorld), {}));
    expect([...(await valuesBy(1))]).toEqual([0]);
    expect([...(await valuesBy(1.9))]).toEqual([0]);
    expect([...(await valuesBy(2))]).toEqual([1]);
  });
});
