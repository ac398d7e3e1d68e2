/** The kind of a volume's values, as far as they and their places show. */

import { cornerValue } from '../statistics/corner-value.js';
import { splitBest } from '../statistics/split-best.js';
import { percentile, type Statistics, shareBetween } from '../statistics/statistics.js';
import type { Volume } from '../volume.js';
import { probeStride } from './neighbor-order.js';
import { isNoiseEverywhere } from './noise-everywhere.js';
import { type LabelVerdict, recognizeLabels } from './recognize-labels.js';
import { isSpeckledBeyond } from './speckle.js';
import { isTextureEverywhere } from './texture-everywhere.js';

/**
 * constant: one value. labels: integers that name regions. hounsfield: a CT's. dose: of radiation, as the file says. density: of a molecule, above and
 * below its mean. signed: as much below zero as above, or
 * zero but for some. noise: it is everywhere, and as strong as anything. texture: bright and dark are everywhere, without air between.
 * bright-background: what lies at the volume's faces is brighter than the rest. magnitude: all else, with what is shown above a
 * dark background, if there is one.
 */
export type ValueKind =
  | 'constant'
  | 'labels'
  | 'hounsfield'
  | 'dose'
  | 'density'
  | 'signed'
  | 'noise'
  | 'texture'
  | 'bright-background'
  | 'magnitude';

/**
 * Recognises the kind from the statistics, and from the places of probed voxels.
 * @param labels whether they are labels, if that is known.
 */
export function recognizeValues(
  volume: Volume,
  statistics: Statistics,
  { isLabels }: LabelVerdict = recognizeLabels(volume),
): ValueKind {
  if (statistics.min === statistics.max) return 'constant';
  if (holdsHounsfield(volume, statistics)) return 'hounsfield';
  if (volume.meaning === 'dose' && statistics.min >= 0) return 'dose';
  if (isLabels && statistics.min >= -1) return 'labels';
  const isCrystal = volume.meaning === 'crystal density';
  if ((isCrystal || volume.meaning === 'density') && leansUp(statistics)) return 'density';
  // A difference of observed and calculated density: most of it is noise, and its peaks are what it is for.
  if (isCrystal && hasBothSigns(statistics)) return 'signed';
  if (!volume.colors && volume.meaning !== 'statistic' && isNoiseEverywhere(volume, statistics)) return 'noise';
  if (volume.meaning === 'statistic' && hasBothSigns(statistics)) return 'signed';
  if (isSigned(volume, statistics)) return isNoiseOfBothSigns(volume, statistics) ? 'noise' : 'signed';
  const split = splitValue(statistics);
  if (!volume.colors && isTextureEverywhere(volume, split)) return 'texture';
  if (hasBrightBackground(volume, split)) return 'bright-background';
  return 'magnitude';
}

/** Whether a CT's air and soft tissue are among the values, and nobody says that they are labels. */
export const holdsHounsfield = ({ meaning }: Pick<Volume, 'meaning'>, statistics: Statistics): boolean =>
  meaning !== 'labels' && isHounsfield(statistics);

/** Hounsfield units: air is at −1000, water at 0; scanners pad with −1024 or less, to as low as the type goes. */
const AIR = [-1100, -850] as const;
const SOFT_TISSUE = [-150, 150] as const;
const MIN_AIR_SHARE = 0.02;
const MIN_SOFT_SHARE = 0.02;
/** Largest share of voxels below air: padding is one value, but for what resampling makes of its edges. */
const MAX_BELOW_SHARE = 0.02;

function isHounsfield(statistics: Statistics): boolean {
  const { min, binWidth } = statistics;
  if (min > AIR[1]) return false;
  const padding = shareBetween(statistics, min, Math.min(min + binWidth, AIR[1]));
  const air = shareBetween(statistics, ...AIR);
  const below = shareBetween(statistics, min, AIR[0]) - (min < AIR[0] ? padding : 0);
  return (
    below <= MAX_BELOW_SHARE &&
    (air >= MIN_AIR_SHARE || padding >= MIN_AIR_SHARE) &&
    shareBetween(statistics, ...SOFT_TISSUE) >= MIN_SOFT_SHARE
  );
}

