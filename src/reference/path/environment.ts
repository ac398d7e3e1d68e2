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

/** @param seen a direction to the right, up and ahead of the camera. */
function lookUp({ width, height, colors }: EnvironmentMap, [right, up, ahead]: Vec3): Vec3 {
  const column = Math.floor((Math.atan2(right, ahead) / (2 * Math.PI) + 0.5) * width);
  const row = Math.floor((Math.acos(up) / Math.PI) * height);
  const pixel = Math.min(row, height - 1) * width + Math.min(column, width - 1);
  return [colors[3 * pixel]!, colors[3 * pixel + 1]!, colors[3 * pixel + 2]!];
}
