/** Bounds of ranges of boxes: a pyramid of unions of neighbouring boxes, from which few make up any range. */
import { createConstants } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel } from '../../gpu/kernels.js';
import { packStruct } from '../../gpu/shaders/structs.js';
import { encodeLoop } from '../../split/encode-loop.js';

/** Boxes of a level that become one of the next, as wgsl/bvh/box_pyramid.wgsl has it. */
export const PYRAMID_FACTOR = 8;

/** The ends of each level in the buffer; the last has one box, unless there is none at all. */
export function layOutPyramid(leaves: number): { readonly first: number; readonly count: number }[] {
  const levels = [{ first: 0, count: leaves }];
  for (let top = levels[0]!; top.count > 1; top = levels.at(-1)!) {
    levels.push({ first: top.first + top.count, count: Math.ceil(top.count / PYRAMID_FACTOR) });
  }
  return levels;
}

/** Boxes of all levels together. */
export function countPyramidBoxes(leaves: number): number {
  const top = layOutPyramid(leaves).at(-1)!;
  return top.first + top.count;
}

export interface PyramidLevel {
  /** A `PyramidLevel` of wgsl/bvh/build/merge_boxes.wgsl. */
  readonly uniforms: GPUBuffer;
  readonly count: number;
}

/** The levels above the leaves, from the lowest to the top. */
export function createPyramidLevels(gpu: Gpu, leaves: number): PyramidLevel[] {
  const levels = layOutPyramid(leaves);
  return levels.slice(1).map(({ first, count }, index) => {
    const source = levels[index]!;
    const level = { source: source.first, source_boxes: source.count, target_start: first };
    return { uniforms: createConstants(gpu, 'bvh.pyramid-level', packStruct('PyramidLevel', level)), count };
  });
}

export class BoxPyramid {
  /** Index of the box of all leaves. */
  readonly rootIndex: number;
  readonly #gpu: Gpu;
  readonly #merge: Kernel<'bvh/build/merge_boxes.wgsl'>;
  readonly #levels: readonly PyramidLevel[];

  private constructor(gpu: Gpu, merge: Kernel<'bvh/build/merge_boxes.wgsl'>, leaves: number) {
    this.#gpu = gpu;
    this.#merge = merge;
    this.rootIndex = layOutPyramid(leaves).at(-1)!.first;
    this.#levels = createPyramidLevels(gpu, leaves);
  }

  static async create(gpu: Gpu, leaves: number): Promise<BoxPyramid> {
    return new BoxPyramid(gpu, await gpu.kernels.get('bvh/build/merge_boxes.wgsl'), leaves);
  }

  /** Encodes the unions of the leaves, which are the first boxes of `boxes`. */
  encode(pass: GPUComputePassEncoder, boxes: GPUBuffer): void {
    for (const { uniforms, count } of this.#levels) {
      encodeLoop(this.#gpu, pass, this.#merge, { level: uniforms, pyramid: boxes, boxes }, count);
    }
  }

  destroy(): void {
    for (const { uniforms } of this.#levels) uniforms.destroy();
  }
}
