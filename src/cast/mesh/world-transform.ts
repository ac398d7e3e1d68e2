/** Where a scene's `transform` takes a mesh. */
import { type Affine, affineOfMatrix, determinant, transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import type { PosedMesh } from '../scene.js';

const IDENTITY: Affine = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
};

/** The map from a mesh's coordinates to the world's. */
export const toWorld = ({ transform }: Pick<PosedMesh, 'transform'>): Affine =>
  transform ? affineOfMatrix(transform) : IDENTITY;

/** Whether the map turns the outside of a mesh in. */
export const isMirrored = (posed: Pick<PosedMesh, 'transform'>): boolean => determinant(toWorld(posed)) < 0;

/** The world point that a mesh's transformed positions are relative to. */
export const originInWorld = (posed: Pick<PosedMesh, 'mesh' | 'transform'>): Vec3 =>
  transformPoint(toWorld(posed), posed.mesh.origin);
