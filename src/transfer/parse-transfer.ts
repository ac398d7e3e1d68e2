/** Transfer functions from JSON. */
import { InputError } from '../errors.js';
import { createTransferFunction, type TransferFunction, type TransferFunctionInput } from './transfer-function.js';

/**
 * Reads `{"colors": [{"value": 0, "color": [r, g, b]}, …], "opacities": [{"value": 0, "opacity": 0}, …], "unit": 1}`, with
 * colours 0…1 or "#rrggbb", and `unit` optional.
 * @param name of the file, for messages.
 * @throws InputError, one line that names the file and the field.
 */
export function parseTransfer(text: string, name: string): TransferFunction {
  try {
    const json = parseJson(text);
    checkKeys(json, '', ['colors', 'opacities', 'unit']);
    const { colors, opacities } = json as { colors?: unknown; opacities?: unknown };
    if (Array.isArray(colors)) colors.forEach((point, index) => void checkKeys(point, `colors[${index}]`, COLOR_KEYS));
    if (Array.isArray(opacities)) {
      opacities.forEach((point, index) => void checkKeys(point, `opacities[${index}]`, OPACITY_KEYS));
    }
    return createTransferFunction(json as TransferFunctionInput);
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`${name}: ${error.message}`);
    throw error;
  }
}

const COLOR_KEYS = ['value', 'color'];
const OPACITY_KEYS = ['value', 'opacity'];

function parseJson(text: string): unknown {
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
