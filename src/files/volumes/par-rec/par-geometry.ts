/** Positions of the slices of PAR/REC files in the world. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import { addScaled, dot, length, normalize, rotateAbout, scale, subtract, type Vec3 } from '../../../math/vec3.js';
import type { ParImage } from './par-header.js';

/** Steps along i, j and k of slices without angulation, in LPS: transverse, sagittal, coronal. */
const ORIENTATIONS: Readonly<Record<number, Affine['columns']>> = {
  1: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  2: [
    [0, 1, 0],
    [0, 0, -1],
    [-1, 0, 0],
  ],
  3: [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ],
};

const RADIANS = Math.PI / 180;

/** Offsets are rounded to hundredths of a millimetre, and angles of a degree. */
const ANGLE_COSINE_MIN = 0.995;

/** Philips's triples are along anterior-posterior, foot-head and right-left, growing to the last named. */
const toLps = ([ap = 0, fh = 0, rl = 0]: readonly number[]): Vec3 => [rl, ap, fh];

/**
 * The world of a volume's slices, in their order: their centres give the origin and the step between them, and their angulation the
 * directions of their rows and columns. Angles turn about the feet-head axis first, then anterior-posterior, then right-left.
 * @throws InputError if the slices are no stack.
 */
export function placeParSlices(slices: readonly ParImage[]): Affine {
  const first = slices[0]!;
  const [orientation = 0] = first.column('orientation');
  const axes = ORIENTATIONS[orientation];
  if (!axes) throw new InputError(`has the slice orientation ${orientation}; 1, 2 and 3 are right`);
  const [ap = 0, fh = 0, rl = 0] = first.column('angulation');
  const rotate = (axis: Vec3): Vec3 => {
    const aboutFh = rotateAbout(axis, [0, 0, 1], fh * RADIANS);
    return rotateAbout(rotateAbout(aboutFh, [0, 1, 0], ap * RADIANS), [1, 0, 0], rl * RADIANS);
  };
  const [i, j, k] = axes.map(rotate) as [Vec3, Vec3, Vec3];
  const [width = 1, height = 1] = first.column('resolution');
  const [x = Number.NaN, y = Number.NaN] = first.column('spacing');
  const columns: Affine['columns'] = [scale(i, x), scale(j, y), stepBetween(slices, k)];
  const centre = toLps(first.column('offcentre'));
  const origin = addScaled(addScaled(centre, columns[0], -(width - 1) / 2), columns[1], -(height - 1) / 2);
  return { columns, origin };
}

/** The mean step of the centres; of slices that do not say where they are, and of a single one, the thickness and the gap. */
function stepBetween(slices: readonly ParImage[], normal: Vec3): Vec3 {
  const centres = slices.map((slice) => toLps(slice.column('offcentre')));
  const way = subtract(centres.at(-1)!, centres[0]!);
  const [thickness = 0, gap = 0] = [slices[0]!.column('thickness')[0], slices[0]!.column('gap')[0]];
  if (length(way) === 0) return scale(normal, thickness + gap);
  const step = scale(way, 1 / (slices.length - 1));
  const isStack = centres.every(
    (centre, index) => length(subtract(centre, addScaled(centres[0]!, step, index))) < 0.1 * length(step),
  );
  if (!isStack || Math.abs(dot(normalize(way), normal)) < ANGLE_COSINE_MIN) {
    throw new InputError(
      'has slices that are not parallel at equal distances, as a survey has; dcm2niix makes a NIfTI file of each stack',
    );
  }
  return step;
}
