/** The `Pattern` of wgsl/cast/frame/pattern.wgsl: where in their pixels rays are, and where in their steps samples. */

import type { Gpu } from '../../gpu/gpu.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';
import { createBlueNoise } from '../../math/blue-noise.js';
import { subpixelOffsets } from '../../math/subpixels.js';

/** Turns that follow each other by it stay far apart: the inverse of the golden ratio. */
const GOLDEN_TURN = 0.6180339887498949;

export interface PatternOptions {
  readonly samplesPerPixel: number;
  /** Seed of the noise; without it there is none. */
  readonly jitter: number | undefined;
  /** Frames of an accumulation before this one: its rays and samples go where theirs did not. */
  readonly earlierFrames: number;
}

export class SamplePattern {
  readonly buffer: GPUBuffer;
  readonly #queue: GPUQueue;
  #written = '';
  #noise: { readonly seed: number; readonly values: Float32Array } | undefined;

  constructor({ device }: Gpu) {
    this.#queue = device.queue;
    const usage = BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST;
    this.buffer = device.createBuffer({ label: 'frame.pattern', size: sizeBytesOf('Pattern'), usage });
  }

  write({ samplesPerPixel, jitter, earlierFrames }: PatternOptions): void {
    const key = `${samplesPerPixel},${jitter},${earlierFrames}`;
    if (key === this.#written) return;
    this.#written = key;
    const first = earlierFrames * samplesPerPixel;
    const subpixels = subpixelOffsets(first + samplesPerPixel)
      .slice(first)
      .map(([x, y]) => [x, y, 0, 0] as const);
    const noise = jitter === undefined ? [] : inQuads(this.#noiseOf(jitter), earlierFrames * GOLDEN_TURN);
    this.#queue.writeBuffer(this.buffer, 0, packStruct('Pattern', { subpixels, noise }));
  }

  #noiseOf(seed: number): Float32Array {
    if (this.#noise?.seed !== seed) this.#noise = { seed, values: createBlueNoise(seed) };
    return this.#noise.values;
  }

  destroy(): void {
    this.buffer.destroy();
  }
}

function inQuads(noise: Float32Array, shift: number) {
  const at = (index: number) => (noise[index]! + shift) % 1;
  return Array.from({ length: noise.length / 4 }, (_, quad) => {
    const first = 4 * quad;
    return [at(first), at(first + 1), at(first + 2), at(first + 3)] as const;
  });
}
