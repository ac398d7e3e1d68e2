/** Draws pixels of a panorama as often as they have light: M. D. Vose, "A linear algorithm for generating random numbers", 1991. */
import { type EnvironmentMap, edgeOfRow } from '../../transfer/light/environment.js';

/** An entry, all of which are as likely, stands for itself with the probability of its threshold, and else for its alias. */
export interface AliasTable {
  readonly thresholds: Float64Array;
  readonly aliases: Uint32Array<ArrayBuffer>;
}

/** The sum of red, green and blue of each pixel times its solid angle in steradians. */
export function weighPixels({ width, height, colors }: EnvironmentMap): Float64Array {
  return Float64Array.from({ length: width * height }, (_, pixel) => {
    const row = Math.floor(pixel / width);
    const steradians = ((edgeOfRow(row, height) - edgeOfRow(row + 1, height)) * 2 * Math.PI) / width;
    return (colors[3 * pixel]! + colors[3 * pixel + 1]! + colors[3 * pixel + 2]!) * steradians;
  });
}

/** @param weights not negative; where all are 0, all entries are as likely. */
export function createAliasTable(weights: Float64Array): AliasTable {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  const aliases = Uint32Array.from(weights.keys());
  if (mean === 0) return { thresholds: new Float64Array(weights.length).fill(1), aliases };
  const thresholds = weights.map((weight) => weight / mean);
  const [small, large]: [number[], number[]] = [[], []];
  for (const [entry, share] of thresholds.entries()) (share < 1 ? small : large).push(entry);
  while (small.length > 0 && large.length > 0) {
    const [poor, rich] = [small.pop()!, large.pop()!];
    aliases[poor] = rich;
    thresholds[rich]! -= 1 - thresholds[poor]!;
    (thresholds[rich]! < 1 ? small : large).push(rich);
  }
  // Rounding leaves some that are 1 but for it.
  for (const entry of [...small, ...large]) thresholds[entry] = 1;
  return { thresholds, aliases };
}
