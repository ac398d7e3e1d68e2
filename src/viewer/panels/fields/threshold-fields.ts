/** The threshold of a volume: below which value it is hidden, and from which one its colours are full. */
import { html } from 'lit-html';
import type { Statistics, Volume } from '../../../index.js';
import type { Threshold } from '../../../recipe/options/option-types.js';
import { hasBothSigns } from '../../../recipe/slices/sign-colors.js';
import { optionalField } from './fields.js';

interface ThresholdFields {
  readonly volume: Volume;
  readonly statistics: Statistics;
  readonly threshold: Threshold | undefined;
  readonly change: (threshold: Threshold | undefined) => void;
  /** The end of the fields' spoken names. */
  readonly of?: string;
}

/** Two fields, which are of magnitudes where values have both signs. */
export function thresholdFields({ volume, statistics, threshold, change, of = '' }: ThresholdFields) {
  const isOfBothSigns = hasBothSigns(volume, statistics);
  const label = isOfBothSigns ? 'Hide ± below' : 'Hide below';
  const { low, high } = threshold ?? {};
  const put = (nextLow: number | undefined, nextHigh: number | undefined) => {
    if (nextLow === undefined) return change(undefined);
    if (isOfBothSigns && nextLow < 0) return;
    const isAbove = nextHigh !== undefined && nextHigh > nextLow;
    change({ low: nextLow, high: isAbove ? nextHigh : undefined });
  };
  return html`${optionalField(label, low, (value) => put(value, high), `${label}${of}`)}
    ${low === undefined ? '' : optionalField('Full colour at', high, (value) => put(low, value), `Full colour at${of}`)}`;
}
