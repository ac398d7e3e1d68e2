/** Encodes one compute pass and submits it. */
import type { Gpu } from './gpu.js';

export function submitPass({ device }: Gpu, label: string, encode: (pass: GPUComputePassEncoder) => void): void {
  const encoder = device.createCommandEncoder({ label });
  const pass = encoder.beginComputePass({ label });
  encode(pass);
  pass.end();
  device.queue.submit([encoder.finish()]);
}
