/** The parts that commands take of the volumes among their inputs, by their options. */
import type { Vec3, VolumeFile, VolumeSelection } from '../index.js';
import type { OpenedInput } from '../node/index.js';
import { fail, optional, parseIndex, parseSpacings } from '../recipe/parse/parse-options.js';
import { readVolumeInput } from './read-volume-input.js';

/** Values of the options of inputs. */
export interface SelectionValues {
  readonly component?: readonly number[] | undefined;
  readonly time?: number | undefined;
  readonly series?: string | undefined;
  readonly spacing?: Vec3 | undefined;
  readonly voxels?: 'labels' | 'values' | undefined;
  readonly raw?: unknown;
}

/** The point in time that a volume is, and how many there are of it. */
export interface ShownTime {
  readonly times?: number | undefined;
  readonly time?: number | undefined;
}

export interface VolumeSelections {
  /** All that the options say. */
  readonly first: VolumeSelection;
  /** The part of it that holds for volumes shown with the first: what voxels are taken for. */
  readonly others: VolumeSelection;
}

export function selectVolumes({
  component: channels = [],
  time,
  series,
  spacing: spacings,
  voxels,
  raw,
}: SelectionValues): VolumeSelections {
  const others = { ...(voxels && { voxels }) };
  const [component] = channels;
  const first = {
    ...others,
    ...(component !== undefined && { component }),
    ...(time !== undefined && { time }),
    ...(series !== undefined && { series }),
    ...(raw === undefined && spacings && { spacings }),
  };
  return { first, others };
}

/** Options of inputs as they are typed. */
export interface SelectionArguments {
  readonly component?: string | undefined;
  readonly time?: string | undefined;
  readonly series?: string | undefined;
  readonly spacing?: string | undefined;
}

/** The selection of commands of one volume. @throws InputError that names the option. */
export const chooseSelection = ({ component, time, series, spacing }: SelectionArguments): VolumeSelection =>
  selectVolumes({
    component: component === undefined ? [] : [parseIndex('component', component)],
    time: optional('time', time, parseIndex),
    series,
    spacing: optional('spacing', spacing, parseSpacings),
  }).first;

/** Stores say their spacings. @throws InputError if the options give some. */
export function refuseStoreSpacings({ spacing, raw }: SelectionValues): void {
  if (spacing && raw === undefined) fail('--spacing: is for --raw and folders of pictures');
}

/** Reads a volume that is shown with a first one: at the same point in time, where both have as many of them. */
export async function readBeside(
  { times = 1, time = 0 }: ShownTime,
  input: OpenedInput,
  selection: VolumeSelection,
): Promise<VolumeFile> {
  const file = await readVolumeInput(input, selection);
  const follows = time > 0 && times > 1 && file.times === times;
  return follows ? readVolumeInput(input, { ...selection, time }) : file;
}
