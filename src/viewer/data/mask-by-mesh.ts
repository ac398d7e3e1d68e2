/** The inside of a mesh as labels in a volume's own voxels. */
import { createVolume, type Gpu } from '../../index.js';
import { Bvh, findClosedness, voxelizeMesh } from '../../mesh-queries.js';
import type { LoadedLabels, LoadedMesh } from '../../recipe/scene/scene-data.js';
import type { ViewerData } from './viewer-data.js';

const INSIDE = { label: 1, name: 'Inside' } as const;

/** The labels, and a line for the user where the mesh is open. */
export async function maskByMesh(
  gpu: Gpu,
  { name, mesh }: LoadedMesh,
  volume: NonNullable<ViewerData['volume']>,
): Promise<{ readonly labels: LoadedLabels; readonly note: string | undefined }> {
  const { closed, openEdges } = findClosedness(mesh);
  const bvh = await Bvh.build(gpu, mesh);
  try {
    const voxels = await voxelizeMesh(bvh, mesh, volume, { sign: closed ? 'parity' : 'winding' });
    const labels = { volume: createVolume({ ...volume, voxels }), styles: [INSIDE], isNamed: true };
    const open = `${name} is open, with ${openEdges} edges of holes: winding numbers decide what is inside`;
    return { labels, note: closed ? undefined : open };
  } finally {
    bvh.destroy();
  }
}
