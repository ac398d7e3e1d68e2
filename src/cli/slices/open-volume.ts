/** The volumes of `tilecast slices`: in memory, or in a store from which slices read only what they show. */
import {
  createRawReader,
  type Level,
  openPagedVolume,
  type PagedVolume,
  type Store,
  type StoreChannel,
  type Volume,
  type VolumeFile,
  type VolumeSelection,
} from '../../index.js';
import { checkFloat32Range } from '../../lab.js';
import { nameOfInput, type OpenedInput, type OpenedStore } from '../../node/index.js';
import { checkChannels } from '../../recipe/parse/channels.js';
import { layoutOfRaw } from '../../recipe/parse/layout-of-raw.js';
import { leavesChannelsOpen, openChannels } from '../../recipe/scene/open-channels.js';
import { worldUnit } from '../../recipe/scene/world-unit.js';
import { type SliceSource, volumeSource } from '../../slices/draw-slice.js';
import type { Geometry } from '../../slices/slice-grid.js';
import { chooseLevel, storeSource, visitUnlessUniform } from '../../slices/store-source.js';
import { readVolumeInput } from '../read-volume-input.js';
import { divideMemory, SHARE_BESIDE } from '../render/load/open-store-volume.js';
import { say, sayOf } from '../say.js';
import { readBeside, refuseStoreSpacings, type ShownTime, selectVolumes } from '../select-volumes.js';
import type { SliceValues } from './slice-command-options.js';

export interface SliceVolume {
  readonly name: string;
  /** The finest grid of its voxels. */
  readonly geometry: Geometry;
  readonly anatomical: boolean;
  /** The world's unit; an empty text where it is not known. */
  readonly unit: string;
  readonly source: SliceSource;
  /** Voxels in colours of their own. */
  readonly colors: SliceSource | undefined;
  /** The channel of a store that it is, where several are shown together. */
  readonly channel?: StoreChannel | undefined;
  /** Labels that the file names. */
  readonly labels: VolumeFile['labels'];
  /** How its file asks for its values to be shown in grey. */
  readonly display?: VolumeFile['display'];
  /** Whether all of its labels are in `basis`. */
  readonly isWhole: boolean;
  /** All of it, or a coarse version of a store, from which its appearance follows. */
  readonly basis: () => Promise<Volume>;
}

/** The first volume takes all options of inputs; those that are shown over it what voxels are taken for. */
export async function openVolumes(
  inputs: readonly OpenedInput[],
  values: SliceValues,
): Promise<readonly [SliceVolume, ...SliceVolume[]]> {
  const { component: channels = [] } = values;
  const selections = selectVolumes(values);
  const layout = layoutOfRaw(values);
  const isAlone = inputs.length === 1 && values.mask === undefined;
  const sayNotes = (name: string, notes: readonly string[]) => {
    if (isAlone) notes.forEach(say);
    else sayOf(name, notes);
  };
  const opened: SliceVolume[] = [];
  let first: ShownTime = {};
  for (const [index, input] of inputs.entries()) {
    const name = nameOfInput(input);
    const isFirst = index === 0;
    const isStore = 'store' in input;
    if (isFirst) checkChannels(channels, isStore, inputs.length - 1);
    if (isStore) {
      if (isFirst) refuseStoreSpacings(values);
      const showsActive = inputs.length === 1 && leavesChannelsOpen(values);
      const [selection, asked] = isFirst ? [selections.first, channels] : [selections.others, []];
      const ofStore = await openStoreChannels(input, selection, asked, showsActive);
      if (isFirst) first = { times: ofStore.times, time: values.time };
      sayNotes(name, ofStore.notes);
      opened.push(...ofStore.volumes);
      continue;
    }
    const reader = isFirst && layout ? createRawReader(layout) : undefined;
    const shown = isFirst
      ? await readVolumeInput(input, selections.first, reader)
      : await readBeside(first, input, selections.others);
    if (isFirst) first = { times: shown.times, time: shown.time ?? values.time };
    sayNotes(name, shown.notes);
    opened.push(openFileVolume(name, shown));
  }
  return opened as unknown as readonly [SliceVolume, ...SliceVolume[]];
}

