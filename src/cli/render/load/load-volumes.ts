/** The volumes among the inputs of a picture, and what its options take of them: channels, time points, series, levels, pages. */
import { createRawReader, type Gpu, type VolumeReader } from '../../../index.js';
import { nameOfInput, type OpenedInput, type OpenedStore } from '../../../node/index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { checkChannels } from '../../../recipe/parse/channels.js';
import { layoutOfRaw } from '../../../recipe/parse/layout-of-raw.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { openChannels, showsActiveChannels } from '../../../recipe/scene/open-channels.js';
import { readVolumeInput } from '../../read-volume-input.js';
import { readBeside, refuseStoreSpacings, selectVolumes } from '../../select-volumes.js';
import { chooseDetail, divideMemory, type OpenedVolume, pageIfTooLarge, SHARE_BESIDE } from './open-store-volume.js';

export interface VolumeInput {
  readonly name: string;
  readonly opened: OpenedVolume;
}

/** Reads the first volume of a picture and those that are fused with it: other channels of its store, or other inputs. */
export type ReadVolumes = (
  inputs: readonly OpenedInput[],
  gpu: Promise<Gpu>,
) => Promise<readonly [first: VolumeInput, ...fused: VolumeInput[]]>;

/** @param readsParts whether a volume in pages is read part by part. @throws InputError that names the option. */
export function chooseVolumeFiles(values: OptionValues, readsParts: boolean): ReadVolumes {
  const { component: channels = [] } = values;
  const selections = selectVolumes(values);
  const read = chooseReader(values);
  const openLevel = chooseDetail(values, readsParts);
  // Volumes in pages have none of these yet.
  const isCut = values.split !== undefined && values.quality !== 'path';
  const isPlain = values.heatmap !== 'time' && !isCut;
  const openStore = async (
    input: OpenedStore,
    isOnlyVolume: boolean,
    gpu: Promise<Gpu>,
  ): Promise<readonly OpenedVolume[]> => {
    refuseStoreSpacings(values);
    const open = (channel: number | undefined) =>
      input.store({ ...selections.first, ...(channel !== undefined && { component: channel }) });
    const showsActive = isOnlyVolume && showsActiveChannels(values);
    const { stores, notes } = await openChannels(open, channels, showsActive);
    const isAlone = input.memory?.isOnly && values.times === undefined && values.keyframes === undefined;
    const memory = divideMemory(input.memory, stores.length, isAlone ? 1 : SHARE_BESIDE);
    const [first, ...rest] = await Promise.all(stores.map((store) => openLevel(store, gpu, memory)));
    input.memory?.settle();
    if (rest.length === 0) return [first!];
    return [
      { ...first!, channel: stores[0].channel, notes },
      ...rest.map((one, index) => ({ ...one, channel: stores[index + 1]!.channel, notes: [] })),
    ];
  };
  /** The first volume, and the other channels of its store that are shown with it. */
  const openFirst = async (input: OpenedInput, others: number, gpu: Promise<Gpu>): Promise<readonly OpenedVolume[]> => {
    const isStore = 'store' in input;
    checkChannels(channels, isStore, others);
    if (isStore) return openStore(input, others === 0, gpu);
    for (const name of ['detail', 'memory'] as const) if (values[name] !== undefined) fail(`--${name}: is for stores`);
    const opened: OpenedVolume = await readVolumeInput(input, selections.first, read);
    return [others > 0 || !isPlain ? opened : await pageIfTooLarge(opened, gpu)];
  };
  return async ([input, ...others], gpu) => {
    const ofFirst = await openFirst(input!, others.length, gpu);
    const named = ofFirst.map((opened): VolumeInput => ({ name: nameOfInput(input!), opened }));
    const shown = { times: ofFirst[0]!.times, time: ofFirst[0]!.time ?? values.time };
    const ofOthers = await Promise.all(
      others.map(async (other): Promise<VolumeInput> => {
        return { name: nameOfInput(other), opened: await readBeside(shown, other, selections.others) };
      }),
    );
    return [...named, ...ofOthers] as [VolumeInput, ...VolumeInput[]];
  };
}

/** The reader of an input that does not say what it is; undefined for those that do. */
function chooseReader(values: OptionValues): VolumeReader | undefined {
  const layout = layoutOfRaw(values);
  return layout && createRawReader(layout);
}
