/** Measures a frame that was drawn: how long its blocks take, and how full its slabs are. */
import { InputError } from '../../errors.js';
import { readWords } from '../../gpu/allocate-storage.js';
import { encodeKernel } from '../../gpu/encode-kernel.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer } from '../../gpu/timer.js';
import type { Binner } from '../../tiles/binner.js';
import { countFilledSlabs } from '../../tiles/count-filled-slabs.js';
import type { Paging } from '../frame/encode-frame.js';
import type { PreparedFrame } from '../frame/prepare-frame.js';
import type { FrameUniforms } from '../frame/uniforms.js';
import type { PixelTimes } from '../frame.js';
import { type TileBlock, timeBlocks } from './time-blocks.js';

/**
 * Casts an image again, block by block, from existing bins and resident pages.
 * @throws InputError if there is no room for all of its pages at once: rays would wait.
 */
export async function measureBlocks(
  gpu: Gpu,
  timer: PassTimer,
  uniforms: FrameUniforms,
  { plan, resident, settings: { height, timestamps }, castKernel, castResources, paging }: PreparedFrame,
): Promise<PixelTimes> {
  const { device } = gpu;
  if (paging && paging.residency.stripRows < height) throw tooManyPages(paging);
  if (paging) uniforms.writeStrip(0, height, true);
  // Blocks that are not cast are missing from the picture too.
  const clearing = device.createCommandEncoder({ label: 'clear' });
  clearing.clearBuffer(resident.output.buffer);
  if (paging) clearing.clearBuffer(paging.residency.requests);
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
  const { paddedColumns: columns, paddedRows: rows } = plan.grid;
  if (paging) {
    await timeCasts({ firstTile: 0, columns, rows }, 1);
    const { requests } = paging.residency;
    const [waiting] = await readWords(gpu, [{ buffer: requests, length: requests.size / 4 }]);
    if (waiting!.some((rays) => rays > 0)) throw tooManyPages(paging);
  }
  return timeBlocks(plan.grid, timestamps && gpu.has('timestamp-query') ? 'gpu' : 'wall', timeCasts);
}

function tooManyPages({ residency: { volume } }: Paging): InputError {
  const mebibytes = Math.round(volume.atlasBytes / 2 ** 20);
  return new InputError(
    `${volume.store.name}: a picture's times are those of pages that are all there, and this one needs more than fit into` +
      ` ${mebibytes} MiB; give it more memory, or show a coarser level`,
  );
}

/** The number of slabs in which triangles begin, per tile. */
export async function countSlabs(gpu: Gpu, { binStarts, grid }: Binner): Promise<Uint8Array<ArrayBuffer>> {
  const [starts] = await readWords(gpu, [{ buffer: binStarts, length: grid.bins + 1 }]);
  return countFilledSlabs(grid, starts!);
}
