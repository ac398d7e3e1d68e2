/** Names and colours that a file gives to its labels. */
import { createMask, type Mask, type VolumeFile } from '../../../index.js';
import type { SceneChoice } from '../scene-choice.js';

/** The mask with the names of its labels, and their colours where the file has any. */
export function nameLabels(mask: Mask, labels: NonNullable<VolumeFile['labels']>): Mask {
  const known = new Map(labels.map((label) => [label.label, label]));
  const styles = mask.styles.map((style) => {
    const { name, color } = known.get(style.label) ?? {};
    return { ...style, ...(name !== undefined && { name }), ...(color && { color }) };
  });
  return createMask({ labels: mask.labels, styles });
}

/** The mask with the names of a table, and its colours of labels that are given none. */
export function nameChosen(mask: Mask, { labels, labelNames }: Pick<SceneChoice, 'labels' | 'labelNames'>): Mask {
  if (!labelNames) return mask;
  const colored = new Set(labels?.filter(({ color }) => color).map(({ label }) => label));
  return nameLabels(
    mask,
    labelNames.map(({ label, name, color }) => ({ label, name, ...(color && !colored.has(label) && { color }) })),
  );
}
