/** The record of a sweep: what each policy takes from each viewpoint, and the times as they come. */
import type { Volume } from '../../index.js';
import { chooseByRule, chooseShape, formatShape, measurePixelSteps, typicalNoise } from '../../lab.js';
import type { MeasuredView } from './measure-view.js';
import type { NamedCamera } from './parse-sweep.js';
import { computeLosses } from './policy-loss.js';
import type { SweepDevice } from './sweep-device.js';
import { type EarlierSweep, SWEEP_IDENTITY, type SweepResults, type SweepSettings } from './sweep-results.js';
import type { SweepRow } from './sweep-row.js';

/** The part of a sweep that its viewpoints share, and that policies choose by. */
export interface SweepScene {
  readonly device: SweepDevice;
  readonly volume: Pick<Volume, 'sizes' | 'indexToWorld'>;
  /** Whether rays take every sample, to their ends. */
  readonly isDense: boolean;
  readonly cameras: readonly NamedCamera[];
  readonly image: { readonly width: number; readonly height: number };
}

/** The choices of the policies from each viewpoint. */
export function chooseAll({
  device: { software, maxInvocations, lanes, profile },
  volume,
  isDense,
  cameras,
  image,
}: SweepScene) {
  const adapter = { maxInvocations, isGpu: !software, lanes };
  return cameras.map(({ name, camera }) => {
    const view = { camera, volume, image, isDense };
    return {
      name,
      auto: chooseShape(view, { ...adapter, profile }),
      rule: chooseByRule(view, maxInvocations),
      continuous: chooseShape(view, adapter),
    };
  });
}

export class SweepRecord {
  readonly #scene: SweepScene;
  readonly #settings: SweepSettings;
  readonly #byView: Map<string, readonly SweepRow[]>;
  #timer: 'gpu' | 'wall';
  #format: string;

  /** @param earlier whose viewpoints are not timed again. */
  constructor(scene: SweepScene, settings: SweepSettings, earlier: EarlierSweep | undefined) {
    this.#scene = scene;
    this.#settings = settings;
    const rowsOf = (name: string) => earlier?.rows.filter(({ view }) => view === name) ?? [];
    this.#byView = new Map(scene.cameras.map(({ name }) => [name, rowsOf(name)]));
    this.#timer = earlier?.timer ?? scene.device.timer;
    this.#format = earlier?.volume.format ?? '';
  }

  /** Viewpoints without times. */
  get left(): readonly NamedCamera[] {
    return this.#scene.cameras.filter(({ name }) => this.#byView.get(name)!.length === 0);
  }

  add(view: string, { rows, timer, format }: MeasuredView): void {
    this.#byView.set(view, rows);
    this.#timer = timer;
    this.#format = format;
  }

  /** All that is known until now. */
  get results(): SweepResults {
    const { device, volume, cameras, image } = this.#scene;
    const rows = [...this.#byView.values()].flat();
    const choices = chooseAll(this.#scene);
    const shapesBy = (policy: 'auto' | 'rule' | 'continuous') =>
      Object.fromEntries(choices.map((choice) => [choice.name, formatShape(choice[policy].shape)]));
    const taken = { chosen: shapesBy('auto'), rule: shapesBy('rule'), continuous: shapesBy('continuous') };
    return {
      ...SWEEP_IDENTITY,
      complete: this.left.length === 0,
      adapter: device.adapter,
      adapterInfo: device.adapterInfo,
      software: device.software,
      timer: this.#timer,
      settings: this.#settings,
      volume: { sizes: volume.sizes, format: this.#format },
      views: cameras.map(({ name, camera }) => ({ name, camera, steps: measurePixelSteps({ camera, volume, image }) })),
      rows,
      ...taken,
      chosenPolicy: Object.fromEntries(choices.map(({ name, auto }) => [name, auto.policy])),
      noise: rows.length > 0 ? typicalNoise(rows) : 0,
      losses: computeLosses(rows, taken),
    };
  }
}
