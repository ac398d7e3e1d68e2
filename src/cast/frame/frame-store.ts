/** The resources of a frame on the device, loaded where new and kept where they fit. */
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer } from '../../gpu/timer.js';
import { createGridUniforms, type TileGrid } from '../../tiles/tile-grid.js';
import type { Volume } from '../../volume/volume.js';
import type { GeometryKernels, GeometryNeeds } from '../mesh/geometry.js';
import { type MeshHistory, NO_HISTORY } from '../mesh/mesh-history.js';
import type { MeshNeeds, MeshStore, ResidentMeshes } from '../mesh/mesh-store.js';
import type { EnvironmentStore, ResidentEnvironment } from '../path/environment-store.js';
import type { VolumeScene } from '../scene.js';
import type { MeshSettings, SceneParts } from '../scene-parts.js';
import type { Settings } from '../settings.js';
import { OutputBuffer } from '../target/output-buffer.js';
import { type OutputNeeds, outputNeeds } from '../target/outputs.js';
import type { ReadVoxels } from '../volume/resident/stage-voxels.js';
import type { UploadOptions } from '../volume/resident/texture.js';
import { type ResidentVolume, VolumeStore } from '../volume/resident/volume-store.js';
import type { FramePlan } from './plan-frame.js';
import { SamplePattern } from './sample-pattern.js';
import { settleAll } from './settle-all.js';

/** GPU-resident parts of a scene; undefined where the frame does without. */
export interface ResidentScene {
  readonly volume: ResidentVolume | undefined;
  readonly meshes: ResidentMeshes | undefined;
  readonly output: OutputBuffer;
  /** The tiles, where no triangles are binned into them. */
  readonly grid: GPUBuffer | undefined;
  /** The places of rays in their pixels, and of samples in their steps. */
  readonly pattern: SamplePattern;
  /** The panorama whose light paths meet. */
  readonly environment: ResidentEnvironment | undefined;
}

const meshNeeds = ({ rays, grid, lightGrid }: FramePlan): MeshNeeds => ({
  grid: rays?.primary === 'bins' ? grid : undefined,
  lightGrid,
  tree: rays?.tree === true,
});

export class FrameStore {
  readonly #gpu: Gpu;
  readonly #volumes: VolumeStore;
  #meshes: MeshStore | undefined;
  readonly #pattern: SamplePattern;
  #environments: EnvironmentStore | undefined;
  #grid: { readonly key: string; readonly buffer: GPUBuffer } | undefined;
  #output: OutputBuffer | undefined;

  constructor(gpu: Gpu, timer: PassTimer) {
    this.#gpu = gpu;
    this.#volumes = new VolumeStore(gpu, timer);
    this.#pattern = new SamplePattern(gpu);
  }

  /** Call once per frame, before it is loaded. */
  async follow({ meshes }: SceneParts): Promise<MeshHistory> {
    return meshes ? (await this.#openMeshes()).follow(meshes) : NO_HISTORY;
  }

  async loadGeometryKernels(needs: GeometryNeeds): Promise<GeometryKernels> {
    return (await this.#openMeshes()).loadKernels(needs);
  }

  /** Pages that show no meshes do not load what these need. */
  async #openMeshes(): Promise<MeshStore> {
    if (this.#meshes) return this.#meshes;
    const { MeshStore } = await import('../mesh/mesh-store.js');
    this.#meshes ??= new MeshStore(this.#gpu);
    return this.#meshes;
  }

  async #loadMeshes(meshes: MeshSettings, needs: MeshNeeds): Promise<ResidentMeshes> {
    return (await this.#openMeshes()).load(meshes, needs);
  }

  /** @throws InputError for what does not fit on the device, DeviceError where it has no memory. */
  async load({ volume, meshes, environment }: SceneParts, settings: Settings, plan: FramePlan): Promise<ResidentScene> {
    const output = await this.#loadOutput(settings.width * settings.height, outputNeeds(settings));
    const [residentVolume, residentMeshes] = await settleAll([
      volume && plan.sampling && this.#volumes.load(volume, settings, { ...plan, sampling: plan.sampling }),
      meshes && this.#loadMeshes(meshes, meshNeeds(plan)),
    ]);
    return {
      volume: residentVolume,
      meshes: residentMeshes,
      output,
      grid: residentMeshes?.binner ? undefined : this.#loadGrid(plan.grid),
      pattern: this.#pattern,
      environment: settings.quality === 'path' ? (await this.#openEnvironments()).load(environment) : undefined,
    };
  }

  /** Uploads a volume while other scenes are rendered. */
  async prefetch(
    volume: VolumeScene,
    settings: Settings,
    { skip, sampling }: FramePlan,
    pace: UploadOptions['pace'],
  ): Promise<void> {
    if (sampling) await this.#volumes.prefetch(volume, settings, { skip, sampling }, pace);
  }

  /** Uploads a volume of which no scene is known yet. */
  upload(volume: Volume, read: ReadVoxels): Promise<void> {
    return this.#volumes.upload(volume, read);
  }

  #loadOutput(pixels: number, needs: OutputNeeds): OutputBuffer | Promise<OutputBuffer> {
    return this.#output?.fits(pixels, needs) ? this.#output : this.#replaceOutput(pixels, needs);
  }

  async #replaceOutput(pixels: number, needs: OutputNeeds): Promise<OutputBuffer> {
    const made = await OutputBuffer.create(this.#gpu, pixels, needs);
    this.#output?.destroy();
    this.#output = made;
    return made;
  }

  /** Code for the light of panoramas is loaded with the first frame of paths. */
  async #openEnvironments(): Promise<EnvironmentStore> {
    const { EnvironmentStore } = await import('../path/environment-store.js');
    this.#environments ??= new EnvironmentStore(this.#gpu);
    return this.#environments;
  }

  #loadGrid(grid: TileGrid): GPUBuffer {
    const key = JSON.stringify(grid);
    if (this.#grid?.key !== key) {
      this.#grid?.buffer.destroy();
      this.#grid = { key, buffer: createGridUniforms(this.#gpu, grid, 0, 0) };
    }
    return this.#grid.buffer;
  }

  destroy(): void {
    const { buffer } = this.#grid ?? {};
    for (const resource of [this.#volumes, this.#meshes, this.#output, this.#pattern, this.#environments, buffer]) {
      resource?.destroy();
    }
  }
}
