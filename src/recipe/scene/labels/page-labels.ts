/** Labels of voxels in pages, which coarser levels lack some of. */
import { InputError, type LabelStyle, labelColors, type PagedVolume } from '../../../index.js';
import { listValues } from '../../../lab.js';

/** More than any atlas has; a Set of JavaScript holds 16 million. */
export const LABELS_MAX = 1 << 16;

/**
 * All labels but 0 of a level, all of which is read.
 * @throws InputError, one line that starts with the store's name, for more of them than can be labels, and for none.
 */
export async function listPageLabels(
  pages: PagedVolume,
  report?: (done: number, total: number) => void,
): Promise<readonly number[]> {
  const { name } = pages.store;
  const values = await listValues(pages, LABELS_MAX, report);
  if (!values) {
    throw new InputError(
      `${name}: has more than ${LABELS_MAX} different labels; name some by --mask and --labels, or show numbers by --transfer`,
    );
  }
  const labels = values.filter((label) => label !== 0);
  if (labels.length === 0) throw new InputError(`${name}: has no label but 0, so nothing would be shown`);
  return labels;
}

/** The styles of a volume that consists of labels, as `defaultAppearance` gives them to one in memory. */
export function styleOwnLabels(labels: readonly number[]): readonly LabelStyle[] {
  const shown = labels.filter((label) => label > 0);
  const colors = labelColors(shown.length);
  return shown.map((label, index) => ({ label, color: colors[index]! }));
}
