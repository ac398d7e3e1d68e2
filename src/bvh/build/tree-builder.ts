/** The steps that make a tree on the device from positions, in buffers that the tree keeps. */
import { createConstants } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel } from '../../gpu/kernels.js';
import { packStruct } from '../../gpu/shaders/structs.js';
import { encodeLoop } from '../../split/encode-loop.js';
import { Sorter } from '../../split/sort.js';
import { BoxPyramid } from './box-pyramid.js';

/** Bits of a Morton code. */
export const CODE_BITS = 63;

/** The buffers of a tree: what it is built from, what the steps leave for each other, and the tree. */
export type TreeBuffers = Readonly<
  Record<
    | 'positions'
    | 'indices'
    | 'codesLow'
    | 'codesHigh'
    | 'sortedLow'
    | 'sortedHigh'
    | 'order'
    | 'boxes'
    | 'slots'
    | 'radixNodes'
    | 'nodeBoxes'
    | 'wideNodes',
    GPUBuffer
  >
>;

/** How to begin the pass of a step of building. */
export type DescribeStep = (step: string) => GPUComputePassDescriptor;

interface Kernels {
  readonly boxes: Kernel<'bvh/build/triangle_boxes.wgsl'>;
  readonly codes: Kernel<'bvh/build/morton_codes.wgsl'>;
  readonly tree: Kernel<'bvh/build/radix_tree.wgsl'>;
  readonly slots: Kernel<'bvh/build/slot_triangles.wgsl'>;
  readonly nodeBoxes: Kernel<'bvh/build/node_boxes.wgsl'>;
  readonly wideNodes: Kernel<'bvh/build/wide_nodes.wgsl'>;
}

export interface TreeBuilderOptions {
  readonly triangles: number;
  readonly vertices: number;
  /** Triangles of a leaf at most. */
  readonly leafSize: number;
}

export class TreeBuilder {
  /** A `MeshSize`. */
  readonly size: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #triangleCount: number;
  readonly #kernels: Kernels;
  readonly #pyramid: BoxPyramid;
  readonly #sorter: Sorter;
  readonly #root: GPUBuffer;

  private constructor(
    gpu: Gpu,
    { triangles, vertices }: TreeBuilderOptions,
    made: { readonly kernels: Kernels; readonly pyramid: BoxPyramid; readonly sorter: Sorter },
  ) {
    this.#gpu = gpu;
    this.#triangleCount = triangles;
    this.#kernels = made.kernels;
    this.#pyramid = made.pyramid;
    this.#sorter = made.sorter;
    this.size = createConstants(gpu, 'bvh.mesh-size', packStruct('MeshSize', { triangles, vertices }));
    this.#root = createConstants(gpu, 'bvh.root', packStruct('Root', { index: made.pyramid.rootIndex }));
  }

  static async create(gpu: Gpu, options: TreeBuilderOptions): Promise<TreeBuilder> {
    const { triangles, leafSize } = options;
    const [pyramid, kernels, sorter] = await Promise.all([
      BoxPyramid.create(gpu, triangles),
      loadKernels(gpu, leafSize),
      Sorter.create(gpu, { capacity: triangles, keyBits: CODE_BITS, indexValues: true }),
    ]);
    return new TreeBuilder(gpu, options, { pyramid, kernels, sorter });
  }

  /** Encodes all steps, from positions and corners to the tree. */
  encodeBuild(buffers: TreeBuffers, describe: DescribeStep, encoder: GPUCommandEncoder): void {
    const { positions, indices, codesLow, codesHigh, sortedLow, sortedHigh, order, boxes, radixNodes } = buffers;
    const mesh = { size: this.size, positions, indices };
    if (this.#triangleCount > 0) {
      runStep(encoder, describe('codes'), (pass) => {
        const { boxes: boxesKernel, codes } = this.#kernels;
        encodeLoop(this.#gpu, pass, boxesKernel, { ...mesh, boxes }, this.#triangleCount);
        this.#pyramid.encode(pass, boxes);
        const coded = { ...mesh, boxes, root: this.#root, codes_low: codesLow, codes_high: codesHigh };
        encodeLoop(this.#gpu, pass, codes, coded, this.#triangleCount);
      });
      runStep(encoder, describe('sort'), (pass) => {
        const sorted = { keysLow: sortedLow, keysHigh: sortedHigh, values: order };
        this.#sorter.encode(pass, { keysLow: codesLow, keysHigh: codesHigh }, sorted);
      });
      runStep(encoder, describe('tree'), (pass) => {
        const joined = { size: this.size, codes_low: sortedLow, codes_high: sortedHigh, nodes: radixNodes };
        encodeLoop(this.#gpu, pass, this.#kernels.tree, joined, this.#triangleCount);
      });
    }
    this.encodeRefit(buffers, describe, encoder);
  }

  /** Encodes the boxes of a tree that stays as it is. */
  encodeRefit(buffers: TreeBuffers, describe: DescribeStep, encoder: GPUCommandEncoder): void {
    const { positions, indices, order, boxes, slots, radixNodes, nodeBoxes, wideNodes } = buffers;
    const kernels = this.#kernels;
    const tree = { size: this.size, nodes: radixNodes, node_boxes: nodeBoxes };
    runStep(encoder, describe('bounds'), (pass) => {
      if (this.#triangleCount > 0) {
        const ordered = { size: this.size, positions, indices, boxes, order, slots };
        encodeLoop(this.#gpu, pass, kernels.slots, ordered, this.#triangleCount);
        this.#pyramid.encode(pass, boxes);
        encodeLoop(this.#gpu, pass, kernels.nodeBoxes, { ...tree, pyramid: boxes }, this.#triangleCount);
      }
      const widened = { ...tree, leaf_boxes: boxes, wide_nodes: wideNodes };
      encodeLoop(this.#gpu, pass, kernels.wideNodes, widened, this.#triangleCount);
    });
  }

  destroy(): void {
    for (const resource of [this.#pyramid, this.#sorter, this.size, this.#root]) resource.destroy();
  }
}

function runStep(
  encoder: GPUCommandEncoder,
  descriptor: GPUComputePassDescriptor,
  encode: (pass: GPUComputePassEncoder) => void,
): void {
  const pass = encoder.beginComputePass(descriptor);
  encode(pass);
  pass.end();
}

async function loadKernels({ kernels }: Gpu, leafSize: number): Promise<Kernels> {
  const [boxes, codes, tree, slots, nodeBoxes, wideNodes] = await Promise.all([
    kernels.get('bvh/build/triangle_boxes.wgsl'),
    kernels.get('bvh/build/morton_codes.wgsl'),
    kernels.get('bvh/build/radix_tree.wgsl'),
    kernels.get('bvh/build/slot_triangles.wgsl'),
    kernels.get('bvh/build/node_boxes.wgsl'),
    kernels.get('bvh/build/wide_nodes.wgsl', { constants: { leaf_size: leafSize } }),
  ]);
  return { boxes, codes, tree, slots, nodeBoxes, wideNodes };
}
