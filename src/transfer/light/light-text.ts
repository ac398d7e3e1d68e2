/** Lights as options of the command line and recipes have them. */
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import { isLightList, KEY_LIGHT, type Light, type LightChoice } from './lights.js';

const KEY = 'key';

/** `headlight`, `X,Y,Z`, `key`, or these by slashes: `[@]X,Y,Z[:R,G,B]`, where @ stands for the camera's axes. */
export function formatLight(light: LightChoice): string {
  if (light === KEY_LIGHT) return KEY;
  if (!isLightList(light)) return typeof light === 'string' ? light : light.join();
  return light.map(formatOne).join('/');
}

function formatOne({ direction, color, axes }: Light): string {
  const source = typeof direction === 'string' ? direction : `${axes === 'camera' ? '@' : ''}${direction.join()}`;
  return color ? `${source}:${color.join()}` : source;
}

/**
 * Parses the output of `formatLight`; a colour may be one number, for white of that strength.
 * @throws InputError for anything else, without saying what is wrong with a direction of zero.
 */
export function parseLight(text: string): LightChoice {
  if (text === KEY) return KEY_LIGHT;
  if (text === 'headlight') return text;
  const parts = text.split('/').flatMap((part) => (part === KEY ? KEY_LIGHT : [parseOne(part, text)]));
  const [first] = parts;
  const isPlain = parts.length === 1 && first!.color === undefined && first!.axes === undefined;
  return isPlain ? first!.direction : parts;
}

/** @param whole the option's text, which errors quote. */
function parseOne(light: string, whole: string): Light {
  const [source = '', color, ...rest] = light.split(':');
  if (rest.length > 0) throw unreadable(whole);
  const shade = color === undefined ? undefined : parseColor(color, whole);
  if (source === 'headlight') return { direction: source, ...(shade && { color: shade }) };
  const ofCamera = source.startsWith('@');
  const direction = parseTriple(ofCamera ? source.slice(1) : source, whole);
  return { direction, ...(shade && { color: shade }), ...(ofCamera && { axes: 'camera' as const }) };
}

function parseColor(text: string, whole: string): Vec3 {
  if (text.includes(',')) return parseTriple(text, whole);
  const strength = parseFinite(text, whole);
  return [strength, strength, strength];
}

function parseTriple(text: string, whole: string): Vec3 {
  const numbers = text.split(',').map((number) => parseFinite(number, whole));
  if (numbers.length !== 3) throw unreadable(whole);
  return numbers as unknown as Vec3;
}

function parseFinite(text: string, whole: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw unreadable(whole);
  return value;
}

const unreadable = (text: string) =>
  new InputError(
    `"${text}" is no light: name headlight, key, a direction X,Y,Z, or several by slashes, such as 1,2,3:0.8/headlight:0.3`,
  );
