/** The light around a scene, as wgsl/cast/path/environment.wgsl has it, in float64. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import { add, addScaled, dot, scale, type Vec3 } from '../../math/vec3.js';
import type { Environment, EnvironmentMap } from '../../transfer/light/environment.js';

/** Light that comes from a unit world direction. */
export type EnvironmentLight = (direction: Vec3) => Vec3;

const KEY: Vec3 = [-0.49153, 0.65538, 0.57346];
const RIM: Vec3 = [0.90268, 0.15045, -0.40321];

export function createEnvironmentLight(environment: Environment, camera: Camera): EnvironmentLight {
  if (environment === 'white') return () => [1, 1, 1];
  const { right, up, forward } = cameraBasis(camera);
  if (typeof environment !== 'string') {
    return (direction) => lookUp(environment, [dot(direction, right), dot(direction, up), dot(direction, forward)]);
  }
  return (direction) => {
    const seen: Vec3 = [dot(direction, right), dot(direction, up), -dot(direction, forward)];
    const height = 0.5 + 0.5 * seen[1];
    const sky = addScaled(scale([0.45, 0.44, 0.43], 1 - height), [0.72, 0.76, 0.82], height);
    const lamp = 2.6 * Math.max(0, dot(seen, KEY)) ** 6;
    const edge = 1.2 * Math.max(0, dot(seen, RIM)) ** 8;
    return add(addScaled(sky, [1, 0.93, 0.82], lamp), scale([0.75, 0.86, 1], edge));
  };
}

/** Light as it is seen behind a scene: pixels of a panorama fade into each other there. */
export function createEnvironmentSeen(environment: Environment, camera: Camera): EnvironmentLight {
  if (typeof environment === 'string') return createEnvironmentLight(environment, camera);
  const { right, up, forward } = cameraBasis(camera);
  return (direction) => {
    const [x, y] = placeOf(environment, [dot(direction, right), dot(direction, up), dot(direction, forward)]);
    const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
    const [across, down] = [x - 0.5 - column, y - 0.5 - row];
    const shares = [(1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down];
    return shares.reduce<Vec3>(
      (sum, share, corner) => addScaled(sum, colorAt(environment, column + (corner & 1), row + (corner >> 1)), share),
      [0, 0, 0],
    );
  };
}

/** @param seen a direction to the right, up and ahead of the camera. */
function lookUp(environment: EnvironmentMap, seen: Vec3): Vec3 {
  const [x, y] = placeOf(environment, seen);
  return colorAt(environment, Math.min(Math.floor(x), environment.width - 1), Math.floor(y));
}

/** Pixels from the left and from above. */
function placeOf({ width, height }: EnvironmentMap, [right, up, ahead]: Vec3): readonly [number, number] {
  return [(Math.atan2(right, ahead) / (2 * Math.PI) + 0.5) * width, (Math.acos(up) / Math.PI) * height];
}

/** Columns go round. */
function colorAt({ width, height, colors }: EnvironmentMap, column: number, row: number): Vec3 {
  const pixel = Math.min(Math.max(row, 0), height - 1) * width + ((column + width) % width);
  return [colors[3 * pixel]!, colors[3 * pixel + 1]!, colors[3 * pixel + 2]!];
}
