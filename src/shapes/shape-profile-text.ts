/** Shape profiles as JSON, so that an adapter is measured once. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import type { PixelSteps } from './pixel-steps.js';
import { formatShape, parseShape } from './shape.js';
import { type AdapterIdentity, isSameAdapter, type ProfileView, type ShapeProfile } from './shape-profile.js';

/** Distinguishes profiles from other JSON, and this form from later ones. */
const KIND = 'tilecast shape profile';
const VERSION = 1;

const REMEDY = 'tilecast tune makes a new one';

/** The profile as JSON, which `parseShapeProfile` reads back. */
export function formatShapeProfile({ shapes, adapter, views, ...rest }: ShapeProfile): string {
  const { vendor, architecture, device, description } = adapter;
  const plain = {
    kind: KIND,
    version: VERSION,
    adapter: { vendor, architecture, device, description },
    ...rest,
    shapes: shapes.map(formatShape),
    views,
  };
  return `${JSON.stringify(plain, undefined, 2)}\n`;
}

/** @throws InputError, one line that starts with `name`, where the text is no profile: cut off, of another kind, or senseless. */
export function parseShapeProfile(text: string, name: string): ShapeProfile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${name}: is not JSON, so no shape profile: ${(cause as Error).message}; ${REMEDY}`, {
      cause,
    });
  }
  try {
    return readProfile(value);
  } catch (cause) {
    throw new InputError(`${name}: ${(cause as Error).message}; ${REMEDY}`, { cause });
  }
}

/** @throws InputError where the profile is of another adapter or driver. */
export function assertProfileOf(profile: ShapeProfile, adapter: AdapterIdentity, name: string): void {
  if (isSameAdapter(profile.adapter, adapter)) return;
  throw new InputError(
    `${name}: was measured on ${formatIdentity(profile.adapter)}, and this is ${formatIdentity(adapter)}; tilecast tune measures it`,
  );
}

function formatIdentity({ vendor, architecture, device, description }: AdapterIdentity): string {
  return [vendor, architecture, device, description].filter(Boolean).join(' ') || 'an unnamed adapter';
}

function readProfile(value: unknown): ShapeProfile {
  const fields = object(value, 'a shape profile');
  if (fields['kind'] !== KIND) throw new InputError(`is no shape profile: its kind is not "${KIND}"`);
  if (fields['version'] !== VERSION) throw new InputError(`is a shape profile of version ${fields['version']}, not 1`);
  const shapes = list(fields['shapes'], 'shapes').map((shape) => parseShape(String(shape)));
  const views = list(fields['views'], 'views').map((view, index) => readView(view, shapes.length, `view ${index}`));
  if (shapes.length === 0 || views.length === 0) throw new InputError('is a shape profile without measurements');
  const timer = fields['timer'];
  if (timer !== 'gpu' && timer !== 'wall') throw new InputError('its timer must be "gpu" or "wall"');
  const adapter = object(fields['adapter'], 'its adapter');
  const volume = object(fields['volume'], 'its volume');
  const image = object(fields['image'], 'its image');
  return {
    adapter: {
      vendor: text(adapter['vendor'], "its adapter's vendor"),
      architecture: text(adapter['architecture'], "its adapter's architecture"),
      device: text(adapter['device'], "its adapter's device"),
      description: text(adapter['description'], "its adapter's description"),
    },
    timer,
    volume: { sizes: vector(volume['sizes'], "its volume's sizes"), format: text(volume['format'], 'its format') },
    image: { width: positive(image['width'], "its image's width"), height: positive(image['height'], 'its height') },
    shapes,
    views,
    noise: notNegative(fields['noise'], 'its noise'),
    reach: positive(fields['reach'], 'its reach'),
  };
}

function readView(value: unknown, shapeCount: number, name: string): ProfileView {
  const fields = object(value, name);
  const steps = object(fields['steps'], `the steps of ${name}`);
  const msMedian = list(fields['msMedian'], `the times of ${name}`).map((ms) => positive(ms, `a time of ${name}`));
  if (msMedian.length !== shapeCount) {
    throw new InputError(`${name} has ${msMedian.length} times, but there are ${shapeCount} shapes`);
  }
  return { steps: { right: step(steps, 'right', name), down: step(steps, 'down', name) }, msMedian };
}

function step(steps: Record<string, unknown>, direction: keyof PixelSteps, name: string): Vec3 {
  const value = vector(steps[direction], `the step ${direction} of ${name}`);
  if (!value.some((part) => part > 0)) throw new InputError(`the step ${direction} of ${name} must not be zero`);
  return value;
}

function object(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError(`${name} must be an object`);
  return value as Record<string, unknown>;
}

function list(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new InputError(`${name} must be a list`);
  return value;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new InputError(`${name} must be text`);
  return value;
}

function notNegative(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value >= 0)) throw new InputError(`${name} must be a number from 0 on`);
  return value;
}

function positive(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value > 0)) throw new InputError(`${name} must be a positive number`);
  return value;
}

function vector(value: unknown, name: string): Vec3 {
  const parts = list(value, name).map((part) => notNegative(part, name));
  if (parts.length !== 3) throw new InputError(`${name} must be [x, y, z]`);
  return parts as unknown as Vec3;
}
