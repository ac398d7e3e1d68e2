/** Refuses scenes with meshes that cannot be rendered. */
import { InputError } from '../../errors.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';
import { affineOfMatrix } from '../../math/affine.js';
import { createMesh } from '../../mesh/mesh.js';
import { checkTransform } from '../../mesh/transform-mesh.js';
import { MAX_LIGHT_DEGREES } from '../../transfer/light/lights.js';
import {
  CULLS,
  MAX_REFLECTIONS,
  MAX_SHADOW_RAYS,
  type MeshScene,
  type PosedMesh,
  SOFT_SHADOW_RAYS,
  type SoftShadows,
} from '../scene.js';
import { show } from './check-settings.js';
import { checkAmbientOcclusion, checkChoice, checkShading, isColor, isWholeBetween } from './check-values.js';

/** @throws InputError for invalid meshes, transforms, colours or light. */
export function checkMeshes(scene: MeshScene): void {
  const { meshes, shading, meshShading, meshColor, cull, reflections, ambientOcclusion, softShadows } = scene;
  checkMeshList(meshes);
  for (const posed of meshes) checkPosedMesh(posed);
  for (const given of [shading, meshShading]) if (given) checkShading(given);
  if (meshColor && !isColor(meshColor)) {
    throw new InputError(`meshColor must be three numbers from 0 to 1, not ${show(meshColor)}`);
  }
  if (cull !== undefined) checkChoice('cull', cull, CULLS);
  for (const name of ['smooth', 'shadows'] as const) checkChoice(name, scene[name] ?? true, [true, false]);
  if (reflections !== undefined && !isWholeBetween(reflections, 0, MAX_REFLECTIONS)) {
    throw new InputError(`reflections must be a whole number from 0 to ${MAX_REFLECTIONS}, not ${show(reflections)}`);
  }
  if (ambientOcclusion) checkAmbientOcclusion(ambientOcclusion);
  if (softShadows) checkSoftShadows(softShadows);
}

/** @throws InputError for what is no list of `PosedMesh`. */
export function checkMeshList(meshes: unknown): void {
  if (!Array.isArray(meshes)) throw new InputError('meshes must be a list of { mesh }');
  if (meshes.length === 0) throw new InputError('there must be at least one mesh');
  for (const [index, posed] of (meshes as readonly unknown[]).entries()) {
    const { mesh } = Object(posed);
    if (mesh instanceof Promise)
      throw new InputError(`mesh ${index + 1} of the scene is a promise, which has to be awaited`);
    if (typeof mesh !== 'object' || mesh === null)
      throw new InputError(`meshes must be a list of { mesh }; number ${index + 1} has none`);
  }
}

function checkPosedMesh({ mesh, positions, transform, color }: PosedMesh): void {
  if (color !== undefined && !isColor(color)) {
    throw new InputError(`a mesh's colour must be three numbers from 0 to 1, not ${show(color)}`);
  }
  // Checked in every frame: arrays that were good may be detached by now, or resized.
  createMesh(mesh);
  if (transform !== undefined) checkMatrix(transform);
  if (!positions) return;
  const expected = mesh.positions.length;
  const isArray = positions instanceof Float32Array;
  const given = isArray ? positions.length : positions.size / 4;
  if (given !== expected) throw new InputError(`a mesh's positions must be ${expected} numbers, not ${given}`);
  if (!isArray && !(positions.usage & BUFFER_USAGE.COPY_SRC)) {
    throw new InputError("a buffer of a mesh's positions must have the usage COPY_SRC");
  }
}

const LAST_ROW = [0, 0, 0, 1];

function checkMatrix(transform: ArrayLike<number>): void {
  const isAffine = transform?.length === 16 && LAST_ROW.every((value, column) => transform[4 * column + 3] === value);
  if (!isAffine) {
    throw new InputError(
      "a mesh's transform must be the 16 numbers of a 4×4 matrix, column by column, with the last row 0, 0, 0, 1",
    );
  }
  checkTransform(affineOfMatrix(transform));
}

function checkSoftShadows({ angleDegrees, rays = SOFT_SHADOW_RAYS }: SoftShadows): void {
  if (!(angleDegrees > 0 && angleDegrees <= MAX_LIGHT_DEGREES)) {
    throw new InputError(`a light's angle must be above 0, to ${MAX_LIGHT_DEGREES} degrees, not ${angleDegrees}`);
  }
  if (!isWholeBetween(rays, 1, MAX_SHADOW_RAYS)) {
    throw new InputError(`soft shadows take a whole number from 1 to ${MAX_SHADOW_RAYS} of rays, not ${rays}`);
  }
}
