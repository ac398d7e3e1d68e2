/** Refuses options that cannot be, before anything is allocated or encoded. */
import { InputError } from '../../errors.js';
import { MAX_SUBPIXELS } from '../../math/subpixels.js';
import { type Shape, WORKGROUP_ORDERS } from '../../shapes/shape.js';
import { MAX_SLABS } from '../../tiles/tile-grid.js';
import { LIGHT_SPACES, MAX_ANISOTROPY } from '../../transfer/light/albedo.js';
import { TONES } from '../../transfer/light/tone.js';
import { type GivenSettings, MESH_VARIANTS, QUALITIES, RAY_TRACINGS } from '../settings.js';
import { layOutOutputs, OUTPUT_NAMES, outputNeeds } from '../target/outputs.js';
import {
  FILTERS,
  GRADIENT_SOURCES,
  LIGHTINGS,
  SAMPLES_AHEAD,
  type Sampling,
  STEP_SAMPLINGS,
  TABLE_KINDS,
  TRAVERSALS,
  WORD_FORMATS,
} from '../volume/sampling.js';
import { checkKeys } from './check-keys.js';

/** The values that an option may have, as the message about any other lists them. */
type Rule = { readonly holds: (value: unknown) => boolean; readonly what: string };

const isWhole = (value: unknown, least: number, most = Infinity) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

