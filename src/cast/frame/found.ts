/** Values that are made once for a key, and found again. */

interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
  delete(key: Key): boolean;
}

/** The value of `key`, made and kept where it is new; a promise that fails is forgotten. */
export function found<Key, Value>(cache: Cache<Key, Value>, key: Key, make: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = make();
  cache.set(key, value);
  if (value instanceof Promise) value.catch(() => cache.delete(key));
  return value;
}
