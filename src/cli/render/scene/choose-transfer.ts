/** The transfer function that the options of `tilecast render` ask for. */
import { existsSync } from 'node:fs';
import {
  applyWindow,
  computeStatistics,
  createTransferFunction,
  type DefaultAppearance,
  defaultAppearance,
  findTransfer,
  NAMED_TRANSFERS,
  parseTransfer,
  type RenderMode,
  readTransfer,
  type Statistics,
  type TransferFunction,
  type ValueRange,
  type Volume,
  windowAppearance,
} from '../../../index.js';
import { isStatisticMap } from '../../../lab.js';
import { readInputText } from '../../../node/index.js';
import { isInlineTransfer } from '../../../recipe/file-or-name.js';
import type { OptionValues } from '../../../recipe/options.js';
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

/** A transfer function, and a mask where the values are labels without options. */
export type Appearance = Pick<DefaultAppearance, 'transfer' | 'mask'> & Partial<Pick<DefaultAppearance, 'labels'>>;

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

/** Bone, under a light. */
const SURFACE_COLOR = [0.93, 0.9, 0.83] as const;

/**
 * Reads and checks all that can be without the volume.
 * @param recorded what a recipe has in place of a file, where the options name none.
 * @param prefix of the options that name it.
 */
export async function chooseTransfer(
  { transfer: name, window }: Pick<OptionValues, 'transfer' | 'window'>,
  recorded?: TransferFunction,
  prefix: '' | 'fused-' = '',
): Promise<TransferChoice> {
  const windowOption = `${prefix}window`;
  if (recorded) {
    const transfer = window ? applyWindow(recorded, window) : recorded;
    return { mode: undefined, needsStatistics: false, likely: transfer, create: () => ({ transfer }) };
  }
  if (name === undefined) {
    return {
      mode: undefined,
      needsStatistics: true,
      likely: LIKE_DEFAULT,
      create: (volume, mode, statistics) =>
        tellMagnitudes(createDefault(volume, mode, window, statistics), windowOption, window),
    };
  }
  if (isInlineTransfer(name) || isTransferFile(name)) {
    const read = isInlineTransfer(name)
      ? parseTransfer(name, `--${prefix}transfer`)
      : readTransfer(await readInputText(name), name);
    const transfer = window ? applyWindow(read, window) : read;
    return { mode: undefined, needsStatistics: false, likely: transfer, create: () => ({ transfer }) };
  }
  const named = findTransfer(name);
  return {
    mode: named.mode,
    needsStatistics: true,
    likely: undefined,
    create: (volume, _, counted) => {
      const statistics = () => counted ?? computeStatistics(volume);
      if (named.kind === 'HU preset' && !window) warnOfUnits(name, statistics());
      const isStatistic = () => isStatisticMap(volume, statistics());
      const transfer = named.create({ statistics, isStatistic, ...(window && { window }) });
      return tellMagnitudes({ transfer }, windowOption, window);
    },
  };
}

/** Says where a window above zero became one of magnitudes, which spans both signs. */
function tellMagnitudes<Look extends Appearance>(look: Look, option: string, window: ValueRange | undefined): Look {
  const [low, high] = window ?? [0, 0];
  if (window && low >= 0 && look.transfer.window?.[0] === -high) {
    say(
      `--${option} ${low},${high}: shows magnitudes from ${low} to ${high}, since the values deviate from 0 to both sides; a window of both signs, such as ${-high},${high}, shows those near 0 too`,
    );
  }
  return look;
}

/** Air is at −1000 Hounsfield units, so data without negative values is hardly in them. */
function warnOfUnits(name: string, { min, max }: Statistics): void {
  if (min < 0) return;
  say(`${name} is for Hounsfield units, but the values here run from ${min} to ${max}; --window LO,HI stretches it`);
}

function createDefault(
  volume: Volume,
  mode: RenderMode,
  window: ValueRange | undefined,
  counted?: Statistics,
): Appearance {
  if (mode === 'isosurface') {
    const value = window?.[0] ?? 0;
    const transfer = createTransferFunction({
      colors: [{ value, color: SURFACE_COLOR }],
      opacities: [{ value, opacity: 1 }],
    });
    return { transfer };
  }
  const statistics = () => counted ?? computeStatistics(volume);
  if (mode !== 'composite') {
    return { transfer: findTransfer('mip').create({ statistics, ...(window && { window }) }) };
  }
  return window ? { transfer: windowAppearance(volume, window, counted) } : defaultAppearance(volume, counted);
}