interface StoreChannels {
  readonly volumes: readonly SliceVolume[];
  readonly notes: readonly string[];
  readonly times: number | undefined;
}

/** A store's volume, or those of several of its channels that are shown together. */
async function openStoreChannels(
  input: OpenedStore,
  selection: VolumeSelection,
  asked: readonly number[],
  showsActive: boolean,
): Promise<StoreChannels> {
  const open = (channel: number | undefined) =>
    input.store({ ...selection, ...(channel !== undefined && { component: channel }) });
  const { stores, notes } = await openChannels(open, asked, showsActive);
  const isOne = stores.length === 1;
  const cacheBytes = cacheBytesOf(input, stores.length);
  const volumes = stores.map((store) => ({
    ...openStoreVolume(input.name, store, cacheBytes),
    ...(!isOne && { channel: store.channel }),
  }));
  return { volumes, notes, times: stores[0].times };
}

/** A preview and slices have caches of their own. */
const CACHES = 2;

/** Bytes of each of a store's caches. */
function cacheBytesOf({ memory }: OpenedStore, channels: number): number {
  const { shareBytes } = divideMemory(memory, CACHES * channels, memory?.isOnly ? 1 : SHARE_BESIDE);
  memory?.spend(shareBytes * CACHES * channels, 'its decoded chunks');
  return shareBytes;
}

function openFileVolume(name: string, { volume, labels, unit, display }: VolumeFile): SliceVolume {
  checkFloat32Range(volume, name);
  return {
    name,
    geometry: volume,
    anatomical: volume.anatomical,
    unit: worldUnit(unit, volume.anatomical),
    source: volumeSource(volume),
    colors: volume.colors && volumeSource({ ...volume, voxels: volume.colors }),
    labels,
    display,
    isWhole: true,
    basis: async () => volume,
  };
}

function openStoreVolume(name: string, store: Store, cacheBytes: number | undefined): SliceVolume {
  let opening: Promise<PagedVolume> | undefined;
  const open = () => {
    opening ??= openPagedVolume(store, cacheBytes === undefined ? {} : { cacheBytes }).then((pages) => {
      const [blank] = pages.blankLevels ?? [];
      if (blank) {
        const level = `its level of ${blank.sizes.join(' × ')} voxels`;
        say(`${name}: ${level} holds nothing but one value, as if its chunks were missing; finer ones are shown`);
      }
      const [value] = pages.preview.voxels;
      if (pages.preview.voxels.every((other) => Object.is(other, value))) {
        say(
          `${name}: all of its voxels are ${value}, as where chunks are missing; if there should be more, get a whole copy`,
        );
      }
      return pages;
    });
    return opening;
  };
  const whole = storeSource(store, [], cacheBytes);
  let filled: SliceSource | undefined;
  return {
    name,
    geometry: store.levels[0],
    anatomical: store.anatomical,
    unit: worldUnit(store.unit, store.anatomical),
    // A slice whose colours are given reads nothing but its chunks, unless these look as if they were missing.
    source: async (needs, visit) => {
      const findBlank = async () => (await open()).blankLevels ?? [];
      if (!opening) {
        const isBelieved = async () => !(await findBlank()).includes(chooseLevel(store.levels, needs.grid));
        if (await visitUnlessUniform(whole, needs, visit, isBelieved)) return;
      }
      const blankLevels = await findBlank();
      if (blankLevels.length === 0) return whole(needs, visit);
      const isFilled = (level: Level) => !blankLevels.includes(level);
      const levels = store.levels.filter(isFilled) as unknown as Store['levels'];
      filled ??= storeSource({ levels }, [], cacheBytes);
      return filled(needs, visit);
    },
    colors: undefined,
    labels: undefined,
    isWhole: false,
    basis: async () => (await open()).preview,
  };
}
