/** One of several channels or points in time of a store. */
import { InputError } from '../../errors.js';
import type { StoreChannel } from '../../paged/store.js';

/** Far more than any microscope or spectrometer has. */
const CHANNELS_MAX = 2 ** 16;

/** @throws InputError, without the store's name, if there are not as many. */
export function pickIndex(
  index: number | undefined,
  count: number,
  of: 'channels' | 'times',
): { readonly index: number; readonly notes: readonly string[] } {
  const option = of === 'times' ? '--time' : '--component';
  const taken = index ?? 0;
  if (taken >= count) throw new InputError(`has ${count} ${of}; ${option} ${taken} must be below that`);
  const note = `took number ${taken} of ${count} ${of}; ${option} takes another`;
  return { index: taken, notes: count > 1 ? [note] : [] };
}

/** @param labelled channels of the first numbers. @throws InputError, without the store's name, for more than there can be. */
export function listChannels(count: number, labelled: readonly StoreChannel[] = []): StoreChannel[] {
  if (count > CHANNELS_MAX) throw new InputError(`has ${count} channels; ${CHANNELS_MAX} are the most that are listed`);
  return Array.from({ length: count }, (_, index) => labelled[index] ?? { label: String(index), window: undefined });
}
