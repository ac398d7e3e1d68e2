/** `tilecast convert --isosurface`: the surface on which a volume has a value, as a mesh. */
import { extractIsosurface, type Mesh, type Volume, WRITABLE_MESHES } from '../../index.js';
import { fail, optional, parseNumber } from '../../options/parse-options.js';
import { type AdapterArguments, announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { showProgress } from '../read-volume-input.js';

export const ISOSURFACE_OPTIONS = {
  isosurface: {
    type: 'string',
    describe: 'Write the isosurface at this value, closed, facing away from larger values',
  },
  open: {
    type: 'boolean',
    default: false,
    describe: 'Leave the isosurface open at the faces of the volume',
  },
} as const;

export interface IsosurfaceArguments extends AdapterArguments {
  readonly isosurface: string | undefined;
  readonly open: boolean;
}

/** The isovalue, if one is given. @throws InputError for an output that is no mesh. */
export function chooseIsosurface({ isosurface, open }: IsosurfaceArguments, isMesh: boolean): number | undefined {
  const isoValue = optional('isosurface', isosurface, parseNumber);
  if (isoValue !== undefined && !isMesh)
    fail(`--isosurface: is a mesh; end its name in ${WRITABLE_MESHES.join(' or ')}`);
  if (isoValue === undefined && open) fail('--open: is for --isosurface, which names a value');
  return isoValue;
}

export async function extractMesh(volume: Volume, isoValue: number, args: IsosurfaceArguments): Promise<Mesh> {
  const adapter = chooseAdapter(args);
  const gpu = await (await startGpu(adapter)).gpu;
  try {
    announceAdapter(gpu, adapter);
    return await showProgress(
      (report) =>
        extractIsosurface(gpu, volume, isoValue, { closed: !args.open, onProgress: (share) => report(share, 1) }),
      'slabs',
    );
  } finally {
    gpu.destroy();
  }
}
