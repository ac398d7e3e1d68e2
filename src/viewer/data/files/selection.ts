/** Which part of the files is taken, by the options of the command line: of several images and times one, of channels up to eight. */
import { createRawReader, type Vec3, type VolumeReader, type VolumeSelection } from '../../../index.js';
import { parseRawLayout } from '../../../lab.js';
import { parseChannels } from '../../../recipe/parse/channels.js';
import {
  fail,
  optional,
  parseIndex,
  parsePositive,
  parseSpacings,
  parseVoxels,
} from '../../../recipe/parse/parse-options.js';

export const SELECTION_OPTIONS = [
  'series',
  'time',
  'component',
  'spacing',
  'raw',
  'voxels',
  'detail',
  'memory',
] as const;

/** The selection for volumes after the first, and for labels. */
export const DEFAULT_SELECTION: FileSelection = { channels: [], read: undefined, level: 0, atlasBytes: undefined };

/** The part of a selection that is about all volumes, and not the first alone. */
export const selectOthers = ({ voxels }: FileSelection): FileSelection => ({
  ...DEFAULT_SELECTION,
  ...(voxels && { voxels }),
});

/** The options' texts. */
export type SelectionTexts = { readonly [Name in (typeof SELECTION_OPTIONS)[number]]?: string | undefined };

/** The texts of options that select parts of files; others are left out. */
export function pickSelection(given: Readonly<Record<string, unknown>>): SelectionTexts {
  const told = SELECTION_OPTIONS.filter((option) => typeof given[option] === 'string');
  return Object.fromEntries(told.map((option) => [option, given[option]]));
}

export interface FileSelection extends VolumeSelection {
  /** Channels of a store that are shown together, the first among them; none where one is taken. */
  readonly channels: readonly number[];
  /** Whether channels that a store's writer shows are shown together where none are chosen; default: those of a store alone are. */
  readonly showsActive?: boolean;
  /** Reads files that do not say what they are; undefined for those that do. */
  readonly read: VolumeReader | undefined;
  /** Level of a store, 0 for the finest. */
  readonly level: number;
  /** Memory on the device for the voxels of a store. */
  readonly atlasBytes: number | undefined;
}

const BYTES_PER_MIB = 2 ** 20;

/** @throws InputError that names the option. */
export function parseSelection(texts: SelectionTexts): FileSelection {
  const { series, raw } = texts;
  const index = (name: 'time' | 'detail') => optional(name, texts[name], parseIndex);
  const time = index('time');
  const channels = optional('component', texts.component, parseChannels) ?? [];
  const [component] = channels;
  const spacings = optional('spacing', texts.spacing, parseSpacings);
  const voxels = optional('voxels', texts.voxels, parseVoxels);
  const memory = optional('memory', texts.memory, parsePositive);
  return {
    ...(series !== undefined && { series }),
    ...(time !== undefined && { time }),
    ...(component !== undefined && { component }),
    ...(spacings && raw === undefined && { spacings }),
    ...(voxels && { voxels }),
    channels: channels.length > 1 ? channels : [],
    read: raw === undefined ? undefined : createRaw(raw, spacings),
    level: index('detail') ?? 0,
    atlasBytes: memory === undefined ? undefined : memory * BYTES_PER_MIB,
  };
}

function createRaw(text: string, spacings: Vec3 | undefined): VolumeReader {
  try {
    return createRawReader({ ...parseRawLayout(text), ...(spacings && { spacings }) });
  } catch (cause) {
    const { message } = cause as Error;
    return fail(message.startsWith('--') ? message : `--raw: ${message}`);
  }
}
