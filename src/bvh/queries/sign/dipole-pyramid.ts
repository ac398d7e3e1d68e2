/** Dipoles that stand for the triangles of a tree from afar, level by level: see wgsl/bvh/queries/sign/dipole.wgsl. */
import { allocateStorage } from '../../../gpu/allocate-storage.js';
import { wordsOf } from '../../../gpu/shaders/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import { countPyramidBoxes, createPyramidLevels } from '../../build/box-pyramid.js';
import type { Bvh } from '../../bvh.js';

/** `Dipole`s of the tree as it is now: those of the slots, then those of ever more of them. */
export async function createDipolePyramid(bvh: Bvh): Promise<GPUBuffer> {
  const { gpu, triangleCount, meshSize, boxes } = bvh;
  const [leaf, merge, { dipoles }] = await Promise.all([
    gpu.kernels.get('bvh/queries/sign/slot_dipoles.wgsl'),
    gpu.kernels.get('bvh/queries/sign/merge_dipoles.wgsl'),
    allocateStorage(gpu, 'winding', { dipoles: wordsOf('Dipole') * Math.max(1, countPyramidBoxes(triangleCount)) }),
  ]);
  const levels = createPyramidLevels(gpu, triangleCount);
  submitPass(gpu, 'winding.dipoles', (pass) => {
    encodeLoop(gpu, pass, leaf, { ...bvh.resources, size: meshSize, boxes, dipoles }, triangleCount);
    for (const { uniforms: level, count } of levels) {
      encodeLoop(gpu, pass, merge, { ...bvh.resources, level, boxes, dipoles }, count);
    }
  });
  for (const { uniforms } of levels) uniforms.destroy();
  return dipoles;
}
