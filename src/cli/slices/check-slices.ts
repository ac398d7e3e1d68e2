/** Refuses options of slices that conflict, or do not apply to the inputs. */
import { fail } from '../../recipe/parse/parse-options.js';
import type { GivenSlices, SliceValues } from './slice-command-options.js';

/** @throws InputError that names an option, for what is wrong whatever the inputs are. */
export function checkSlices(values: SliceValues): void {
  const { plane, up, through, at, count, scale, size, mask, labels, annotations } = values;
  if (up && !through && !plane?.some((panel) => typeof panel === 'object')) {
    fail('--up: is for --plane NX,NY,NZ and --through; named planes have a way up of their own');
  }
  checkThrough(values);
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

function checkThrough({ plane, through, perpendicular }: SliceValues): void {
  if (!through) {
    if (perpendicular) fail('--perpendicular: is for --through, which names two points of a plane');
    return;
  }
  if (plane) fail('--plane: leave out either this or --through, which makes a plane of points');
  const wanted = perpendicular ? 2 : 3;
  if (through.length === wanted) return;
  const times = through.length === 1 ? 'once' : `${through.length} times`;
  if (perpendicular) fail(`--through: with --perpendicular it takes two points, and it is given ${times}`);
  fail(`--through: takes three points, or two with --perpendicular, and it is given ${times}`);
}

/** Options of the panel in three dimensions. */
const OF_3D = ['view', 'azimuth', 'elevation'] as const;

/** @param given options that were named. @throws InputError for options of the panel in three dimensions where there is none. */
export function checkPanel(given: GivenSlices, { plane }: SliceValues): void {
  if (plane?.includes('3d')) {
    if (plane.every((panel) => panel === '3d')) {
      fail('--plane: 3d alone is what tilecast render draws; name planes beside it, such as ortho,3d');
    }
    return;
  }
  for (const name of [...OF_3D, 'adapter', 'software'] as const) {
    if (given[name] !== undefined) fail(`--${name}: is for 3d, which --plane does not name`);
  }
}

/** @throws InputError for options of labels, where nothing shows any. */
export function checkLabels({ outline, fill }: SliceValues, hasLabels: boolean): void {
  if (hasLabels) return;
  if (outline !== undefined) fail('--outline: is for labels, and there are none; --mask names a volume of them');
  if (fill !== undefined) fail('--fill: is for labels, and there are none; --mask names a volume of them');
}
