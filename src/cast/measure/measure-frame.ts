/** Measures a frame that was drawn: how long its blocks take, and how full its slabs are. */
import { readWords } from '../../gpu/buffers.js';
import { encodeKernel } from '../../gpu/encode-kernel.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer } from '../../gpu/timer.js';
import type { Binner } from '../../tiles/binner.js';
import { countFilledSlabs } from '../../tiles/count-filled-slabs.js';
import type { PreparedFrame } from '../frame/prepare-frame.js';
import type { FrameUniforms } from '../frame/uniforms.js';
import type { PixelTimes } from '../frame.js';
import { type TileBlock, timeBlocks } from './time-blocks.js';

/** Casts an image anew, block by block, from bins that are there. */
export async function measureBlocks(
  gpu: Gpu,
  timer: PassTimer,
  uniforms: FrameUniforms,
  { plan, resident, settings: { timestamps }, castKernel, castResources }: PreparedFrame,
): Promise<PixelTimes> {
  const { device } = gpu;
  // Blocks that are not cast are missing from the picture too.
  const clearing = device.createCommandEncoder({ label: 'clear' });
  clearing.clearBuffer(resident.output.buffer);
  device.queue.submit([clearing.finish()]);
  const resources = castResources();
  const name = 'block';
  const timeCasts = async ({ firstTile, columns, rows }: TileBlock, casts: number) => {
    timer.begin(timestamps);
    uniforms.writeFirstTile(firstTile);
    const encoder = device.createCommandEncoder({ label: name });
    const pass = encoder.beginComputePass(timer.describePass(name));
    for (let cast = 0; cast < casts; cast++) encodeKernel(gpu, pass, castKernel, resources, [columns, rows]);
    pass.end();
    timer.resolve(encoder);
    device.queue.submit([encoder.finish()]);
    return (await timer.collect()).timesMs[name]!;
  };
  return timeBlocks(plan.grid, timestamps && gpu.has('timestamp-query') ? 'gpu' : 'wall', timeCasts);
}

/** The number of slabs in which triangles begin, per tile. */
export async function countSlabs(gpu: Gpu, { binStarts, grid }: Binner): Promise<Uint8Array<ArrayBuffer>> {
  const [starts] = await readWords(gpu, [{ buffer: binStarts, length: grid.bins + 1 }]);
  return countFilledSlabs(grid, starts!);
}
