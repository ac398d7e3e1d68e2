/** The appearance of volumes: as options and documents choose, else as their values suggest. */
import {
  applyWindow,
  computeStatistics,
  createShading,
  createTransferFunction,
  createXrayTransfer,
  type DefaultAppearance,
  defaultAppearance,
  type FusedVolume,
  findTransfer,
  hideBelow,
  type Isosurface,
  largestLineIntegral,
  type RenderMode,
  type Statistics,
  type StoreChannel,
  type TransferFunction,
  type ValueRange,
  type Vec3,
  type Volume,
} from '../../index.js';
import { isStatisticMap, wholeAppearance, windowedAppearance } from '../../lab.js';
import type { Threshold } from '../options/option-types.js';

/** A transfer function, and a mask where the values are labels without options. */
export type Appearance = Pick<DefaultAppearance, 'transfer' | 'mask' | 'sliceAxis' | 'sliceReason' | 'subject'> &
  Partial<Pick<DefaultAppearance, 'labels' | 'kind'>>;

export interface AppearanceChoice {
  readonly mode: RenderMode;
  readonly transfer?: TransferFunction | undefined;
  /** Name of a transfer function, if none is given. */
  readonly preset?: string | undefined;
  /** Values that the transfer function is stretched to. */
  readonly window?: ValueRange | undefined;
  readonly threshold?: Threshold | undefined;
  /** Whether a few slices far apart are shown by one of them; default: all are shown. */
  readonly showsSlice?: boolean | undefined;
}

/** Bone, under a light: isosurfaces where no transfer function says otherwise. */
const SURFACE_COLOR = [0.93, 0.9, 0.83] as const;

/**
 * Without a transfer function projections and radiographs go from black to white, isosurfaces are of bone, and composites follow from the values.
 * A threshold hides what is below it.
 * @param counted statistics of the volume, where they are known.
 */
export function createAppearance(volume: Volume, choice: AppearanceChoice, counted?: Statistics): Appearance {
  const { threshold } = choice;
  if (!threshold) return createWhole(volume, choice, counted);
  const statistics = counted ?? computeStatistics(volume);
  const isOfBothSigns = isStatisticMap(volume, statistics);
  const { low, high } = threshold;
  const strongest = isOfBothSigns ? Math.max(-statistics.min, statistics.max) : statistics.max;
  // Colours that are chosen go over all values, unless they are to go over those that are left.
  const isFitted = high !== undefined || (isOfBothSigns && choice.transfer === undefined);
  const left: ValueRange = [low, Math.max(high ?? strongest, nextUp(low))];
  const whole = createWhole(volume, { ...choice, window: choice.window ?? (isFitted ? left : undefined) }, statistics);
  return { transfer: hideBelow(whole.transfer, low, isOfBothSigns) };
}

/** A number above, for windows that would be empty. */
const nextUp = (value: number) => value + Math.max(Math.abs(value), 1) * 1e-6;

function createWhole(
  volume: Volume,
  { transfer, preset, mode, window, showsSlice }: AppearanceChoice,
  counted: Statistics | undefined,
): Appearance {
  if (transfer) return { transfer: window ? applyWindow(transfer, window) : transfer };
  const statistics = () => counted ?? computeStatistics(volume);
  const isStatistic = () => isStatisticMap(volume, statistics());
  const options = { statistics, isStatistic, ...(window && { window }) };
  if (preset !== undefined) return { transfer: findTransfer(preset).create(options) };
  if (mode === 'isosurface') return { transfer: createSurfaceTransfer(window?.[0] ?? 0) };
  if (mode === 'xray') return { transfer: createXrayTransfer(window ?? [0, largestLineIntegral(volume)]) };
  if (mode !== 'composite') return { transfer: findTransfer('mip').create(options) };
  if (window) return windowedAppearance(volume, window, counted);
  return showsSlice ? defaultAppearance(volume, counted) : wholeAppearance(volume, counted);
}

