/** The labels that a document shows, of a mask or of a volume that consists of labels. */
import { createMask, type LabelStyle, type Mask, type PagedVolume, type Volume } from '../../index.js';
import { styleOwnLabels } from '../../recipe/scene/page-labels.js';
import type { LoadedLabels, ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import type { ListedLabels } from './page-labels.js';
import type { Parts } from './parts.js';

/** The labels of a mask, or of one in pages all that its finer voxels have, where these are known. */
export function labelStylesOf(
  parts: Parts,
  { styles, pages }: LoadedLabels,
  listed: ListedLabels | undefined,
): readonly LabelStyle[] {
  const all = pages && listed?.known(pages);
  if (!all) return styles;
  return parts.keep('label styles', [styles, all], () => {
    const known = new Map(styles.map((style) => [style.label, style]));
    return all.map((label) => known.get(label) ?? { label });
  });
}

/** The mask of another volume's labels; undefined where there are none. */
export function maskOfLabels(
  parts: Parts,
  { labels }: ViewerData,
  document: ViewerDocument,
  listed: ListedLabels | undefined,
): Mask | undefined {
  if (!labels) return undefined;
  const styles = document.labels ?? labelStylesOf(parts, labels, listed);
  return styles.length === 0 ? undefined : keepMask(parts, 'mask', labels.volume, styles);
}

/** The mask of a volume that consists of labels. */
export function ownLabelsMask(
  parts: Parts,
  { volume }: ViewerData,
  { labels }: ViewerDocument,
  shown: Mask | undefined,
): Mask | undefined {
  return labels && volume ? keepMask(parts, 'own labels', volume, labels) : shown;
}

/** The mask of a volume that consists of labels, with those of its finer voxels, where these are known. */
export function pageLabelsMask(parts: Parts, shown: Mask, pages: PagedVolume, listed: ListedLabels | undefined): Mask {
  const all = listed?.known(pages);
  return all ? parts.keep('page mask', [shown, all], () => withStyles(shown, styleOwnLabels(all))) : shown;
}

/** The mask with these styles; itself where it has them already, so that nothing is made anew. */
function withStyles(mask: Mask, styles: readonly LabelStyle[]): Mask {
  return JSON.stringify(mask.styles) === JSON.stringify(styles) ? mask : createMask({ labels: mask.labels, styles });
}

const keepMask = (parts: Parts, name: string, labels: Volume, styles: readonly LabelStyle[]) =>
  parts.keep(name, [labels, styles], () =>
    createMask({
      labels,
      styles: styles.map(({ label, color, opacity }) => ({
        label,
        ...(color && { color }),
        ...(opacity !== undefined && { opacity }),
      })),
    }),
  );
