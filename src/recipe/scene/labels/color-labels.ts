/** Colours of labels that have none. */
import { type LabelStyle, labelColors } from '../../../index.js';

type Color = Required<Pick<LabelStyle, 'color'>>;

/** The labels with a colour for each that has none, by its place among them. */
export function colorLabels<Label extends Pick<LabelStyle, 'color'>>(
  styles: readonly Label[],
): readonly (Label & Color)[] {
  const colors = labelColors(styles.length);
  return styles.map((style, index) => ({ ...style, color: style.color ?? colors[index]! }));
}
