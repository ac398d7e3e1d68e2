/** Pictures of slices as a whole. */
import { describe, expect, it } from 'vitest';
import { createMesh, createVolume, type Vec3 } from '../../src/index.js';
import { drawSlice, type SliceLayer, volumeSource } from '../../src/slices/draw-slice.js';
import { greyPaint } from '../../src/slices/layers/paint.js';
import { layOutPanels } from '../../src/slices/layout.js';
import { obliquePlane } from '../../src/slices/planes.js';
import { bandOf, fitGrid } from '../../src/slices/slice-grid.js';

const SIZES: Vec3 = [12, 10, 8];

describe('a picture of slices', () => {
  it('is the same by bands of rows: voxels, outlines and the lines of meshes', async () => {
    const voxels = Float32Array.from({ length: 960 }, (_, voxel) => (voxel * 7919) % 1000);
    const volume = createVolume({ sizes: SIZES, voxels });
    const labels = createVolume({ sizes: SIZES, voxels: Uint8Array.from(voxels, (value) => (value > 700 ? 1 : 0)) });
    const mesh = createMesh({
      positions: Float32Array.of(0, 0, 0, 11, 2, 1, 3, 9, 2, 5, 4, 7),
      triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
    });
    const paint = { color: [1, 0, 0] as Vec3, fill: 0.2, outline: 1 };
    const layers: SliceLayer[] = [
      { kind: 'values', source: volumeSource(volume), paint: greyPaint({ range: [0, 1000] }), isNearest: false },
      {
        kind: 'labels',
        source: volumeSource(labels),
        paints: { get: (label) => (label === 1 ? paint : undefined), isOutlined: true },
      },
      { kind: 'mesh', mesh, color: [0, 1, 0] },
    ];
    const options = { background: [0, 0, 0.5] as Vec3, outlineWidth: 3.5 };
    const grid = fitGrid(volume, obliquePlane([1, 2, 3], undefined), 10, 0.21);
    const whole = await drawSlice(grid, layers, options);
    for (let top = 0; top < grid.height; top += 7) {
      const height = Math.min(7, grid.height - top);
      const { colors } = await drawSlice(bandOf(grid, top, height), layers, options);
      const start = 3 * top * grid.width;
      const expected = whole.colors.subarray(start, start + colors.length);
      const off = colors.reduce((most, color, at) => Math.max(most, Math.abs(color - expected[at]!)), 0);
      expect(off, `rows from ${top}`).toBeLessThan(1e-6);
    }
  });

  it('has slices in rows, each in the middle of its place', () => {
    const panels = [
      { width: 10, height: 20 },
      { width: 4, height: 6 },
      { width: 8, height: 3 },
    ];
    expect(layOutPanels(panels, 2, 5)).toEqual({
      width: 19,
      height: 28,
      panels: [
        { width: 10, height: 20, left: 0, top: 0 },
        { width: 4, height: 6, left: 15, top: 7 },
        { width: 8, height: 3, left: 1, top: 25 },
      ],
    });
  });
});
