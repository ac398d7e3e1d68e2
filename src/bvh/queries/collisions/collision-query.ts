/** A query of the pairs of triangles of two trees that intersect: all of it stays on the device. */
import { InputError } from '../../../errors.js';
import { allocateStorage, createConstants, readWords } from '../../../gpu/allocate-storage.js';
import type { Kernel } from '../../../gpu/kernels.js';
import { packStruct } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { subtract } from '../../../math/vec3.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import { Scanner } from '../../../split/scan.js';
import { Sorter } from '../../../split/sort.js';
import type { Bvh } from '../../bvh.js';
import { defaultChunk } from '../../chunks.js';
import { CrossingQuery } from '../crossings/crossing-query.js';

/** Options of `CollisionQuery.create`. */
export interface CollisionQueryOptions {
  /** Edges whose crossings are found together, which bounds the device's memory. */
  readonly chunk?: number;
}

/** Words of a pair. */
export const PAIR_WORDS = 2;
const KEY_BITS = 64;

interface Kernels {
  readonly edges: Kernel<'bvh/queries/collisions/edge_segments.wgsl'>;
  readonly pairs: Kernel<'bvh/queries/collisions/crossing_pairs.wgsl'>;
  readonly mark: Kernel<'bvh/queries/collisions/mark_pairs.wgsl'>;
  readonly keep: Kernel<'bvh/queries/collisions/keep_pairs.wgsl'>;
}

/** The edges of one tree's triangles, against another tree. */
interface Direction {
  readonly edged: Bvh;
  readonly crossings: CrossingQuery;
}

/** The keys of pairs as they are found, some of them twice. */
interface FoundPairs {
  readonly keysLow: GPUBuffer;
  readonly keysHigh: GPUBuffer;
}

/** The pairs of triangles of two meshes that cross each other, on the device. */
export class CollisionQuery {
  /** The tree of the first mesh. */
  readonly a: Bvh;
  /** The tree of the second mesh. */
  readonly b: Bvh;
  readonly #kernels: Kernels;
  readonly #directions: readonly [Direction, Direction];
  #found: FoundPairs;
  #pairs: GPUBuffer;

  private constructor(
    [ofA, ofB]: readonly [Direction, Direction],
    kernels: Kernels,
    { pairs, ...found }: FoundPairs & { readonly pairs: GPUBuffer },
  ) {
    this.a = ofA.edged;
    this.b = ofB.edged;
    this.#kernels = kernels;
    this.#directions = [ofA, ofB];
    this.#found = found;
    this.#pairs = pairs;
  }

  /**
   * @throws InputError for trees on different devices, for a chunk without edges and where the adapter has no buffers for
   * one, DeviceError where it has no memory.
   */
  static async create(a: Bvh, b: Bvh, options: CollisionQueryOptions = {}): Promise<CollisionQuery> {
    const { gpu } = a;
    const { chunk = defaultChunk(a) } = options;
    if (b.gpu !== gpu) throw new InputError('trees must be on one device to be searched for collisions');
    if (!(Number.isSafeInteger(chunk) && chunk > 0)) {
      throw new InputError(`a chunk must be a positive whole number of edges, not ${chunk}`);
    }
    const against = (edged: Bvh, crossed: Bvh) =>
      CrossingQuery.create(crossed, { capacity: Math.min(chunk, 3 * edged.triangleCount) });
    const [ofA, ofB, kernels, buffers] = await Promise.all([
      against(a, b),
      against(b, a),
      loadKernels(a),
      allocateStorage(gpu, 'collisions', { keysLow: 1, keysHigh: 1, pairs: PAIR_WORDS }),
    ]);
    const directions = [
      { edged: a, crossings: ofA },
      { edged: b, crossings: ofB },
    ] as const;
    return new CollisionQuery(directions, kernels, buffers);
  }

  /**
   * Two words a pair, a triangle of `a` and one of `b`, in order and each pair once. A run with more pairs than any before
   * makes another buffer.
   */
  get pairs(): GPUBuffer {
    return this.#pairs;
  }