const hasBothSigns = ({ min, max }: Statistics) => min < 0 && max > 0;

/** Least upper end by the lower one: differences of maps and tomograms have up to 1.1, maps of molecules 1.4 or more. */
const MIN_UPPER_END = 1.25;

/** Whether values go below zero, and farther above it, as those of a molecule do around the mean of its map. */
function leansUp(statistics: Statistics): boolean {
  const [low, high] = [percentile(statistics, ENDS[0]), percentile(statistics, ENDS[1])];
  return hasBothSigns(statistics) && high > -MIN_UPPER_END * low;
}

/** Quantile of the nonzero magnitudes that counts as the strongest. */
const STRONGEST_FRACTION = 0.995;
/** Fraction of the strongest, to both sides of a value: as far as values are around it. */
const AROUND = 0.125;
/** Least share of values around zero, by that around any other value. */
const MIN_PEAK = 0.6;

/**
 * Whether zero is what values of both signs deviate from, as in maps of a test, differences or velocities: either most of
 * them are around it, or a threshold took those away. Parts of a CT have their peaks at fat and muscle.
 */
export function isStatisticMap(volume: Volume, statistics: Statistics): boolean {
  if (!hasBothSigns(statistics)) return false;
  if (volume.meaning === 'statistic') return true;
  const kind = recognizeValues(volume, statistics);
  if (kind !== 'signed' && kind !== 'noise') return false;
  const values = probeNonzero(volume);
  const strongest = values.map(Math.abs).sort()[Math.floor(STRONGEST_FRACTION * (values.length - 1))]!;
  const counts = new Float64Array(2 / AROUND - 1);
  const middle = counts.length >> 1;
  for (const value of values) {
    const position = middle + value / (AROUND * strongest);
    // Each value is around two places, at the distance of one.
    for (const near of [Math.floor(position), Math.floor(position) + 1]) if (near in counts) counts[near]!++;
  }
  const around = counts[middle]!;
  return around === 0 || around >= MIN_PEAK * counts.reduce((most, count) => Math.max(most, count), 0);
}

/** Nonzero values of the probes, without NaN. */
function probeNonzero({ voxels }: Volume): Float64Array {
  const values: number[] = [];
  const stride = probeStride({ voxels });
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (value !== 0 && !Number.isNaN(value)) values.push(value);
  }
  return Float64Array.from(values);
}

/** Fraction of the probes: with this many zeros, values are what a test or a threshold has left. */
const MANY_ZEROS = 0.3;
/** Least share of the nonzero values on the rarer side of zero: with many zeros, and without. */
const MIN_RARER_SHARE = { sparse: 0.02, dense: 0.3 };
/** Typical value below zero by that above, up to which it is what resampling leaves at the edge of a mask: less than 0.001 of a brain's. */
const OVERSHOOT = 0.02;
/** Fraction of the larger end: a lesser negative end is noise or the overshoot of a filter. */
const MIN_NEGATIVE_END = 0.15;
const ENDS = [0.001, 0.999] as const;
/** Share of speckle beyond half of the negative end: voxels of noise have few neighbours like them. */
const NOISE_SPECKLE = 0.2;

/** Share of the range, up to which the value around what a map holds may be off zero by the steps of its file. */
const NEARLY_ZERO = 1 / 512;

/** The value that stands for nothing around values of both signs: 0, or what rescaling has made of it. */
function nothingAround(
  volume: Pick<Volume, 'sizes' | 'voxels'>,
  { min, max }: Pick<Statistics, 'min' | 'max'>,
): number {
  const around = cornerValue(volume) ?? 0;
  return Math.abs(around) <= NEARLY_ZERO * (max - min) ? around : 0;
}

/** Whether values below zero are next to nothing by those above: the edge of a mask rings when it is resampled. */
function isOvershoot(nonzero: Float64Array): boolean {
  const sorted = nonzero.sort();
  const negative = sorted.findLastIndex((value) => value < 0) + 1;
  const [low, high] = [sorted[negative >> 1]!, sorted[(negative + sorted.length) >> 1]!];
  return -low < OVERSHOOT * high;
}

