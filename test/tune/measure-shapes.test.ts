/** How shapes are timed: in turns, after their pictures were compared, and not without end. */
import { describe, expect, it } from 'vitest';
import { fitCamera } from '../../src/camera/fit.js';
import { viewDirection } from '../../src/camera/views.js';
import type { Frame } from '../../src/cast/frame.js';
import { Renderer } from '../../src/cast/renderer.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { formatShape, type Shape } from '../../src/shapes/shape.js';
import { shapesOf } from '../../src/shapes/shape-families.js';
import { frameMs, measureShapes, spreadOf, typicalNoise } from '../../src/tune/measure-shapes.js';
import { corners } from '../../src/volume/volume.js';
import { GEOMETRIES, makeTransfer, makeVolume } from '../cast/sample-scenes.js';
import { useTestGpu } from '../open-test-gpu.js';

const CAMERA = { projection: 'orthographic', eye: [0, 0, 0], target: [0, 0, -1], up: [0, 1, 0], height: 1 } as const;

/** A frame of one pixel that took so long. */
function frameOf(shape: Shape, ms: number, pixel = 7): Frame {
  const stats = { shape: formatShape(shape), timesMs: { cast: ms }, timer: 'wall' } as unknown as Frame['stats'];
  const pixels = Uint8Array.of(pixel, 0, 0, 255);
  return {
    camera: CAMERA,
    width: 1,
    height: 1,
    pixels,
    accumulated: 1,
    counts: undefined,
    timings: undefined,
    slabCounts: undefined,
    stats,
  };
}

describe('measureShapes', () => {
  it('renders each shape once to warm up, and then in rounds that begin with another each', async () => {
    const rendered: number[] = [];
    const shapes = shapesOf(4);
    const measurement = await measureShapes(
      shapes,
      async (shape) => {
        rendered.push(shape.width);
        return frameOf(shape, rendered.length);
      },
      { frames: 4 },
    );
    expect(rendered).toEqual([1, 2, 4, 1, 2, 4, 2, 4, 1, 4, 1, 2, 1, 2, 4]);
    expect(measurement?.timer).toBe('wall');
    expect(measurement?.times.map(({ runsMs }) => runsMs)).toEqual([
      [4, 9, 11, 13],
      [5, 7, 12, 14],
      [6, 8, 10, 15],
    ]);
  });

  it('times by other means than it compares, and warms up once where pictures were compared before', async () => {
    let [compared, timed] = [0, 0];
    const render = async (shape: Shape) => frameOf(shape, ++compared);
    const time = async () => ({ timer: 'gpu' as const, timesMs: { cast: ++timed } });
    const first = await measureShapes(shapesOf(2), render, { frames: 1, time });
    expect([compared, timed]).toEqual([2, 2]);
    expect(first?.timer).toBe('gpu');
    expect(first?.times.map(({ runsMs }) => runsMs)).toEqual([[1], [2]]);
    const second = await measureShapes(shapesOf(2), render, { frames: 1, time, isCompared: true });
    expect([compared, timed]).toEqual([2, 5]);
    expect(second?.times.map(({ runsMs }) => runsMs)).toEqual([[4], [5]]);
  });

  it('times nothing where a shape renders another picture', async () => {
    let frames = 0;
    const render = async (shape: Shape) => {
      frames++;
      return frameOf(shape, 1, shape.width === 2 ? 8 : 7);
    };
    await expect(measureShapes(shapesOf(4), render, { frames: 9 })).rejects.toThrow(
      'workgroups of 2x2 render another picture than 1x4',
    );
    expect(frames).toBe(2);
  });

  it('stops before the next frame', async () => {
    const controller = new AbortController();
    let frames = 0;
    const render = async (shape: Shape) => {
      frames++;
      if (frames === 5) controller.abort();
      return frameOf(shape, 1);
    };
    expect(await measureShapes(shapesOf(4), render, { frames: 9, signal: controller.signal })).toBeUndefined();
    expect(frames).toBe(5);
  });
});

describe('the clock', () => {
  const gpu = useTestGpu();

  it('of the GPU is not rounded in Node', async () => {
    const renderer = new Renderer(gpu());
    const [low, high] = [0, 250] as const;
    const volume = makeVolume(Uint8Array, [low, high], GEOMETRIES.unit);
    const scene = { volume, transfer: makeTransfer([low, high], 0.1) };
    const camera = fitCamera(boundingSphere(corners(volume)), viewDirection('a', volume.indexToWorld), { aspect: 1 });
    const times: number[] = [];
    for (let frame = 0; frame < 8; frame++) {
      const { stats } = await renderer.render(scene, camera, { width: 32, height: 32, timestamps: true });
      if (stats.timer === 'gpu') times.push(frameMs(stats));
    }
    // Quantised to Dawn's 0.1 ms, all of these would be whole multiples.
    expect(times.every((ms) => Math.abs(10 * ms - Math.round(10 * ms)) < 1e-9)).toBe(times.length === 0);
  });
});

describe('times', () => {
  it('are summed over the passes of a frame, without the upload', () => {
    expect(frameMs({ timesMs: { upload: 100, cast: 3, bin: 0.5 } })).toBe(3.5);
  });

  it('have quartiles', () => {
    expect(spreadOf([4, 1, 3, 2, 5])).toEqual({ msLeast: 1, msQ1: 2, msMedian: 3, msQ3: 4 });
    expect(spreadOf([1, 2])).toEqual({ msLeast: 1, msQ1: 1.25, msMedian: 1.5, msQ3: 1.75 });
    expect(spreadOf([7])).toEqual({ msLeast: 7, msQ1: 7, msMedian: 7, msQ3: 7 });
  });

  it('have a noise, that of the middle one', () => {
    const of = (half: number) => ({ msLeast: 1, msQ1: 10 - half, msMedian: 10, msQ3: 10 + half });
    expect(typicalNoise([of(0.1), of(5), of(0.2)])).toBeCloseTo(0.02, 12);
  });
});
