/** All transfer functions that have a name: presets and colour maps, and how to find one of them. */
import { closest, distance } from 'fastest-levenshtein';
import { InputError } from '../../errors.js';
import { percentile, type Statistics } from '../../volume/statistics/statistics.js';
import { applyWindow, windowOf } from '../apply-window.js';
import { COLOR_MAP_TRANSFER_DEFAULTS, COLOR_MAPS, colorMapTransfer } from '../color-maps.js';
import { defaultTransfer } from '../default/default-transfer.js';
import { windowMiddle } from '../default/signed-transfer.js';
import type { RenderMode } from '../mode.js';
import { createTransferFunction, type TransferFunction, type ValueRange } from '../transfer-function.js';
import { CT_PRESETS } from './ct-presets.js';
import { type Preset, presetTransfer } from './preset.js';
import { RAW_PRESETS } from './raw-presets.js';

/** Options of `findTransfer`. */
export interface NamedTransferOptions {
  /** Statistics of the volume, to which a colour map without a window is fitted; without both it lies over 0…1. */
  readonly statistics?: () => Statistics;
  /** Values `[low, high]` that a colour map spans, and that a preset's own window is moved to. */
  readonly window?: ValueRange;
  /** Whether values of both signs deviate from zero: of maps with a middle, a window above zero is of magnitudes then. */
  readonly isStatistic?: () => boolean;
}

/** A transfer function with a name. */
export interface NamedTransfer {
  /** Its name, as options and recipes have it. */
  readonly name: string;
  /** Other names. */
  readonly aliases: readonly string[];
  /** A preset's values are Hounsfield units, or a scanner's own, which a window stretches over those of a volume. */
  readonly kind: 'HU preset' | 'raw preset' | 'color map';
  /** One line. */
  readonly description: string;
  /** The values that a preset is made for. */
  readonly window?: ValueRange;
  /** The mode that it is made for, where that is not compositing. */
  readonly mode?: RenderMode;
  /** @throws InputError unless the window's low end is less than its high end. */
  readonly create: (options?: NamedTransferOptions) => TransferFunction;
}

function fromPreset(preset: Preset, kind: NamedTransfer['kind']): NamedTransfer {
  return {
    name: preset.name,
    aliases: preset.aliases ?? [],
    kind,
    description: preset.description,
    window: preset.window,
    ...(preset.mode && { mode: preset.mode }),
    create: ({ window } = {}) => {
      const transfer = presetTransfer(preset);
      return window ? applyWindow(transfer, window) : transfer;
    },
  };
}

/** Quantiles from black to white: a projection shows the few largest values, which must not all be white. */
const MIP_FRACTIONS = [0.01, 0.9999] as const;

/** A single value is in the middle of the colours. */
function widen([low, high]: ValueRange): ValueRange {
  const margin = low === high ? Math.max(Math.abs(low), 1) / 2 : 0;
  return [low - margin, high + margin];
}

/** The colours of a map in place of the default's, which knows best where the volume is worth looking at. */
function fitColorMap(name: string, statistics: Statistics): TransferFunction {
  const fitted = defaultTransfer(statistics);
  return createTransferFunction({ ...colorMapTransfer(name, widen(windowOf(fitted))), opacities: fitted.opacities });
}

/** All named transfer functions. */
export const NAMED_TRANSFERS: readonly NamedTransfer[] = [
  ...CT_PRESETS.map((preset) => fromPreset(preset, 'HU preset')),
  ...RAW_PRESETS.map((preset) => fromPreset(preset, 'raw preset')),
  ...COLOR_MAPS.map(
    ({ name, description, hasMiddle, colors }): NamedTransfer => ({
      name,
      aliases: name === 'grey' ? ['gray'] : [],
      kind: 'color map',
      description,
      create: ({ statistics, window, isStatistic } = {}) =>
        window && window[0] >= 0 && hasMiddle && isStatistic?.()
          ? windowMiddle(colors(), window, COLOR_MAP_TRANSFER_DEFAULTS)
          : window || !statistics
            ? colorMapTransfer(name, window ?? [0, 1])
            : fitColorMap(name, statistics()),
    }),
  ),
  {
    name: 'mip',
    aliases: [],
    kind: 'color map',
    description: 'black to white over the values of any volume, the largest on each ray',
    mode: 'mip',
    create: ({ statistics, window } = {}) => {
      const known = statistics?.();
      const fitted = known && widen([percentile(known, MIP_FRACTIONS[0]), percentile(known, MIP_FRACTIONS[1])]);
      return colorMapTransfer('grey', window ?? fitted ?? [0, 1], { exponent: 1, maxOpacity: 1 });
    },
  },
];

const normalize = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');

/**
 * Finds a preset or colour map by its name or another name of it, in upper or lower case, with blanks, "_" or "-".
 * @throws InputError that suggests the nearest name, if there is none of that name.
 */
export function findTransfer(name: string): NamedTransfer {
  const wanted = normalize(name);
  const found = NAMED_TRANSFERS.find((named) => namesOf(named).some((candidate) => normalize(candidate) === wanted));
  if (found) return found;
  const nearest = closest(wanted, NAMED_TRANSFERS.flatMap(namesOf).map(normalize));
  // Anything is nearest to something; with more than half of it wrong, it was not meant.
  const meant = distance(wanted, nearest) <= wanted.length / 2;
  throw new InputError(
    `there is no transfer function "${name}"${meant ? `; did you mean "${nearest}"? ` : '; '}tilecast transfer list shows all`,
  );
}

const namesOf = ({ name, aliases }: NamedTransfer) => [name, ...aliases];
