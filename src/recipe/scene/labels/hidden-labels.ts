/** Labels of a mask that the transfer function leaves nothing of. */
import type { VolumeScene } from '../../../index.js';
import { findHiddenLabels } from '../../../lab.js';
import { shortenList } from './shorten-list.js';

/** A line that names labels that were to be shown and whose voxels are all transparent; undefined where there are none. */
export function describeHiddenLabels(path: string, scene: VolumeScene): string | undefined {
  const { mask, mode = 'composite', pages } = scene;
  if (!mask || mode !== 'composite' || pages) return undefined;
  const hidden = findHiddenLabels(scene).map(({ label, name = String(label) }) => name);
  if (hidden.length === 0) return undefined;
  const verb = hidden.length === 1 ? 'shows' : 'show';
  return `${path}: ${shortenList(hidden)} ${verb} nothing, since the transfer function hides the voxels below; --label-surfaces draws labels whatever lies there`;
}
