/** Options of `tilecast convert` that make a volume of a mesh. */
import { STREAMABLE_VOLUMES } from '../../index.js';
import { fail, optional, parseIndex, parsePositive } from '../../recipe/parse/parse-options.js';
import type { AdapterArguments } from '../arguments/adapter-options.js';

export const FIELD_OPTIONS = {
  distance: {
    type: 'string',
    describe: 'Write the signed distance to a mesh, negative inside, as a volume of N voxels along its longest axis',
  },
  band: {
    type: 'string',
    describe: 'With --distance, clamp distances this many voxels from the surface',
  },
  voxelize: {
    type: 'string',
    describe:
      'Write a label volume of N voxels along the longest axis: 1 where a voxel’s centre is inside the mesh, else 0',
  },
} as const;

export interface FieldArguments extends AdapterArguments {
  readonly distance?: string | undefined;
  readonly band?: string | undefined;
  readonly voxelize?: string | undefined;
}

export interface FieldChoice {
  readonly kind: 'distance' | 'voxelize';
  /** Voxels along the longest axis. */
  readonly resolution: number;
  /** Half the width of a narrow band, in voxels. */
  readonly band: number;
}

/** Undefined where a mesh is to stay a mesh. */
export function chooseField(args: FieldArguments, output: string): FieldChoice | undefined {
  const { distance, voxelize } = args;
  const band = optional('band', args.band, parsePositive);
  if (band !== undefined && distance === undefined) fail('--band: is for --distance');
  if (distance !== undefined && voxelize !== undefined) fail('--voxelize: leave it out with --distance');
  const kind = distance === undefined ? 'voxelize' : 'distance';
  const resolution = optional(kind, args[kind], parseIndex);
  if (resolution === undefined) return undefined;
  if (resolution < 8 || resolution > 4096) fail(`--${kind}: must be 8 to 4096 voxels, not ${resolution}`);
  if (!STREAMABLE_VOLUMES.some((ending) => output.toLowerCase().endsWith(ending))) {
    fail(`${output}: is a volume for --${kind}; name it ${STREAMABLE_VOLUMES.join(' or ')}`);
  }
  return { kind, resolution, band: band ?? Infinity };
}
