/** The transfer function for a volume of which nothing is known but its values. */
import { percentile, type Statistics } from '../volume/statistics.js';
import { type Color, createTransferFunction, type TransferFunction } from './transfer-function.js';

const P = Number(process.env['TP'] ?? 3), D = Number(process.env['TD'] ?? 3), MODE = process.env['TM'] ?? 'otsu', TOP=Number(process.env['TT'] ?? 0.995);
const RAMP: [number, Color][] = [[0,[0.22,0.13,0.10]],[0.35,[0.62,0.42,0.33]],[0.7,[0.90,0.78,0.64]],[1,[1,0.98,0.94]]];
export function defaultTransfer(statistics: Statistics): TransferFunction {
  const { min, max, counts, binWidth, voxelCount } = statistics;
  const B = 256;
  const lo = percentile(statistics, 0.0005), hi = percentile(statistics, 0.9995);
  const coarse = new Float64Array(B);
  for (let b = 0; b < counts.length; b++) { const v = min + (b+(statistics.exact?0:.5)) * binWidth; coarse[Math.min(B-1, Math.max(0, Math.floor((v - lo) / (hi - lo) * B)))]! += counts[b]!; }
  // otsu
  let total = 0, sum = 0; coarse.forEach((c, i) => { total += c; sum += c * i; });
  let w = 0, s = 0, best = -1, t = 0;
  for (let i = 0; i < B - 1; i++) { w += coarse[i]!; s += coarse[i]! * i; if (!w || w === total) continue; const d = s / w - (sum - s) / (total - w); const between = w * (total - w) * d * d; if (between > best) { best = between; t = i; } }
  let mode = 0; for (let i = 0; i <= t; i++) if (coarse[i]! > coarse[mode]!) mode = i;
  let walk = mode; while (walk < t && coarse[walk]! > 0.01 * coarse[mode]!) walk++;
  const value = (i: number) => lo + (i + 1) / B * (hi - lo);
  console.log('otsu', value(t), 'mode', value(mode), 'walk', value(walk));
  const start = MODE === 'otsu' ? value(t) : MODE === 'walk' ? value(walk) : (value(t)+value(walk))/2;
  let bg = 0; for (let b = 0; b < counts.length; b++) if (min + b * binWidth <= start) bg += counts[b]!;
  const F0 = bg / voxelCount;
  const end = percentile(statistics, F0 + (1 - F0) * TOP);
  let mean = 0; for (let b = 0; b < counts.length; b++) { const u = Math.min(1, Math.max(0, (min + b * binWidth - start) / (end - start))); mean += counts[b]! * u ** P; }
  mean *= Math.cbrt(voxelCount) / voxelCount;
  const g = D / mean;
  console.log('F0', F0, 'end', end, 'gain', g);
  const opacities = Array.from({ length: 17 }, (_, k) => ({ value: start + (end - start) * k / 16, opacity: 1 - Math.exp(-g * (k / 16) ** P) }));
  return createTransferFunction({ colors: RAMP.map(([u, color]) => ({ value: start + (end - start) * u, color })), opacities });
}
