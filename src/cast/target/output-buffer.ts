/** The buffer that frames are written to, and where its parts are; kept as long as its size and contents allow. */
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { ReadRange } from '../../gpu/host/readback.js';
import { layOutOutputs, type OutputLayout, type OutputNeeds, type OutputPart, wordsOfOutput } from './outputs.js';

const NEEDS = ['color', 'surface', 'values', 'guides', 'counts'] as const satisfies (keyof OutputNeeds)[];

export class OutputBuffer {
  readonly buffer: GPUBuffer;
  readonly layout: OutputLayout;

  private constructor(layout: OutputLayout, buffer: GPUBuffer) {
    this.layout = layout;
    this.buffer = buffer;
  }

  /** @throws DeviceError where there is no memory. */
  static async create(gpu: Gpu, pixels: number, needs: OutputNeeds): Promise<OutputBuffer> {
    const layout = layOutOutputs(pixels, needs);
    const { output } = await allocateStorage(gpu, 'frame', { output: layout.words });
    return new OutputBuffer(layout, output);
  }

  fits(pixels: number, needs: OutputNeeds): boolean {
    const { layout } = this;
    return pixels === layout.pixels && NEEDS.every((need) => needs[need] === layout[need]);
  }

  destroy(): void {
    this.buffer.destroy();
  }
}

/** The range of one part of the buffer. */
export function rangeOf({ buffer, layout }: OutputBuffer, name: OutputPart): ReadRange {
  return { buffer, offsetBytes: 4 * layout.first[name]!, sizeBytes: 4 * wordsOfOutput(name, layout.pixels) };
}
