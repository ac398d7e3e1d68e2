/** How volumes look that are shown over the first one. */
import { computeStatistics } from '../../../index.js';
import { recognizeLabels } from '../../../lab.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { fusedChoiceOf } from '../../../recipe/scene/describe-volume-scene.js';
import { describeGuess } from '../../../recipe/scene/labels/label-guess.js';
import { paintFused } from '../../../recipe/slices/fused-paint.js';
import { findNamedOrGiven } from '../../render/load/transfer-files.js';
import { tellTransfer } from '../../render/notices/tell-transfer.js';
import { say } from '../../say.js';
import type { SliceVolume } from '../open-volume.js';
import type { SliceValues } from '../slice-command-options.js';
import { labelAppearance, labelShares } from './label-appearance.js';
import type { LayerAppearance } from './layer-appearance.js';

/** The options of the volumes after the first, which are given once or once for each. */
const OF_FUSED = ['fused-threshold', 'fused-transfer', 'fused-window', 'fused-opacity'] as const;

const nth = <T>(values: readonly T[] | undefined, index: number): T | undefined => values?.[index] ?? values?.[0];

/** The appearance of the volumes that are shown over the first one. */
export async function chooseFusedAppearances(
  volumes: readonly SliceVolume[],
  values: SliceValues,
): Promise<LayerAppearance[]> {
  for (const name of OF_FUSED) {
    const count = values[name]?.length ?? 1;
    if (volumes.length === 0 && values[name]) fail(`--${name}: is for a second volume, and there is none`);
    if (count !== 1 && count !== volumes.length) {
      fail(`--${name}: must be given once, or once for each volume after the first, not ${count} times`);
    }
  }
  const appearances: LayerAppearance[] = [];
  for (const [index, volume] of volumes.entries()) appearances.push(await chooseFusedAppearance(volume, index, values));
  return appearances;
}

async function chooseFusedAppearance(
  volume: SliceVolume,
  index: number,
  values: SliceValues,
): Promise<LayerAppearance> {
  const basis = await volume.basis();
  const window = nth(values['fused-window'], index);
  const threshold = nth(values['fused-threshold'], index);
  const text = nth(values['fused-transfer'], index);
  const isPlain = text === undefined && !window && !threshold;
  const opacity = nth(values['fused-opacity'], index) ?? 1;
  if (isPlain && volume.colors) {
    const over = { values: volume.source, opacity };
    return { layer: { kind: 'colors', source: volume.colors, isNearest: values.nearest, over } };
  }
  const verdict = recognizeLabels(basis);
  if (isPlain && verdict.isLabels && !volume.channel) {
    const guess = describeGuess(volume.name, basis, verdict);
    if (guess !== undefined && values.voxels === undefined) say(guess);
    return labelAppearance(volume, basis, labelShares(values));
  }
  const chosen = await findNamedOrGiven('fused-transfer', text);
  const { channel } = volume;
  const style = fusedChoiceOf(basis, channel, { ...chosen, opacity, ...(window && { window }) });
  const choice = { ...style, threshold };
  const fused = paintFused(basis, choice, computeStatistics(basis));
  const { paint, bar, isThresholded } = fused;
  // Channels of one store are of one place: their light adds up.
  if (channel) {
    return { layer: { kind: 'values', source: volume.source, paint, isNearest: values.nearest, isAdded: true } };
  }
  if (!isThresholded && !chosen.transfer) {
    tellTransfer(bar.transfer, { ...chosen, window, option: 'fused-window' }, basis);
  }
  return { layer: { kind: 'values', source: volume.source, paint, isNearest: values.nearest }, bar };
}
