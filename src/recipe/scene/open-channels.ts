/** The channels of a store that are shown together: those that are asked for, else those that its writer shows. */
import { MAX_FUSED, type Store } from '../../index.js';
import type { OptionName } from '../options.js';
import { nameChannels, noteChannels } from '../parse/channels.js';

/** Channels of a store that are open. */
export interface OpenedChannels {
  readonly stores: readonly [Store, ...Store[]];
  /** Their numbers, where they are several, or were not asked for; else none. */
  readonly channels: readonly number[];
  readonly notes: readonly string[];
}

/** Options that are about one volume: where one of them is given, the first channel is shown alone unless others are named. */
const OF_ONE_VOLUME = [
  ...(['transfer', 'window', 'threshold', 'iso', 'mask', 'labels', 'label-surfaces', 'voxels'] as const),
  ...(['split', 'heatmap'] as const),
] as const satisfies readonly OptionName[];

/** Options by their names, as values or as texts. */
type Given = { readonly [Name in OptionName]?: unknown };

/** Whether options leave open which channels are shown. */
export const leavesChannelsOpen = (values: Given): boolean => OF_ONE_VOLUME.every((name) => !values[name]);

/** Whether a picture shows the channels that a store's writer shows: modes other than composite show one volume. */
export const showsActiveChannels = (values: Given): boolean =>
  (values.mode ?? 'composite') === 'composite' && leavesChannelsOpen(values);

/**
 * Opens the channels of a store.
 * @param open opens one, or the first.
 * @param asked numbers of channels; none where nobody asked.
 * @param showsActive whether those that the writer shows are opened where nobody asked.
 */
export async function openChannels(
  open: (channel: number | undefined) => Promise<Store>,
  asked: readonly number[],
  showsActive: boolean,
): Promise<OpenedChannels> {
  if (asked.length > 1) return openTogether(open, asked);
  const first = await open(asked[0]);
  const active = asked.length === 0 && showsActive && !first.isLabels ? listActive(first) : [];
  if (active.every((channel) => channel === 0)) return { stores: [first], channels: [], notes: first.notes };
  const shown = active.slice(0, 1 + MAX_FUSED);
  const { stores, channels, notes } = await openTogether((channel) => (channel === 0 ? first : open(channel)), shown);
  const left = active.slice(1 + MAX_FUSED);
  const note = `shows ${nameChannels(shown, first)}, and left out ${nameChannels(left, first)}, which its writer shows too: up to ${1 + MAX_FUSED} are shown together`;
  return { stores, channels, notes: left.length > 0 ? [...notes, note] : notes };
}

const listActive = ({ channels }: Store): number[] =>
  channels.flatMap(({ isActive }, index) => (isActive ? [index] : []));

async function openTogether(
  open: (channel: number) => Store | Promise<Store>,
  channels: readonly number[],
): Promise<OpenedChannels> {
  const stores = (await Promise.all(channels.map(open))) as [Store, ...Store[]];
  return { stores, channels, notes: noteChannels(channels, stores) };
}
