/** The map from a mesh's space to the world, by a scene's `transform`. */
import { type Affine, affineOfMatrix, determinant, IDENTITY_AFFINE, transformPoint } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { PosedMesh } from '../../scene.js';

/** The map from a mesh's coordinates to the world's. */
export const toWorld = ({ transform }: Pick<PosedMesh, 'transform'>): Affine =>
  transform ? affineOfMatrix(transform) : IDENTITY_AFFINE;

/** Whether the map turns the outside of a mesh in. */
export const isMirrored = (posed: Pick<PosedMesh, 'transform'>): boolean => determinant(toWorld(posed)) < 0;

/** The world point that a mesh's transformed positions are relative to. */
export const originInWorld = (posed: Pick<PosedMesh, 'mesh' | 'transform'>): Vec3 =>
  transformPoint(toWorld(posed), posed.mesh.origin);
