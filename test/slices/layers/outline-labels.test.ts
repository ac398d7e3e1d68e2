/** Outlines of labels against the border that their voxels have. */
import { describe, expect, it } from 'vitest';
import { createVolume, type Vec3 } from '../../../src/index.js';
import { drawSlice, volumeSource } from '../../../src/slices/draw-slice.js';
import type { LabelPaints } from '../../../src/slices/layers/label-paints.js';
import { namedPlane } from '../../../src/slices/planes.js';
import { fitGrid } from '../../../src/slices/slice-grid.js';
import { createRandom } from '../../camera/random.js';

const SIDE = 24;
const WHITE: Vec3 = [1, 1, 1];

const paints = (fill: number, outline: number): LabelPaints => ({
  get: (label) => (label === 1 || label === 2 ? { color: WHITE, fill, outline } : undefined),
  isOutlined: outline > 0,
});

/** Two labels in blobs, some of which touch each other and the edges. */
function createLabels(seed: number) {
  const random = createRandom(seed);
  const voxels = new Uint8Array(SIDE * SIDE);
  for (let blob = 0; blob < 6; blob++) {
    const [x, y, radius] = [SIDE * random(), SIDE * random(), 1 + 6 * random()];
    for (let voxel = 0; voxel < voxels.length; voxel++) {
      if (Math.hypot((voxel % SIDE) - x, Math.floor(voxel / SIDE) - y) < radius) voxels[voxel] = 1 + (blob % 2);
    }
  }
  return voxels;
}

async function draw(voxels: Uint8Array, pixelWorld: number, fill: number, outline: number, outlineWidth: number) {
  const volume = createVolume({ sizes: [SIDE, SIDE, 1], voxels });
  const grid = fitGrid(volume, namedPlane('axial'), 0, pixelWorld);
  const layer = { kind: 'labels', source: volumeSource(volume), paints: paints(fill, outline) } as const;
  return { ...(await drawSlice(grid, [layer], { background: undefined, outlineWidth })), grid };
}

describe('outlines', () => {
  it('are exactly the voxels of a label that have another one beside them, where pixels are voxels', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const voxels = createLabels(seed);
      const at = (x: number, y: number) => (x >= 0 && y >= 0 && x < SIDE && y < SIDE ? voxels[x + SIDE * y]! : -1);
      const { alphas } = await draw(voxels, 1, 0, 1, 1);
      const border = Array.from(voxels, (label, voxel) => {
        const [x, y] = [voxel % SIDE, Math.floor(voxel / SIDE)];
        const isBorder = [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)].some((other) => other !== label);
        return label !== 0 && isBorder ? 1 : 0;
      });
      expect(Array.from(alphas), `seed ${seed}`).toEqual(border);
    }
  });

  it('are as wide as they are asked to be, and cover pixels at their ends in part', async () => {
    const voxels = new Uint8Array(SIDE * SIDE).map((_, voxel) => (voxel % SIDE < SIDE / 2 ? 1 : 0));
    for (const width of [1, 1.5, 2, 3]) {
      const { alphas, grid } = await draw(voxels, 0.25, 0, 1, width);
      const row = (grid.height / 2) * grid.width;
      const covered = alphas.subarray(row + 8, row + grid.width).reduce((sum, alpha) => sum + alpha, 0);
      expect(covered, `width ${width}`).toBeCloseTo(width, 1);
    }
  });

  it('lie over fills, which cover what their labels hold', async () => {
    const voxels = createLabels(7);
    const { alphas } = await draw(voxels, 1, 0.25, 0, 1);
    expect(Array.from(alphas)).toEqual(Array.from(voxels, (label) => (label === 0 ? 0 : 0.25)));
  });
});
