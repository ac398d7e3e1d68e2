/** Channels of a store that are shown together, as the option `component` names them. */
import { MAX_FUSED, type Store } from '../../index.js';
import { fail, parseIndex } from './parse-options.js';

/** Numbers of channels, of which the first is shown with the others. */
export function parseChannels(option: string, text: string): readonly number[] {
  const numbers = text.split(',').map((part) => parseIndex(option, part));
  if (numbers.length > 1 + MAX_FUSED)
    fail(`--${option}: up to ${1 + MAX_FUSED} channels are shown together, not ${numbers.length}`);
  return numbers;
}

/**
 * @param others volumes beside the one that the channels are of.
 * @throws InputError for several channels of what is no store, and beside other volumes.
 */
export function checkChannels(channels: readonly number[], isStore: boolean, others: number): void {
  if (channels.length < 2) return;
  if (!isStore) fail('--component: takes several for the channels of a store; name one');
  if (others > 0)
    fail('--component: several channels are shown of a single store only; name one channel beside other volumes');
}

/** Notes on a store's channels that are shown together: each line once, for all of them. */
export function noteChannels(channels: readonly number[], stores: readonly Store[]): readonly string[] {
  const [first, ...others] = stores;
  const shared = first!.notes.filter((note) => others.every(({ notes }) => notes.includes(note)));
  const count = first!.channels.length;
  const taken = new Set(channels).size;
  if (taken === 1 || taken === count) return shared;
  return [...shared, `took numbers ${nameChannels(channels, first!)} of ${count} channels; --component takes others`];
}

/** The numbers of channels with their names, where they have some. */
export function nameChannels(numbers: readonly number[], { channels }: Pick<Store, 'channels'>): string {
  const nameOf = (channel: number) => {
    const { label = '' } = channels[channel] ?? {};
    return label === '' || label === String(channel) ? `${channel}` : `${channel} (${label})`;
  };
  return numbers.map(nameOf).join(', ');
}
