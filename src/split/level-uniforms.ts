/** The `Level` of wgsl/split/level/level.wgsl: the part of the key by which items are split. */

import { createConstants } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import { packStruct, type Struct } from '../gpu/shaders/structs.js';
import { withDefaults } from '../with-defaults.js';

/** A level for which the whole key is the digit. */
const LEVEL_DEFAULTS: Struct<'Level'> = {
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
  piece_step: 1,
  digit_starts: 0,
  published: 0,
};

export function createLevelUniforms(gpu: Gpu, fields: Partial<Struct<'Level'>>): GPUBuffer {
  return createConstants(gpu, 'split.level', packStruct('Level', withDefaults(LEVEL_DEFAULTS, fields)));
}
