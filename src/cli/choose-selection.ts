/** The part that is taken of a file that holds several volumes, by the options of the command line. */
import type { VolumeSelection } from '../index.js';
import { optional, parseIndex, parseSpacings } from '../recipe/parse/parse-options.js';

export interface SelectionArguments {
  readonly component?: string | undefined;
  readonly time?: string | undefined;
  readonly series?: string | undefined;
  readonly spacing?: string | undefined;
}

/** @throws InputError that names the option. */
export function chooseSelection({ component, time, series, spacing }: SelectionArguments): VolumeSelection {
  return {
    ...(component !== undefined && { component: parseIndex('component', component) }),
    time: optional('time', time, parseIndex) ?? 0,
    ...(series !== undefined && { series }),
    ...(spacing !== undefined && { spacings: parseSpacings('spacing', spacing) }),
  };
}
