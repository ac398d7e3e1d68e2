/** The mode of a volume, by the options of `tilecast render`. */
import type { Isosurface, RenderMode } from '../../../index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { describeSurfaces } from '../../../recipe/scene/appearance.js';

export interface ChosenMode {
  readonly mode: RenderMode;
  readonly isoValue?: number;
  readonly isosurfaces?: readonly Isosurface[];
}

/**
 * The mode; without one, it is what the transfer function was made for.
 * @throws InputError if the mode and the isovalue do not go together.
 */
export function chooseMode(values: OptionValues, hint: RenderMode = 'composite'): ChosenMode {
  const { iso: surfaces } = values;
  const mode = values.mode ?? (surfaces === undefined ? hint : 'isosurface');
  if (mode === 'isosurface' && surfaces === undefined) fail('--iso: name the value of the isosurface');
  if (mode !== 'isosurface' && surfaces !== undefined) fail('--iso: is for --mode isosurface');
  return { mode, ...(surfaces && describeSurfaces(surfaces)) };
}
