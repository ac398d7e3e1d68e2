/** Names and colours that a file gives to its labels. */
import { createMask, type LabelStyle, type Mask, type VolumeFile } from '../../../index.js';
import type { SceneChoice } from '../scene-choice.js';

/**
 * The mask with the names of its labels, and their colours where the file has any.
 * @param given labels as they were chosen, which keep their colours.
 */
export function nameLabels(
  mask: Mask,
  labels: NonNullable<VolumeFile['labels']>,
  given: readonly LabelStyle[] = [],
): Mask {
  const known = new Map(labels.map((label) => [label.label, label]));
  const own = new Set(given.flatMap(({ label, color }) => (color ? [label] : [])));
  const styles = mask.styles.map((style) => {
    const { name, color } = known.get(style.label) ?? {};
    return { ...style, ...(name !== undefined && { name }), ...(color && !own.has(style.label) && { color }) };
  });
  return createMask({ ...mask, styles });
}

/** The mask with the names of a table, and its colours of labels that are given none. */
export function nameChosen(mask: Mask, { labels, labelNames }: Pick<SceneChoice, 'labels' | 'labelNames'>): Mask {
  return labelNames ? nameLabels(mask, labelNames, labels) : mask;
}
