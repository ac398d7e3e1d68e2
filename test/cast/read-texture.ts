/** Reads textures back for tests. */

import type { Gpu } from '../../src/gpu/gpu.js';
import { BUFFER_USAGE } from '../../src/gpu/usages.js';

/** WebGPU copies rows at such distances. */
const ROW_BYTES = 256;

/** The bytes of a 3D texture with the usage COPY_SRC, without gaps. */
export async function readTexture(gpu: Gpu, texture: GPUTexture, bytesPerTexel: number): Promise<ArrayBuffer> {
  const { width, height, depthOrArrayLayers: depth } = texture;
  const rowBytes = width * bytesPerTexel;
  const bytesPerRow = ROW_BYTES * Math.ceil(rowBytes / ROW_BYTES);
  const buffer = gpu.device.createBuffer({
    size: bytesPerRow * height * depth,
    usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST,
  });
  const encoder = gpu.device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow, rowsPerImage: height }, [width, height, depth]);
  gpu.device.queue.submit([encoder.finish()]);
  const padded = new Uint8Array(await gpu.read(buffer));
  buffer.destroy();
  const bytes = new Uint8Array(rowBytes * height * depth);
  for (let row = 0; row < height * depth; row++) {
    bytes.set(padded.subarray(row * bytesPerRow, row * bytesPerRow + rowBytes), row * rowBytes);
  }
  return bytes.buffer;
}
