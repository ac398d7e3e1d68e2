/** Names in a document that are to be found in the files. */
import { InputError } from '../../index.js';
import { checkAnimation } from '../../recipe/scene/meshes/mesh-animations.js';
import { meshStyleOf } from '../../recipe/scene/scene-choice.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from './document.js';

/**
 * @param hasLabels whether the data have labels in this document.
 * @throws InputError for labels where there are none, or that lists what the meshes have, where they lack the values or the animation that
 * the document names.
 */
export function checkNames({ volume, meshes }: ViewerData, document: ViewerDocument, hasLabels: boolean): void {
  if (document.labels && volume && !hasLabels && !document.labelSurfaces) {
    throw new InputError(
      'labels: are for mask, which names the label volume, or for a volume of labels, as voxels="labels" makes one',
    );
  }
  if (meshes.length === 0) return;
  for (const [index, { name, mesh }] of meshes.entries()) {
    const { values } = meshStyleOf(document, index);
    const names = (mesh.values ?? []).map((known) => known.name);
    if (values === undefined || names.includes(values)) continue;
    throw new InputError(`values: ${name} has no values named "${values}"; it has ${names.join(', ') || 'none'}`);
  }
  if (document.animation) checkAnimation(meshes, document.animation);
}
