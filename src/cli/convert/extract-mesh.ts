/** `tilecast convert --isosurface`: the surface on which a volume has a value, as a mesh. */
import { extractIsosurface, isSignedDistance, type Mesh, type Volume } from '../../index.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { showProgress } from '../read-volume-input.js';
import { say } from '../say.js';
import { chooseSide, type IsosurfaceArguments } from './isosurface.js';

/** The side that is asked for, or that of what the values are. */
function findSide(volume: Volume, text: string | undefined): NonNullable<ReturnType<typeof chooseSide>> {
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
