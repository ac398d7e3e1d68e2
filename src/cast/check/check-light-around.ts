/** Refuses light around a scene, lamps and shadow catchers that cannot be. */
import { InputError } from '../../errors.js';
import { length } from '../../math/vec3.js';
import { createEnvironmentMap, ENVIRONMENTS, type Environment } from '../../transfer/light/environment.js';
import { checkLights } from '../../transfer/light/lights.js';
import type { ShadowCatcher } from '../../transfer/light/shadow-catcher.js';
import type { Scene } from '../scene.js';
import { checkChoice, once } from './check-values.js';

/** @throws InputError that says what cannot be. */
export function checkLightAround({ environment, lamps, shadowCatcher }: Scene): void {
  if (environment !== undefined) checkEnvironment(environment);
  if (lamps !== undefined) checkLights(lamps);
  if (shadowCatcher) checkCatcher(shadowCatcher);
}

function checkCatcher({ point, normal }: ShadowCatcher): void {
  if (point.every(Number.isFinite) && Math.abs(length(normal) - 1) < UNIT_ERROR) return;
  throw new InputError(
    `a shadow catcher has a point and a normal of length 1, not (${point.join(', ')}) and (${normal.join(', ')})`,
  );
}

const UNIT_ERROR = 1e-5;

function checkEnvironment(environment: Environment): void {
  if (typeof environment !== 'object' || environment === null) {
    checkChoice('environment', environment, ENVIRONMENTS);
    return;
  }
  once(environment, (map) => {
    if (createEnvironmentMap(map) !== map) throw new InputError('an environment must be made by createEnvironmentMap');
  });
}
