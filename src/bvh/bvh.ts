/**
 * A bounding volume hierarchy over a mesh's triangles, built on the GPU: Morton codes, sorted, make a binary radix tree, of
 * which a tree with four children per node is made. Refitting gives it new boxes for new positions.
 */

import { InputError } from '../errors.js';
import { chooseByAdapter } from '../gpu/adapter-traits.js';
import { allocateStorage } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import { wordsOf } from '../gpu/shaders/structs.js';
import { PassTimer, type PassTimes } from '../gpu/timer.js';
import { unshared } from '../gpu/unshared.js';
import type { Vec3 } from '../math/vec3.js';
import type { Mesh } from '../mesh/mesh.js';
import { withDefaults } from '../with-defaults.js';
import { countPyramidBoxes } from './build/box-pyramid.js';
import { CODE_BITS, type DescribeStep, type TreeBuffers, TreeBuilder } from './build/tree-builder.js';

/**
 * Bits of the index that distinguishes triangles of equal codes: as many triangles as a leaf can point to. Nodes on a path share
 * more and more bits of code and index with all below, so no path is longer in the binary tree.
 */
const INDEX_BITS = 28;
/**
 * A wide node takes two binary levels, and a traversal leaves up to three children of each on the stack, or four of the last,
 * above the mark of its end.
 */
export const MAX_STACK = 3 * Math.ceil((CODE_BITS + INDEX_BITS) / 2) + 2;

const LEAF_SIZES = [1, 2, 4, 8] as const;

/** Options of `Bvh.build`. */
export interface BvhOptions {
  /** Triangles of a leaf at most: 1, 2, 4 or 8; `auto` is the fastest that was measured on such an adapter. */
  readonly leafSize?: number | 'auto';
}

/** Defaults of `BvhOptions`. */
export const BVH_DEFAULTS = { leafSize: 'auto' } as const satisfies BvhOptions;

/** Measured by experiments/bvh-build. */
const FASTEST_LEAF_SIZE = { gpu: 4, llvmpipe: 2, swiftshader: 2 } as const;

/** The size of a mesh that a BVH is built for. */
export interface BvhSize {
  /** Triangles of the tree. */
  readonly triangles: number;
  /** Vertices of its mesh. */
  readonly vertices: number;
  /** World point that positions are relative to; of no meaning for a tree in a space of its own. */
  readonly origin: Vec3;
}

/** A BVH over a mesh's triangles, built on the device; all mesh queries use one. */
export class Bvh {
  /** The device that it is on. */
  readonly gpu: Gpu;
  /** Triangles of the mesh. */
  readonly triangleCount: number;
  /** Vertices of the mesh. */
  readonly vertexCount: number;
  /** World point that the tree's coordinates are relative to: the mesh's. */
  readonly origin: Vec3;
  /** Triangles of a leaf, at most. */
  readonly leafSize: number;
  readonly #builder: TreeBuilder;
  readonly #buffers: TreeBuffers;

  private constructor(
    gpu: Gpu,
    { triangles, vertices, origin }: BvhSize,
    made: { readonly leafSize: number; readonly builder: TreeBuilder; readonly buffers: TreeBuffers },
  ) {
    this.gpu = gpu;
    this.triangleCount = triangles;
    this.vertexCount = vertices;
    this.origin = origin;
    this.leafSize = made.leafSize;
    this.#builder = made.builder;
    this.#buffers = made.buffers;
  }

  /**
   * Builds the hierarchy of a mesh. Triangles with a corner that does not exist or is not finite are left out.
   * @throws InputError for options that cannot be and for more triangles than the adapter has buffers for, DeviceError
   * where it has no memory.
   */
  static async build(gpu: Gpu, mesh: Mesh, options: BvhOptions = {}): Promise<Bvh> {
    const bvh = await Bvh.allocate(gpu, mesh, options);
    bvh.rebuild(mesh.positions);
    return bvh;
  }

  /** All that `build` does but the building: for those who time that. */
  static async allocate(gpu: Gpu, mesh: Mesh, options: BvhOptions = {}): Promise<Bvh> {
    const size = { triangles: mesh.triangles.length / 3, vertices: mesh.positions.length / 3, origin: mesh.origin };
    const bvh = await Bvh.reserve(gpu, size, options);
    gpu.device.queue.writeBuffer(bvh.indices, 0, unshared(mesh.triangles));
    return bvh;
  }

