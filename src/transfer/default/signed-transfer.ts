/** The appearance of values of both signs, such as maps of a statistical test: each sign in colours of its own, nothing around zero. */
import type { Volume } from '../../volume/volume.js';
import { applyWindow } from '../apply-window.js';
import { type Color, createTransferFunction, type TransferFunction, type ValueRange } from '../transfer-function.js';

/** Neuroimaging's colours for what is above zero, and for what is below it; from the faintest to the strongest. */
const ABOVE: readonly Color[] = [
  [0.75, 0.05, 0.02],
  [1, 0.5, 0.05],
  [1, 0.95, 0.45],
];
const BELOW: readonly Color[] = [
  [0.05, 0.15, 0.75],
  [0.05, 0.55, 1],
  [0.6, 1, 1],
];
/** Quantile of the nonzero magnitudes. */
const STRONGEST_FRACTION = 0.995;
const WEAKEST_FRACTION = 0.05;
/** Only the largest values are of interest if values near zero are there too: these, and what is beyond most noise. */
const NOTABLE_FRACTION = 0.85;
/** Median magnitudes: 2.5 standard deviations of normal values. */
const NOTABLE_MEDIANS = 3.7;
/** Fraction of the strongest: where the weakest is more, values near zero were left out. */
const THRESHOLD_SHARE = 0.15;

/** Magnitudes from which values are shown, and at which they are shown in full. */
type Reach = readonly [start: number, strongest: number];

/** @param opacity of a share of the full extinction, for a unit of length. */
export function signedTransfer(
  { voxels }: Pick<Volume, 'voxels'>,
  opacity: (share: number) => number,
): TransferFunction {
  return contourSigned(findReach(voxels), opacity);
}

/** Both signs from one magnitude on, in full from another. */
export const contourSigned = (reach: Reach, opacity: (share: number) => number): TransferFunction =>
  showSigns(reach, reach, opacity);

/** A slice that is weaker than this share of its volume's strength is coloured as if it had it, so that it stays dark. */
const MIN_STRENGTH = 0.4;

/**
 * Colours of a slice of values of both signs, opaque everywhere: zero is black, and each sign has its own colours.
 * @param values of the slice.
 */
export function planeOfSigns({ voxels }: Pick<Volume, 'voxels'>, values: Float64Array): TransferFunction {
  const [, most] = findReach(voxels);
  const [, own] = findReach(values);
  const strongest = Math.min(Math.max(own || 0, MIN_STRENGTH * most), most);
  const side = (sign: 1 | -1, colors: readonly Color[]) =>
    colors.map((color, index) => ({ value: (sign * strongest * (index + 1)) / colors.length, color }));
  return createTransferFunction({
    colors: [...side(-1, BELOW), { value: 0, color: [0, 0, 0] }, ...side(1, ABOVE)],
    opacities: [{ value: 0, opacity: 1 }],
  });
}

/** Nonzero values of which quantiles are taken: more of them would not move a picture. */
const MOST_MAGNITUDES = 400_000;
/** Least share of nonzero values: of fewer, as a threshold leaves, all are taken. */
const MIN_NONZERO = 0.1;

/** The magnitudes of nonzero values; of many voxels every so many. NaN is none. */
function sampleMagnitudes(voxels: Volume['voxels']): Float64Array {
  // Odd, so that no power of two of a row's voxels is a multiple of it.
  const probed = takeMagnitudes(voxels, 2 * Math.floor(voxels.length / MOST_MAGNITUDES / 2) + 1);
  const share = probed.length / Math.min(voxels.length, MOST_MAGNITUDES);
  return share >= MIN_NONZERO ? probed : takeMagnitudes(voxels, 1);
}

/** Every so many of the voxels, without those that are zero or NaN. */
function takeMagnitudes(voxels: Volume['voxels'], stride: number): Float64Array {
  const magnitudes = new Float64Array(Math.ceil(voxels.length / stride));
  let count = 0;
  for (let index = 0; index < voxels.length; index += stride) {
    const magnitude = Math.abs(voxels[index]!);
    if (magnitude > 0) magnitudes[count++] = magnitude;
  }
  return magnitudes.subarray(0, count);
}

function findReach(voxels: Volume['voxels']): Reach {
  const magnitudes = sampleMagnitudes(voxels).sort();
  const at = (fraction: number) => magnitudes[Math.floor(fraction * (magnitudes.length - 1))]!;
  const strongest = at(STRONGEST_FRACTION);
  const hasThreshold = at(WEAKEST_FRACTION) > THRESHOLD_SHARE * strongest;
  const notable = Math.max(at(NOTABLE_FRACTION), NOTABLE_MEDIANS * at(0.5));
  return [hasThreshold ? at(WEAKEST_FRACTION) / 2 : Math.min(notable, strongest / 2), strongest];
}

