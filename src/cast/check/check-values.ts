/** Checks that scenes with volumes and with meshes share. */
import { InputError } from '../../errors.js';
import { createShading } from '../../transfer/light/shading.js';
import { type AmbientOcclusion, MAX_OCCLUSION_RAYS, type VolumeScene } from '../scene.js';
import { show } from './check-settings.js';

/** Objects are known again by their identity, and large ones are looked through once. */
const checked = new WeakSet<object>();

/** Calls `check` unless the part has passed it before. */
export function once<Part extends object>(part: Part, check: (part: Part) => unknown): void {
  if (checked.has(part)) return;
  check(part);
  checked.add(part);
}

/** @throws InputError that names the choices. */
export function checkChoice(name: string, value: unknown, choices: readonly unknown[]): void {
  if (choices.includes(value)) return;
  throw new InputError(`${name} must be one of ${choices.join(', ')}, not ${show(value)}`);
}

/** @throws InputError for a shading without a light, or with parameters out of range. */
export function checkShading(shading: NonNullable<VolumeScene['shading']>): void {
  if (shading.light === undefined) throw new InputError('a shading needs a light: a direction or "headlight"');
  createShading(shading);
}

/** @throws InputError for rays or a distance out of range. */
export function checkAmbientOcclusion({ rays, distance = Infinity }: AmbientOcclusion): void {
  if (!isWholeBetween(rays, 1, MAX_OCCLUSION_RAYS)) {
    throw new InputError(`ambient occlusion takes a whole number from 1 to ${MAX_OCCLUSION_RAYS} of rays, not ${rays}`);
  }
  if (!(distance > 0)) throw new InputError(`ambient occlusion's distance must be a positive number, not ${distance}`);
}

/** Whether it is three channels between 0 and 1. */
export const isColor = (value: unknown) =>
  Array.isArray(value) && value.length === 3 && value.every((channel) => channel >= 0 && channel <= 1);

export const isWholeBetween = (value: number, least: number, most: number) =>
  Number.isSafeInteger(value) && value >= least && value <= most;
