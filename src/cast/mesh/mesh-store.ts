/** Meshes on the device, and the bins of their frames: kept for as long as they fit. */
import type { Gpu } from '../../gpu/gpu.js';
import { Binner } from '../../tiles/binner.js';
import type { TileGrid } from '../../tiles/tile-grid.js';
import { cached, LastCached } from '../frame/cached.js';
import { settleAll } from '../frame/settle-all.js';
import type { MeshSettings } from '../scene-parts.js';
import { MeshArena } from './arena.js';
import { crowdingError, findCrowding } from './crowding.js';
import { type GeometryKernels, type GeometryNeeds, loadGeometryKernels, MeshGeometry } from './geometry.js';
import { type MeshHistory, NO_HISTORY } from './mesh-history.js';
import { SceneTree } from './scene-tree.js';
import { fitTreeSpace, type TreeSpace } from './transforms/tree-space.js';

export interface ResidentMeshes {
  readonly geometry: MeshGeometry;
  /** Bins of primary rays and of shadow rays; undefined where no rays take bins. */
  readonly binner: Binner | undefined;
  readonly lightBinner: Binner | undefined;
  /** Undefined until a frame takes it; then there for frames that do not, too. */
  readonly tree: SceneTree | undefined;
}

/** A frame's needs besides the triangles. */
export interface MeshNeeds {
  /** The bins of primary rays and of shadow rays; undefined where they are traced through the tree. */
  readonly grid: TileGrid | undefined;
  readonly lightGrid: TileGrid | undefined;
  readonly tree: boolean;
}

/** The viewer of the triangles that are binned. */
type View = 'camera' | 'light';

export class MeshStore {
  readonly #gpu: Gpu;
  #geometry: MeshGeometry | undefined;
  readonly #binners: Partial<Record<View, Binner>> = {};
  #tree: SceneTree | undefined;
  #space: TreeSpace | undefined;
  #crowded: { readonly space: TreeSpace; readonly tried: number | undefined } | undefined;
  #stillFrames = 0;
  readonly #kernels = new LastCached<GeometryNeeds, Promise<GeometryKernels>>();

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** Call once per frame, before its triangles are loaded. */
  follow({ meshes }: MeshSettings): MeshHistory {
    const arena = this.#geometry?.arena;
    const isKnown = arena?.holds(meshes) === true;
    const isStill = isKnown && !arena.moves(meshes);
    if (isKnown && arena.transforms(meshes)) this.#space = undefined;
    this.#stillFrames = isStill ? this.#stillFrames + 1 : 0;
    if (!isStill) return NO_HISTORY;
    return { stillFrames: this.#stillFrames, treeErrorWorld: () => this.#treeErrorWorld(meshes) };
  }

  #treeErrorWorld(meshes: MeshSettings['meshes']): number {
    this.#space ??= fitTreeSpace(meshes);
    return this.#crowding(meshes, this.#space) === undefined ? this.#space.errorWorld : Infinity;
  }

  /** Found once for each space, since it takes all triangles. */
  #crowding(meshes: MeshSettings['meshes'], space: TreeSpace): number | undefined {
    if (this.#crowded?.space !== space) this.#crowded = { space, tried: findCrowding(meshes, space) };
    return this.#crowded.tried;
  }

  loadKernels(needs: GeometryNeeds): Promise<GeometryKernels> {
    return cached(this.#kernels, needs, () => loadGeometryKernels(this.#gpu, needs));
  }

  /** @throws InputError for more than the adapter has buffers for, DeviceError where it has no memory. */
  async load(part: MeshSettings, { grid, lightGrid, tree }: MeshNeeds): Promise<ResidentMeshes> {
    const geometry = await this.#loadGeometry(part, lightGrid !== undefined);
    await geometry.arena.prepare(part.meshes);
    // Kernels of each compile beside those of the others.
    const [binner, lightBinner] = await settleAll([
      grid && this.#loadBinner('camera', geometry, grid),
      lightGrid && this.#loadBinner('light', geometry, lightGrid),
      tree ? this.#loadTree(geometry, part) : undefined,
    ]);
    // Even a frame without the tree marks it as moved.
    return { geometry, binner, lightBinner, tree: this.#tree };
  }

  async #loadTree({ arena }: MeshGeometry, { meshes }: MeshSettings): Promise<SceneTree> {
    this.#space ??= fitTreeSpace(meshes);
    const tried = this.#crowding(meshes, this.#space);
    if (tried !== undefined) throw crowdingError(tried);
    this.#tree ??= await SceneTree.create(this.#gpu, arena, this.#space);
    this.#tree.space = this.#space;
    return this.#tree;
  }

  async #loadGeometry({ meshes }: MeshSettings, withLight: boolean): Promise<MeshGeometry> {
    const known = this.#geometry;
    const kept = known?.arena.holds(meshes) ? known.arena : undefined;
    if (known && kept && (known.withLight || !withLight)) return known;
    // Meshes may be large, so the old ones go before others come.
    this.#geometry = undefined;
    known?.destroy();
    if (!kept) {
      known?.arena.destroy();
      this.#tree?.destroy();
      this.#tree = undefined;
      this.#space = undefined;
    }
    const plain = meshes.map(({ mesh }) => mesh);
    const arena = kept ?? (await MeshArena.create(this.#gpu, plain));
    this.#geometry = await MeshGeometry.create(this.#gpu, arena, withLight);
    return this.#geometry;
  }

  #loadBinner(view: View, { arena }: MeshGeometry, grid: TileGrid): Binner | Promise<Binner> {
    const known = this.#binners[view];
    return known?.fits(grid, arena.triangleCount) ? known : this.#replaceBinner(view, arena, grid);
  }

  async #replaceBinner(view: View, { triangleCount: itemCount }: MeshArena, grid: TileGrid): Promise<Binner> {
    const made = await Binner.create(this.#gpu, { grid, itemCount });
    this.#binners[view]?.destroy();
    this.#binners[view] = made;
    return made;
  }

  destroy(): void {
    const { arena } = this.#geometry ?? {};
    const { camera, light } = this.#binners;
    for (const resource of [arena, this.#geometry, camera, light, this.#tree]) resource?.destroy();
  }
}
