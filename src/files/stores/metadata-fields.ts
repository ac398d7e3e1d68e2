/** Fields of a store's metadata, which may come from anybody. */
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import { parseJson } from '../bytes/text/parse-json.js';
import type { KeyStore } from './key-store.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Metadata describe a few levels; larger files are something else. */
const METADATA_BYTES_MAX = 1 << 24;

/** Voxels along an axis: the largest volumes that anybody has have a few million. */
const SIZE_MAX = 2 ** 31;

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Reads a file of metadata; undefined where there is none.
 * @throws InputError, without the store's name, for what is no object of JSON.
 */
export async function readFields(keys: KeyStore, key: string): Promise<Fields | undefined> {
  const bytes = await keys.get(key);
  if (!bytes) return undefined;
  if (bytes.length > METADATA_BYTES_MAX) throw new InputError(`has ${bytes.length} bytes of metadata in ${key}`);
  try {
    const fields = fieldsOf(parseJson(new TextDecoder().decode(bytes)));
    if (fields) return fields;
  } catch (cause) {
    throw new InputError(`has metadata in ${key} that cannot be read: ${(cause as Error).message}`, { cause });
  }
  throw new InputError(`has metadata in ${key} that are no object of JSON`);
}

/** @param count of the numbers. @throws InputError unless they are sizes. */
export function sizesOf(value: unknown, count: number, what: string): readonly number[] {
  const isSize = (size: unknown) => Number.isSafeInteger(size) && (size as number) > 0 && (size as number) <= SIZE_MAX;
  if (Array.isArray(value) && value.length === count && value.every(isSize)) return value as number[];
  throw new InputError(`has ${what} that are not ${count} positive integers`);
}

/** Three finite numbers; undefined for anything else. */
export const vectorOf = (value: unknown): Vec3 | undefined =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isFinite) ? (value as unknown as Vec3) : undefined;

/** Three finite numbers above zero; undefined for anything else. */
export function spacingOf(value: unknown): Vec3 | undefined {
  const vector = vectorOf(value);
  return vector?.every((size) => size > 0) ? vector : undefined;
}

/** A path below the store, of which each part is a name. @throws InputError for one that leads elsewhere. */
export function pathOf(value: unknown, what: string): string {
  const isInside = typeof value === 'string' && !/^\/|\\|(?:^|\/)\.{1,2}(?:\/|$)/.test(value);
  if (isInside) return value.replace(/\/+$/, '');
  throw new InputError(`has ${what} that is no path below it: ${JSON.stringify(value)?.slice(0, 80)}`);
}
