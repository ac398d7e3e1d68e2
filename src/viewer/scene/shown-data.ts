/** Volumes and labels that are hidden for now: as pictures of the command line hide them, by opacities of 0. */
import { createTransferFunction } from '../../index.js';
import type { FusedStyle } from '../../recipe/scene/scene-choice.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { HiddenParts, ViewerDocument } from '../document/document.js';

/** Shows nothing of a volume. */
export const CLEAR_TRANSFER = createTransferFunction({
  colors: [{ value: 0, color: [0, 0, 0] }],
  opacities: [{ value: 0, opacity: 0 }],
});

const withoutLabels = new WeakMap<ViewerData, ViewerData>();

/** The data that are shown: the same object for the same data. */
export function shownData(data: ViewerData, { hidden }: ViewerDocument): ViewerData {
  if (!hidden?.labels || !data.labels) return data;
  const known = withoutLabels.get(data) ?? { ...data, labels: undefined };
  withoutLabels.set(data, known);
  return known;
}

interface HiddenFused {
  readonly hidden: HiddenParts;
  readonly count: number;
  readonly styles: readonly FusedStyle[];
}

const hiddenFused = new WeakMap<readonly FusedStyle[], HiddenFused>();

/** The document by which what is hidden is not seen. @param count volumes after the first. */
export function shownDocument(document: ViewerDocument, count: number): ViewerDocument {
  const { hidden, fused } = document;
  if (!hidden) return document;
  const known = hiddenFused.get(fused);
  const isKnown = known?.hidden === hidden && known.count === count;
  const styles = isKnown
    ? known.styles
    : Array.from({ length: count }, (_, index) => {
        const style = fused[index] ?? fused.at(-1) ?? {};
        return hidden.fused?.includes(index) ? { ...style, opacity: 0 } : style;
      });
  if (!isKnown) hiddenFused.set(fused, { hidden, count, styles });
  const { preset, window, threshold, recorded, ...rest } = document;
  return { ...(hidden.volume ? { ...rest, transfer: CLEAR_TRANSFER } : document), fused: styles };
}
