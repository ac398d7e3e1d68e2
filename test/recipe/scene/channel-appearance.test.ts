/** Channels of stores, as they are seen beside others. */
import { expect, it } from 'vitest';
import { createVolume } from '../../../src/index.js';
import { channelAppearance, createAppearance } from '../../../src/recipe/scene/appearance.js';

const volume = createVolume({
  sizes: [8, 8, 8],
  voxels: Uint16Array.from({ length: 512 }, (_, index) => (index * 7919) % 4000),
});

const endsOf = ({ opacities }: ReturnType<typeof channelAppearance>) => [opacities[0]!.value, opacities.at(-1)!.value];

it('is in the colour and over the values that its store names', () => {
  const transfer = channelAppearance(volume, { label: 'DNA', color: [0, 0.5, 1], window: [100, 900] }, undefined);
  expect(transfer.colors.map(({ color }) => color)).toEqual([[0, 0.5, 1]]);
  expect(endsOf(transfer)).toEqual([100, 900]);
});

it('is over the values that are asked for', () => {
  const channel = { label: 'DNA', color: [0, 0.5, 1], window: [100, 900] } as const;
  expect(endsOf(channelAppearance(volume, channel, [50, 300]))).toEqual([50, 300]);
});

it('is as its values are, but for what the store names', () => {
  const [values, window] = [createAppearance(volume, { mode: 'composite' }).transfer, [100, 900] as const];
  expect(channelAppearance(volume, { label: 'DNA', window: undefined }, undefined)).toEqual(values);
  const inColor = channelAppearance(volume, { label: 'DNA', window: undefined, color: [1, 0, 0] }, undefined);
  expect(inColor.opacities).toEqual(values.opacities);
  expect(inColor.colors).toHaveLength(1);
  const overWindow = createAppearance(volume, { mode: 'composite', window }).transfer;
  expect(channelAppearance(volume, { label: 'DNA', window }, undefined)).toEqual(overWindow);
});
