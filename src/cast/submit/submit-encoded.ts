/** Encodes commands and submits them. */
import type { Gpu } from '../../gpu/gpu.js';

/** @throws DeviceError where the device refuses them. */
export function submitEncoded(gpu: Gpu, label: string, encode: (encoder: GPUCommandEncoder) => void): Promise<void> {
  const { device } = gpu;
  return gpu.guard(() => {
    const encoder = device.createCommandEncoder({ label });
    encode(encoder);
    device.queue.submit([encoder.finish()]);
  });
}
