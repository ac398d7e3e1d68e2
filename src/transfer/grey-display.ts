/** How files ask for their values to be shown in grey: windows with names, as radiologists write them. */
import type { ValueRange } from './transfer-function.js';

/** A window of values that a file names. */
export interface DisplayWindow {
  /** The value in the middle, as the file writes it. */
  readonly center: number;
  /** Values from one end to the other, as the file writes them. */
  readonly width: number;
  /** The values of black and of white that follow from the two. */
  readonly range: ValueRange;
  /** The file's explanation, such as ABDOMEN: text of strangers. */
  readonly explanation?: string | undefined;
  /** Whether greys rise along a sigmoid of the same width, rather than along a straight line. */
  readonly isSigmoid?: boolean;
}

/** How a file asks for its values to be shown in grey. */
export interface GreyDisplay {
  /** Windows to choose from: the first one that shows something of the values is the default. */
  readonly windows: readonly DisplayWindow[];
  /** Whether slices have windows of their own, of which these are those of the middle one. */
  readonly differs?: boolean;
  /** Whether low values are white and high ones black. */
  readonly isInverted?: boolean;
}

/** A window in which all values take less than this share of its width shows no more than four greys. */
const SHARE_MIN = 1 / 64;

/** The reason why a window would show next to nothing of values from `min` to `max`; undefined where it shows them. */
function findFault(window: DisplayWindow, min: number, max: number): string | undefined {
  const { center, width, range } = window;
  if (![center, width, ...range].every(Number.isFinite)) return 'is not finite';
  if (!(width > 0)) return 'has no width';
  const [low, high] = range;
  if (high < min || low > max) return `lies outside of its values, ${min} to ${max}`;
  const seen = Math.min(high, max) - Math.max(low, min);
  if (min < max && seen < SHARE_MIN * (high - low)) {
    return `would show next to nothing of its values, ${min} to ${max}`;
  }
  return undefined;
}

const shorten = (value: number) => Number(value.toPrecision(6));

/** A window in words, with its explanation. */
export const describeWindowOf = ({ center, width, explanation, isSigmoid = false }: DisplayWindow): string =>
  `level ${shorten(center)}, width ${shorten(width)}${isSigmoid ? ', sigmoid' : ''}${explanation === undefined ? '' : ` (${explanation})`}`;

/** The windows of a file that show something of values from `min` to `max`, and a line on each that does not. */
export function judgeWindows(
  { windows }: GreyDisplay,
  { min, max }: { readonly min: number; readonly max: number },
): { readonly usable: readonly DisplayWindow[]; readonly faults: readonly string[] } {
  const judged = windows.map((window) => ({ window, fault: findFault(window, min, max) }));
  return {
    usable: judged.flatMap(({ window, fault }) => (fault === undefined ? [window] : [])),
    faults: judged.flatMap(({ window, fault }) =>
      fault === undefined ? [] : [`passed over its window of ${describeWindowOf(window)}, which ${fault}`],
    ),
  };
}
