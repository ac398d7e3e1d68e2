/** `tilecast convert --isosurface`: the surface on which a volume has a value, as a mesh. */
import { extractIsosurface, isSignedDistance, type Mesh, type Volume, WRITABLE_MESHES } from '../../index.js';
import { fail, optional, parseChoice, parseOptionNumber } from '../../recipe/parse/parse-options.js';
import type { AdapterArguments } from '../arguments/adapter-options.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { showProgress } from '../read-volume-input.js';
import { say } from '../say.js';

export const ISOSURFACE_OPTIONS = {
  isosurface: {
    type: 'string',
    describe: 'Write the isosurface at this value, closed, facing away from what is inside',
  },
  open: {
    type: 'boolean',
    default: false,
    describe: 'Leave the isosurface open at the faces of the volume',
  },
  inside: {
    type: 'string',
    describe: 'Values inside of the isosurface: above (default), or below, as of signed distances',
  },
} as const;

export interface IsosurfaceArguments extends AdapterArguments {
  readonly isosurface: string | undefined;
  readonly open: boolean;
  readonly inside?: string | undefined;
}

const SIDES = ['above', 'below'] as const;

/** The isovalue, if one is given. @throws InputError for an output that is no mesh. */
export function chooseIsosurface(
  { isosurface, open, inside }: IsosurfaceArguments,
  isMesh: boolean,
): number | undefined {
  const isoValue = optional('isosurface', isosurface, parseOptionNumber);
  if (isoValue !== undefined && !isMesh)
    fail(`--isosurface: is a mesh; end its name in ${WRITABLE_MESHES.join(' or ')}`);
  if (isoValue === undefined && open) fail('--open: is for --isosurface, which names a value');
  if (isoValue === undefined && inside !== undefined) fail('--inside: is for --isosurface, which names a value');
  chooseSide(inside);
  return isoValue;
}

const chooseSide = (text: string | undefined) =>
  optional('inside', text, (name, side) => parseChoice(name, side, SIDES));

/** The side that is asked for, or that of what the values are. */
function findSide(volume: Volume, text: string | undefined): (typeof SIDES)[number] {
  const asked = chooseSide(text);
  if (asked) return asked;
  if (!isSignedDistance(volume)) return 'above';
  say('the values are signed distances, below 0 inside: the surface is around what is below; --inside above overrides');
  return 'below';
}

export async function extractMesh(volume: Volume, isoValue: number, args: IsosurfaceArguments): Promise<Mesh> {
  const adapter = chooseAdapter(args);
  const inside = findSide(volume, args.inside);
  const gpu = await (await startGpu(adapter)).gpu;
  try {
    announceAdapter(gpu, adapter);
    return await showProgress(
      (report) =>
        extractIsosurface(gpu, volume, isoValue, {
          closed: !args.open,
          inside,
          onProgress: (share) => report(share, 1),
        }),
      'slabs',
    );
  } finally {
    gpu.destroy();
  }
}
