/** The light around a scene with the lamps of a camera before it. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import type { EnvironmentMap } from '../../transfer/light/environment.js';
import { addLamps, lampsOf } from '../../transfer/light/lamps.js';
import { type Light, resolveLights } from '../../transfer/light/lights.js';
import type { LoadedEnvironment } from './load-built-in.js';

/** The last one: lamps of the camera's axes are the same for all cameras, and the device has them. */
let known: { readonly environment: LoadedEnvironment; readonly key: string; readonly map: EnvironmentMap } | undefined;

export function lightAround(
  environment: LoadedEnvironment,
  lights: readonly Light[],
  camera: Camera,
): LoadedEnvironment {
  if (lights.length === 0) return environment;
  const axes = cameraBasis(camera);
  const lamps = lampsOf(resolveLights(lights, axes), axes);
  const key = JSON.stringify(lamps, round);
  if (known?.environment !== environment || known.key !== key)
    known = { environment, key, map: addLamps(environment, lamps) };
  return known.map;
}

/** Keeps lamps of the camera from moving by a rounding. */
const round = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(6)) : value);
