/** The light of frames that goes through volumes: its grid is kept for as long as it fits. */
import type { Gpu } from '../../gpu/gpu.js';
import type { MeshOpacity, MeshShadows } from './mesh-shadows.js';
import { type LightQuery, VolumeLight } from './volume-light.js';

export interface ResidentLight {
  readonly volume: VolumeLight;
  /** Undefined where no meshes shade the volume. */
  readonly meshes: MeshShadows | undefined;
}

export class LightStore {
  readonly #gpu: Gpu;
  #volume: VolumeLight | undefined;
  #meshes: MeshShadows | undefined;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /**
   * @param meshOpacity of meshes that shade the volume.
   * @throws DeviceError where the device has no memory.
   */
  async load(query: LightQuery, meshOpacity: MeshOpacity | undefined): Promise<ResidentLight> {
    const { cells } = query.grid;
    if (!this.#volume?.fits(cells)) {
      this.destroy();
      this.#volume = await VolumeLight.create(this.#gpu, cells);
    }
    const volume = this.#volume;
    if (meshOpacity && !this.#meshes) {
      const { MeshShadows } = await import('./mesh-shadows.js');
      this.#meshes = await MeshShadows.create(this.#gpu, volume, cells);
    }
    if (meshOpacity) await this.#meshes!.loadKernel(meshOpacity);
    await volume.ask(query);
    return { volume, meshes: meshOpacity && this.#meshes };
  }

  destroy(): void {
    this.#volume?.destroy();
    this.#meshes?.destroy();
    this.#volume = undefined;
    this.#meshes = undefined;
  }
}
