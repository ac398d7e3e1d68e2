/** The windows in which slices ask to be shown, after their values have been rescaled (PS3.3, section C.11.2). */
import type { DisplayWindow } from '../../../transfer/grey-display.js';
import type { ValueRange } from '../../../transfer/transfer-function.js';
import * as tags from '../headers/attributes.js';
import type { FunctionalGroups } from './functional-groups.js';

/** More windows than anybody looks through. */
const WINDOWS_MAX = 16;
/** Characters of an explanation, as its value representation allows. */
const EXPLANATION_MAX = 64;

/** The windows of a frame, each once. */
export function readWindows(groups: FunctionalGroups): DisplayWindow[] {
  const group = tags.FrameVoiLutSequence;
  const centers = groups.numbers(group, tags.WindowCenter);
  const widths = groups.numbers(group, tags.WindowWidth);
  const explanations = groups.strings(group, tags.WindowCenterWidthExplanation);
  const [curve = 'LINEAR'] = groups.strings(group, tags.VoiLutFunction);
  const windows = centers.slice(0, Math.min(widths.length, WINDOWS_MAX)).map((center, index): DisplayWindow => {
    const width = widths[index]!;
    const explanation = explanations[index]?.slice(0, EXPLANATION_MAX) || undefined;
    const range = rangeOf(center, width, curve);
    return { center, width, range, explanation, ...(curve === 'SIGMOID' && { isSigmoid: true }) };
  });
  const keys = windows.map(keyOfWindow);
  return windows.filter((_, index) => keys.indexOf(keys[index]!) === index);
}

/** A text that is the same for the same windows. */
export const keyOfWindow = (window: DisplayWindow): string => JSON.stringify(window);

/**
 * The values of black and of white. LINEAR counts the integers in a window, so that its ends lie one nearer to each other than
 * its width says; windows of 1 and less, which it does not allow, are taken exactly.
 */
function rangeOf(center: number, width: number, curve: string): ValueRange {
  const [low, high] = [center - width / 2, center + width / 2];
  return curve === 'LINEAR' && width > 1 ? [low, high - 1] : [low, high];
}
