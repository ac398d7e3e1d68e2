/** Colour maps by name, and transfer functions that show an interval of values in their colours. */

import {
  interpolateCividis,
  interpolateCubehelixDefault,
  interpolateInferno,
  interpolateMagma,
  interpolatePlasma,
  interpolateTurbo,
  interpolateViridis,
} from 'd3-scale-chromatic';
import { InputError } from '../errors.js';
import { withDefaults } from '../with-defaults.js';
import {
  type Color,
  checkRange,
  createTransferFunction,
  parseColor,
  type TransferFunction,
  type ValueRange,
} from './transfer-function.js';

export interface ColorMap {
  readonly name: string;
  readonly description: string;
  /** Colours at equal distances from the lowest value to the highest, linear in between. */
  readonly colors: () => readonly Color[];
  /** Whether the middle colour is for values that deviate in neither direction. */
  readonly hasMiddle?: boolean;
}

/** The published tables have 256 colours. Every fifth of 51 cells is exact, the others are off by 2/255 at most. */
const CELLS = 51;

function sample(interpolate: (fraction: number) => string): () => readonly Color[] {
  return () => Array.from({ length: CELLS + 1 }, (_, cell) => parseCssColor(interpolate(cell / CELLS)));
}

/** "#rrggbb" or "rgb(r, g, b)". */
function parseCssColor(text: string): Color {
  if (text.startsWith('#')) return parseColor(text, 'color');
  const [red, green, blue] = text.match(/\d+/g)!.map((channel) => Number(channel) / 255);
  return [red!, green!, blue!];
}

const BLACK: Color = [0, 0, 0];
const WHITE: Color = [1, 1, 1];

const ramp = (value: number) => Math.min(Math.max(value, 0), 1);
const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** MATLAB's: red rises up to 3/8, then green up to 3/4, then blue. */
const HOT = EIGHTHS.map((eighth): Color => [ramp(eighth / 3), ramp((eighth - 3) / 3), ramp((eighth - 6) / 2)]);
/** MATLAB's: seven parts of grey and one of `HOT`, with red and blue exchanged. */
const BONE = HOT.map(([red, green, blue], eighth): Color => {
  const grey = (7 * eighth) / 8;
  return [(grey + blue) / 8, (grey + green) / 8, (grey + red) / 8];
});
/** K. Moreland, "Diverging Color Maps for Scientific Visualization", 2009: the smooth map from cool to warm. */
const COOL_WARM = ['#3b4cc0', '#6282ea', '#8db0fe', '#b8d0f9', '#dddddd', '#f5c4ad', '#f49a7b', '#de604d', '#b40426'];

export const COLOR_MAPS: readonly ColorMap[] = [
  {
    name: 'viridis',
    description: 'dark blue, green, yellow; perceptually uniform',
    colors: sample(interpolateViridis),
  },
  { name: 'magma', description: 'black, purple, pale yellow; perceptually uniform', colors: sample(interpolateMagma) },
  { name: 'inferno', description: 'black, red, pale yellow; perceptually uniform', colors: sample(interpolateInferno) },
  { name: 'plasma', description: 'blue, red, yellow; perceptually uniform', colors: sample(interpolatePlasma) },
  {
    name: 'cividis',
    description: 'blue, grey, yellow; the same to eyes that confuse red and green',
    colors: sample(interpolateCividis),
  },
  { name: 'turbo', description: 'a rainbow that is smoother than most', colors: sample(interpolateTurbo) },
  {
    name: 'cubehelix',
    description: 'black to white, steadily brighter, through many hues',
    colors: sample(interpolateCubehelixDefault),
  },
  { name: 'grey', description: 'black to white', colors: () => [BLACK, WHITE] },
  { name: 'hot', description: 'black, red, yellow, white, as of glowing metal', colors: () => HOT },
  { name: 'bone-map', description: 'black to white with a tinge of blue; "bone" is CT-Bone', colors: () => BONE },
  {
    name: 'cool-warm',
    hasMiddle: true,
    description: 'blue, grey, red, for values on either side of a middle',
    colors: () => COOL_WARM.map((color) => parseColor(color, 'color')),
  },
];

/** Options of `colorMapTransfer`. */
export interface ColorMapTransferOptions {
  /** Opacity at the low end of the range and below. */
  readonly minOpacity?: number;
  /** Opacity at its high end and above. */
  readonly maxOpacity?: number;
  /** Opacity rises with this power of the fraction of the range that a value has passed. */
  readonly exponent?: number;
}

/** Defaults of `ColorMapTransferOptions`. */
export const COLOR_MAP_TRANSFER_DEFAULTS = { minOpacity: 0, maxOpacity: 0.5, exponent: 2 } as const;

/** Points of a ramp that is a curve. */
const RAMP_POINTS = 16;

/**
 * A colour map over the values of `range`, [low, high], with an opacity that rises over it, of one smallest spacing each.
 * @throws InputError if there is no map of that name, unless low < high, for an opacity outside 0…1, and for an exponent
 * that is not greater than 0.
 */
export function colorMapTransfer(
  name: string,
  range: ValueRange,
  options: ColorMapTransferOptions = {},
): TransferFunction {
  const { minOpacity, maxOpacity, exponent } = withDefaults(COLOR_MAP_TRANSFER_DEFAULTS, options);
  const map = COLOR_MAPS.find((candidate) => candidate.name === name);
  if (!map) {
    const names = COLOR_MAPS.map((candidate) => candidate.name).join(', ');
    throw new InputError(`there is no colour map "${name}"; there are ${names}`);
  }
  if (!(exponent > 0 && exponent < Infinity)) {
    throw new InputError(`a colour map's exponent must be a number greater than 0, not ${exponent}`);
  }
  const [low, high] = checkRange(range, 'range');
  const valueAt = (fraction: number) => (fraction === 1 ? high : low + fraction * (high - low));
  const colors = map.colors();
  const rampPoints = exponent === 1 ? 1 : RAMP_POINTS;
  return createTransferFunction({
    colors: colors.map((color, index) => ({ value: valueAt(index / (colors.length - 1)), color })),
    opacities: Array.from({ length: rampPoints + 1 }, (_, point) => {
      const fraction = point / rampPoints;
      return { value: valueAt(fraction), opacity: minOpacity + (maxOpacity - minOpacity) * fraction ** exponent };
    }),
    window: [low, high],
  });
}