function isSigned(volume: Volume, statistics: Statistics): boolean {
  const { voxels } = volume;
  const stride = probeStride({ voxels });
  const [low, high] = [percentile(statistics, ENDS[0]), percentile(statistics, ENDS[1])];
  if (!(statistics.min < 0 && statistics.max > 0)) return false;
  const around = nothingAround(volume, statistics);
  let [zeros, negative, positive] = [0, 0, 0];
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (value === 0 || value === around) zeros++;
    else if (value < 0) negative++;
    else if (value > 0) positive++;
  }
  const rarer = Math.min(negative, positive) / Math.max(negative + positive, 1);
  if (zeros > MANY_ZEROS * (zeros + negative + positive)) {
    return rarer >= MIN_RARER_SHARE.sparse && !isOvershoot(probeNonzero(volume).filter((value) => value !== around));
  }
  if (rarer < MIN_RARER_SHARE.dense || Math.min(-low, high) < MIN_NEGATIVE_END * Math.max(-low, high)) return false;
  // Differences of two pictures, as of perfusion, are noisy to both sides, and have their signal on one.
  const isNoise = isSpeckledBeyond(volume, low / 2, -1, NOISE_SPECKLE);
  return !(isNoise && !isSpeckledBeyond(volume, -low / 2, 1, NOISE_SPECKLE / 2));
}

/** Least share of the voxels beyond half of each end, of which the noise of a field where there is no signal has more: a test's largest values are few. */
const MIN_STRONG = 0.02;
/** Share of speckle beyond half of each end, at which fewer are noise too: 0.8 or more of differences of spin labelling, 0.3 or less of smooth maps. */
const MIN_SPECKLE_OF_FEW = 0.6;

/** Whether the strong values of both signs are speckle, as around the smooth field of a magnet: nothing would be seen but it. */
function isNoiseOfBothSigns(volume: Volume, statistics: Statistics): boolean {
  const [low, high] = ENDS.map((fraction) => percentile(statistics, fraction)) as [number, number];
  const isNoise = (end: number, share: number, sign: 1 | -1) =>
    isSpeckledBeyond(volume, end / 2, sign, share >= MIN_STRONG ? NOISE_SPECKLE : MIN_SPECKLE_OF_FEW);
  return (
    !volume.colors &&
    isNoise(low, shareBetween(statistics, statistics.min, low / 2), -1) &&
    isNoise(high, shareBetween(statistics, high / 2, statistics.max), 1)
  );
}

/** Fraction of the voxels at the faces, from the darkest: all but these must be bright. */
const DARK_FACE_FRACTION = 0.25;

/** Whether what is at the volume's faces is above what splits its values best in two. */
function hasBrightBackground({ sizes: [ni, nj, nk], voxels }: Volume, split: number): boolean {
  const stride = Math.max(1, Math.floor(Math.cbrt(voxels.length) / 64));
  let [dark, count] = [0, 0];
  const take = (i: number, j: number, k: number) => {
    const value = voxels[i + ni * (j + nj * k)]!;
    if (Number.isNaN(value)) return;
    count++;
    if (value <= split) dark++;
  };
  for (let k = 0; k < nk; k += stride) {
    for (let j = 0; j < nj; j += stride) {
      const isFace = k === 0 || k + stride >= nk || j === 0 || j + stride >= nj;
      for (let i = 0; i < ni; i += isFace ? stride : Math.max(ni - 1, 1)) take(i, j, k);
    }
  }
  return count > 0 && dark <= DARK_FACE_FRACTION * (count - 1);
}

const SPLIT_BINS = 256;

/** The value that splits all others best in two. */
function splitValue(statistics: Statistics): number {
  const { min, max, counts, binWidth } = statistics;
  const bins = new Float64Array(SPLIT_BINS);
  for (let bin = 0; bin < counts.length; bin++) {
    const position = ((bin * binWidth) / (max - min)) * SPLIT_BINS;
    bins[Math.min(Math.floor(position), SPLIT_BINS - 1)]! += counts[bin]!;
  }
  return min + (((splitBest(bins) ?? 0) + 1) / SPLIT_BINS) * (max - min);
}
