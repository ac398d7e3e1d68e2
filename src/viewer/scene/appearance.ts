/** The transfer functions that a document shows volumes by: the command line's choice where it leaves them open. */
import {
  applyWindow,
  computeStatistics,
  createShading,
  createTransferFunction,
  type DefaultAppearance,
  defaultAppearance,
  type FusedVolume,
  findTransfer,
  type RenderMode,
  type Statistics,
  type TransferFunction,
  type ValueRange,
  type Volume,
  windowAppearance,
} from '../../index.js';
import { isStatisticMap } from '../../lab.js';
import type { FusedStyle, ViewerDocument } from '../document/document.js';

export type Appearance = Pick<DefaultAppearance, 'transfer' | 'mask'>;

/** Bone, under a light: what isosurfaces are where no transfer function says otherwise. */
const SURFACE_COLOR = [0.93, 0.9, 0.83] as const;

export const EMPTY_TRANSFER = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [{ value: 0, opacity: 0 }],
});

/** Projections go from black to white, isosurfaces are of bone, composites by the values. */
export function createAppearance(
  volume: Volume,
  statistics: Statistics,
  { transfer, preset, mode, window }: Pick<ViewerDocument, 'transfer' | 'preset' | 'mode' | 'window'>,
): Appearance {
  const isStatistic = () => isStatisticMap(volume, statistics);
  const options = { statistics: () => statistics, isStatistic, ...(window && { window }) };
  if (transfer) return { transfer: window ? applyWindow(transfer, window) : transfer };
  if (preset !== undefined) return { transfer: findTransfer(preset).create(options) };
  if (mode === 'isosurface') return { transfer: createSurfaceTransfer(window) };
  if (mode !== 'composite') return { transfer: findTransfer('mip').create(options) };
  return window ? { transfer: windowAppearance(volume, window, statistics) } : defaultAppearance(volume, statistics);
}

function createSurfaceTransfer(window: ValueRange | undefined): TransferFunction {
  const value = window?.[0] ?? 0;
  return createTransferFunction({
    colors: [{ value, color: SURFACE_COLOR }],
    opacities: [{ value, opacity: 1 }],
  });
}

/** Colours that are seen in front of tissue, unless the values have colours of their own. */
const FUSED_PRESET = 'inferno';

/** A volume after the first, as it is seen with it. */
export function fuseVolume(
  volume: Volume,
  { transfer, preset, window, opacity = 1 }: FusedStyle,
  shade: boolean | undefined,
): FusedVolume {
  const chosen = transfer || preset !== undefined ? { transfer, preset } : { preset: defaultPreset(volume) };
  const mode: RenderMode = 'composite';
  const style = { ...chosen, mode, ...(window && { window }) } as Parameters<typeof createAppearance>[2];
  const whole = createAppearance(volume, computeStatistics(volume), style).transfer;
  const opacities = whole.opacities.map(({ value, opacity: full }) => ({ value, opacity: opacity * full }));
  const isLit = shade ?? whole.shading !== undefined;
  return { volume, transfer: { ...whole, opacities }, ...(isLit && { shading: createShading(whole.shading) }) };
}

function defaultPreset(volume: Volume): string | undefined {
  const { kind } = defaultAppearance(volume);
  return kind === 'magnitude' || kind === 'labels' ? FUSED_PRESET : undefined;
}
