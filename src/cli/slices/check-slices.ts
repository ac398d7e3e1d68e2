/** Options of slices that contradict each other, or are for what is not there. */
import { fail } from '../../recipe/parse-options.js';
import type { SliceValues } from './slice-command-options.js';

/** @throws InputError that names an option, for what is wrong whatever the inputs are. */
export function checkSlices(values: SliceValues): void {
  const { plane, up, at, count, scale, size, mask, labels, annotations } = values;
  if (up && typeof plane !== 'object') fail('--up: is for --plane NX,NY,NZ; named planes have a way up of their own');
  if (at && count !== undefined) fail('--count: spreads slices, and --at says where they are; leave one of them out');
  if (scale !== undefined && size) fail('--scale: leave out either this or --size, to which the slices are fitted');
  if (values.mode !== undefined && values['slab-thickness'] === undefined) {
    fail('--mode: says how --slab-thickness is reduced to one value; add it');
  }
  if (labels && mask === undefined) fail('--labels: is for --mask, which names the label volume');
  if (annotations) return;
  for (const name of ['title', 'color-bar-title', 'overlay-scale'] as const) {
    if (values[name] !== undefined) fail(`--${name}: is written on the picture, and --no-annotations leaves it bare`);
  }
}

/** @throws InputError for options of labels, where nothing shows any. */
export function checkLabels({ outline, fill }: SliceValues, hasLabels: boolean): void {
  if (hasLabels) return;
  if (outline !== undefined) fail('--outline: is for labels, and there are none; --mask names a volume of them');
  if (fill !== undefined) fail('--fill: is for labels, and there are none; --mask names a volume of them');
}
