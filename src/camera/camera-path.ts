/** A camera's way through keyframes: smooth in where it looks from, how far, and how wide. */
import { InputError } from '../errors.js';
import { compose, exponential, logarithm, type Quaternion, reverse, rotate, rotationTo } from '../math/quaternion.js';
import { add, addScaled, distance, scale, subtract, type Vec3 } from '../math/vec3.js';
import { type Camera, cameraBasis, createCamera } from './camera.js';

/**
 * `through` passes the key without a halt, `stop` halts at it, and `linear` leaves it for the next one at one speed, which the parts
 * beside begin and end with.
 */
export const EASES = ['through', 'stop', 'linear'] as const;

/** A way to leave one key of a path and to arrive at the next. */
export type Ease = (typeof EASES)[number];

/** A camera at a time of a path. */
export interface CameraKey {
  /** When it is there: larger than that of the key before. */
  readonly at: number;
  /** The camera at that moment. */
  readonly camera: Camera;
  /** Default `through`; at the first and the last key the camera halts in any case, unless the way there is linear. */
  readonly ease?: Ease;
}

/** A camera in terms that change evenly. */
interface Pose {
  readonly target: Vec3;
  readonly rotation: Quaternion;
  /** Logarithms of the distance to the target and of the image's height: of a perspective camera, at distance 1. */
  readonly logs: readonly [distance: number, height: number];
}

/**
 * The camera at a time between the first and the last key, at a key that key's own. It turns about its target the shorter way, and
 * its velocity has no jumps but where a linear part meets a linear one. The rotation is a Hermite curve of unit quaternions (Kim,
 * Kim and Shin, "A general construction scheme for unit quaternion curves with simple high order derivatives", SIGGRAPH 1995).
 * @throws InputError for fewer than one key, times that do not rise, and for projections that differ.
 */
export function cameraAt(keys: readonly CameraKey[], time: number): Camera {
  checkKeys(keys);
  const clamped = Math.min(Math.max(time, keys[0]!.at), keys.at(-1)!.at);
  const there = keys.find(({ at }) => at === clamped);
  if (there) return there.camera;
  const after = keys.findIndex(({ at }) => at > clamped);
  const before = after - 1;
  const [from, to] = [keys[before]!, keys[after]!];
  const [a, b] = [poseOf(from.camera), poseOf(to.camera)];
  const span = to.at - from.at;
  const u = (clamped - from.at) / span;
  const leaving = velocityAt(keys, before, before);
  const arriving = velocityAt(keys, after, before);
  const target = [0, 1, 2].map((axis) =>
    hermite(u, a.target[axis]!, b.target[axis]!, span * leaving.target[axis]!, span * arriving.target[axis]!),
  ) as unknown as Vec3;
  const [logDistance, logHeight] = [0, 1].map((index) =>
    hermite(u, a.logs[index]!, b.logs[index]!, span * leaving.logs[index]!, span * arriving.logs[index]!),
  ) as [number, number];
  const rotation = hermiteRotation(
    u,
    a.rotation,
    b.rotation,
    scale(leaving.angular, span),
    scale(arriving.angular, span),
  );
  return cameraOf(from.camera, to.camera, u, { target, rotation, logs: [logDistance, logHeight] });
}

function checkKeys(keys: readonly CameraKey[]): void {
  if (keys.length === 0) throw new InputError('a camera path needs a key');
  for (const [index, { at, camera }] of keys.entries()) {
    if (!(Number.isFinite(at) && (index === 0 || at > keys[index - 1]!.at)))
      throw new InputError(`camera key ${index}: its time ${at} must be larger than that of the key before`);
    if (camera.projection !== keys[0]!.camera.projection)
      throw new InputError(`camera key ${index}: is ${camera.projection}, and the first one is not`);
  }
}

function poseOf(camera: Camera): Pose {
  const { forward, right, up } = cameraBasis(camera);
  const far = distance(camera.eye, camera.target);
  const height =
    camera.projection === 'perspective' ? 2 * Math.tan((camera.fovDegrees * Math.PI) / 360) : camera.height;
  return {
    target: camera.target,
    rotation: rotationTo(right, up, scale(forward, -1)),
    logs: [Math.log(far), Math.log(height)],
  };
}

