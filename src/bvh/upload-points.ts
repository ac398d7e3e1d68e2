/** Uploads points as queries take them. */
import type { Staging } from '../gpu/host/staging.js';
import type { Vec3 } from '../math/vec3.js';
import { type Points, writeRelative } from './relative-points.js';

/** Points with their place in the buffer that they go to. */
export interface PlacedPoints {
  readonly points: Points;
  readonly offsetBytes: number;
}

/**
 * Submits copies of points to a buffer, in float32 relative to an origin, and what `encodeAfter` encodes.
 * @throws DeviceError if the device failed.
 */
export async function uploadPoints(
  staging: Staging,
  to: GPUBuffer,
  origin: Vec3,
  parts: readonly PlacedPoints[],
  encodeAfter?: (encoder: GPUCommandEncoder) => void,
): Promise<void> {
  let sizeBytes = 0;
  const copies = parts.map(({ points, offsetBytes }) => {
    const copy = { from: sizeBytes, to, offsetBytes, sizeBytes: 4 * points.length };
    sizeBytes += copy.sizeBytes;
    return copy;
  });
  if (sizeBytes === 0) return;
  const fill = (bytes: ArrayBuffer) => {
    for (const [index, { points }] of parts.entries()) {
      writeRelative(origin, points, new Float32Array(bytes, copies[index]!.from, points.length));
    }
  };
  await staging.upload({ sizeBytes, fill, copies, encodeAfter });
}
