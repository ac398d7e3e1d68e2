/** A query of the voxels of a grid around a mesh, up to `capacity` of them at a time: all of it stays on the device. */
import { InputError } from '../../../errors.js';
import { allocateStorage, createConstants } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { Bvh } from '../../bvh.js';
import { chooseSignMethod, type SignMethod } from '../sign/sign-method.js';
import { SignedDistanceQuery } from '../sign/signed-distance-query.js';
import { writeGridPoints } from './grid-points.js';
import { checkGrid, countRows, type VoxelGrid } from './voxel-grid.js';

/** Options of `FieldQuery.create`. */
export interface FieldQueryOptions {
  /** Most voxels of a run. */
  readonly capacity: number;
  /** The mesh that the tree is built of. */
  readonly mesh: Mesh;
  /** The voxels at whose centres distances are asked. */
  readonly grid: VoxelGrid;
  /** How the inside is found; `auto` takes the parity where the mesh is closed, else the winding number. */
  readonly sign?: SignMethod | 'auto';
  /** Half the width of a narrow band, in world units: distances beyond are as if they were this. */
  readonly within?: number;
}

/** Signed distances of a grid's voxels from a mesh, on the device. */
export class FieldQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The most that one call may ask about. */
  readonly capacity: number;
  /** How the sign is found. */
  readonly sign: SignMethod;
  /** A float a voxel, in world units: its distance from the mesh, below 0 inside. */
  readonly voxels: GPUBuffer;
  readonly #grid: VoxelGrid;
  readonly #within: number;
  readonly #signed: SignedDistanceQuery;
  readonly #kernel: Kernel<'bvh/queries/fields/bound_distances.wgsl'>;

  private constructor(
    signed: SignedDistanceQuery,
    { grid, within = Infinity }: FieldQueryOptions,
    sign: SignMethod,
    kernel: Kernel<'bvh/queries/fields/bound_distances.wgsl'>,
    voxels: GPUBuffer,
  ) {
    this.bvh = signed.bvh;
    this.capacity = signed.capacity;
    this.sign = sign;
    this.voxels = voxels;
    this.#grid = grid;
    this.#within = within;
    this.#signed = signed;
    this.#kernel = kernel;
  }

  /**
   * @throws InputError for a grid that has no volume, a band that is not wider than 0, a sign method that is none and if the
   * adapter has no buffers for that many voxels, DeviceError where it has no memory.
   */
  static async create(bvh: Bvh, options: FieldQueryOptions): Promise<FieldQuery> {
    const { capacity, mesh, grid, sign: wanted = 'auto', within = Infinity } = options;
    checkGrid(grid);
    checkBand(within);
    const sign = chooseSignMethod(mesh, wanted);
    const [signed, kernel, { voxels }] = await Promise.all([
      SignedDistanceQuery.create(bvh, { capacity, sign, mesh, within }),
      bvh.gpu.kernels.get('bvh/queries/fields/bound_distances.wgsl'),
      allocateStorage(bvh.gpu, 'field', { voxels: capacity }),
    ]);
    return new FieldQuery(signed, options, sign, kernel, voxels);
  }

  /** Which of the voxels are inside, and how sure that is: the results of a `SideQuery`. */
  get sides(): GPUBuffer {
    return this.#signed.sides;
  }

  /**
   * Answers `count` voxels from number `first` on, i fastest, in `voxels` and `sides`.
   * @throws InputError for voxels that the grid does not have, DeviceError if anything went wrong on the device.
   */
  async run(first: number, count: number): Promise<void> {
    const { bvh, capacity } = this;
    const { gpu } = bvh;
    const all = this.#grid.sizes[0] * countRows(this.#grid);
    if (!(count <= capacity && first >= 0 && first + count <= all)) {
      throw new InputError(`a query of up to ${capacity} of ${all} voxels was given ${count} from ${first} on`);
    }
    await writeGridPoints(bvh, this.#grid, this.#signed.points, first, count);
    await this.#signed.run(count);
    const fields = { voxels: count, first: capacity, within: this.#within };
    const piece = createConstants(gpu, 'field.voxels', packStruct('FieldPiece', fields));
    const resources = { piece, results: this.#signed.results, voxels: this.voxels };
    submitPass(gpu, 'field.voxels', (pass) => encodeLoop(gpu, pass, this.#kernel, resources, count));
    piece.destroy();
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    this.#signed.destroy();
    this.voxels.destroy();
  }
}

/** @throws InputError for a band that is not wider than 0. */
export function checkBand(within: number): void {
  if (!(within > 0)) throw new InputError(`a narrow band must be wider than 0, not ${within}`);
}
