/** The appearance of magnitudes above a dark background: opaque surfaces where it ends, or bright structures in a veil. */
import { splitBest } from '../../volume/statistics/split-best.js';
import { percentile, type Statistics, shareBetween } from '../../volume/statistics/statistics.js';
import { isSpeckledBeyond } from '../../volume/values/speckle.js';
import type { Volume } from '../../volume/volume.js';
import type { Color, TransferFunction } from '../transfer-function.js';
import { foregroundStart } from './default-transfer.js';
import { derivedLight } from './derived-light.js';
import { emissionRamp } from './emission-ramp.js';
import { createOpacity, createPoints, type Ramp } from './ramp.js';

/** Colours of bright structures, and of the veil around them: from the first visible value (0) to the brightest (1). */
const STRUCTURE_COLORS: Ramp<Color> = [
  [0, [0.52, 0.34, 0.28]],
  [0.2, [0.66, 0.44, 0.33]],
  [0.5, [0.84, 0.66, 0.5]],
  [0.8, [0.95, 0.87, 0.75]],
  [1, [1, 0.98, 0.94]],
];
/** Colours of a surface, from where it begins (0) to the brightest (1): paler, since all that is seen of it is near its beginning. */
export const SURFACE_COLORS: Ramp<Color> = [
  [0, [0.56, 0.37, 0.29]],
  [0.2, [0.74, 0.54, 0.43]],
  [0.5, [0.89, 0.73, 0.59]],
  [0.8, [0.96, 0.89, 0.79]],
  [1, [1, 0.98, 0.94]],
];
const BRIGHTEST_FRACTION = 0.995;
/** Quantile of the foreground: if it is that much brighter than the middle, the brightest voxels may be the subject. */
const TAIL_FRACTION = 0.999;
const TAIL_RATIO = 3;
/** Share of the volume: a body, whose fat and fluid may be bright too, fills at least as much of it. */
const MIN_BODY_SHARE = 0.1;
/** Share of the foreground: where less of it is bright, as of vessels, the bright part is the subject. */
const MIN_BRIGHT_SHARE = 0.05;
/** Brightness of structures, in medians of a body, up to which they are a part of it, such as fluid or a tube of oil; vessels with contrast agent have 4. */
const MAX_BODY_CONTRAST = 2.8;
/** Share of speckle, at which the foreground is noise around what is bright in it, as in maps of anisotropy. */
const MAX_SPECKLE = 0.08;
/** Optical depth of the fainter foreground around bright structures, through all of the volume. */
const VEIL_DEPTH = 0.6;
/** Optical depth of a body around bright structures, through all of it. */
const BODY_DEPTH = 1.8;

/** The foreground of a volume: the value where it begins, its median and where it is brightest, and its share of the voxels. */
interface Foreground {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly share: number;
  /** The value that splits it best in two: where what is bright in it begins. */
  readonly solid: number;
  /** Share of the voxels from there on. */
  readonly solidShare: number;
  /** Whether some voxels are much brighter than the others. */
  readonly hasTail: boolean;
}

/**
 * Lit surfaces where the foreground begins; or bright structures in a veil; or a glow without light, where the foreground is
 * noise. `sign` is −1 for mirrored values.
 */
export function showMagnitude(volume: Volume, statistics: Statistics, sign: 1 | -1): TransferFunction {
  const foreground = findForeground(statistics);
  const { start, end, share, solidShare, hasTail } = foreground;
  const signed = <T>(ramp: Ramp<T>) => ramp.map(([value, what]) => [sign * value, what] as const);
  const show = (opacities: Ramp<number>, colors: Ramp<Color>) => {
    const first = opacities[0]![0];
    const placed = colors.map(([fraction, color]) => [first + fraction * (end - first), color] as const);
    return createPoints(signed(opacities), signed(placed));
  };
  const lit = (transfer: TransferFunction) => ({ ...transfer, shading: derivedLight(transfer) });
  if (!hasTail) return lit(show(showSurface(statistics, foreground), SURFACE_COLORS));
  if (share >= MIN_BODY_SHARE && !isSolid(volume, start, sign)) {
    return show(emissionRamp(statistics, [start, end], Math.cbrt(statistics.voxelCount)), STRUCTURE_COLORS);
  }
  const isBodyItself = solidShare >= MIN_BRIGHT_SHARE * share || contrastOf(foreground) <= MAX_BODY_CONTRAST;
  if (share >= MIN_BODY_SHARE && isBodyItself) {
    return lit(show(showSurface(statistics, foreground), SURFACE_COLORS));
  }
  const veil = findVeil(volume, statistics, foreground, sign);
  return lit(show(showStructures(statistics, foreground, veil), STRUCTURE_COLORS));
}

