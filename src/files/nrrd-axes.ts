/** Which axes of an NRRD file span space, which ones are components or time, and how space lies in the world. */
import { InputError } from '../errors.js';
import type { Affine } from '../math/affine.js';
import type { Vec3 } from '../math/vec3.js';
import type { NrrdAxis, NrrdHeader } from './nrrd-header.js';
import type { VolumeSelection } from './source.js';

type Role = 'space' | 'component' | 'time';

/** The scalar volume that was selected: sample (i, j, k) is at offset + i · strides[0] + j · strides[1] + k · strides[2]. */
export interface NrrdSelection {
  readonly sizes: Vec3;
  readonly offset: number;
  readonly strides: Vec3;
  readonly notes: readonly string[];
}

/**
 * The roles of the axes. Those with a direction span space; without any, kinds decide. An axis of neither is a component
 * if it is faster than those of space, else time. Where four or more could span space, the slower ones are time.
 * @throws InputError if fewer than three axes span space.
 */
export function assignRoles({ axes }: NrrdHeader): Role[] {
  const directed = axes.some(({ direction }) => direction);
  const spaced = axes.some(({ spacing }) => Number.isFinite(spacing));
  const known = axes.map((axis) => {
    if (directed && axis.direction) return isTimeStep(axis.direction) ? 'time' : 'space';
    const role = directed && isSpaceKind(axis.kind) ? undefined : roleOfKind(axis.kind);
    // A spacing of NaN says the same as no direction, but of three axes it only says that a spacing is unknown.
    const placeless = directed || (spaced && axes.length > 3 && Number.isNaN(axis.spacing));
    return role ?? (placeless ? undefined : 'space');
  });
  const roles = known.map((role, axis): Role => role ?? (known.indexOf('space') < axis ? 'time' : 'component'));
  const spatial = roles.flatMap((role, axis) => (role === 'space' ? [axis] : []));
  for (const axis of spatial.slice(3)) roles[axis] = 'time';
  if (spatial.length < 3) {
    throw new InputError(
      `has ${spatial.length} of its ${axes.length} axes (sizes ${axes.map(({ size }) => size).join(' ')}) in space; a volume has 3: stack images along a third, of kind domain`,
    );
  }
  return roles;
}

/** In a space with time, a step that leads nowhere else. */
function isTimeStep(direction: readonly number[]): boolean {
  return direction.length === 4 && direction[3] !== 0 && direction.slice(0, 3).every((coordinate) => coordinate === 0);
}

const isSpaceKind = (kind: string | undefined) => kind === 'domain' || kind === 'space';

function roleOfKind(kind: string | undefined): Role | undefined {
  if (kind === undefined || kind === 'time') return kind;
  return isSpaceKind(kind) ? 'space' : 'component';
}

/** @throws InputError if the file has no such component or time. */
export function selectVolume(header: NrrdHeader, roles: readonly Role[], selection: VolumeSelection): NrrdSelection {
  const { axes } = header;
  const strides = axes.map((_, axis) => axes.slice(0, axis).reduce((product, { size }) => product * size, 1));
  const notes: string[] = [];
  let offset = 0;
  for (const role of ['component', 'time'] as const) {
    const indices = axes.keys().filter((axis) => roles[axis] === role);
    const taken = axesOfRole(roles, role);
    const count = taken.reduce((product, axis) => product * axes[axis]!.size, 1);
    const index = selection[role] ?? 0;
    if (!(Number.isSafeInteger(index) && index >= 0 && index < count)) {
      throw new InputError(`has no ${role} ${index}; --${role} can be ${count > 1 ? `0 to ${count - 1}` : 'only 0'}`);
    }
    if (count > 1) notes.push(describe(header, role, taken, count, index));
    // Where several axes hold components, as of a matrix, they count as one, the fastest first.
    let rest = index;
    for (const axis of taken) {
      offset += (rest % axes[axis]!.size) * strides[axis]!;
      rest = Math.floor(rest / axes[axis]!.size);
    }
  }
  const spatial = axesOfRole(roles, 'space');
  return {
    sizes: spatial.map((axis) => axes[axis]!.size) as unknown as Vec3,
    offset,
    strides: spatial.map((axis) => strides[axis]!) as unknown as Vec3,
    notes,
  };
}
