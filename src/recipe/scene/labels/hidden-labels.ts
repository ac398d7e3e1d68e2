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
  const names = shortenList(hidden);
  return hidden.length === 1
    ? `${path}: ${names} shows nothing: the transfer function hides its voxels; --label-surfaces draws it anyway`
    : `${path}: ${names} show nothing: the transfer function hides their voxels; --label-surfaces draws them anyway`;
}
