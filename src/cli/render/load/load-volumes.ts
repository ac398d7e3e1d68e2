/** The volumes among the inputs of a picture, and what its options take of them: channels, time points, series, levels, pages. */
import { createRawReader, type Gpu, type VolumeReader } from '../../../index.js';
import { nameOfInput, type OpenedInput, type OpenedStore } from '../../../node/index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { checkChannels } from '../../../recipe/parse/channels.js';
import { layoutOfRaw } from '../../../recipe/parse/layout-of-raw.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { openChannels, showsActiveChannels } from '../../../recipe/scene/open-channels.js';
import { readVolumeInput } from '../../read-volume-input.js';
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
  const { component: channels = [], voxels, time, series, spacing: spacings, raw } = values;
  const [component] = channels;
  const ofAll = { ...(voxels && { voxels }) };
  const selection = {
    ...ofAll,
    ...(component !== undefined && { component }),
    ...(time !== undefined && { time }),
    ...(series !== undefined && { series }),
    ...(raw === undefined && spacings && { spacings }),
  };
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
    if (spacings && raw === undefined) fail('--spacing: is for --raw and folders of pictures');
    const open = (channel: number | undefined) =>
      input.store(channel === undefined ? selection : { ...selection, component: channel });
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
    const opened: OpenedVolume = await readVolumeInput(input, selection, read);
    return [others > 0 || !isPlain ? opened : await pageIfTooLarge(opened, gpu)];
  };
  return async ([input, ...others], gpu) => {
    const ofFirst = await openFirst(input!, others.length, gpu);
    const named = ofFirst.map((opened): VolumeInput => ({ name: nameOfInput(input!), opened }));
    const { times = 1, time: shownTime = time ?? 0 } = ofFirst[0]!;
    const openOther = async (other: OpenedInput): Promise<OpenedVolume> => {
      const opened = await readVolumeInput(other, ofAll);
      // Points in time belong together where volumes have as many of them.
      const follows = shownTime > 0 && times > 1 && opened.times === times;
      return follows ? readVolumeInput(other, { ...ofAll, time: shownTime }) : opened;
    };
    const ofOthers = await Promise.all(
      others.map(async (other): Promise<VolumeInput> => ({ name: nameOfInput(other), opened: await openOther(other) })),
    );
    return [...named, ...ofOthers] as [VolumeInput, ...VolumeInput[]];
  };
}

/** The reader of an input that does not say what it is; undefined for those that do. */
function chooseReader(values: OptionValues): VolumeReader | undefined {
  const layout = layoutOfRaw(values);
  return layout && createRawReader(layout);
}
