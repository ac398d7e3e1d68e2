/** Times the same picture by workgroups of several shapes, so that the times can be compared. */

import type { Frame, FrameStats } from '../cast/frame.js';
import { DeviceError } from '../errors.js';
import type { PassTimes } from '../gpu/timer.js';
import { formatShape, type Shape } from '../shapes/shape.js';

/** Options of `measureShapes`. */
export interface MeasureOptions {
  /** Timed frames of each shape; one more before them warms up. */
  readonly frames: number;
  /** Called after every frame. */
  readonly onFrame?: () => void;
  /** Ends the measurement before the next frame. */
  readonly signal?: AbortSignal | undefined;
  /** Renders a picture for its times alone, with nothing read back; default: as those that are compared. */
  readonly time?: ((shape: Shape) => Promise<PassTimes>) | undefined;
  /** Whether pictures of the same shapes were compared before: then one frame alone warms up; default: false. */
  readonly isCompared?: boolean | undefined;
}

/** Browsers coarsen clocks, so that no time at all may seem to have passed: it could not be compared with any other. */
const MIN_MS = 0.001;

/** A shape's times. */
export interface ShapeTimes {
  /** The shape that was timed. */
  readonly shape: Shape;
  /** Milliseconds of each timed frame. */
  readonly runsMs: readonly number[];
}

/** Times of shapes for a view. */
export interface ShapeMeasurement {
  /** Whether the device measured the times, or the clock of the program. */
  readonly timer: FrameStats['timer'];
  /** Times of each shape. */
  readonly times: readonly ShapeTimes[];
}

/**
 * Renders with each shape once, and compares the pictures: they must be the same to the bit, and a kernel that did not run is
 * very fast. Then times `frames` rounds, in each of which every shape has its turn, each round beginning with another, so that
 * drift and what a frame leaves behind hit all alike.
 * @param render renders the same picture by workgroups of a shape, with timestamps where the adapter has them.
 * @returns undefined where it was aborted.
 * @throws DeviceError if a shape renders another picture.
 */
export async function measureShapes(
  shapes: readonly Shape[],
  render: (shape: Shape) => Promise<Frame>,
  { frames, onFrame, signal, time = async (shape) => (await render(shape)).stats, isCompared = false }: MeasureOptions,
): Promise<ShapeMeasurement | undefined> {
  let expected: Frame | undefined;
  if (isCompared && shapes[0]) await time(shapes[0]);
  for (const shape of isCompared ? [] : shapes) {
    if (signal?.aborted) return undefined;
    const frame = await render(shape);
    expected ??= frame;
    if (!isSamePicture(frame, expected)) {
      throw new DeviceError(`workgroups of ${formatShape(shape)} render another picture than ${expected.stats.shape}`);
    }
    onFrame?.();
  }
  const runsMs = shapes.map(() => [] as number[]);
  let timer: FrameStats['timer'] = 'gpu';
  for (let round = 0; round < frames; round++) {
    for (let step = 0; step < shapes.length; step++) {
      if (signal?.aborted) return undefined;
      const index = (round + step) % shapes.length;
      const times = await time(shapes[index]!);
      timer = times.timer;
      runsMs[index]!.push(Math.max(MIN_MS, frameMs(times)));
      onFrame?.();
    }
  }
  return { timer, times: shapes.map((shape, index) => ({ shape, runsMs: runsMs[index]! })) };
}

/** The time of a frame, without what it uploaded. */
export function frameMs({ timesMs }: Pick<PassTimes, 'timesMs'>): number {
  return Object.entries(timesMs).reduce((sum, [pass, ms]) => (pass === 'upload' ? sum : sum + ms), 0);
}

function isSamePicture(a: Frame, b: Frame): boolean {
  if (a.pixels.length !== b.pixels.length) return false;
  // A pixel at a time: a sweep compares a picture of megapixels for each of a thousand rows.
  const [ofA, ofB] = [a, b].map(
    ({ pixels }) => new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4),
  ) as [Uint32Array, Uint32Array];
  for (let index = 0; index < ofA.length; index++) if (ofA[index] !== ofB[index]) return false;
  return true;
}

/** Quartiles and the least of some times, in milliseconds, by linear interpolation. */
export interface TimeSpread {
  /** The shortest run, in milliseconds. */
  readonly msLeast: number;
  /** The first quartile of the runs, in milliseconds. */
  readonly msQ1: number;
  /** The median of the runs, in milliseconds. */
  readonly msMedian: number;
  /** The third quartile of the runs, in milliseconds. */
  readonly msQ3: number;
}

/** Least, quartiles and median of times. */
export function spreadOf(runsMs: readonly number[]): TimeSpread {
  const sorted = runsMs.toSorted((a, b) => a - b);
  const at = (fraction: number) => {
    const rank = fraction * (sorted.length - 1);
    const low = sorted[Math.floor(rank)]!;
    return low + (sorted[Math.ceil(rank)]! - low) * (rank % 1);
  };
  return { msLeast: sorted[0]!, msQ1: at(0.25), msMedian: at(0.5), msQ3: at(0.75) };
}

/** Half the interquartile range over the median, for the middle one of several spreads: how much one time is worth. */
export function typicalNoise(spreads: readonly TimeSpread[]): number {
  const relative = spreads.map(({ msQ1, msMedian, msQ3 }) => (msQ3 - msQ1) / 2 / msMedian);
  return spreadOf(relative).msMedian;
}
