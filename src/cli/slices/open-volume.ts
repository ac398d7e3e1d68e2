/** The volumes of `tilecast slices`: in memory, or in a store of which slices read what they show. */
import { createRawReader, openPagedVolume, type Store, type Volume, type VolumeFile } from '../../index.js';
import { checkFloat32Range, parseRawLayout } from '../../lab.js';
import { nameOfInput, type OpenedInput } from '../../node/index.js';
import { fail } from '../../recipe/parse-options.js';
import { memorySource, type SliceSource } from '../../slices/draw-slice.js';
import type { Geometry } from '../../slices/slice-grid.js';
import { storeSource } from '../../slices/store-source.js';
import { readVolumeInput } from '../read-volume-input.js';
import { ANATOMICAL_UNIT } from '../render/overlays/choose-overlays.js';
import { say } from '../say.js';
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
  /** Labels that the file names. */
  readonly labels: VolumeFile['labels'];
  /** Whether all of its labels are in `basis`. */
  readonly isWhole: boolean;
  /** All of it, or a coarse version of a store, from which its look follows. */
  readonly basis: () => Promise<Volume>;
}

/** Units of stores whose names scale bars know. */
const UNITS: Readonly<Record<string, string>> = {
  nanometer: 'nm',
  micrometer: 'µm',
  millimeter: 'mm',
  meter: 'm',
};

/** The first volume takes all options of inputs; those that are shown over it what voxels are taken for. */
export async function openVolumes(
  inputs: readonly OpenedInput[],
  values: SliceValues,
): Promise<readonly [SliceVolume, ...SliceVolume[]]> {
  const { component: channels = [], time, series, spacing: spacings, voxels, raw } = values;
  if (channels.length > 1) fail('--component: slices show one at a time; name one');
  const ofAll = { ...(voxels && { voxels }) };
  const [component] = channels;
  const selection = {
    ...ofAll,
    ...(component !== undefined && { component }),
    ...(time !== undefined && { time }),
    ...(series !== undefined && { series }),
    ...(raw === undefined && spacings && { spacings }),
  };
  const opened: SliceVolume[] = [];
  for (const [index, input] of inputs.entries()) {
    const name = nameOfInput(input);
    const chosen = index === 0 ? selection : ofAll;
    if ('store' in input && raw === undefined) {
      if (index === 0 && spacings) fail('--spacing: is for --raw and folders of pictures');
      opened.push(openStoreVolume(name, await input.store(chosen)));
      continue;
    }
    const reader =
      index === 0 && raw !== undefined
        ? createRawReader({ ...parseRawLayout(raw), ...(spacings && { spacings }) })
        : undefined;
    opened.push(openFileVolume(name, await readVolumeInput(input, chosen, reader)));
  }
  return opened as unknown as readonly [SliceVolume, ...SliceVolume[]];
}

function openFileVolume(name: string, { volume, labels, notes }: VolumeFile): SliceVolume {
  for (const note of notes) say(note);
  checkFloat32Range(volume, name);
  return {
    name,
    geometry: volume,
    anatomical: volume.anatomical,
    unit: volume.anatomical ? ANATOMICAL_UNIT : '',
    source: memorySource(volume),
    colors: volume.colors && memorySource({ ...volume, voxels: volume.colors }),
    labels,
    isWhole: true,
    basis: async () => volume,
  };
}

function openStoreVolume(name: string, store: Store): SliceVolume {
  for (const note of store.notes) say(note);
  let basis: Promise<Volume> | undefined;
  return {
    name,
    geometry: store.levels[0],
    anatomical: store.anatomical,
    unit: store.anatomical ? ANATOMICAL_UNIT : (UNITS[store.unit ?? ''] ?? ''),
    source: storeSource(store),
    colors: undefined,
    labels: undefined,
    isWhole: false,
    basis: () => {
      basis ??= openPagedVolume(store).then(({ preview }) => preview);
      return basis;
    },
  };
}
