/** What meshes became on the device, and the bins and pixels of their frames: kept for as long as they fit. */
import type { Gpu } from '../gpu/gpu.js';
import { Binner } from '../tiles/binner.js';
import type { TileGrid } from '../tiles/tile-grid.js';
import { MeshArena } from './mesh-arena.js';
import { MeshGeometry } from './mesh-geometry.js';
import { MeshOutput } from './mesh-output.js';
import type { MeshScene, MeshSettings } from './mesh-scene.js';

export interface FrameResidents {
  readonly geometry: MeshGeometry;
  readonly binner: Binner;
  /** Undefined without shadows. */
  readonly lightBinner: Binner | undefined;
  readonly output: MeshOutput;
}

export class MeshResidents {
  readonly #gpu: Gpu;
  #geometry: MeshGeometry | undefined;
  #binner: Binner | undefined;
  #lightBinner: Binner | undefined;
  #output: MeshOutput | undefined;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /**
   * @param lightGrid of shadow rays, where there are any.
   * @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory.
   */
  async load(
    { meshes }: MeshScene,
    settings: MeshSettings,
    grid: TileGrid,
    lightGrid: TileGrid | undefined,
  ): Promise<FrameResidents> {
    const geometry = await this.#loadGeometry(meshes, lightGrid !== undefined);
    this.#binner = await this.#loadBinner(this.#binner, geometry, grid);
    if (lightGrid) this.#lightBinner = await this.#loadBinner(this.#lightBinner, geometry, lightGrid);
    if (!this.#output?.fits(settings)) {
      const made = await MeshOutput.create(this.#gpu, settings);
      this.#output?.destroy();
      this.#output = made;
    }
    const lightBinner = lightGrid && this.#lightBinner;
    return { geometry, binner: this.#binner, lightBinner, output: this.#output };
  }

  async #loadGeometry(meshes: MeshScene['meshes'], withLight: boolean): Promise<MeshGeometry> {
    const known = this.#geometry;
    const kept = known?.arena.holds(meshes) ? known.arena : undefined;
    if (known && kept && (known.withLight || !withLight)) return known;
    // Meshes may be large, so the old ones go before others come.
    this.#geometry = undefined;
    known?.destroy();
    if (!kept) known?.arena.destroy();
    const arena =
      kept ??
      (await MeshArena.create(
        this.#gpu,
        meshes.map(({ mesh }) => mesh),
      ));
    this.#geometry = await MeshGeometry.create(this.#gpu, arena, withLight);
    return this.#geometry;
  }

  async #loadBinner(known: Binner | undefined, { arena }: MeshGeometry, grid: TileGrid): Promise<Binner> {
    const itemCount = arena.triangleCount;
    if (known?.fits(grid, itemCount)) return known;
    const made = await Binner.create(this.#gpu, { grid, itemCount });
    known?.destroy();
    return made;
  }

  destroy(): void {
    const { arena } = this.#geometry ?? {};
    for (const resource of [arena, this.#geometry, this.#binner, this.#lightBinner, this.#output]) resource?.destroy();
  }
}
