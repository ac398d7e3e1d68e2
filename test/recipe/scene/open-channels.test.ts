/** The channels of a store that are shown: those that are asked for, else those that its writer shows. */
import { expect, it } from 'vitest';
import type { Store } from '../../../src/index.js';
import { leavesChannelsOpen, openChannels, showsActiveChannels } from '../../../src/recipe/scene/open-channels.js';

/** A store of channels, of which some are active. */
const storeOf =
  (count: number, active: readonly number[], more: Partial<Store> = {}) =>
  async (channel = 0): Promise<Store> => {
    const channels = Array.from({ length: count }, (_, index) => ({
      label: `C${index}`,
      window: undefined,
      ...(active.includes(index) && { isActive: true }),
    }));
    const notes = [`took number ${channel} of ${count} channels; --component takes another`];
    return { name: 'a.zarr', channels, channel: channels[channel], isLabels: false, notes, ...more } as Store;
  };

const shownOf = async (
  open: ReturnType<typeof storeOf>,
  { asked = [] as readonly number[], showsActive = true } = {},
) => {
  const { stores, channels, notes } = await openChannels(open, asked, showsActive);
  return { labels: stores.map(({ channel }) => channel?.label), channels, notes };
};

it('are those that are active, the first where none is', async () => {
  expect(await shownOf(storeOf(3, [0, 2]))).toEqual({
    labels: ['C0', 'C2'],
    channels: [0, 2],
    notes: ['took numbers 0 (C0), 2 (C2) of 3 channels; --component takes others'],
  });
  expect(await shownOf(storeOf(2, [0, 1]))).toEqual({ labels: ['C0', 'C1'], channels: [0, 1], notes: [] });
  for (const active of [[], [0]]) {
    const first = ['took number 0 of 3 channels; --component takes another'];
    expect(await shownOf(storeOf(3, active))).toEqual({ labels: ['C0'], channels: [], notes: first });
  }
  expect(await shownOf(storeOf(3, [1]))).toMatchObject({ labels: ['C1'], channels: [1] });
});

it('are the first eight of more, which is said', async () => {
  const all = Array.from({ length: 10 }, (_, index) => index);
  const { channels, notes } = await shownOf(storeOf(10, all));
  expect(channels).toEqual(all.slice(0, 8));
  expect(notes.at(-1)).toMatch(/left out 8 \(C8\), 9 \(C9\), which its writer shows too: up to 8 are shown together/);
});

it('are those that are asked for, and the first beside other volumes and of labels', async () => {
  const open = storeOf(3, [0, 1, 2]);
  expect(await shownOf(open, { asked: [2] })).toMatchObject({ labels: ['C2'] });
  expect(await shownOf(open, { asked: [2, 0] })).toMatchObject({ labels: ['C2', 'C0'] });
  expect(await shownOf(open, { showsActive: false })).toMatchObject({ labels: ['C0'] });
  expect(await shownOf(storeOf(3, [0, 1], { isLabels: true }))).toMatchObject({ labels: ['C0'] });
});

it('are left open but by options that are about one volume', () => {
  expect(leavesChannelsOpen({ size: [1, 1] })).toBe(true);
  for (const name of ['window', 'transfer', 'threshold', 'mask'] as const) {
    expect(leavesChannelsOpen({ [name]: 'given' })).toBe(false);
  }
  expect([showsActiveChannels({}), showsActiveChannels({ mode: 'mip' })]).toEqual([true, false]);
});