function findForeground(statistics: Statistics): Foreground {
  const start = foregroundStart(statistics);
  const hidden = shareBetween(statistics, statistics.min, start);
  const at = (fraction: number) => percentile(statistics, hidden + (1 - hidden) * fraction);
  const end = Math.max(at(BRIGHTEST_FRACTION), start + (statistics.max - start) / 1000);
  const middle = Math.max(at(0.5), start + (end - start) / 1000);
  const solid = brightStart(statistics, start, end);
  return {
    start,
    middle,
    end,
    share: 1 - hidden,
    solid,
    solidShare: shareBetween(statistics, solid, statistics.max),
    hasTail: at(TAIL_FRACTION) - start > TAIL_RATIO * (middle - start),
  };
}

/** Brightness of what is bright in the foreground, in medians of it. */
const contrastOf = ({ start, middle, solid }: Pick<Foreground, 'start' | 'middle' | 'solid'>) =>
  (solid - start) / (middle - start);

function showSurface(statistics: Statistics, { start, middle }: Foreground): Ramp<number> {
  const opacity = createOpacity(statistics);
  const valueAt = (share: number) => start + share * (middle - start);
  return [
    [start, 0],
    [valueAt(0.2), opacity(0.2)],
    [valueAt(0.6), opacity(1)],
  ];
}

function showStructures(statistics: Statistics, { end, solid }: Foreground, veil: Veil): Ramp<number> {
  const opacity = createOpacity(statistics);
  const valueAt = (share: number) => solid + share * (end - solid);
  return [
    [veil.start, 0],
    ...(veil.full < solid ? [[veil.full, veil.opacity] as const] : []),
    [solid, veil.opacity],
    [valueAt(0.1), Math.max(opacity(0.1), veil.opacity)],
    [valueAt(0.3), opacity(0.5)],
    [valueAt(1), opacity(1)],
  ];
}

/** The fainter values around bright structures: where they begin, and where they come to their opacity. */
interface Veil {
  readonly start: number;
  readonly full: number;
  readonly opacity: number;
}

/** Largest share of a body's voxels that may be nearly bright enough for it: blur and noise fade away, and end nowhere. */
const MAX_FADING = 0.25;
/** Least brightness of structures, in medians of a body, at which the body is no more than their surroundings. */
const MIN_CONTRAST = 6;

/** The body that bright structures are in, where the foreground or what is fainter is one; else the rest of the foreground. */
function findVeil(
  volume: Volume,
  statistics: Statistics,
  { start, middle, share, solid }: Foreground,
  sign: 1 | -1,
): Veil {
  const opacityOf = (depth: number, part: number) => 1 - Math.exp(-depth / Math.cbrt(part * statistics.voxelCount));
  const rest = { start, full: solid, opacity: opacityOf(VEIL_DEPTH, 1) };
  if (share >= MIN_BODY_SHARE) {
    return contrastOf({ start, middle, solid }) > MIN_CONTRAST
      ? { start, full: middle, opacity: opacityOf(BODY_DEPTH, share) }
      : rest;
  }
  const below = limitAbove(statistics, start);
  if (below.min >= below.max) return rest;
  const bodyStart = foregroundStart(below);
  const beyond = (value: number) => 1 - shareBetween(statistics, statistics.min, value);
  const bodyShare = beyond(bodyStart);
  const fading = beyond((statistics.min + bodyStart) / 2) - bodyShare;
  const isBody = bodyShare >= MIN_BODY_SHARE && fading <= MAX_FADING * bodyShare && isSolid(volume, bodyStart, sign);
  return isBody ? { start: bodyStart, full: (bodyStart + start) / 2, opacity: opacityOf(BODY_DEPTH, bodyShare) } : rest;
}

const isSolid = (volume: Volume, start: number, sign: 1 | -1) =>
  !isSpeckledBeyond(volume, sign * start, sign, MAX_SPECKLE);

/** The statistics of the values up to one. */
function limitAbove(statistics: Statistics, value: number): Statistics {
  const { min, binWidth } = statistics;
  const counts = statistics.counts.slice(0, Math.max(Math.floor((value - min) / binWidth) + 1, 1));
  return {
    ...statistics,
    counts,
    max: Math.min(value, statistics.max),
    voxelCount: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** The value that splits the foreground best in two. */
function brightStart(statistics: Statistics, start: number, end: number): number {
  const { min, counts, binWidth } = statistics;
  const valueAt = (bin: number) => min + bin * binWidth;
  const first = counts.findIndex((_, bin) => valueAt(bin) > start);
  const split = first < 0 ? undefined : splitBest(counts, first, (bin) => Math.min(valueAt(bin), end) - start);
  return split === undefined ? start : Math.min(valueAt(split), end);
}

/** The statistics of −v in place of v. */
export function mirror(statistics: Statistics): Statistics {
  return { ...statistics, min: -statistics.max, max: -statistics.min, counts: statistics.counts.slice().reverse() };
}