  /**
   * Finds the pairs of the trees as they are now, in `pairs`: see `findCollisions`.
   * @returns how many pairs there are.
   * @throws InputError if the adapter takes no buffer for all of them, DeviceError if anything went wrong on the device.
   */
  async run(): Promise<number> {
    let found = 0;
    for (const direction of this.#directions) found = await this.#findPairs(direction, found);
    return found === 0 ? 0 : this.#keepNew(found);
  }

  async #findPairs({ edged, crossings }: Direction, foundBefore: number): Promise<number> {
    const { gpu } = edged;
    const { capacity } = crossings;
    const offset = subtract(edged.origin, crossings.bvh.origin);
    const allEdges = 3 * edged.triangleCount;
    let found = foundBefore;
    for (let first = 0; first < allEdges; first += capacity) {
      const edges = Math.min(capacity, allEdges - first);
      const fields = { offset, first, edges, capacity, vertices: edged.vertexCount };
      const piece = createConstants(gpu, 'collisions.edges', packStruct('EdgePiece', fields));
      const { positions, indices } = edged;
      const resources = { piece, positions, indices, ends: crossings.ends };
      submitPass(gpu, 'collisions.edges', (pass) => encodeLoop(gpu, pass, this.#kernels.edges, resources, edges));
      piece.destroy();
      const count = await crossings.run(edges);
      await this.#reserve(found, found + count);
      this.#writePairs(crossings, { first: found, count, first_edge: first, edges, edges_first: edged === this.a });
      found += count;
    }
    return found;
  }

  #writePairs(
    { offsets, crossings }: CrossingQuery,
    fields: { first: number; count: number; first_edge: number; edges: number; edges_first: boolean },
  ): void {
    const { gpu } = this.a;
    const packed = packStruct('PairPiece', { ...fields, edges_first: Number(fields.edges_first) });
    const piece = createConstants(gpu, 'collisions.pairs', packed);
    const { keysLow: keys_low, keysHigh: keys_high } = this.#found;
    const resources = { piece, offsets, crossings, keys_low, keys_high };
    submitPass(gpu, 'collisions.pairs', (pass) => encodeLoop(gpu, pass, this.#kernels.pairs, resources, fields.edges));
    piece.destroy();
  }

  /** Grows the buffers to `wanted` pairs, at least twice as many as before, and keeps existing pairs. */
  async #reserve(kept: number, wanted: number): Promise<void> {
    const { gpu } = this.a;
    const old = this.#found;
    const room = old.keysLow.size / 4;
    if (room >= wanted) return;
    const words = Math.max(wanted, 2 * room);
    this.#found = await allocateStorage(gpu, 'collisions', { keysLow: words, keysHigh: words });
    const encoder = gpu.device.createCommandEncoder({ label: 'collisions.grow' });
    for (const name of ['keysLow', 'keysHigh'] as const) {
      encoder.copyBufferToBuffer(old[name], 0, this.#found[name], 0, 4 * kept);
    }
    gpu.device.queue.submit([encoder.finish()]);
    for (const buffer of Object.values(old)) buffer.destroy();
  }

  async #keepNew(found: number): Promise<number> {
    const { gpu } = this.a;
    const [sorter, scanner, sorted] = await Promise.all([
      Sorter.create(gpu, { capacity: found, keyBits: KEY_BITS, indexValues: true }),
      Scanner.create(gpu, { length: found + 1 }),
      allocateStorage(gpu, 'collisions', {
        keysLow: found,
        keysHigh: found,
        values: found,
        places: found + 1,
        total: 1,
      }),
    ]);
    const { keysLow: keys_low, keysHigh: keys_high, places, total } = sorted;
    const fields = { first: 0, count: found, first_edge: 0, edges: 0, edges_first: 0 };
    const piece = createConstants(gpu, 'collisions.found', packStruct('PairPiece', fields));
    try {
      submitPass(gpu, 'collisions.sort', (pass) => {
        sorter.encode(pass, this.#found, sorted);
        encodeLoop(gpu, pass, this.#kernels.mark, { piece, keys_low, keys_high, marks: places }, found + 1);
        scanner.encode(pass, places);
      });
      const encoder = gpu.device.createCommandEncoder({ label: 'collisions.total' });
      encoder.copyBufferToBuffer(places, 4 * found, total, 0, 4);
      gpu.device.queue.submit([encoder.finish()]);
      const [words] = await readWords(gpu, [{ buffer: total, length: 1 }]);
      const count = words![0]!;
      await this.#reservePairs(count);
      const resources = { piece, keys_low, keys_high, places, pairs: this.#pairs };
      submitPass(gpu, 'collisions.keep', (pass) => encodeLoop(gpu, pass, this.#kernels.keep, resources, found));
      return count;
    } finally {
      for (const resource of [sorter, scanner, piece, ...Object.values(sorted)]) resource.destroy();
    }
  }

  async #reservePairs(count: number): Promise<void> {
    if (this.#pairs.size >= 4 * PAIR_WORDS * count) return;
    const { pairs } = await allocateStorage(this.a.gpu, 'collisions', { pairs: PAIR_WORDS * count });
    this.#pairs.destroy();
    this.#pairs = pairs;
  }

  /** Frees the buffers of the query; the tree stays. */
  destroy(): void {
    for (const { crossings } of this.#directions) crossings.destroy();
    for (const buffer of [...Object.values(this.#found), this.#pairs]) buffer.destroy();
  }
}

async function loadKernels({ gpu: { kernels } }: Bvh): Promise<Kernels> {
  const [edges, pairs, mark, keep] = await Promise.all([
    kernels.get('bvh/queries/collisions/edge_segments.wgsl'),
    kernels.get('bvh/queries/collisions/crossing_pairs.wgsl'),
    kernels.get('bvh/queries/collisions/mark_pairs.wgsl'),
    kernels.get('bvh/queries/collisions/keep_pairs.wgsl'),
  ]);
  return { edges, pairs, mark, keep };
}
