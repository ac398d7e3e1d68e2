/** The colours of labels on slices. */
import { createMask, type LabelStyle, labelColors, type Mask } from '../../index.js';
import { colorLabels } from '../scene/labels/color-labels.js';

/** The mask of labels over a volume, with a colour for each that has none. */
export const colorMask = ({ labels, styles }: Mask): Mask => createMask({ labels, styles: colorOver(styles) });

/** Labels over a volume, with a colour for each that has none. */
export const colorOver = (styles: readonly LabelStyle[]): readonly LabelStyle[] =>
  colorLabels(styles.length === 1 ? withRed(styles) : styles);

/** A single label in red: the bone colour that it has in renderings hardly stands out from grey. */
const withRed = (styles: readonly LabelStyle[]) =>
  styles.map((style) => ({ color: labelColors(COLORS_WITH_RED)[RED]!, ...style }));

const COLORS_WITH_RED = 3;
const RED = 2;
