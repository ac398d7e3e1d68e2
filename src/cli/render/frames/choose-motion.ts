/** The motion of meshes that the options of `tilecast render` ask for. */
import { MOTION_FRAMES } from '../../../recipe/options/output-options.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';

/** The option that makes several frames of one period, of which frame i is at the time i / frames. */
export interface Motion {
  readonly option: 'deform' | 'animation';
  readonly frames: number;
}

/** Undefined where nothing moves. @throws InputError for a number of frames of what does not move. */
export function chooseMotion({ frames, deform, animation }: OptionValues): Motion | undefined {
  const option = deform ? 'deform' : animation && animation.seconds === undefined ? 'animation' : undefined;
  const count = frames?.count;
  if (count !== undefined && !option) {
    fail('--frames: a number is for --deform or --animation, which name what moves; A-B is a range');
  }
  return option && { option, frames: count ?? MOTION_FRAMES };
}