function cameraOf(from: Camera, to: Camera, u: number, { target, rotation, logs }: Pose): Camera {
  const [far, height] = logs.map(Math.exp) as [number, number];
  const verticals = [from.vertical ?? from.up, to.vertical ?? to.up] as const;
  const hasVertical = from.vertical !== undefined || to.vertical !== undefined;
  const pose = {
    target,
    eye: addScaled(target, rotate([0, 0, 1], rotation), far),
    up: rotate([0, 1, 0], rotation),
    ...(hasVertical && { vertical: add(scale(verticals[0], 1 - u), scale(verticals[1], u)) }),
  };
  return createCamera(
    from.projection === 'perspective'
      ? { projection: 'perspective', ...pose, fovDegrees: (360 / Math.PI) * Math.atan(height / 2) }
      : { projection: 'orthographic', ...pose, height },
  );
}

interface Velocity {
  readonly target: Vec3;
  /** Half the angle a unit of time, in the camera's own axes. */
  readonly angular: Vec3;
  readonly logs: readonly [number, number];
}

const REST: Velocity = { target: [0, 0, 0], angular: [0, 0, 0], logs: [0, 0] };

/** The velocity at a key, as the segment from key `segment` to the next has it. */
function velocityAt(keys: readonly CameraKey[], key: number, segment: number): Velocity {
  const isLinear = (start: number) => keys[start]?.ease === 'linear' && start < keys.length - 1;
  const slopeOf = (start: number) => averageVelocity(keys, start);
  if (isLinear(segment)) return slopeOf(segment);
  if (key > 0 && isLinear(key - 1)) return slopeOf(key - 1);
  if (isLinear(key)) return slopeOf(key);
  if (key === 0 || key === keys.length - 1 || keys[key]!.ease === 'stop') return REST;
  const [before, after] = [slopeOf(key - 1), slopeOf(key)];
  const spanBefore = keys[key]!.at - keys[key - 1]!.at;
  const spanAfter = keys[key + 1]!.at - keys[key]!.at;
  const shareBefore = spanAfter / (spanBefore + spanAfter);
  const mix = (a: Vec3, b: Vec3) => add(scale(a, shareBefore), scale(b, 1 - shareBefore));
  return {
    target: mix(before.target, after.target),
    angular: mix(before.angular, after.angular),
    logs: [0, 1].map((index) => withoutOvershoot(before.logs[index]!, after.logs[index]!)) as [number, number],
  };
}

function averageVelocity(keys: readonly CameraKey[], start: number): Velocity {
  const [a, b] = [poseOf(keys[start]!.camera), poseOf(keys[start + 1]!.camera)];
  const pace = 1 / (keys[start + 1]!.at - keys[start]!.at);
  return {
    target: scale(subtract(b.target, a.target), pace),
    angular: scale(logarithm(compose(reverse(a.rotation), b.rotation)), pace),
    logs: [0, 1].map((index) => (b.logs[index]! - a.logs[index]!) * pace) as [number, number],
  };
}

/** The harmonic mean of two slopes, or 0 at a turning point: Fritsch and Butland 1984. */
const withoutOvershoot = (a: number, b: number) => (a * b > 0 ? (2 * a * b) / (a + b) : 0);

/** Interpolates from a to b with the derivatives da and db there, for u from 0 to 1. */
function hermite(u: number, a: number, b: number, da: number, db: number): number {
  const v = 1 - u;
  return v * v * ((1 + 2 * u) * a + u * da) + u * u * ((1 + 2 * v) * b - v * db);
}

/** Interpolates from rotation a to b, with the velocities da and db there in the axes of each. */
function hermiteRotation(u: number, a: Quaternion, b: Quaternion, da: Vec3, db: Vec3): Quaternion {
  const first = scale(da, 1 / 3);
  const last = scale(db, 1 / 3);
  const between = compose(reverse(exponential(first)), compose(reverse(a), b));
  const middle = logarithm(compose(between, reverse(exponential(last))));
  const rotations = [scale(first, 1 - (1 - u) ** 3), scale(middle, u * u * (3 - 2 * u)), scale(last, u ** 3)];
  return rotations.reduce((rotation, one) => compose(rotation, exponential(one)), a);
}
