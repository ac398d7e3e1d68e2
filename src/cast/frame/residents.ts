/** What a frame has on the device, loaded where it is new and kept where it fits. */
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer } from '../../gpu/timer.js';
import { createGridUniforms } from '../../tiles/tile-grid.js';
import { type MeshHistory, type MeshNeeds, type MeshResidents, MeshStore, NO_HISTORY } from '../mesh/residents.js';
import type { SceneParts } from '../scene-parts.js';
import type { Settings } from '../settings.js';
import { FrameOutput } from '../target/frame-output.js';
import { type VolumeResidents, VolumeStore } from '../volume/residents.js';
import { found } from './found.js';
import type { FramePlan } from './plan-frame.js';
import { uploadPattern } from './sample-pattern.js';
import { settleAll } from './settle-all.js';

/** Those that the frame does without are undefined. */
export interface FrameResidents {
  readonly volume: VolumeResidents | undefined;
  readonly meshes: MeshResidents | undefined;
  readonly output: FrameOutput;
  /** The tiles, where no triangles are binned into them. */
  readonly grid: GPUBuffer | undefined;
  /** Where in their pixels rays are, and where in their steps samples. */
  readonly pattern: GPUBuffer | undefined;
}

/** Of the noise that turns the rays of ambient occlusion, where samples have none. */
const OCCLUSION_SEED = 0;

const meshNeeds = ({ rays, grid, lightGrid }: FramePlan): MeshNeeds => ({
  grid: rays?.eye === 'bins' ? grid : undefined,
  lightGrid,
  tree: rays?.tree === true,
});

export class FrameStore {
  readonly #gpu: Gpu;
  readonly #volumes: VolumeStore;
  readonly #meshes: MeshStore;
  readonly #patterns = new Map<string, GPUBuffer>();
  readonly #grids = new Map<string, GPUBuffer>();
  #output: FrameOutput | undefined;

  constructor(gpu: Gpu, timer: PassTimer) {
    this.#gpu = gpu;
    this.#volumes = new VolumeStore(gpu, timer);
    this.#meshes = new MeshStore(gpu);
  }

  /** To be called once a frame, before it is loaded. */
  follow({ meshes }: SceneParts): MeshHistory {
    return meshes ? this.#meshes.follow(meshes) : NO_HISTORY;
  }

  /** @throws InputError for what does not fit on the device, DeviceError where it has no memory. */
  async load({ volume, meshes }: SceneParts, settings: Settings, plan: FramePlan): Promise<FrameResidents> {
    if (!this.#output?.fits(settings)) {
      const made = await FrameOutput.create(this.#gpu, settings);
      this.#output?.destroy();
      this.#output = made;
    }
    const [volumeResidents, meshResidents] = await settleAll([
      volume && this.#volumes.load(volume, settings, plan.skip),
      meshes && this.#meshes.load(meshes, meshNeeds(plan)),
    ]);
    return {
      volume: volumeResidents,
      meshes: meshResidents,
      output: this.#output,
      grid: meshResidents?.binner
        ? undefined
        : found(this.#grids, JSON.stringify(plan.grid), () => createGridUniforms(this.#gpu, plan.grid, 0, 0)),
      pattern: this.#loadPattern(settings, plan.rays?.occlusion === true),
    };
  }

  #loadPattern({ samplesPerPixel, jitter }: Settings, occlusion: boolean): GPUBuffer | undefined {
    const seed = jitter ?? (occlusion ? OCCLUSION_SEED : undefined);
    if (samplesPerPixel === 1 && seed === undefined) return undefined;
    return found(this.#patterns, `${samplesPerPixel},${seed}`, () => uploadPattern(this.#gpu, samplesPerPixel, seed));
  }

  destroy(): void {
    for (const resource of [this.#meshes, this.#output, ...this.#patterns.values(), ...this.#grids.values()]) {
      resource?.destroy();
    }
  }
}
