/** The cast kernel against its float64 CPU reference: at most 2/255 apart in any channel of any pixel. */
import { describe, expect, it } from 'vitest';
import { createCamera } from '../../src/camera/camera.js';
import type { ViewName } from '../../src/camera/views.js';
import { Renderer } from '../../src/cast/renderer.js';
import { distance, subtract, type Vec3 } from '../../src/math/vec3.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';
import type { VoxelArray } from '../../src/volume/volume.js';
import { useTestGpu } from '../open-test-gpu.js';
import { exactOnGpus, expectLikeReference, HEIGHT, WIDTH } from './expect-like-reference.js';
import { cameraOf, GEOMETRIES, insideCamera, makeTransfer, makeVolume, obliqueCamera } from './sample-scenes.js';

const gpu = useTestGpu();
const withoutFilter = useTestGpu(['float32-filterable']);

const UNIT_RANGE = [0, 1] as const;

describe('the cast kernel', () => {
  const views: ViewName[] = ['a', 'b', 'c', 'd', 'e', 'f'];
  const projections = ['perspective', 'orthographic'] as const;

  for (const [name, geometry] of Object.entries(GEOMETRIES)) {
    const volume = makeVolume(Float32Array, UNIT_RANGE, geometry);
    const transfer = makeTransfer(UNIT_RANGE, 0.15);

    for (const projection of projections) {
      it.each(views)(`sees ${name} voxels in ${projection} view %s`, async (view) => {
        const camera = cameraOf(volume, view, projection, WIDTH / HEIGHT);
        await expectLikeReference(gpu(), { volume, transfer }, camera, exactOnGpus(gpu()));
      });
    }

    it(`sees ${name} voxels from off the axes`, async () => {
      await expectLikeReference(gpu(), { volume, transfer, background: [0.9, 0.5, 0.1] }, obliqueCamera(volume));
    });

    it(`sees ${name} voxels from inside`, async () => {
      await expectLikeReference(gpu(), { volume, transfer }, insideCamera(volume));
    });

    it(`sees ${name} voxels without hardware filtering`, async () => {
      await expectLikeReference(withoutFilter(), { volume, transfer }, obliqueCamera(volume));
    });
  }

  const types: [new (length: number) => VoxelArray, readonly [number, number]][] = [
    [Int8Array, [-128, 127]],
    [Uint8Array, [0, 255]],
    [Int16Array, [-1024, 3071]],
    [Uint16Array, [0, 65535]],
    [Int32Array, [-4e6, 9e6]],
    [Uint32Array, [3e9, 4.2e9]],
    [Float32Array, [-1e-3, 1e-3]],
    [Float64Array, [1e3, 1e9]],
  ];
  it.each(types)('reads voxels of %p', async (ArrayType, range) => {
    const volume = makeVolume(ArrayType, range, GEOMETRIES.oblique);
    await expectLikeReference(gpu(), { volume, transfer: makeTransfer(range, 0.2) }, obliqueCamera(volume));
  });

  const byteVolume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.anisotropic);
  const byteTransfer = makeTransfer([0, 255], 0.3);

  it.each([0.25, 0.6, 1, 1.7])('takes samples %f of the smallest spacing apart', async (step) => {
    const { frame, reference } = await expectLikeReference(
      gpu(),
      { volume: byteVolume, transfer: byteTransfer },
      obliqueCamera(byteVolume),
      { step, counts: true, earlyTermination: false },
    );
    expect(frame.stats.samples).toBe(reference.sampleCount);
  });

  it.each([-1e-6, 1e-6])(
    'counts samples as float64 does where the last is %f of a step from leaving',
    async (beyond) => {
      const unit = makeVolume(Uint8Array, [0, 255], GEOMETRIES.unit);
      const target: Vec3 = [10, 6.5, 8];
      const eye: Vec3 = [8.7, 8.2, -11];
      const camera = createCamera({ projection: 'orthographic', eye, target, up: [0, 1, 0], height: 9 });
      // All rays are as long from one face to the other.
      const length = unit.sizes[2] / (subtract(target, eye)[2] / distance(target, eye));
      const step = length / (12.5 + beyond);
      const { frame, reference } = await expectLikeReference(gpu(), { volume: unit, transfer: byteTransfer }, camera, {
        step,
        counts: true,
        earlyTermination: false,
        skip: false,
      });
      expect(reference.sampleCount).toBe((beyond > 0 ? 13 : 12) * WIDTH * HEIGHT);
      expect(frame.stats.samples).toBe(reference.sampleCount);
    },
  );

  it.each([0.2, 3])('takes opacities for a unit of %f', async (unit) => {
    const transfer = makeTransfer([0, 255], 0.3, unit);
    await expectLikeReference(gpu(), { volume: byteVolume, transfer }, obliqueCamera(byteVolume));
  });

  it('keeps steps of a transfer function sharp, at the value and beside it', async () => {
    // Labels, whose values are on the steps exactly, and a smooth field, whose values are everywhere around them.
    const labels = makeVolume(Uint8Array, [0, 6.99], GEOMETRIES.unit);
    for (const [stepped, at] of [
      [labels, 4],
      [byteVolume, 101.7],
    ] as const) {
      const transfer = createTransferFunction({
        colors: [0, at, at, 255].map((value, index) => ({ value, color: index < 2 ? '#ff2000' : '#00a0ff' })),
        opacities: [0, at, at, 255].map((value, index) => ({ value, opacity: index < 2 ? 0.02 : 0.9 })),
      });
      for (const camera of [cameraOf(stepped, 'a', 'orthographic', WIDTH / HEIGHT), obliqueCamera(stepped)]) {
        await expectLikeReference(gpu(), { volume: stepped, transfer }, camera);
      }
    }
  });

  it('ends rays early, or not', async () => {
    const dense = { volume: byteVolume, transfer: makeTransfer([0, 255], 0.9) };
    const camera = obliqueCamera(byteVolume);
    const early = await expectLikeReference(gpu(), dense, camera, { counts: true });
    const late = await expectLikeReference(gpu(), dense, camera, { counts: true, earlyTermination: false });
    expect(early.frame.stats.samples!).toBeLessThan(0.7 * late.frame.stats.samples!);
  });

  it('writes straight alpha on no background', async () => {
    const scene = { volume: byteVolume, transfer: byteTransfer, background: 'transparent' } as const;
    const { frame } = await expectLikeReference(
      gpu(),
      scene,
      cameraOf(byteVolume, 'a', 'perspective', WIDTH / HEIGHT, 0.5),
    );
    expect([...frame.pixels.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  });

  it('gives the same bits for every shape', async () => {
    const renderer = new Renderer(gpu());
    const camera = obliqueCamera(byteVolume);
    const render = (width: number, height: number) =>
      renderer.render({ volume: byteVolume, transfer: byteTransfer }, camera, {
        width: WIDTH,
        height: HEIGHT,
        shape: { width, height },
        counts: true,
      });
    const expected = await render(16, 16);
    for (let width = 1; width <= 128; width *= 2) {
      const frame = await render(width, 128 / width);
      expect(frame.stats.shape).toBe(`${width}x${128 / width}`);
      expect(Buffer.compare(frame.pixels, expected.pixels), frame.stats.shape).toBe(0);
      expect(frame.stats.samples).toBe(expected.stats.samples);
    }
    const odd = await render(7, 5);
    expect(Buffer.compare(odd.pixels, expected.pixels)).toBe(0);
  });

  it('gives the same image for a world a thousand times as large', async () => {
    const geometry = GEOMETRIES.oblique;
    const grow = (v: readonly number[]) => v.map((x) => 1000 * x) as unknown as [number, number, number];
    const large = {
      columns: geometry.columns.map(grow) as unknown as typeof geometry.columns,
      origin: grow(geometry.origin) as unknown as typeof geometry.origin,
    };
    const renderer = new Renderer(gpu());
    const [one, thousand] = [geometry, large].map((indexToWorld) => {
      const volume = makeVolume(Uint8Array, [0, 255], indexToWorld);
      return renderer.render({ volume, transfer: byteTransfer }, obliqueCamera(volume), {
        width: WIDTH,
        height: HEIGHT,
      });
    });
    const [a, b] = [(await one!).pixels, (await thousand!).pixels];
    expect(Math.max(...a.map((value, index) => Math.abs(value - b[index]!)))).toBeLessThanOrEqual(1);
  });
});
