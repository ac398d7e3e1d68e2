/** Meshes through which others are seen. */
import type { Mesh } from '../mesh.js';
import { isSeeThrough } from './surface-material.js';

/** Whether anything of what is behind a mesh may be seen through its materials. */
export const showsThrough = ({ materials }: Pick<Mesh, 'materials'>): boolean =>
  materials?.list.some(isSeeThrough) ?? false;
