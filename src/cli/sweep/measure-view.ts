/** Times every shape from one viewpoint. */
import type { Camera, Renderer, Shape, VolumeScene } from '../../index.js';
import { formatShape, measureShapes, spreadOf } from '../../lab.js';
import type { SweepRow } from './sweep-row.js';

export interface ViewPlan {
  readonly name: string;
  readonly camera: Camera;
  readonly shapes: readonly Shape[];
  readonly image: { readonly width: number; readonly height: number };
  readonly frames: number;
  readonly step: number;
  readonly skip: boolean;
  readonly earlyTermination: boolean;
}

export interface MeasuredView {
  readonly rows: readonly SweepRow[];
  readonly timer: 'gpu' | 'wall';
  /** The texture's, that holds the volume. */
  readonly format: string;
}

/** @returns undefined where it was aborted. */
export async function measureView(
  renderer: Renderer,
  scene: VolumeScene,
  { name, camera, shapes, image, frames, step, skip, earlyTermination }: ViewPlan,
  { signal, onFrame }: { readonly signal: AbortSignal; readonly onFrame?: () => void },
): Promise<MeasuredView | undefined> {
  let format = '';
  const measurement = await measureShapes(
    shapes,
    async (shape) => {
      const options = { ...image, shape, quality: 'plain', step, skip, earlyTermination, timestamps: true } as const;
      const frame = await renderer.render(scene, camera, options);
      format = frame.stats.volume?.format ?? '';
      return frame;
    },
    { frames, signal, ...(onFrame && { onFrame }) },
  );
  return (
    measurement && {
      rows: measurement.times.map(({ shape, runsMs }) => describeTimes(name, shape, runsMs)),
      timer: measurement.timer,
      format,
    }
  );
}

function describeTimes(view: string, shape: Shape, runsMs: readonly number[]): SweepRow {
  const { msLeast, msQ1, msMedian, msQ3 } = spreadOf(runsMs);
  const half = (parity: number) => spreadOf(runsMs.filter((_, run) => run % 2 === parity)).msMedian;
  const halves = runsMs.length < MIN_HALVED ? {} : { msHalves: [half(0), half(1)] as const };
  return { view, shape: formatShape(shape), msMedian, fps: 1000 / msMedian, msLeast, msQ1, msQ3, ...halves };
}

/** Frames whose halves still have medians worth the name. */
const MIN_HALVED = 6;
