/** Volumes with colours of their own, against the float64 CPU reference and against what they must be the same as. */
import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { downsample } from '../../../src/volume/resample/downsample.js';
import { cutPart, splitCells } from '../../../src/volume/split-volume.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();
const withoutFilter = useTestGpu(['float32-filterable']);

const RANGE = [0, 255] as const;
const plain = makeVolume(Uint8Array, RANGE, GEOMETRIES.oblique);
const transfer = makeTransfer(RANGE, 0.25);
const camera = obliqueCamera(plain);

/** Channels with a trend along an axis each, and a byte that must not matter. */
function withColors(volume: Volume): Volume {
  const [ni, nj, nk] = volume.sizes;
  const colors = Uint8Array.from({ length: 4 * volume.voxels.length }, (_, index) => {
    const voxel = index >> 2;
    const place = [voxel % ni, Math.floor(voxel / ni) % nj, Math.floor(voxel / (ni * nj))];
    const sizes = [ni, nj, nk];
    const channel = index & 3;
    return channel === 3 ? (voxel * 37) % 256 : (255 * place[channel]!) / (sizes[channel]! - 1);
  });
  return createVolume({ ...volume, colors });
}

const volume = withColors(plain);
const mask = createMask({
  labels: createVolume({ ...plain, voxels: plain.voxels.map((_, index) => index % 3) }),
  styles: [{ label: 1 }, { label: 2, color: [1, 0.2, 0.9], opacity: 0.5 }],
});

describe('colours of voxels are those of the CPU reference', () => {
  it('in composites', async () => {
    await expectLikeReference(gpu(), { volume, transfer }, camera);
    await expectLikeReference(withoutFilter(), { volume, transfer, mask }, camera);
  });

  it('lit, and fetched four at a time as GPUs do', async () => {
    const sampling = { table: 'cells', ahead: 4, traversal: 'steps' } as const;
    const scene: VolumeScene = { volume, transfer, shading: createShading({ light: [1, 2, -0.5] }) };
    await expectLikeReference(gpu(), scene, camera, { sampling });
  });

  it('on the isosurface', async () => {
    const { reference } = await expectLikeReference(
      gpu(),
      { volume, transfer, mode: 'isosurface', isoValue: 120 },
      camera,
    );
    const uncolored = await expectLikeReference(
      gpu(),
      { volume: plain, transfer, mode: 'isosurface', isoValue: 120 },
      camera,
    );
    expect(reference.pixels).not.toEqual(uncolored.reference.pixels);
  });
});

const [BLACK, WHITE] = [
  [0, 0, 0],
  [1, 1, 1],
] as const;
const ramp = (low: Vec3, high: Vec3) =>
  createTransferFunction({
    ...transfer,
    colors: [
      { value: 0, color: low },
      { value: 255, color: high },
    ],
  });

const pixelsOf = async (scene: VolumeScene, quality: 'plain' | 'path' = 'plain') => {
  const renderer = new Renderer(gpu());
  const { pixels } = await renderer.render(scene, camera, { width: WIDTH, height: HEIGHT, quality });
  renderer.destroy();
  return pixels;
};

const largestDifference = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - b[index]!)), 0);

const greys = Uint8Array.from({ length: 4 * plain.voxels.length }, (_, index) => plain.voxels[index >> 2]!);

it('grey ones look as the values do through a grey ramp', async () => {
  const colored = { volume: createVolume({ ...plain, colors: greys }), transfer: ramp(WHITE, BLACK) };
  const ramped = { volume: plain, transfer: ramp(BLACK, WHITE) };
  const pixels = await pixelsOf(ramped);
  expect(new Set(pixels).size).toBeGreaterThan(20);
  expect(largestDifference(await pixelsOf(colored), pixels)).toBeLessThanOrEqual(1);

  // One path per pixel: where rounding sends it elsewhere, any colour may come of it.
  const [paths, rampedPaths] = [await pixelsOf(colored, 'path'), await pixelsOf(ramped, 'path')];
  const alike = paths.filter((value, index) => Math.abs(value - rampedPaths[index]!) <= 1);
  expect(new Set(rampedPaths).size).toBeGreaterThan(20);
  expect(alike.length / paths.length).toBeGreaterThan(0.98);
});

it('modes that reduce a ray to one value show it by the transfer function', async () => {
  for (const mode of ['mip', 'minip', 'average'] as const) {
    expect(await pixelsOf({ volume, transfer, mode })).toEqual(await pixelsOf({ volume: plain, transfer, mode }));
  }
});

it('parts and smaller copies keep them', () => {
  const [ni, nj] = volume.sizes;
  const tree = splitCells(volume.sizes, 2);
  const cell = 'high' in tree && 'cell' in tree.high ? tree.high.cell : undefined;
  const { volume: cut, part } = cutPart(volume, cell!, { step: 1 });
  const [x, y, z] = [2, 3, 4];
  const whole = part.first[0] + x + ni * (part.first[1] + y + nj * (part.first[2] + z));
  const inCut = x + cut.sizes[0] * (y + cut.sizes[1] * z);
  expect(part.first).not.toEqual([0, 0, 0]);
  expect(cut.colors!.subarray(4 * inCut, 4 * inCut + 4)).toEqual(volume.colors!.subarray(4 * whole, 4 * whole + 4));

  const pair = createVolume({
    sizes: [2, 1, 1],
    voxels: Uint8Array.of(0, 9),
    colors: Uint8Array.of(10, 20, 30, 1, 30, 0, 60, 2),
  });
  expect([...downsample(pair, 2).colors!.subarray(0, 3)]).toEqual([20, 10, 45]);
});

it('refuses what is none', () => {
  expect(() => createVolume({ ...plain, colors: new Uint8Array(3) })).toThrow(/four for each voxel/);
});