const oneOf = (choices: readonly unknown[]): Rule => ({
  holds: (value) => choices.includes(value),
  what: `be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
});

const whole = (least: number, most?: number): Rule => ({
  holds: (value) => isWhole(value, least, most),
  what: most === undefined ? `be a whole number from ${least} on` : `be a whole number from ${least} to ${most}`,
});

const between = (least: number, most: number): Rule => ({
  holds: (value) => typeof value === 'number' && value >= least && value <= most,
  what: `be a number from ${least} to ${most}`,
});

const yesOrNo: Rule = oneOf([true, false]);

const either = (first: Rule, second: Rule): Rule => ({
  holds: (value) => first.holds(value) || second.holds(value),
  what: `${first.what} or ${second.what.replace(/^be /, '')}`,
});

const auto = oneOf(['auto']);

const SAMPLING_RULES: Readonly<Record<keyof Sampling, readonly unknown[]>> = {
  table: TABLE_KINDS,
  ahead: SAMPLES_AHEAD,
  gradients: GRADIENT_SOURCES,
  lighting: LIGHTINGS,
  steps: STEP_SAMPLINGS,
  words: WORD_FORMATS,
  traversal: TRAVERSALS,
};

const SAMPLING_CHOICES = Object.entries(SAMPLING_RULES)
  .map(([name, choices]) => `${name} (${choices.join(', ')})`)
  .join(', ');

const RULES: Readonly<Record<keyof GivenSettings, Rule>> = {
  width: whole(1),
  height: whole(1),
  step: {
    holds: (value) => typeof value === 'number' && value > 0 && value < Infinity,
    what: 'be a positive number',
  },
  samplesPerPixel: whole(1, MAX_SUBPIXELS),
  jitter: either({ holds: (value) => value === undefined, what: 'be undefined' }, whole(0)),
  quality: oneOf(QUALITIES),
  seed: whole(0, 0xffffffff),
  firstPath: whole(0, 0xffffffff),
  exposure: {
    holds: (value) => typeof value === 'number' && value > 0 && value < Infinity,
    what: 'be a positive number',
  },
  tone: oneOf(TONES),
  lightSpace: oneOf(LIGHT_SPACES),
  anisotropy: between(-MAX_ANISOTROPY, MAX_ANISOTROPY),
  coat: between(0, 1),
  coatRoughness: between(0, 1),
  aperture: {
    holds: (value) => typeof value === 'number' && value >= 0 && value < Infinity,
    what: 'be a number from 0 on',
  },
  clampIndirect: {
    holds: (value) => typeof value === 'number' && value >= 0 && value < Infinity,
    what: 'be a number from 0 on',
  },
  focusDistance: {
    holds: (value) => value === undefined || (typeof value === 'number' && value > 0 && value < Infinity),
    what: 'be undefined or a positive number',
  },
  shape: either({ ...auto, what: 'be auto' }, { holds: isShape, what: 'a shape of a width and a height' }),
  slabs: either({ ...auto, what: 'be auto' }, whole(1, MAX_SLABS)),
  order: oneOf(WORKGROUP_ORDERS),
  variant: oneOf(['auto', ...MESH_VARIANTS]),
  primaryRays: oneOf(['auto', ...RAY_TRACINGS]),
  shadowRays: oneOf(['auto', ...RAY_TRACINGS]),
  skip: oneOf(['auto', true, false]),
  sampling: either({ ...auto, what: 'be auto' }, { holds: isSampling, what: `an object of ${SAMPLING_CHOICES}` }),
  filter: oneOf(['auto', ...FILTERS]),
  earlyTermination: yesOrNo,
  outputs: {
    holds: (value) => Array.isArray(value) && value.every((name) => OUTPUT_NAMES.includes(name)),
    what: `be a list of ${OUTPUT_NAMES.join(', ')}`,
  },
  surfaceOpacity: {
    holds: (value) => typeof value === 'number' && value > 0 && value <= 1,
    what: 'be a number above 0, to 1',
  },
  accumulate: yesOrNo,
  guides: yesOrNo,
  counts: yesOrNo,
  timings: yesOrNo,
  slabCounts: yesOrNo,
  timestamps: yesOrNo,
  allowDownsample: yesOrNo,
};

/** @throws InputError that names the option. */
export function checkSettings(settings: GivenSettings, limits: GPUSupportedLimits): void {
  checkKeys('there is no option', settings, Object.keys(RULES));
  for (const [name, { holds, what }] of Object.entries(RULES)) {
    const value: unknown = settings[name as keyof GivenSettings];
    if (!holds(value)) throw new InputError(`${name} must ${what}, not ${show(value)}`);
  }
  checkImageSize(settings, limits);
  if (settings.slabCounts && settings.primaryRays === 'bvh') {
    throw new InputError('the slabs of bins can be counted, but primaryRays are to be traced by bvh');
  }
  if (outputNeeds(settings).guides && !(settings.accumulate && settings.quality === 'path')) {
    throw new InputError('guides are of frames of quality path that accumulate');
  }
  if (settings.accumulate && settings.timings) {
    throw new InputError('timings cast an image several times, so frames with timings cannot accumulate');
  }
}

function checkImageSize(settings: GivenSettings, limits: GPUSupportedLimits): void {
  const { width, height } = settings;
  const maxBytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize / 2);
  const { words } = layOutOutputs(1, outputNeeds(settings));
  const maxPixels = maxBytes / (4 * words);
  if (width * height > maxPixels || Math.max(width, height) > limits.maxComputeWorkgroupsPerDimension) {
    const megapixels = Math.floor(maxPixels / 1e6);
    throw new InputError(
      `an image of ${width}x${height} is too large for this adapter, which takes ${megapixels} megapixels${settings.guides ? ' with guides for the denoiser' : ''}`,
    );
  }
}

function isShape(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { width, height, laneLayout, order, together } = value as Partial<Shape>;
  const isLaneLayout =
    laneLayout === undefined ||
    laneLayout === 'morton' ||
    (typeof laneLayout === 'object' && isWhole(laneLayout?.width, 1) && isWhole(laneLayout?.height, 1));
  return (
    isWhole(width, 1) &&
    isWhole(height, 1) &&
    isLaneLayout &&
    (order === undefined || WORKGROUP_ORDERS.includes(order)) &&
    (together === undefined || isWhole(together, 1))
  );
}

/** Undefined values follow the adapter and the scene. */
function isSampling(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, choice]) =>
      Object.hasOwn(SAMPLING_RULES, name) &&
      (choice === undefined || SAMPLING_RULES[name as keyof Sampling].includes(choice)),
  );
}

/** A value in an error message. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'bigint') return `${value}n`;
  return (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value))?.slice(0, 60);
}
