/** The labels that are shown by their voxels: of a mask, or of a volume that consists of labels. */
import {
  createMask,
  type LabelStyle,
  type Mask,
  type MaskEdges,
  type PagedVolume,
  type Volume,
} from '../../../index.js';
import type { Appearance } from '../appearance.js';
import type { Parts } from '../parts.js';
import type { SceneChoice } from '../scene-choice.js';
import type { SceneData } from '../scene-data.js';
import { colorLabels } from './color-labels.js';
import { chooseMaskEdges } from './mask-edges.js';
import { nameChosen, nameLabels } from './name-labels.js';
import { styleOwnLabels } from './page-labels.js';

/** A mask for a volume, with its labels in pages where the volume is in pages. */
export interface ShownLabels {
  readonly mask: Mask;
  readonly labelPages?: PagedVolume | undefined;
}

type Choice = Pick<SceneChoice, 'labels' | 'labelNames' | 'labelSurfaces' | 'maskEdges' | 'quality'>;
type Data = Pick<SceneData, 'labels' | 'pages' | 'pageLabels' | 'volume'>;

/**
 * Undefined where labels are shown by their surfaces, or there are none.
 * @param own the mask of a volume that consists of labels.
 */
export function describeMask(
  parts: Parts,
  data: Data,
  choice: Choice,
  own: Appearance['mask'],
): ShownLabels | undefined {
  const { labels, pages } = data;
  // Surfaces stand for the labels of a mask.
  if (choice.labelSurfaces && labels) return undefined;
  const mask = maskOfLabels(parts, data, choice);
  if (mask) return { mask, ...(pages && labels?.pages && { labelPages: labels.pages }) };
  const chosen = data.volume && maskOfOwn(parts, data.volume, choice, own);
  if (choice.labels) return own && chosen && { mask: chosen, ...(pages && { labelPages: pages }) };
  return own && { mask: pages ? pageLabelsMask(parts, own, data, choice) : own, ...(pages && { labelPages: pages }) };
}

/** The mask of another volume's labels; undefined where there are none. */
export function maskOfLabels(parts: Parts, { labels }: Pick<Data, 'labels'>, choice: Choice): Mask | undefined {
  if (!labels) return undefined;
  const styles = choice.labels ?? (labels.isNamed ? labels.styles : colorFound(parts, labels.styles));
  if (styles.length === 0) return undefined;
  const mask = keepMask(parts, 'mask', labels.volume, styles, choice, chooseMaskEdges(choice));
  return choice.labels ? nameAsFile(parts, mask, labels.styles, choice.labels) : mask;
}

/** Voxels are seen in the colours of labels that were found, and in their own within a mask that was named. */
const colorFound = (parts: Parts, styles: readonly LabelStyle[]): readonly LabelStyle[] =>
  parts.keep('found labels', [styles], () => colorLabels(styles));

/** The labels of a volume that consists of them: those that are chosen, or else all. @param all undefined where it does not look like labels. */
export function maskOfOwn(parts: Parts, volume: Volume, choice: Choice, all: Mask | undefined): Mask | undefined {
  const { labels } = choice;
  if (!labels) return all;
  const mask = keepMask(parts, 'own labels', volume, labels, choice, 'voxels');
  return all ? nameAsFile(parts, mask, all.styles.map(withoutColor), labels) : mask;
}

/** Colours of labels that no file gives them follow from which are shown. */
const withoutColor = ({ label, name }: LabelStyle): LabelStyle => ({ label, name });

/** The mask with the names and colours of labels that were chosen by their numbers alone. */
const nameAsFile = (parts: Parts, mask: Mask, known: readonly LabelStyle[], chosen: readonly LabelStyle[]): Mask =>
  parts.keep('chosen labels', [mask, ...known], () =>
    nameLabels(
      mask,
      known.flatMap(({ label, name, color }) => (name === undefined ? [] : [{ label, name, ...(color && { color }) }])),
      chosen,
    ),
  );

/** The mask of a volume that consists of labels, with those of its finer voxels, where these are known. */
function pageLabelsMask(parts: Parts, own: Mask, { pageLabels }: Data, choice: Choice): Mask {
  if (!pageLabels) return own;
  return parts.keep('page mask', [own, pageLabels, choice.labelNames], () => {
    const styles = styleOwnLabels(pageLabels);
    // Nothing is made anew where the coarse voxels have all labels.
    const isSame = JSON.stringify(own.styles) === JSON.stringify(styles);
    return isSame ? own : nameChosen(createMask({ labels: own.labels, styles }), choice);
  });
}

/** A mask that stays the same object while it is made of the same. */
const keepMask = (
  parts: Parts,
  name: string,
  labels: Volume,
  styles: readonly LabelStyle[],
  choice: Choice,
  edges: MaskEdges,
) =>
  parts.keep(name, [labels, styles, choice.labelNames, choice.labels, edges], () =>
    nameChosen(createMask({ labels, styles, edges }), choice),
  );
