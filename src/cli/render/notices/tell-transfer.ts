/** Lines about transfer functions that were made for the values of a volume, where users may not expect what they show. */
import {
  computeStatistics,
  findTransfer,
  type Statistics,
  type TransferFunction,
  type ValueRange,
  type Volume,
} from '../../../index.js';
import { say } from '../../say.js';

interface ToldChoice {
  readonly preset?: string | undefined;
  readonly window?: ValueRange | undefined;
  /** The option that the window is from. */
  readonly option: string;
}

/** Says what users may not expect of a transfer function that was made for the values of a volume. */
export function tellTransfer(
  transfer: TransferFunction,
  { preset, window, option }: ToldChoice,
  volume: Volume,
  counted?: Statistics,
): void {
  if (preset !== undefined && findTransfer(preset).kind === 'HU preset' && !window) {
    warnOfUnits(preset, counted ?? computeStatistics(volume), '--window LO,HI stretches it');
  }
  const [low, high] = window ?? [0, 0];
  // A window above zero that became one of magnitudes spans both signs.
  if (window && low >= 0 && transfer.window?.[0] === -high) {
    say(
      `--${option} ${low},${high}: shows magnitudes from ${low} to ${high}, since the values deviate from 0 to both sides; a window of both signs, such as ${-high},${high}, shows those near 0 too`,
    );
  }
}

/** Air is at −1000 Hounsfield units, so data without negative values is hardly in them. */
export function warnOfUnits(name: string, { min, max }: Statistics, remedy: string): void {
  if (min < 0) return;
  say(`${name} is for Hounsfield units, but the values here run from ${min} to ${max}; ${remedy}`);
}