  /**
   * A tree for triangles that the device itself writes, to `indices` and `positions`; `encodeBuild` builds it.
   * @throws InputError and DeviceError as `build`.
   */
  static async reserve(gpu: Gpu, size: BvhSize, options: BvhOptions = {}): Promise<Bvh> {
    const { triangles, vertices } = size;
    const { leafSize: asked } = withDefaults(BVH_DEFAULTS, options);
    const fastest = chooseByAdapter(gpu.traits, FASTEST_LEAF_SIZE);
    const leafSize = asked === 'auto' ? fastest : asked;
    if (!LEAF_SIZES.some((possible) => possible === leafSize)) {
      throw new InputError(`a leaf of a BVH has up to ${LEAF_SIZES.join(', ')} triangles, not ${leafSize}`);
    }
    if (triangles > 2 ** INDEX_BITS) {
      throw new InputError(`a BVH has at most ${2 ** INDEX_BITS} triangles, not ${triangles}`);
    }
    const [builder, buffers] = await Promise.all([
      TreeBuilder.create(gpu, { triangles, vertices, leafSize }),
      allocateStorage(gpu, 'bvh', {
        positions: 3 * vertices,
        indices: 3 * triangles,
        codesLow: triangles,
        codesHigh: triangles,
        sortedLow: triangles,
        sortedHigh: triangles,
        order: triangles,
        boxes: wordsOf('Box') * Math.max(1, countPyramidBoxes(triangles)),
        slots: wordsOf('SlotTriangle') * Math.max(1, triangles),
        radixNodes: wordsOf('RadixNode') * Math.max(1, triangles - 1),
        nodeBoxes: wordsOf('Box') * Math.max(1, triangles - 1),
        wideNodes: wordsOf('WideNode') * Math.max(1, triangles - 1),
      }),
    ]);
    return new Bvh(gpu, size, { leafSize, builder, buffers });
  }

  /** x, y and z of every vertex, relative to the origin. */
  get positions(): GPUBuffer {
    return this.#buffers.positions;
  }

  /** The corners of every triangle. */
  get indices(): GPUBuffer {
    return this.#buffers.indices;
  }

  /** `WideNode`s, the first of which is the root. */
  get wideNodes(): GPUBuffer {
    return this.#buffers.wideNodes;
  }

  /** `SlotTriangle`s in the order of the leaves. */
  get slots(): GPUBuffer {
    return this.#buffers.slots;
  }

  /** A `MeshSize`. */
  get meshSize(): GPUBuffer {
    return this.#builder.size;
  }

  /** The `Box`es of the slots, and of their pyramid: see box-pyramid.ts. */
  get boxes(): GPUBuffer {
    return this.#buffers.boxes;
  }

  /** The bindings of kernels that traverse the tree: wgsl/bvh/tree.wgsl. */
  get resources() {
    return { nodes: this.wideNodes, slots: this.slots };
  }

  /** The binary tree that it was made of: codes in order, the triangle of each, `RadixNode`s of which the first is the root. */
  get binaryTree(): Readonly<Record<'codesLow' | 'codesHigh' | 'order' | 'radixNodes', GPUBuffer>> {
    const { sortedLow: codesLow, sortedHigh: codesHigh, order, radixNodes } = this.#buffers;
    return { codesLow, codesHigh, order, radixNodes };
  }

  /** Size of all buffers together, without the sorter's. */
  get sizeBytes(): number {
    return Object.values(this.#buffers).reduce((sum, { size }) => sum + size, 0);
  }

  /** Builds the tree anew, for the same triangles with other positions, relative to the same origin. */
  rebuild(positions: Float32Array): void {
    this.#upload(positions);
    this.#submit((describe, encoder) => this.encodeBuild(describe, encoder));
  }

  /**
   * Fits the boxes to other positions, and keeps the tree: faster than to rebuild it, and as good while triangles that were
   * near each other stay so. Answers are right however far they move.
   */
  refit(positions: Float32Array): void {
    this.#upload(positions);
    this.#submit((describe, encoder) => this.#builder.encodeRefit(this.#buffers, describe, encoder));
  }

  /** Milliseconds of each step of a rebuild; for experiments. */
  async timeRebuild(positions: Float32Array): Promise<PassTimes> {
    return this.#time(positions, (describe, encoder) => this.encodeBuild(describe, encoder));
  }

  /** Refits as `refit` does, and says how long each pass took. */
  async timeRefit(positions: Float32Array): Promise<PassTimes> {
    return this.#time(positions, (describe, encoder) => this.#builder.encodeRefit(this.#buffers, describe, encoder));
  }

  async #time(positions: Float32Array, encode: EncodeSteps): Promise<PassTimes> {
    this.#upload(positions);
    const timer = new PassTimer(this.gpu);
    timer.begin(true);
    const encoder = this.gpu.device.createCommandEncoder({ label: 'bvh' });
    encode((step) => timer.describePass(step), encoder);
    timer.resolve(encoder);
    this.gpu.device.queue.submit([encoder.finish()]);
    const times = await timer.collect();
    timer.destroy();
    return times;
  }

  #submit(encode: EncodeSteps): void {
    const encoder = this.gpu.device.createCommandEncoder({ label: 'bvh' });
    encode((step) => ({ label: `bvh.${step}` }), encoder);
    this.gpu.device.queue.submit([encoder.finish()]);
  }

  #upload(positions: Float32Array): void {
    if (positions.length !== 3 * this.vertexCount) {
      throw new InputError(`positions must be ${3 * this.vertexCount} numbers, not ${positions.length}`);
    }
    this.gpu.device.queue.writeBuffer(this.#buffers.positions, 0, unshared(positions));
  }

  /** Encodes the passes of `rebuild`, given the positions. */
  encodeBuild(describe: DescribeStep, encoder: GPUCommandEncoder): void {
    this.#builder.encodeBuild(this.#buffers, describe, encoder);
  }

  /** Frees the buffers; queries of it cannot be asked any more. */
  destroy(): void {
    for (const resource of [...Object.values(this.#buffers), this.#builder]) resource.destroy();
  }
}

type EncodeSteps = (describe: DescribeStep, encoder: GPUCommandEncoder) => void;
