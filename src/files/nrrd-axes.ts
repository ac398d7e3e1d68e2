/** Which axes of an NRRD file span space, which hold components or time, and how its space lies in the world. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import type { Volume } from '../volume/volume.js';
import type { NrrdAxis, NrrdHeader } from './nrrd-header.js';
import type { VolumeSelection } from './source.js';

type Role = 'space' | 'component' | 'time';

/** The axes of each role, fastest first. */
export interface NrrdRoles {
  readonly space: readonly [number, number, number];
  readonly component: readonly number[];
  readonly time: readonly number[];
}

/** Where the selected volume's samples are: (i, j, k) at offset + i · strides[0] + j · strides[1] + k · strides[2]. */
export interface NrrdSelection {
  readonly sizes: Vec3;
  readonly offset: number;
  readonly strides: Vec3;
  readonly notes: readonly string[];
}

/**
 * Axes with a direction span space; without any directions, those whose kind says so or says nothing. Any other axis
 * holds components if its kind says so or if it is faster than space, else time. Of more than three that could span
 * space, the slower ones are time.
 * @throws InputError if fewer than three axes span space.
 */
export function assignRoles(axes: readonly NrrdAxis[]): NrrdRoles {
  const directed = axes.some(({ direction }) => direction);
  const spaced = axes.some(({ spacing }) => !Number.isNaN(spacing));
  const said = axes.map(({ kind, direction, spacing }): Role | undefined => {
    if (direction) return isTimeStep(direction) ? 'time' : 'space';
    const role = roleOfKind(kind);
    if (directed) return role === 'space' ? undefined : role;
    // Beside others, a spacing of NaN says the same as no direction; of three axes it only says that it is unknown.
    return role ?? (spaced && axes.length > 3 && Number.isNaN(spacing) ? undefined : 'space');
  });
  const firstOfSpace = said.indexOf('space');
  const roles = said.map((role, axis) => role ?? (axis < firstOfSpace ? 'component' : 'time'));
  const withRole = (wanted: Role) => roles.flatMap((role, axis) => (role === wanted ? [axis] : []));

  while (withRole('space').length > 3 && axes[withRole('space')[0]!]!.size === 1) {
    roles[withRole('space')[0]!] = 'component';
  }
  for (const axis of withRole('space').slice(3)) roles[axis] = 'time';
  const [i, j, k] = withRole('space');
  if (i === undefined || j === undefined || k === undefined) {
    const sizes = axes.map(({ size }) => size).join(' ');
    throw new InputError(
      `has sizes ${sizes}, of which ${withRole('space').length} span space; a volume needs 3 axes that do`,
    );
  }
  return { space: [i, j, k], component: withRole('component'), time: withRole('time') };
}

/** In a space with time, a step that leads nowhere else. */
function isTimeStep(direction: readonly number[]): boolean {
  return direction.length === 4 && direction.slice(0, 3).every((coordinate) => coordinate === 0);
}

function roleOfKind(kind: string | undefined): Role | undefined {
  if (kind === undefined || kind === 'time') return kind;
  return kind === 'domain' || kind === 'space' ? 'space' : 'component';
}

/** @throws InputError if there is no such component or time. */
export function selectVolume(axes: readonly NrrdAxis[], roles: NrrdRoles, selection: VolumeSelection): NrrdSelection {
  const strides = axes.map((_, axis) => countSamples(axes.slice(0, axis)));
  const notes: string[] = [];
  let offset = 0;
  for (const role of ['component', 'time'] as const) {
    const count = countSamples(roles[role].map((axis) => axes[axis]!));
    const index = selection[role] ?? 0;
    if (!(Number.isSafeInteger(index) && index >= 0 && index < count)) {
      const right = count > 1 ? `one of 0 to ${count - 1}` : 'nothing but 0, as there is one only';
      throw new InputError(`has no ${role} ${index}; right for --${role} is ${right}`);
    }
    if (count > 1) {
      const whose = roles[role].map((axis) => `axis ${axis + 1}${describeKind(axes[axis]!)}`).join(' and ');
      const what = role === 'component' ? `${count} components a voxel` : `${count} points in time`;
      notes.push(`has ${what} (${whose}); took ${role} ${index}, --${role} takes any of 0 to ${count - 1}`);
    }
    // The components of a matrix, say, are on two axes: they count as one, the faster first.
    let rest = index;
    for (const axis of roles[role]) {
      offset += (rest % axes[axis]!.size) * strides[axis]!;
      rest = Math.floor(rest / axes[axis]!.size);
    }
  }
  const [i, j, k] = roles.space;
  return {
    sizes: [axes[i]!.size, axes[j]!.size, axes[k]!.size],
    offset,
    strides: [strides[i]!, strides[j]!, strides[k]!],
    notes,
  };
}

export function countSamples(axes: readonly NrrdAxis[]): number {
  return axes.reduce((count, { size }) => count * size, 1);
}

function describeKind({ kind }: NrrdAxis): string {
  return kind === undefined ? '' : `, kind ${kind}`;
}

/**
 * Index space to the world. Anatomical spaces become LPS; others are taken as they are. An axis without direction runs
 * along the space's own.
 */
export function placeInWorld(
  { axes, origin, toLps }: NrrdHeader,
  { space }: NrrdRoles,
): Pick<Volume, 'indexToWorld' | 'anatomical'> {
  const [x, y, z] = toLps ?? [1, 1, 1];
  // Adding zero makes zeros of negative ones.
  const convert = (vector: readonly number[]): Vec3 => [vector[0]! * x + 0, vector[1]! * y + 0, vector[2]! * z + 0];
  const [i, j, k] = [axes[space[0]]!, axes[space[1]]!, axes[space[2]]!];
  return {
    indexToWorld: {
      columns: [
        convert(i.direction ?? [findSpacing(i), 0, 0]),
        convert(j.direction ?? [0, findSpacing(j), 0]),
        convert(k.direction ?? [0, 0, findSpacing(k)]),
      ],
      origin: convert(origin ?? (i.direction ? [0, 0, 0] : [i, j, k].map(findFirstCenter))),
    },
    anatomical: toLps !== undefined,
  };
}

/** The spacing that the header says, or else that its min and max imply, or else 1. */
function findSpacing({ size, spacing, min, max, center }: NrrdAxis): number {
  if (!Number.isNaN(spacing)) return spacing;
  const implied = (max - min) / (center === 'cell' ? size : size - 1);
  return Number.isFinite(implied) ? implied : 1;
}

/**
 * Where the centre of the first voxel is: at the axis's min, or half a step beyond if the samples are said to be cells,
 * whose border the min then is; 0 without a min.
 */
function findFirstCenter(axis: NrrdAxis): number {
  if (Number.isNaN(axis.min)) return 0;
  return axis.center === 'cell' ? axis.min + findSpacing(axis) / 2 : axis.min;
}
