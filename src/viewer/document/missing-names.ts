/** Names in a document that are to be found in the files. */
import { InputError } from '../../index.js';
import { checkAnimation } from '../../recipe/scene/meshes/mesh-animations.js';
import { meshStyleOf } from '../../recipe/scene/scene-choice.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from './document.js';

/** @throws InputError that lists what the meshes have, where they lack the values or the animation that the document names. */
export function checkNames({ meshes }: ViewerData, document: ViewerDocument): void {
  if (meshes.length === 0) return;
  for (const [index, { name, mesh }] of meshes.entries()) {
    const { values } = meshStyleOf(document, index);
    const names = (mesh.values ?? []).map((known) => known.name);
    if (values === undefined || names.includes(values)) continue;
    throw new InputError(`values: ${name} has no values named "${values}"; it has ${names.join(', ') || 'none'}`);
  }
  if (document.animation) checkAnimation(meshes, document.animation);
}
