/** Reads NiiVue's tables of labels: lists of red, green and blue, of names and perhaps of numbers, in JSON. */
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import type { FileLabel } from '../volumes/source.js';

const BYTE_MAX = 0xff;

/**
 * The labels of a table; 0, the background, is left out.
 * @throws InputError, without a name, for what is no such table.
 */
export function parseColorTable(text: string): readonly FileLabel[] {
  const { R, G, B, I, labels } = parseObject(text);
  const [red, green, blue] = [R, G, B].map((list) => (isBytes(list) ? list : undefined));
  if (!red || !green || !blue || red.length !== green.length || red.length !== blue.length) {
    throw new InputError('is no table of labels; right are lists R, G and B of as many bytes, and labels, in JSON');
  }
  const numbers = Array.isArray(I) ? I : red.map((_, index) => index);
  const names = Array.isArray(labels) ? labels : [];
  return red.flatMap((_, index): FileLabel[] => {
    const label = numbers[index];
    if (!Number.isSafeInteger(label)) throw new InputError(`has the number ${String(label)} for a label`);
    if (label === 0) return [];
    const color = [red, green, blue].map((channel) => channel[index]! / BYTE_MAX) as unknown as Vec3;
    const name = names[index];
    return [{ label, name: typeof name === 'string' && name !== '' ? name : `Label ${label}`, color }];
  });
}

const isBytes = (list: unknown): list is number[] =>
  Array.isArray(list) && list.every((value) => typeof value === 'number' && value >= 0 && value <= BYTE_MAX);

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // Said below.
  }
  throw new InputError('is no JSON that describes labels');
}
