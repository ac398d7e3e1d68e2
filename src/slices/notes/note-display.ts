/** Lines on the windows that a file asks for: which one slices show, and which are passed over. */
import { describeWindowOf, type GreyDisplay, judgeWindows } from '../../transfer/grey-display.js';
import type { ValueRange } from '../../transfer/transfer-function.js';
import type { Statistics } from '../../volume/statistics/statistics.js';

/**
 * Lines without the file's name.
 * @param range of black to white that was chosen in place of the file's own; undefined where none was.
 */
export function noteDisplay(
  display: GreyDisplay | undefined,
  statistics: Statistics,
  range: ValueRange | undefined,
): string[] {
  if (!display) return [];
  const inverted = display.isInverted
    ? ['is MONOCHROME1: its low values are white in slices, and high ones black']
    : [];
  if (range) return inverted;
  const { usable, faults } = judgeWindows(display, statistics);
  const [own, ...others] = usable;
  if (!own) return [...inverted, ...faults];
  const differs = display.differs ? ', which is that of its middle one: others have windows of their own' : '';
  const more = others.length > 0 ? `; it has ${others.map(describeWindowOf).join(' and ')} too` : '';
  return [
    ...inverted,
    ...faults,
    `shows slices in its own window, ${describeWindowOf(own)}${differs}${more}; --window takes another`,
  ];
}
