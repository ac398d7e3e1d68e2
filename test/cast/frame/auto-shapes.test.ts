/** The renderer's own choice of shapes: what it goes by, and that it costs no pipeline twice. */
import { describe, expect, it, vi } from 'vitest';
import { orbit } from '../../../src/camera/orbit.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { Gpu } from '../../../src/gpu/gpu.js';
import { shapesOf } from '../../../src/shapes/shape-families.js';
import { probeSize, tuneShapes } from '../../../src/tune/tune-shapes.js';
import { openTestGpu, useTestGpu } from '../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const RANGE = [0, 255] as const;
const volume = makeVolume(Uint8Array, RANGE, GEOMETRIES.unit);
const scene = { volume, transfer: makeTransfer(RANGE, 0.3) };
const camera = obliqueCamera(volume);
const SIZE = { width: 24, height: 24 };
const around = Array.from({ length: 12 }, (_, index) =>
  orbit(camera, { azimuthDegrees: 30 * index, rollDegrees: 25 * index }),
);

/** Compilations of the kernel that casts rays, from here on. */
function spyOnCasts({ device }: Gpu) {
  const compile = vi.spyOn(device, 'createComputePipelineAsync');
  return () => compile.mock.calls.filter(([{ label }]) => label === 'cast/ray/cast.wgsl');
}

describe('auto', () => {
  // On devices of their own, since others may have compiled for the one that is shared.
  it('compiles no shape twice, however often it comes back', async () => {
    const own = await openTestGpu();
    const casts = spyOnCasts(own);
    const renderer = new Renderer(own);
    const shapes = new Set<string>();
    for (const view of [...around, ...around]) {
      shapes.add((await renderer.render(scene, view, SIZE)).stats.workgroup);
    }
    expect(shapes.size).toBeGreaterThan(1);
    expect(casts().length).toBeLessThanOrEqual(shapes.size);
    renderer.destroy();
    own.destroy();
  });

  it('compiles one kernel for all shapes of as many pixels', async () => {
    const own = await openTestGpu();
    const casts = spyOnCasts(own);
    const renderer = new Renderer(own);
    for (const shape of shapesOf(64)) await renderer.render(scene, camera, { ...SIZE, shape });
    expect(shapesOf(64).length).toBeGreaterThan(1);
    expect(casts()).toHaveLength(1);
    renderer.destroy();
    own.destroy();
  });

  it('goes by what was measured, where it is given that', async () => {
    const tuning = new Renderer(gpu());
    // Shapes that no rule takes.
    const shapes = shapesOf(16).slice(0, 2);
    const profile = await tuneShapes(tuning, { views: 2, frames: 1, size: 8, shapes });
    expect(profile?.views).toHaveLength(6 + 2);
    const renderer = new Renderer(gpu(), { profile });
    for (const view of around.slice(0, 3)) {
      const { shape, shapePolicy } = (await renderer.render(scene, view, SIZE)).stats;
      expect(['1x16', '2x8']).toContain(shape);
      expect(shapePolicy).toBe('profile');
    }
    tuning.destroy();
    renderer.destroy();
  });

  it('tries other shapes in a sequence where it is told to and can time frames, and draws the same', async () => {
    const renderer = new Renderer(gpu(), { refineShapes: true });
    const expected = (await renderer.render(scene, camera, SIZE)).pixels;
    const tried = new Set<string>();
    for (let frame = 0; frame < 24; frame++) {
      const { pixels, stats } = await renderer.render(scene, camera, { ...SIZE, timestamps: true });
      expect(Buffer.compare(pixels, expected)).toBe(0);
      tried.add(stats.workgroup);
    }
    expect(tried.size).toBeGreaterThan(gpu().has('timestamp-query') ? 2 : 0);
    renderer.destroy();
  });

  it('is not tuned by a smaller volume than was asked for', async () => {
    const renderer = new Renderer(gpu());
    expect(await probeSize(renderer, 8)).toEqual({ frameMs: expect.any(Number), fits: true });
    // More than any engine has in one array.
    expect(await probeSize(renderer, 2 ** 20)).toEqual({ frameMs: Infinity, fits: false });
    const render = renderer.render.bind(renderer);
    vi.spyOn(renderer, 'render').mockImplementation(async (...args) => {
      const frame = await render(...args);
      return { ...frame, stats: { ...frame.stats, volume: { ...frame.stats.volume!, downsampleFactor: 2 } } };
    });
    expect(await probeSize(renderer, 8)).toMatchObject({ fits: false });
    await expect(tuneShapes(renderer, { size: 8, views: 1 })).rejects.toThrow(/cannot hold 8³ voxels; a smaller size/);
    renderer.destroy();
  });

  it('ends a measurement that was aborted without a profile', async () => {
    const renderer = new Renderer(gpu());
    const controller = new AbortController();
    const onFrame = () => controller.abort();
    expect(await tuneShapes(renderer, { size: 8, views: 1, onFrame, signal: controller.signal })).toBeUndefined();
    await expect(tuneShapes(renderer, { size: 0.5 })).rejects.toThrow(
      'the size must be a positive whole number, not 0.5',
    );
    renderer.destroy();
  });
});
