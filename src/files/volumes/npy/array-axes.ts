/** The axes of arrays that say nothing of them, as NumPy's are. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { type SampleAxis, type SampleSelection, selectSamples } from '../samples/select-samples.js';
import type { VolumeSelection } from '../source.js';

/** A last axis as short as this holds the components of a voxel. */
const COMPONENTS_MAX = 4;

/** Sizes of a shape that a message shows. */
const SIZES_SHOWN = 8;

/**
 * The samples of one volume: the last of four axes holds components if there are four of them at most, else the first is time.
 * @param fortran whether the first axis is fastest in memory, and not the last.
 * @param white the value of a full channel, where components may be colours.
 */
export function selectOfArray(
  stored: readonly number[],
  fortran: boolean,
  selection: VolumeSelection,
  white: number | undefined,
): SampleSelection {
  const shape = stored.length === 2 ? [1, ...stored] : stored;
  const colours = shape.length === 4 && shape[3]! <= COMPONENTS_MAX;
  const roles: readonly SampleAxis['role'][] =
    shape.length === 4
      ? colours
        ? ['space', 'space', 'space', 'component']
        : ['time', 'space', 'space', 'space']
      : [];
  if ((shape.length !== 3 && shape.length !== 4) || shape.some((size) => size === 0)) {
    throw new InputError(
      `is an array of shape (${stored.slice(0, SIZES_SHOWN).join(', ')}${stored.length > SIZES_SHOWN ? ', …' : ''}); one of [k, j, i] makes a volume, [j, i] a slice`,
    );
  }
  const axes = shape.map((size, axis): SampleAxis => ({ size, role: roles[axis] ?? 'space', label: `axis ${axis}` }));
  const selected = selectSamples(fortran ? axes : axes.reverse(), selection, white);
  if (!fortran) return selected;
  const reversed = (numbers: Vec3): Vec3 => [numbers[2], numbers[1], numbers[0]];
  return { ...selected, sizes: reversed(selected.sizes), strides: reversed(selected.strides) };
}
