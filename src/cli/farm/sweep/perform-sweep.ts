/** Times the viewpoints of sweeps on a worker's device. */
import { type Gpu, InputError, Renderer, type Volume } from '../../../index.js';
import { openFile, openInputs } from '../../../node/index.js';
import { readVolumeInput } from '../../read-volume-input.js';
import { measureView } from '../../sweep/measure-view.js';
import { describeDevice } from '../../sweep/sweep-device.js';
import { assertSameFile } from '../jobs/job-inputs.js';
import type { WorkerFiles } from '../worker-files.js';
import { type CheckedSweepViewJob, checkSweepViewJob, deviceAsResult } from './sweep-job.js';

/** A volume that stays in memory for the next viewpoint. */
interface LoadedVolume {
  readonly key: string;
  readonly volume: Promise<Volume>;
  readonly renderer: Promise<Renderer>;
}

export class SweepPerformer {
  readonly #files: WorkerFiles;
  readonly #gpu: () => Promise<Gpu>;
  #loaded: LoadedVolume | undefined;
  /** Ends with the viewpoint in hand: two at once would time each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(files: WorkerFiles, gpu: () => Promise<Gpu>) {
    this.#files = files;
    this.#gpu = gpu;
  }

  async describeDevice(): Promise<unknown> {
    return deviceAsResult(await describeDevice(await this.#gpu()));
  }

  timeView(data: unknown, signal: AbortSignal): Promise<unknown> {
    const timing = this.#last.then(() => this.#timeNow(data, signal));
    this.#last = timing.catch(() => undefined);
    return timing;
  }

  /** Lets go of what lies on a device that goes. */
  forget(): void {
    this.#loaded = undefined;
  }

  async #timeNow(data: unknown, signal: AbortSignal): Promise<unknown> {
    const gpu = await this.#gpu();
    const job = checkSweepViewJob(data, gpu.device.limits.maxComputeInvocationsPerWorkgroup);
    if (job.adapter !== gpu.adapterName) {
      throw new InputError(`the job is for ${job.adapter}, and this worker has ${gpu.adapterName}`);
    }
    const { volume, renderer } = await this.#load(job);
    const scene = { volume: await volume, transfer: job.transfer };
    const measured = await measureView(await renderer, scene, job.plan, { signal });
    return { view: job.plan.name, ...measured };
  }

  async #load(job: CheckedSweepViewJob): Promise<LoadedVolume> {
    const path = await this.#files.input(job.input);
    const key = JSON.stringify([path, job.sha256, job.raw]);
    if (this.#loaded?.key === key) return this.#loaded;
    const loaded = { key, volume: this.#read(path, job), renderer: this.#gpu().then((gpu) => new Renderer(gpu)) };
    this.#loaded = loaded;
    await loaded.volume.catch((error) => {
      if (this.#loaded === loaded) this.#loaded = undefined;
      throw error;
    });
    return loaded;
  }

  async #read(path: string, { sha256, read }: CheckedSweepViewJob): Promise<Volume> {
    const { where } = this.#files;
    const [opened] = read ? [await openFile(path, where)] : await openInputs([path], where);
    assertSameFile(path, await opened!.sha256(), sha256);
    return (await readVolumeInput(opened!, {}, read)).volume;
  }
}
