/** Finds the bricks in which a mask shows anything, for skipping. */
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { submitPass } from '../../gpu/submit-pass.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';
import { encodeLoop } from '../../split/encode-loop.js';
import { countBricks } from '../../volume/bricks.js';
import type { Mask } from '../../volume/mask.js';
import { describeLabels } from '../volume/describe-labels.js';
import type { MaskTexture } from '../volume/resident/mask.js';
import type { VolumeTexture } from '../volume/resident/texture.js';

/**
 * @returns a word a brick, 1 where the mask shows any of it.
 * @throws DeviceError where there is no memory.
 */
export async function findLabelBricks(
  gpu: Gpu,
  { resident, brickSide }: VolumeTexture,
  mask: Mask,
  { labels }: MaskTexture,
): Promise<GPUBuffer> {
  const bricks = countBricks(resident.sizes, brickSide);
  const count = bricks[0] * bricks[1] * bricks[2];
  const [kernel, { shown }] = await Promise.all([
    gpu.kernels.get('cast/bricks/labels.wgsl', { constants: { brick_side: brickSide } }),
    allocateStorage(gpu, 'bricks', { shown: count }),
  ]);
  const rule = gpu.device.createBuffer({
    label: 'bricks.mask-rule',
    size: sizeBytesOf('MaskRule'),
    usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
  });
  const fields = { ...describeLabels(mask.labels, resident), bricks };
  gpu.device.queue.writeBuffer(rule, 0, packStruct('MaskRule', fields));
  submitPass(gpu, 'bricks', (pass) => encodeLoop(gpu, pass, kernel, { rule, labels: labels, shown }, count));
  rule.destroy();
  return shown;
}
