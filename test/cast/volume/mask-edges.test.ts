/** Smooth edges of masks: against the CPU reference, and by what they must be. */
import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { Affine } from '../../../src/math/affine.js';
import { addScaled, length, type Vec3 } from '../../../src/math/vec3.js';
import { createStyleLookup } from '../../../src/reference/volume/samples/keep-samples.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createMask, type Mask, type MaskEdges } from '../../../src/volume/mask.js';
import { coverVoxels } from '../../../src/volume/mask-coverage.js';
import { createVolume } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();
const SEED = 20261126;

/** Labels 0 to 3 in blobs, on a grid of the given spacing within the unit geometry's volume. */
function makeMask(edges: MaskEdges, sizes: Vec3 = [11, 8, 9], spacing = 2): Mask {
  const random = createRandom(SEED);
  const centers = Array.from({ length: 7 }, () => sizes.map((size) => size * random()));
  const voxels = new Uint8Array(sizes[0] * sizes[1] * sizes[2]);
  for (let index = 0; index < voxels.length; index++) {
    const at = [index % sizes[0], Math.floor(index / sizes[0]) % sizes[1], Math.floor(index / (sizes[0] * sizes[1]))];
    const nearest = centers.findIndex((center) => Math.hypot(...center.map((c, axis) => c - at[axis]!)) < 2.6);
    voxels[index] = nearest < 0 ? 0 : 1 + (nearest % 3);
  }
  const indexToWorld: Affine = {
    columns: [
      [spacing, 0, 0],
      [0, spacing, 0],
      [0, 0, spacing],
    ],
    origin: [0.21, -0.13, 0.17],
  };
  return createMask({
    labels: createVolume({ sizes, voxels, indexToWorld }),
    styles: [{ label: 1 }, { label: 2, color: [0.9, 0.2, 0.1] }, { label: 3, opacity: 0.4 }],
    edges,
  });
}

const volume = makeVolume(Float32Array, [0, 1], GEOMETRIES.unit);
const transfer = makeTransfer([0, 1], 0.3);
const mask = makeMask('smooth');

describe('smooth edges', () => {
  const scenes: Readonly<Record<string, Partial<VolumeScene>>> = {
    'lit composites': { shading: createShading({ light: [1, 2, 3] }) },
    'unlit composites': {},
    'composites in shadows': { shading: createShading({ light: [1, 2, 3] }), shadows: true },
    isosurfaces: { mode: 'isosurface', isoValue: 0.45 },
    maxima: { mode: 'mip' },
    averages: { mode: 'average' },
    'fused volumes': {
      fused: [{ volume: makeVolume(Uint8Array, [0, 255], GEOMETRIES.oblique), transfer: makeTransfer([0, 255], 0.2) }],
    },
  };

  it.each(Object.entries(scenes))('of %s are those of the CPU reference', async (_, scene) => {
    await expectLikeReference(gpu(), { volume, transfer, mask, ...scene }, obliqueCamera(volume), { step: 0.47 });
  });

  it('change the picture, and leave the labels that it shows', async () => {
    const renderer = new Renderer(gpu());
    const render = (edges: MaskEdges) =>
      renderer.render({ volume, transfer: makeTransfer([0, 1], 1), mask: makeMask(edges) }, obliqueCamera(volume), {
        ...{ width: 40, height: 32, quality: 'plain' as const },
        outputs: ['pixels', 'labels'],
      });
    const [smooth, voxels] = [await render('smooth'), await render('voxels')];
    expect(smooth.pixels).not.toEqual(voxels.pixels);
    expect(new Set(smooth.labels)).toEqual(new Set(voxels.labels));
    renderer.destroy();
  });

  it('are there where bricks are skipped', async () => {
    const renderer = new Renderer(gpu());
    const render = (skip: boolean) =>
      renderer.render({ volume, transfer, mask }, obliqueCamera(volume), {
        ...{ width: 40, height: 32, quality: 'plain' as const, skip },
      });
    expect((await render(true)).pixels).toEqual((await render(false)).pixels);
    renderer.destroy();
  });
});

describe('coverage', () => {
  const sizes: Vec3 = [13, 9, 11];
  const random = createRandom(SEED);
  const shown = Uint8Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, () => Number(random() < 0.3));
  const sparse = shown.map((own, index) => (index % 13 < 6 ? 0 : own));

  it(`keeps each voxel on its side, whole only among voxels of the same side (seed ${SEED})`, () => {
    const coverage = coverVoxels(sparse, sizes);
    for (let index = 0; index < sparse.length; index++) {
      const own = coverage[index]!;
      expect(own >= 152, `voxel ${index}`).toBe(sparse[index] === 1);
      if (own === 0 || own === 255)
        expect(listAround(index, sizes).every((at) => sparse[at] === sparse[index])).toBe(true);
      else expect(sparse[index] === 1 || own <= 103, `voxel ${index}`).toBe(true);
    }
  });

  it('of what is hidden is the complement of what is shown', () => {
    const hidden = sparse.map((own) => 1 - own);
    expect(coverVoxels(hidden, sizes)).toEqual(coverVoxels(sparse, sizes).map((own) => 255 - own));
  });
});

function listAround(index: number, [ni, nj, nk]: Vec3): number[] {
  const at = [index % ni, Math.floor(index / ni) % nj, Math.floor(index / (ni * nj))];
  const around = Array.from({ length: 27 }, (_, n) => [n % 3, Math.floor(n / 3) % 3, Math.floor(n / 9)]);
  return around.flatMap((step) => {
    const [i, j, k] = step.map((offset, axis) => at[axis]! + offset - 1) as [number, number, number];
    const isThere = i >= 0 && j >= 0 && k >= 0 && i < ni && j < nj && k < nk;
    return isThere ? [i + ni * (j + nj * k)] : [];
  });
}

describe('the edge of a ball', () => {
  const side = 32;
  const center: Vec3 = [15.6, 15.3, 15.9];
  const radius = 10;
  const distanceOf = (point: Vec3) => length(addScaled(point, center, -1)) - radius;
  const voxels = Uint8Array.from({ length: side ** 3 }, (_, index) =>
    Number(distanceOf([index % side, Math.floor(index / side) % side, Math.floor(index / side ** 2)]) < 0),
  );
  const labels = createVolume({ sizes: [side, side, side], voxels });

  /** Root mean square of the distances from the ball at which rays towards its centre enter the mask. */
  function errorOf(edges: MaskEdges): number {
    const styleAt = createStyleLookup(createMask({ labels, styles: [{ label: 1 }], edges }));
    const random = createRandom(SEED);
    const squares = Array.from({ length: 300 }, () => {
      const aside: Vec3 = [random() - 0.5, random() - 0.5, random() - 0.5];
      let away = radius + 3;
      const pointAt = () => addScaled(center, aside, away / length(aside));
      while (!styleAt(pointAt())) away -= 0.02;
      return distanceOf(pointAt()) ** 2;
    });
    return Math.sqrt(squares.reduce((sum, square) => sum + square) / squares.length);
  }

  it(`is less than half as far from it as that of voxels (seed ${SEED})`, () => {
    expect(errorOf('smooth')).toBeLessThan(0.5 * errorOf('voxels'));
  });
});
