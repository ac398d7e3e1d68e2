/** A query of how thick a solid is behind its surface, of up to `capacity` places at a time: all of it stays on the device. */
import { InputError } from '../../../errors.js';
import { allocateStorage, createConstants } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { unshared } from '../../../gpu/unshared.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { computeNormals } from '../../../mesh/normals.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { Bvh } from '../../bvh.js';
import { CrossingQuery } from '../crossings/crossing-query.js';
import { checkThicknessPoints, inwardReach, type ThicknessPoints } from './find-thickness.js';

/** Options of `ThicknessQuery.create`. */
export interface ThicknessQueryOptions {
  /** Most places of a run. */
  readonly capacity: number;
  /** The mesh that the tree is built of. */
  readonly mesh: Mesh;
  /** Default: the middles of triangles. */
  readonly at?: ThicknessPoints;
}

interface Kernels {
  readonly inward: Kernel<'bvh/queries/thickness/inward_segments.wgsl'>;
  readonly pick: Kernel<'bvh/queries/thickness/pick_thickness.wgsl'>;
}

/** Thicknesses of a mesh along its normals, on the device. */
export class ThicknessQuery {
  /** The tree that is asked. */
  readonly bvh: Bvh;
  /** The most that one call may ask about. */
  readonly capacity: number;
  /** A float a place, in world units: Infinity where nothing is behind. */
  readonly thicknesses: GPUBuffer;
  readonly #reach: number;
  readonly #crossings: CrossingQuery;
  readonly #kernels: Kernels;
  readonly #normals: GPUBuffer;

  private constructor(
    crossings: CrossingQuery,
    reach: number,
    kernels: Kernels,
    { thicknesses, normals }: Readonly<Record<'thicknesses' | 'normals', GPUBuffer>>,
  ) {
    this.bvh = crossings.bvh;
    this.capacity = crossings.capacity;
    this.thicknesses = thicknesses;
    this.#reach = reach;
    this.#crossings = crossings;
    this.#kernels = kernels;
    this.#normals = normals;
  }

  /**
   * @throws InputError for places that are none and if the adapter has no buffers for that many, DeviceError where it has no
   * memory.
   */
  static async create(bvh: Bvh, { capacity, mesh, at = 'triangles' }: ThicknessQueryOptions): Promise<ThicknessQuery> {
    checkThicknessPoints(at);
    const vertices = at === 'vertices';
    const normals = vertices ? (mesh.normals ?? computeNormals(mesh)) : new Float32Array(0);
    const conditions = { vertices };
    const [crossings, inward, pick, buffers] = await Promise.all([
      CrossingQuery.create(bvh, { capacity }),
      bvh.gpu.kernels.get('bvh/queries/thickness/inward_segments.wgsl', { conditions }),
      bvh.gpu.kernels.get('bvh/queries/thickness/pick_thickness.wgsl', { conditions }),
      allocateStorage(bvh.gpu, 'thickness', { thicknesses: capacity, normals: normals.length }),
    ]);
    bvh.gpu.device.queue.writeBuffer(buffers.normals, 0, unshared(normals));
    return new ThicknessQuery(crossings, inwardReach(mesh), { inward, pick }, buffers);
  }

  /**
   * Measures at `count` vertices or triangles from number `first` on, in `thicknesses`: as `findThickness`, with starts and
   * directions in float32.
   * @throws DeviceError if anything went wrong on the device.
   */
  async run(first: number, count: number): Promise<void> {
    const { bvh, capacity, thicknesses } = this;
    const { gpu, positions, indices, vertexCount: vertices } = bvh;
    if (count > capacity) throw new InputError(`a query of up to ${capacity} places was given ${count}`);
    const fields = { first, places: count, capacity, vertices, reach: this.#reach };
    const piece = createConstants(gpu, 'thickness.piece', packStruct('InwardPiece', fields));
    const { ends, offsets } = this.#crossings;
    try {
      const inward = { piece, positions, indices, normals: this.#normals, ends };
      submitPass(gpu, 'thickness.segments', (pass) => encodeLoop(gpu, pass, this.#kernels.inward, inward, count));
      await this.#crossings.run(count);
      const picked = { piece, offsets, crossings: this.#crossings.crossings, positions, indices, thicknesses };
      submitPass(gpu, 'thickness', (pass) => encodeLoop(gpu, pass, this.#kernels.pick, picked, count));
    } finally {
      piece.destroy();
    }
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    for (const resource of [this.#crossings, this.thicknesses, this.#normals]) resource.destroy();
  }
}
