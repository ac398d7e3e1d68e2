/** Packs the `Level` of wgsl/split/level.wgsl, which says by what part of a key items are split. */
import { createConstants } from '../gpu/buffers.js';
import type { Gpu } from '../gpu/gpu.js';

/** The fields of `Level` in their order, with what they are where the whole key is the digit; a test compares with the WGSL. */
export const LEVEL_DEFAULTS = {
  capacity: 0,
  last_key: 0xffffffff,
  shift: 0,
  mask: 0xffffffff,
  digits: 1,
  first_digit: 0,
  digit_range: 1,
  segments: 1,
  bins: 1,
  pieces: 1,
  min_piece_items: 1,
};

export function createLevelUniforms(gpu: Gpu, fields: Partial<typeof LEVEL_DEFAULTS>): GPUBuffer {
  return createConstants(gpu, 'split.level', Object.values({ ...LEVEL_DEFAULTS, ...fields }));
}
