/** Times every shape from every viewpoint, one viewpoint after another. */
import { type Gpu, Renderer, type Shape, type ShapeProfile, type VolumeScene } from '../../index.js';
import {
  chooseByRule,
  chooseShape,
  formatShape,
  measurePixelSteps,
  measureShapes,
  spreadOf,
  typicalNoise,
} from '../../lab.js';
import type { NamedCamera } from './parse-sweep.js';
import { computeLosses } from './policy-loss.js';
import { type EarlierSweep, SWEEP_IDENTITY, type SweepResults, type SweepSettings } from './sweep-results.js';
import type { SweepRow } from './sweep-row.js';

export interface SweepPlan {
  readonly gpu: Gpu;
  readonly scene: VolumeScene;
  readonly cameras: readonly NamedCamera[];
  /** Shapes that are timed from every viewpoint, besides those that policies take. */
  readonly shapes: readonly Shape[];
  readonly image: { readonly width: number; readonly height: number };
  readonly profile: ShapeProfile | undefined;
  readonly settings: SweepSettings;
  /** Viewpoints of an earlier run are not timed again. */
  readonly earlier: EarlierSweep | undefined;
  readonly signal: AbortSignal;
  readonly onFrame: () => void;
  /** Called after each viewpoint with all that is known until then. */
  readonly onView: (results: SweepResults) => Promise<void>;
}

/** The choices of the policies from each viewpoint. */
export function chooseAll({
  gpu,
  scene: { volume },
  cameras,
  image,
  profile,
}: Pick<SweepPlan, 'gpu' | 'scene' | 'cameras' | 'image' | 'profile'>) {
  const { maxComputeInvocationsPerWorkgroup: maxInvocations } = gpu.device.limits;
  return cameras.map(({ name, camera }) => {
    const view = { camera, volume, image };
    return {
      name,
      auto: chooseShape(view, { maxInvocations, profile }),
      rule: chooseByRule(view, maxInvocations),
      continuous: chooseShape(view, { maxInvocations }),
    };
  });
}

/** @returns what is known at the end, or when it was interrupted. */
export async function runSweep(plan: SweepPlan): Promise<SweepResults> {
  const { gpu, scene, cameras, shapes, settings, signal } = plan;
  const choices = chooseAll(plan);
  const renderer = new Renderer(gpu);
  const byView = new Map(cameras.map(({ name }) => [name, rowsOf(plan.earlier, name)]));
  let timer = plan.earlier?.timer ?? (gpu.has('timestamp-query') ? 'gpu' : 'wall');
  let format = plan.earlier?.volume.format ?? '';
  const results = (): SweepResults => {
    const rows = [...byView.values()].flat();
    const shapesBy = (policy: 'auto' | 'rule' | 'continuous') =>
      Object.fromEntries(choices.map((choice) => [choice.name, formatShape(choice[policy].shape)]));
    const taken = { chosen: shapesBy('auto'), rule: shapesBy('rule'), continuous: shapesBy('continuous') };
    const { vendor, architecture, device, description } = gpu.adapterInfo;
    return {
      ...SWEEP_IDENTITY,
      complete: [...byView.values()].every((known) => known.length > 0),
      adapter: gpu.adapterName,
      adapterInfo: { vendor, architecture, device, description },
      software: gpu.software,
      timer,
      settings,
      volume: { sizes: scene.volume.sizes, format },
      views: cameras.map(({ name, camera }) => ({
        name,
        camera,
        steps: measurePixelSteps({ camera, volume: scene.volume, image: plan.image }),
      })),
      rows,
      ...taken,
      chosenPolicy: Object.fromEntries(choices.map(({ name, auto }) => [name, auto.policy])),
      noise: rows.length > 0 ? typicalNoise(rows) : 0,
      losses: computeLosses(rows, taken),
    };
  };
  for (const { name, camera } of cameras) {
    if (byView.get(name)!.length > 0) continue;
    const measurement = await measureShapes(
      shapes,
      async (shape) => {
        const options = {
          ...plan.image,
          shape,
          quality: 'plain' as const,
          step: settings.step,
          skip: settings.skip,
          earlyTermination: settings.earlyTermination,
        };
        const frame = await renderer.render(scene, camera, { ...options, timestamps: true });
        format = frame.stats.volume?.format ?? '';
        return frame;
      },
      { frames: settings.frames, onFrame: plan.onFrame, signal },
    );
    if (!measurement) break;
    timer = measurement.timer;
    byView.set(
      name,
      measurement.times.map(({ shape, runsMs }) => describeTimes(name, shape, runsMs)),
    );
    await plan.onView(results());
  }
  return results();
}

function describeTimes(view: string, shape: Shape, runsMs: readonly number[]): SweepRow {
  const { msLeast, msQ1, msMedian, msQ3 } = spreadOf(runsMs);
  const half = (parity: number) => spreadOf(runsMs.filter((_, run) => run % 2 === parity)).msMedian;
  const halves = runsMs.length < MIN_HALVED ? {} : { msHalves: [half(0), half(1)] as const };
  return { view, shape: formatShape(shape), msMedian, fps: 1000 / msMedian, msLeast, msQ1, msQ3, ...halves };
}

export const rowsOf = (results: EarlierSweep | undefined, name: string): readonly SweepRow[] =>
  results?.rows.filter(({ view }) => view === name) ?? [];

/** Frames whose halves still have medians worth the name. */
const MIN_HALVED = 6;
