/** Values that are made once for a key, and found again. */

interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
  delete(key: Key): boolean;
}

/** The value of `key`, made and kept where it is new; a promise that fails is forgotten. */
export function cached<Key, Value>(cache: Cache<Key, Value>, key: Key, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = make();
  cache.set(key, value);
  if (value instanceof Promise) value.catch(() => cache.delete(key));
  return value;
}

/** A cache of one value for `cached`: that of the key before, for keys whose fields are the same. */
export class LastCached<Key extends object, Value> implements Cache<Key, Value> {
  #fields: Key | undefined;
  #count = 0;
  #value: Value | undefined;

  get(key: Key): Value | undefined {
    return this.#fields && this.#isLast(key, this.#fields) ? this.#value : undefined;
  }

  set(key: Key, value: Value): void {
    // A copy: the key may be a caller's, and change.
    this.#fields = { ...key };
    this.#count = Object.keys(key).length;
    this.#value = value;
  }

  delete(key: Key): boolean {
    const isLast = this.get(key) !== undefined;
    if (isLast) this.#fields = undefined;
    return isLast;
  }

  #isLast(key: Key, fields: Key): boolean {
    let count = 0;
    for (const name in key) {
      count++;
      if (!Object.is(key[name], fields[name])) return false;
    }
    return count === this.#count;
  }
}
