/** The split kernels' result: a stable counting sort by bin. */
import { exclusiveScan } from './scan.js';

/** Items by bin, those of a bin in their old order; a key beyond the last bin counts as the last bin. */
export function split(
  keys: Uint32Array,
  values: Uint32Array,
  binCount: number,
): { readonly keys: Uint32Array; readonly values: Uint32Array; readonly binStarts: Uint32Array } {
  const bins = keys.map((key) => Math.min(key, binCount - 1));
  const histogram = new Uint32Array(binCount + 1);
  for (const bin of bins) histogram[bin]! += 1;
  const binStarts = exclusiveScan(histogram);
  const next = binStarts.slice();
  const splitKeys = new Uint32Array(keys.length);
  const splitValues = new Uint32Array(keys.length);
  for (const [index, bin] of bins.entries()) {
    const slot = next[bin]!++;
    splitKeys[slot] = keys[index]!;
    splitValues[slot] = values[index]!;
  }
  return { keys: splitKeys, values: splitValues, binStarts };
}