/**
 * The transfer function of values of both signs in a window. One above zero is of magnitudes: what is nearer to zero is hidden, and both signs are shown. One below
 * zero is of negative values alone; one of both signs is where each of them is strongest.
 */
export function windowSigned(
  volume: Pick<Volume, 'voxels'>,
  opacity: (share: number) => number,
  window: ValueRange,
): TransferFunction {
  const [low, high] = window;
  if (low >= 0) return hideAround(low, { ...showSigns(window, window, opacity), window: [-high, high] });
  if (high <= 0) return hideAround(-high, { ...showSigns([-high, -low], undefined, opacity), window });
  if (-low === high) return applyWindow(signedTransfer(volume, opacity), window);
  const [start, strongest] = findReach(volume.voxels);
  const sideOf = (end: number): Reach => [(start * end) / strongest, end];
  return { ...showSigns(sideOf(-low), sideOf(high), opacity), window };
}

/** Both signs in their colours from the threshold to the strongest, opaque everywhere: whoever shows it hides what is nearer to zero. */
export const thresholdSigned = ([low, high]: ValueRange): TransferFunction =>
  hideAround(low, { ...showSigns([low, high], [low, high], () => 1), window: [-high, high] });

const SHARES = [0, 0.2, 0.5, 1];
const RISES = [0, 0.25, 0.6, 1];

/** @param below magnitudes of negative values; @param above of positive ones, where they are shown. */
function showSigns(below: Reach, above: Reach | undefined, opacity: (share: number) => number): TransferFunction {
  const side = (sign: 1 | -1, [start, strongest]: Reach, colors: readonly Color[]) => {
    const valueAt = (share: number) => sign * (start + share * (strongest - start));
    return {
      opacities: SHARES.map((share, index) => ({ value: valueAt(share), opacity: opacity(RISES[index]!) })),
      colors: colors.map((color, index) => ({ value: valueAt(index / (colors.length - 1)), color })),
    };
  };
  const sides = [side(-1, below, BELOW), ...(above ? [side(1, above, ABOVE)] : [])];
  return createTransferFunction({
    opacities: sides.flatMap(({ opacities }) => opacities),
    colors: sides.flatMap(({ colors }) => colors),
  });
}

/** The colour of hidden values on a colour bar. */
const HIDDEN_COLOR: Color = [0.25, 0.25, 0.25];
/** Near the threshold, so that colours there are not mixed with it by much; opacities are 0 at the threshold. */
const HIDDEN_FRACTION = 0.95;

function hideAround(threshold: number, { colors, opacities, ...others }: TransferFunction): TransferFunction {
  if (threshold === 0) return createTransferFunction({ ...others, colors, opacities });
  const ends = colors.some(({ value }) => value > 0) ? [-1, 1] : [-1];
  const hidden = ends.map((sign) => ({ value: sign * HIDDEN_FRACTION * threshold, color: HIDDEN_COLOR }));
  return createTransferFunction({ ...others, opacities, colors: [...colors, ...hidden] });
}

/** The opacity of colour maps: how steeply it rises from 0, and up to what. */
interface Rise {
  readonly exponent: number;
  readonly maxOpacity: number;
}

const RAMP_POINTS = 16;

/** A map with a middle in a window above zero: its halves are for the signs, and begin where magnitudes are shown. */
export function windowMiddle(colors: readonly Color[], window: ValueRange, rise: Rise): TransferFunction {
  const [low, high] = window;
  const middle = (colors.length - 1) / 2;
  const side = (sign: 1 | -1) => {
    const valueAt = (share: number) => sign * (low + share * (high - low));
    return {
      opacities: Array.from({ length: RAMP_POINTS + 1 }, (_, point) => point / RAMP_POINTS).map((share) => ({
        value: valueAt(share),
        opacity: rise.maxOpacity * share ** rise.exponent,
      })),
      colors: colors.flatMap((color, index) => {
        const share = (sign * (index - middle)) / middle;
        return share < 0 ? [] : [{ value: valueAt(share), color }];
      }),
    };
  };
  const [below, above] = [side(-1), side(1)];
  return hideAround(low, {
    opacities: [...below.opacities, ...above.opacities],
    colors: [...below.colors, ...above.colors],
    window: [-high, high],
  });
}
