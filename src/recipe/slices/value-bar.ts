/** The colours of values on slices, as a colour bar shows them. */
import type { TransferFunction, ValueRange } from '../../index.js';

export interface ValueBar {
  readonly transfer: TransferFunction;
  readonly range: ValueRange;
}
