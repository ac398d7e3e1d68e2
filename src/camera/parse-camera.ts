/** Cameras as JSON, so that a view can be kept and taken again. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import { type Camera, createCamera } from './camera.js';

/** The camera as JSON, which `parseCamera` reads back to the same numbers; equal cameras have equal texts. */
export function formatCamera(camera: Camera): string {
  const { projection, eye, target, up, vertical, ...rest } = camera;
  return `${JSON.stringify({ projection, eye, target, up, ...(vertical && { vertical }), ...rest }, null, 2)}\n`;
}

/** @throws InputError, one line that starts with `name`, if the text is not JSON or not a camera. */
export function parseCamera(text: string, name: string): Camera {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${name}: is not JSON: ${(cause as Error).message}`, { cause });
  }
  try {
    return checkCamera(value);
  } catch (cause) {
    throw new InputError(`${name}: ${(cause as Error).message}`, { cause });
  }
}

/** @throws InputError that names the field. */
export function checkCamera(value: unknown): Camera {
  if (typeof value !== 'object' || value === null) throw new InputError('a camera must be an object');
  const fields = value as Record<string, unknown>;
  const pose = {
    eye: vector(fields, 'eye'),
    target: vector(fields, 'target'),
    up: vector(fields, 'up'),
    ...(fields['vertical'] !== undefined && { vertical: vector(fields, 'vertical') }),
  };
  switch (fields['projection']) {
    case 'perspective':
      return createCamera({ projection: 'perspective', ...pose, fovDegrees: number(fields, 'fovDegrees') });
    case 'orthographic':
      return createCamera({ projection: 'orthographic', ...pose, height: number(fields, 'height') });
    default:
      throw new InputError(`a camera's projection must be "perspective" or "orthographic"`);
  }
}

function vector(fields: Record<string, unknown>, name: string): Vec3 {
  const value = fields[name];
  if (!Array.isArray(value) || value.length !== 3 || !value.every((part) => typeof part === 'number')) {
    throw new InputError(`a camera's ${name} must be [x, y, z]`);
  }
  return value as unknown as Vec3;
}

function number(fields: Record<string, unknown>, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number') throw new InputError(`a camera's ${name} must be a number`);
  return value;
}
