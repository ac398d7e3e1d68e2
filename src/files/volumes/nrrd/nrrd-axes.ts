/** Which axes of an NRRD file span space, which hold components or time, and how its space lies in the world. */
import { InputError } from '../../../errors.js';
import { mapVec3, type Vec3 } from '../../../math/vec3.js';
import type { Volume } from '../../../volume/volume.js';
import { acrossSlice } from '../samples/across-slice.js';
import type { SampleAxis } from '../samples/select-samples.js';
import { settleUnits, type WorldUnits } from '../samples/settle-units.js';
import type { NrrdAxis, NrrdHeader } from './nrrd-header.js';

type Role = SampleAxis['role'];

/**
 * Axes with a direction span space; without any directions, those whose kind says so or says nothing. Any other axis holds
 * components if its kind says so or if it is faster than space, else time. The slower ones are time if more than three could
 * span space. Two axes that span space are those of one slice, and get a third of size 1. Of a bare picture the first one holds its
 * colours.
 * @throws InputError if fewer than two axes span space.
 */
export function assignAxes(axes: readonly NrrdAxis[]): SampleAxis[] {
  const isPicture = isBarePicture(axes);
  const directed = axes.some(({ direction }) => direction);
  const spaced = axes.some(({ spacing }) => !Number.isNaN(spacing));
  const said = axes.map(({ kind, direction, spacing }, axis): Role | undefined => {
    if (isPicture) return axis === 0 ? 'component' : 'space';
    if (direction) return isTimeStep(direction) ? 'time' : 'space';
    const role = roleOfKind(kind);
    if (directed) return role === 'space' ? undefined : role;
    // A spacing of NaN beside others says the same as no direction; of three axes it only says that it is unknown.
    return role ?? (spaced && axes.length > 3 && Number.isNaN(spacing) ? undefined : 'space');
  });
  const firstOfSpace = said.indexOf('space');
  const roles = said.map((role, axis) => role ?? (axis < firstOfSpace ? 'component' : 'time'));
  const withRole = (wanted: Role) => roles.flatMap((role, axis) => (role === wanted ? [axis] : []));

  while (withRole('space').length > 3 && axes[withRole('space')[0]!]!.size === 1) {
    roles[withRole('space')[0]!] = 'component';
  }
  for (const axis of withRole('space').slice(3)) roles[axis] = 'time';
  const spanning = withRole('space').length;
  if (spanning < 2) {
    const sizes = axes.map(({ size }) => size).join(' ');
    throw new InputError(
      `has sizes ${sizes}, of which ${spanning} span space; a volume needs 3 axes that do, a slice 2`,
    );
  }
  const named = axes.map(({ size, kind }, axis) => ({
    size,
    role: roles[axis]!,
    label: `axis ${axis + 1}${kind === undefined ? '' : `, kind ${kind}`}`,
  }));
  return spanning === 2 ? [...named, { size: 1, role: 'space', label: 'the slice' }] : named;
}

/** Pixels along each side of what may be a picture: a crop of a few voxels is none. */
const PICTURE_SIDE = 16;

/**
 * Whether three axes of which nothing is said but their sizes are those of a photograph, colours first: three or four slices are rarely
 * the fastest axis of a volume.
 */
export function isBarePicture(axes: readonly NrrdAxis[]): boolean {
  const [colors, ...sides] = axes.map(({ size }) => size);
  const isBare = ({ kind, direction, spacing, min, max, center }: NrrdAxis) =>
    kind === undefined && !direction && center === undefined && [spacing, min, max].every(Number.isNaN);
  return (
    (colors === 3 || colors === 4) &&
    sides.length === 2 &&
    sides.every((side) => side >= PICTURE_SIDE) &&
    axes.every(isBare)
  );
}

/** Whether it is, in a space with time, a step that leads nowhere else. */
function isTimeStep(direction: readonly number[]): boolean {
  return direction.length === 4 && direction.slice(0, 3).every((coordinate) => coordinate === 0);
}

function roleOfKind(kind: string | undefined): Role | undefined {
  if (kind === undefined || kind === 'time') return kind;
  return kind === 'domain' || kind === 'space' ? 'space' : 'component';
}

/**
 * Index space to the world. Anatomical spaces become LPS; others are taken as they are. An axis without direction runs
 * along the space's own. Slices of a plane lie in z = 0.
 */
export function placeInWorld(
  { axes, origin, toLps }: NrrdHeader,
  roles: readonly SampleAxis[],
  { scale }: WorldUnits,
): Pick<Volume, 'indexToWorld' | 'anatomical'> {
  const [x, y, z] = mapVec3(toLps ?? [1, 1, 1], (sign, axis) => sign * scale[axis]!);
  // Adding zero makes zeros of negative ones.
  const convert = (vector: readonly number[]): Vec3 => [
    vector[0]! * x + 0,
    vector[1]! * y + 0,
    (vector[2] ?? 0) * z + 0,
  ];
  const [i, j, k] = axes.filter((_, axis) => roles[axis]!.role === 'space') as [NrrdAxis, NrrdAxis, NrrdAxis?];
  const columnI = convert(i.direction ?? [findSpacing(i), 0, 0]);
  const columnJ = convert(j.direction ?? [0, findSpacing(j), 0]);
  return {
    indexToWorld: {
      columns: [columnI, columnJ, k ? convert(k.direction ?? [0, 0, findSpacing(k)]) : acrossSlice(columnI, columnJ)],
      origin: convert(origin ?? (i.direction ? [0, 0, 0] : [i, j, ...(k ? [k] : [])].map(findFirstCenter))),
    },
    anatomical: toLps !== undefined,
  };
}

/** Units of the world: of the space's axes, or of those that span space where the file names none. */
export function unitsOfWorld({ axes, units }: NrrdHeader, roles: readonly SampleAxis[]): WorldUnits {
  const isOfAxes = !axes.some(({ direction }) => direction);
  return settleUnits(isOfAxes ? units.filter((_, axis) => roles[axis]?.role === 'space') : units);
}

/** The spacing that the header says, or else that its min and max imply, or else 1. */
function findSpacing({ size, spacing, min, max, center }: NrrdAxis): number {
  if (!Number.isNaN(spacing)) return spacing;
  const implied = (max - min) / (center === 'cell' ? size : size - 1);
  return Number.isFinite(implied) ? implied : 1;
}

/**
 * The centre of the first voxel: at the axis's min, or half a step beyond if the samples are said to be cells, whose border the
 * min then is; 0 without a min.
 */
function findFirstCenter(axis: NrrdAxis): number {
  if (Number.isNaN(axis.min)) return 0;
  return axis.center === 'cell' ? axis.min + findSpacing(axis) / 2 : axis.min;
}
