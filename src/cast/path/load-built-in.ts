/** Built-in panoramas, whose code pages load on demand. */
import { type Environment, type EnvironmentMap, FORMULAS } from '../../transfer/light/environment.js';
import type { StudioName } from '../../transfer/light/studio.js';

/** Light that kernels have: formulas by their names, and panoramas. */
export type LoadedEnvironment = (typeof FORMULAS)[number] | EnvironmentMap;

const made = new Map<string, EnvironmentMap>();

/** Whether the light needs `loadBuiltIn` before kernels have it. */
export const isPanoramaName = (environment: Environment): environment is 'sky' | StudioName =>
  typeof environment === 'string' && !(FORMULAS as readonly string[]).includes(environment);

/** The panorama of a name: the same object each time, so that it is uploaded once. */
export async function loadBuiltIn(name: 'sky' | StudioName): Promise<EnvironmentMap> {
  const known = made.get(name) ?? (await create(name));
  made.set(name, known);
  return known;
}

async function create(name: 'sky' | StudioName): Promise<EnvironmentMap> {
  if (name === 'sky') return (await import('../../transfer/light/sky.js')).createSky();
  return (await import('../../transfer/light/studio.js')).createStudio(name);
}
