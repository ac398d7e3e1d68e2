/** A sweep on one device, and its files: `results.json` after each viewpoint, and all three of them at the end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Shape } from '../../index.js';
import { decodeText, isDense } from '../../lab.js';
import { makeFolder, readInputFile, writeWholeFile } from '../../node/index.js';
import { refuseOverwriting } from '../outputs/refuse-overwriting.js';
import { say } from '../say.js';
import type { MeasuredView, ViewPlan } from './measure-view.js';
import type { NamedCamera } from './parse-sweep.js';
import type { SweepPlan } from './plan-sweep.js';
import type { SweepDevice } from './sweep-device.js';
import { SweepRecord } from './sweep-record.js';
import { formatCsv, formatResults, readEarlier, type SweepResults, type SweepSettings } from './sweep-results.js';

export class SweepRun {
  readonly shapes: readonly Shape[];
  readonly settings: SweepSettings;
  readonly #plan: SweepPlan;
  readonly #folder: string;
  readonly #record: SweepRecord;

  private constructor(
    plan: SweepPlan,
    folder: string,
    shapes: readonly Shape[],
    settings: SweepSettings,
    record: SweepRecord,
  ) {
    this.#plan = plan;
    this.#folder = folder;
    this.shapes = shapes;
    this.settings = settings;
    this.#record = record;
  }

  /** @throws InputError where the folder holds another sweep, or cannot be written to. */
  static async open(plan: SweepPlan, device: SweepDevice, folder: string): Promise<SweepRun> {
    const { cameras, image } = plan;
    const scene = {
      device,
      volume: plan.scene.volume,
      isDense: isDense(plan.scene, plan.sampling),
      cameras,
      image,
    };
    const shapes = plan.shapesFor(scene);
    const settings = plan.settingsFor(device.adapter, shapes);
    const path = join(folder, 'results.json');
    const names = cameras.map(({ name }) => name);
    const earlier = existsSync(path) ? readEarlier(await readResults(path), settings, names, path) : undefined;
    const outputs = ['results.json', 'results.csv', 'report.html'].map((file) => join(folder, file));
    await refuseOverwriting(outputs, plan.files);
    await makeFolder(folder);
    const run = new SweepRun(plan, folder, shapes, settings, new SweepRecord(scene, settings, earlier));
    if (earlier) say(`${path}: goes on where it stopped; ${run.left.length} of ${cameras.length} viewpoints are left`);
    return run;
  }

  /** Viewpoints that are not timed yet. */
  get left(): readonly NamedCamera[] {
    return this.#record.left;
  }

  planView({ name, camera }: NamedCamera): ViewPlan {
    const { frames, step, skip, earlyTermination } = this.settings;
    return { name, camera, shapes: this.shapes, image: this.#plan.image, frames, step, skip, earlyTermination };
  }

  async add(view: string, measured: MeasuredView): Promise<void> {
    this.#record.add(view, measured);
    await this.#write('results.json', formatResults(this.#record.results));
  }

  /** Writes what is known. @returns whether it is all. */
  async finish(): Promise<boolean> {
    const { results } = this.#record;
    await this.#write('results.json', formatResults(results));
    if (!results.complete) {
      say(`${join(this.#folder, 'results.json')}: interrupted; the same command goes on from here`);
      return false;
    }
    await this.#write('results.csv', formatCsv(results));
    const { formatReport } = await import('./sweep-report.js');
    await this.#write('report.html', formatReport(results));
    describe(results, this.#folder);
    return true;
  }

  #write(name: string, text: string): Promise<void> {
    return writeWholeFile(join(this.#folder, name), new TextEncoder().encode(text));
  }
}

/** More than the largest sweeps write. */
const RESULTS_BYTES_MAX = 1 << 28;

const readResults = async (path: string) =>
  decodeText(await readInputFile(path, { sizeBytesMax: RESULTS_BYTES_MAX }), path);

function describe({ rows, timer, noise, losses }: SweepResults, folder: string): void {
  say(
    `${folder}: ${rows.length} times by the ${timer === 'gpu' ? "GPU's own" : 'wall'} clock, noise ${percent(noise)}`,
  );
  for (const [policy, { geometricMean, least }] of Object.entries(losses)) {
    say(`${policy}: ${percent(geometricMean)} of the fastest shape's speed, at least ${percent(least)}`);
  }
}

const percent = (fraction: number) => `${(100 * fraction).toFixed(1)} %`;
