/** Options for the part of volumes that is shown. */
import type { Option } from './option.js';
import { HALF_SPACE, POSITIVE, RANGES, WORLD_BOX } from './option-types.js';

export const CUT_OPTIONS = {
  clip: {
    part: 'appearance',
    group: 'Cuts',
    type: HALF_SPACE,
    between: 'numbers',
    of: 'volume',
    repeatable: true,
    describe: 'Keep the half-space N·p ≥ D of a world plane NX,NY,NZ,D; repeatable',
  },
  crop: {
    part: 'appearance',
    group: 'Cuts',
    type: RANGES,
    between: 'whole',
    of: 'volume',
    describe: 'Keep voxels I0:I1,J0:J1,K0:K1, inclusive; an end left out is the volume’s',
  },
  'crop-world': {
    part: 'appearance',
    group: 'Cuts',
    type: WORLD_BOX,
    between: 'numbers',
    of: 'volume',
    describe: 'Keep the world box X0:X1,Y0:Y1,Z0:Z1',
  },
  'slab-thickness': {
    part: 'appearance',
    group: 'Cuts',
    type: POSITIVE,
    between: 'numbers',
    of: 'volume',
    describe: 'Keep a slab of this thickness, in world units, across the view at the target',
  },
} as const satisfies Readonly<Record<string, Option>>;
