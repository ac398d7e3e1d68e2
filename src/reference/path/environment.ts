/** The light around a scene, as wgsl/cast/path/light/environment.wgsl has it, in float64. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import { add, addScaled, dot, type Vec3 } from '../../math/vec3.js';
import { type Environment, type EnvironmentMap, FORMULAS, formulaLight } from '../../transfer/light/environment.js';
import { isOfLamp, type Lamp, lampLight } from '../../transfer/light/lamps.js';

/** Light that comes from a unit world direction. */
export type EnvironmentLight = (direction: Vec3) => Vec3;

/** @param lamps of the camera, before the light around. */
export function createEnvironmentLight(
  environment: Environment,
  camera: Camera,
  lamps: readonly Lamp[] = [],
): EnvironmentLight {
  const { right, up, forward } = cameraBasis(camera);
  return (direction) => {
    const seen: Vec3 = [dot(direction, right), dot(direction, up), dot(direction, forward)];
    const around =
      typeof environment === 'string' ? formulaLight(asFormula(environment), seen) : lookUp(environment, seen);
    return lamps.reduce((sum, lamp) => (isOfLamp(lamp, seen) ? add(sum, lampLight(lamp)) : sum), around);
  };
}

function asFormula(name: string): (typeof FORMULAS)[number] {
  const formula = FORMULAS.find((known) => known === name);
  if (!formula) throw new Error(`${name} is no formula`);
  return formula;
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