const createSurfaceTransfer = (value: number): TransferFunction =>
  createTransferFunction({ colors: [{ value, color: SURFACE_COLOR }], opacities: [{ value, opacity: 1 }] });

/** The appearance of a volume after the first. */
export interface FusedChoice {
  readonly transfer?: TransferFunction | undefined;
  readonly preset?: string | undefined;
  readonly window?: ValueRange | undefined;
  readonly threshold?: Threshold | undefined;
  /** Factor of its opacities. */
  readonly opacity?: number | undefined;
}

/** Colours that are seen in front of tissue. */
const FUSED_PRESET = 'inferno';

/**
 * One of several channels, in the colour and over the values that its store names; what it leaves open follows from the voxels.
 * @param window values that are asked for.
 */
export function channelAppearance(
  volume: Volume,
  { color, window: own }: StoreChannel,
  window: ValueRange | undefined,
  counted?: Statistics,
): TransferFunction {
  const range = window ?? own;
  if (color && range) return createChannelTransfer(color, range);
  const whole = createAppearance(volume, { mode: 'composite', window: range }, counted).transfer;
  return color ? { ...whole, colors: [{ value: whole.colors[0]!.value, color }] } : whole;
}

/** Opacity of the brightest voxels of a channel: what others show behind them still shines through. */
const CHANNEL_OPACITY = 0.5;

const createChannelTransfer = (color: Vec3, [low, high]: ValueRange): TransferFunction =>
  createTransferFunction({
    colors: [{ value: low, color }],
    opacities: [
      { value: low, opacity: 0 },
      { value: high, opacity: CHANNEL_OPACITY },
    ],
  });

/** A volume after the first, as it is seen with it; it is lit as its transfer function says unless `shade` does. */
export function fuseVolume(
  volume: Volume,
  { transfer, preset, window, threshold, opacity = 1 }: FusedChoice,
  shade: boolean | undefined,
): FusedVolume {
  const named = transfer || preset !== undefined ? preset : defaultPreset(volume);
  const whole = createAppearance(volume, { mode: 'composite', transfer, preset: named, window, threshold }).transfer;
  const opacities = whole.opacities.map(({ value, opacity: full }) => ({ value, opacity: opacity * full }));
  const isLit = shade ?? whole.shading !== undefined;
  return { volume, transfer: { ...whole, opacities }, ...(isLit && { shading: createShading(whole.shading) }) };
}

/** Undefined for values that have colours of their own. */
function defaultPreset(volume: Volume): string | undefined {
  const { kind } = defaultAppearance(volume);
  return ['magnitude', 'density', 'labels', 'dose'].includes(kind) ? FUSED_PRESET : undefined;
}

/** One isosurface without a colour is in that of the transfer function. */
export function describeSurfaces(
  surfaces: readonly Isosurface[],
): { readonly isoValue: number } | { readonly isosurfaces: readonly Isosurface[] } {
  const [first, ...others] = surfaces;
  const isPlain = others.length === 0 && first!.color === undefined && first!.opacity === undefined;
  return isPlain ? { isoValue: first!.value } : { isosurfaces: surfaces };
}

/** Optical depth of the longest way through glass: what is within shows through it, and its own shape is seen. */
const GLASS_DEPTH = 1.5;

/** A transfer function so thin that labels and other volumes within show. */
export function thinTransfer(transfer: TransferFunction, { sizes }: Pick<Volume, 'sizes'>): TransferFunction {
  const most = transfer.opacities.reduce((largest, { opacity }) => Math.max(largest, opacity), 0);
  const factor = Math.min(1, GLASS_DEPTH / (Math.max(most, Number.MIN_VALUE) * Math.max(...sizes)));
  return {
    ...transfer,
    opacities: transfer.opacities.map(({ value, opacity }) => ({ value, opacity: opacity * factor })),
  };
}
