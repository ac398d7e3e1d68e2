/** Lights as options of the command line and recipes have them. */
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import { isLightList, LIGHT_PRESETS, type Light, type LightChoice } from './lights.js';

/**
 * `headlight`, `X,Y,Z`, the name of a preset, or these by slashes: `[@]X,Y,Z[:R,G,B[:DEGREES]]`, where @ stands for the camera's axes.
 */
export function formatLight(light: LightChoice): string {
  const name = presetNames.find((preset) => light === LIGHT_PRESETS[preset]);
  if (name) return name;
  if (!isLightList(light)) return typeof light === 'string' ? light : light.join();
  return light.map(formatOne).join('/');
}

const presetNames = Object.keys(LIGHT_PRESETS) as (keyof typeof LIGHT_PRESETS)[];

const findPreset = (text: string): readonly Light[] | undefined => {
  const name = presetNames.find((preset) => preset === text);
  return name && LIGHT_PRESETS[name];
};

function formatOne({ direction, color, axes, sizeDegrees }: Light): string {
  const source = typeof direction === 'string' ? direction : `${axes === 'camera' ? '@' : ''}${direction.join()}`;
  if (sizeDegrees !== undefined) return `${source}:${color?.join() ?? ''}:${sizeDegrees}`;
  return color ? `${source}:${color.join()}` : source;
}

/**
 * Parses the output of `formatLight`; a colour may be one number, for white of that strength.
 * @throws InputError for anything else, without saying what is wrong with a direction of zero.
 */
export function parseLight(text: string): LightChoice {
  const preset = findPreset(text);
  if (preset) return preset;
  if (text === 'headlight') return text;
  const parts = text.split('/').flatMap((part) => findPreset(part) ?? [parseOne(part, text)]);
  const [first] = parts;
  const { color, axes, sizeDegrees } = first!;
  const isPlain = parts.length === 1 && [color, axes, sizeDegrees].every((given) => given === undefined);
  return isPlain ? first!.direction : parts;
}

/** @param whole the option's text, which errors quote. */
function parseOne(light: string, whole: string): Light {
  const [source = '', color, size, ...rest] = light.split(':');
  if (rest.length > 0) throw unreadable(whole);
  const style = {
    ...(color !== undefined && !(color === '' && size !== undefined) && { color: parseColor(color, whole) }),
    ...(size !== undefined && { sizeDegrees: parseFinite(size, whole) }),
  };
  if (source === 'headlight') return { direction: source, ...style };
  const ofCamera = source.startsWith('@');
  const direction = parseTriple(ofCamera ? source.slice(1) : source, whole);
  return { direction, ...style, ...(ofCamera && { axes: 'camera' as const }) };
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
    `"${text}" is no light: name headlight, ${presetNames.join(', ')}, a direction X,Y,Z, or several by slashes, such as 1,2,3:0.8/headlight:0.3`,
  );
