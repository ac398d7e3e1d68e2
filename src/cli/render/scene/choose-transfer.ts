/** The transfer function that the options of `tilecast render` ask for. */
import { existsSync } from 'node:fs';
import {
  computeStatistics,
  createTransferFunction,
  findTransfer,
  NAMED_TRANSFERS,
  parseTransfer,
  type RenderMode,
  readTransfer,
  type Statistics,
  type TransferFunction,
  type ValueRange,
  type Volume,
} from '../../../index.js';
import { readInputText } from '../../../node/index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { isInlineTransfer } from '../../../recipe/parse/file-or-name.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { type Appearance, createAppearance } from '../../../recipe/scene/appearance.js';
import { say } from '../../say.js';

export interface TransferChoice {
  /** The mode that it was made for, if it was made for one. */
  readonly mode: RenderMode | undefined;
  /** Whether it depends on how often each value occurs. */
  readonly needsStatistics: boolean;
  /** One that most likely has the same kernels; undefined where it is a name's. */
  readonly likely: TransferFunction | undefined;
  /** @param statistics of the volume, if they are known. */
  readonly create: (volume: Volume, mode: RenderMode, statistics?: Statistics) => Appearance;
}

/** A word that looks like a path is one; other words are names first, and files if there is one. */
export function isTransferFile(name: string): boolean {
  if (/[./\\]/.test(name)) return true;
  const words = NAMED_TRANSFERS.flatMap((named) => [named.name, ...named.aliases]);
  return existsSync(name) && !words.some((word) => word.toLowerCase() === name.toLowerCase());
}

/** Most defaults are lit. */
const LIKE_DEFAULT = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [
    { value: 0, opacity: 0 },
    { value: 1, opacity: 1 },
  ],
  shading: {},
});

/** A transfer function, or the name of one. */
export interface NamedOrGiven {
  readonly transfer?: TransferFunction;
  readonly preset?: string;
}

/** @throws InputError for a file that cannot be read, or for a name that there is not. */
export async function findNamedOrGiven(option: string, text: string | undefined): Promise<NamedOrGiven> {
  if (text === undefined) return {};
  if (isInlineTransfer(text)) return { transfer: parseTransfer(text, `--${option}`) };
  if (isTransferFile(text)) return { transfer: readTransfer(await readInputText(text), text) };
  findTransfer(text);
  return { preset: text };
}

/**
 * Reads and checks all that can be without the volume.
 * @param recorded what a recipe has in place of a file, where the options name none.
 */
export async function chooseTransfer(
  {
    transfer: text,
    window,
    threshold,
    mode: chosenMode,
  }: Pick<OptionValues, 'transfer' | 'window' | 'threshold' | 'mode'>,
  recorded?: TransferFunction,
): Promise<TransferChoice> {
  const chosen = recorded ? { transfer: recorded } : await findNamedOrGiven('transfer', text);
  const { transfer, preset } = chosen;
  if (chosenMode === 'xray' && preset !== undefined)
    fail(
      `--transfer: ${preset} is for data values, and --mode xray shows integrals; leave it out, or give it a file over those`,
    );
  return {
    mode: preset === undefined ? undefined : findTransfer(preset).mode,
    needsStatistics: !transfer,
    likely: transfer ?? (preset === undefined ? LIKE_DEFAULT : undefined),
    create: (volume, mode, counted) => {
      const appearance = createAppearance(volume, { ...chosen, mode, window, threshold }, counted);
      if (mode === 'xray') warnOfUnits('--mode xray', counted ?? computeStatistics(volume), 'convert them first');
      if (!transfer) tellTransfer(appearance.transfer, { preset, window, option: 'window' }, volume, counted);
      return appearance;
    },
  };
}

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
function warnOfUnits(name: string, { min, max }: Statistics, remedy: string): void {
  if (min < 0) return;
  say(`${name} is for Hounsfield units, but the values here run from ${min} to ${max}; ${remedy}`);
}
