/** The sort's result: the stable order of keys of two words. */

/** The indices of the items in the order of their keys, by the lowest `keyBits` of them alone; stable. */
export function sortedOrder(keysLow: Uint32Array, keysHigh: Uint32Array, keyBits: number): Uint32Array {
  const mask = (1n << BigInt(keyBits)) - 1n;
  const keys = BigUint64Array.from(keysLow, (low, index) => ((BigInt(keysHigh[index]!) << 32n) | BigInt(low)) & mask);
  return Uint32Array.from(keys.keys()).sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b));
}
