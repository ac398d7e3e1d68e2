/** The compute passes that a frame begins and ends. */
import type { PassTimer } from '../../gpu/timer.js';

/** The compute passes of a frame: one for each name where they are timed, else one for as many as follow each other. */
export class ComputePasses {
  readonly #encoder: GPUCommandEncoder;
  readonly timer: PassTimer;
  #open: GPUComputePassEncoder | undefined;

  constructor(encoder: GPUCommandEncoder, timer: PassTimer) {
    this.#encoder = encoder;
    this.timer = timer;
  }

  encode(name: string, encode: (pass: GPUComputePassEncoder) => void): void {
    this.#encode(this.timer.describePass(name), encode);
  }

  /** Encodes a pass that is never timed. */
  encodeUntimed(label: string, encode: (pass: GPUComputePassEncoder) => void): void {
    this.#encode({ label }, encode);
  }

  #encode(descriptor: GPUComputePassDescriptor, encode: (pass: GPUComputePassEncoder) => void): void {
    if (this.timer.timesPasses) this.end();
    this.#open ??= this.#encoder.beginComputePass(descriptor);
    encode(this.#open);
  }

  /** The encoder, between passes. */
  between(): GPUCommandEncoder {
    this.end();
    return this.#encoder;
  }

  end(): void {
    this.#open?.end();
    this.#open = undefined;
  }
}
