/** Transfer functions from JSON. */
import { InputError } from '../errors.js';
import { SHADING_DEFAULTS } from './light/shading.js';
import { createTransferFunction, type TransferFunction, type TransferFunctionInput } from './transfer-function.js';

/**
 * Reads `{"colors": [{"value": 0, "color": [r, g, b]}, …], "opacities": [{"value": 0, "opacity": 0}, …], "unit": 1}`, with
 * colours 0…1 or "#rrggbb". Optional are `unit`, `gradientOpacities` (points as in `opacities`), `shading` (any of
 * `{"ambient": 0.1, "diffuse": 0.7, "specular": 0.2, "shininess": 10, "light": [x, y, z] or "headlight"}`) and `window`
 * (`[low, high]`).
 * @param name of the file, for messages.
 * @throws InputError, one line that names the file and the field.
 */
export function parseTransfer(text: string, name: string): TransferFunction {
  try {
    const json = parseTransferJson(text);
    checkKeys(json, '', KEYS);
    const { shading } = json as { shading?: unknown };
    if (shading !== undefined) checkKeys(shading, 'shading', Object.keys(SHADING_DEFAULTS));
    for (const [name, keys] of Object.entries(POINT_KEYS)) {
      const points = (json as Record<string, unknown>)[name];
      if (Array.isArray(points)) points.forEach((point, index) => void checkKeys(point, `${name}[${index}]`, keys));
    }
    return createTransferFunction(json as TransferFunctionInput);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name}: ${error.message}`);
    throw error;
  }
}

const POINT_KEYS = {
  colors: ['value', 'color'],
  opacities: ['value', 'opacity'],
  gradientOpacities: ['value', 'opacity'],
} as const satisfies Partial<Record<keyof TransferFunction, readonly string[]>>;

const KEYS = [...Object.keys(POINT_KEYS), 'shading', 'window', 'unit'];

/** @throws InputError, one line, if the text is not JSON. */
export function parseTransferJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's message may quote several lines of the text.
    const reason = (error as SyntaxError).message.replace(/\s+/g, ' ');
    throw new InputError(`a transfer function must be JSON: ${reason}`, { cause: error });
  }
}

function checkKeys(json: unknown, what: string, keys: readonly string[]): void {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new InputError(`${what || 'a transfer function'} must be an object with ${quoteList(keys)}`);
  }
  const unknown = Object.keys(json).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw new InputError(
      `unknown key ${JSON.stringify(unknown)}${what && ` in ${what}`}; the keys are ${quoteList(keys)}`,
    );
  }
}

const quoteList = (keys: readonly string[]) => {
  const quoted = keys.map((key) => `"${key}"`);
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
};
