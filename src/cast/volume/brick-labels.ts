/** Finds the bricks of which a mask lets anything through: skipping goes by it. */
import { allocateStorage } from '../../gpu/buffers.js';
import { BUFFER_USAGE } from '../../gpu/constants.js';
import type { Gpu } from '../../gpu/gpu.js';
import { submitPass } from '../../gpu/submit-pass.js';
import { encodeLoop } from '../../split/encode-loop.js';
import { countBricks } from '../../volume/bricks.js';
import type { Mask } from '../../volume/mask.js';
import { packFields } from '../frame/pack-fields.js';
import { describeLabels } from './describe-labels.js';
import type { MaskTexture } from './mask.js';
import type { VolumeTexture } from './texture.js';

/** Byte offsets of the fields of `MaskRule` of wgsl/cast/volume/mask_rule.wgsl; a test compares with the WGSL. */
export const MASK_RULE_OFFSETS = { bricks: 0, label_x: 16, label_y: 32, label_z: 48, label_origin: 64 } as const;

export const MASK_RULE_SIZE_BYTES = 80;

const UNSIGNED_FIELDS: ReadonlySet<string> = new Set(['bricks']);

/**
 * @returns a word a brick, 1 where the mask shows any of it.
 * @throws DeviceError where there is no memory.
 */
export async function findShownBricks(
  gpu: Gpu,
  { resident, brickSide }: VolumeTexture,
  mask: Mask,
  { labels }: MaskTexture,
): Promise<GPUBuffer> {
  const bricks = countBricks(resident.sizes, brickSide);
  const count = bricks[0] * bricks[1] * bricks[2];
  const [kernel, { shown }] = await Promise.all([
    gpu.kernels.get('cast/volume/brick_labels.wgsl', { constants: { brick_side: brickSide } }),
    allocateStorage(gpu, 'bricks', { shown: count }),
  ]);
  const rule = gpu.device.createBuffer({
    label: 'bricks.mask-rule',
    size: MASK_RULE_SIZE_BYTES,
    usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
  });
  const fields = { ...describeLabels(mask, resident), bricks };
  gpu.device.queue.writeBuffer(rule, 0, packFields(MASK_RULE_OFFSETS, MASK_RULE_SIZE_BYTES, fields, UNSIGNED_FIELDS));
  submitPass(gpu, 'bricks', (pass) => encodeLoop(gpu, pass, kernel, [rule, labels.createView(), shown], count));
  rule.destroy();
  return shown;
}
