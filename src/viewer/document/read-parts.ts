/** The parts of a saved view or of a recipe, before they are checked. */
import { InputError } from '../../index.js';
import { parseJson } from '../../lab.js';
import type { JsonObject } from '../../recipe/gone-options.js';
import { partsOfJson, type UncheckedParts } from '../../recipe/recipe-json.js';

/** @throws InputError, one line that starts with `name`, for what is no object. */
export function readParts(text: string, name: string): UncheckedParts & JsonObject {
  return nameErrors(name, () => {
    const value = parseJson(text);
    if (!isObject(value)) throw new InputError('must be an object, such as a saved view');
    return partsOfJson(value) as UncheckedParts & JsonObject;
  });
}

/** Runs `action`, and puts a name before its InputErrors. */
export function nameErrors<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    if (cause instanceof InputError) throw new InputError(`${name}: ${cause.message}`, { cause });
    throw cause;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
