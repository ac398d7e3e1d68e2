/** Submits a frame but for what it ends in: its rays go in bands of tiles, so that a long frame can be followed and ended. */
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer } from '../../gpu/timer.js';
import type { CallOptions } from '../settings.js';
import { castInBands } from './cast-in-bands.js';
import { encodeCast, encodeScene } from './passes.js';
import type { FramePreparer, PreparedFrame } from './prepare-frame.js';

/** The timer has room for so many bands beside the other passes. */
const MAX_TIMED_BANDS = 20;

/** Whether a caller wants to follow a frame, or to end it. */
export const isFollowed = ({ signal, onProgress }: CallOptions) => signal !== undefined || onProgress !== undefined;

/** @throws the signal's reason once it is aborted; the next frame is whole again. */
export async function submitInBands(
  gpu: Gpu,
  timer: PassTimer,
  preparer: FramePreparer,
  prepared: PreparedFrame,
  call: CallOptions,
): Promise<void> {
  const { uniforms } = preparer;
  await submitEncoded(gpu, 'frame', (encoder) => encodeScene(encoder, timer, uniforms, prepared));
  const castBand = async (firstTile: number, columns: number) => {
    await submitEncoded(gpu, 'band', (encoder) => {
      uniforms.writeFirstTile(firstTile);
      encodeCast(encoder, timer, gpu, prepared, { columns, rows: 1 });
    });
    await gpu.idle();
  };
  const { paddedColumns, paddedRows } = prepared.plan.grid;
  const maxBands = prepared.settings.timestamps ? MAX_TIMED_BANDS : Infinity;
  try {
    await castInBands(paddedColumns * paddedRows, castBand, call, maxBands);
  } catch (error) {
    // Some of the picture is this frame's, some of those before.
    preparer.discard();
    throw error;
  }
}

export function submitEncoded(gpu: Gpu, label: string, encode: (encoder: GPUCommandEncoder) => void): Promise<void> {
  const { device } = gpu;
  return gpu.guard(() => {
    const encoder = device.createCommandEncoder({ label });
    encode(encoder);
    device.queue.submit([encoder.finish()]);
  });
}
