/** Options of a picture that do not go together, as far as that is known without the inputs. */
import { findTransfer } from '../index.js';
import type { OptionName, OptionValues } from './options.js';
import { isInlineTransfer } from './parse/file-or-name.js';
import { fail } from './parse/parse-options.js';
import type { SceneChoice } from './scene/scene-choice.js';

interface Situation {
  readonly values: OptionValues;
  readonly choice: SceneChoice;
}

/** Options that say what light there is. */
const LIGHTS = ['ambient', 'diffuse', 'specular', 'shininess', 'light', 'ambient-occlusion', 'shadows'] as const;

/** Options of paths of light alone. */
export const PATH_OPTIONS = [
  ...(['environment', 'sun-azimuth', 'sun-elevation', 'turbidity'] as const),
  ...(['noise', 'path-time', 'seed', 'denoise'] as const),
] as const;

const OF_SKY = ['sun-azimuth', 'sun-elevation', 'turbidity'] as const;

const OF_MESH_VALUES = ['colormap', 'range', 'underlay'] as const;

/** The first of these options that is given, and not switched off. */
const findGiven = <Name extends OptionName>(values: OptionValues, names: readonly Name[]): Name | undefined =>
  names.find((name) => values[name] !== undefined && values[name] !== false);

/** An option that does not fit, and the reason, which follows `--option: `. */
type Misfit = readonly [option: OptionName, message: string];

const RULES: readonly ((situation: Situation) => Misfit | undefined | false)[] = [
  ({ values: { mode, transfer } }) => {
    if (mode !== 'xray' || transfer === undefined || isInlineTransfer(transfer)) return undefined;
    const why = `${findTransfer(transfer) && transfer} is for data values, and --mode xray shows integrals`;
    return ['transfer', `${why}; leave it out, or give it a file over those`];
  },
  ({ values, choice: { environment } }) => {
    const stray = environment !== 'sky' ? findGiven(values, OF_SKY) : undefined;
    return stray && [stray, 'is for --environment sky'];
  },
  ({ values: { ground, quality } }) =>
    ground === 'shadow' && quality !== 'path' && ['ground', 'shadow is for --quality path; name a colour'],
  ({ values: { background, quality } }) =>
    background === 'environment' &&
    quality !== 'path' && ['background', 'environment is what --quality path shows; name a colour, or transparent'],
  ({ values, choice: { mode } }) =>
    mode === 'isosurface' && values.iso === undefined && ['iso', 'name the value of the isosurface'],
  ({ values, choice: { mode } }) =>
    mode !== 'isosurface' && values.iso !== undefined && ['iso', 'is for --mode isosurface'],
  ({ values }) => {
    const light = values.shade === false ? findGiven(values, LIGHTS) : undefined;
    return light && [light, 'is for what is lit, which --no-shade rules out'];
  },
  ({ values: { denoise, denoiser } }) =>
    denoiser === 'oidn' && denoise !== true && ['denoiser', 'is for --denoise, which uses it'],
  ({ values }) =>
    values['occlusion-distance'] !== undefined &&
    values['ambient-occlusion'] === undefined && [
      'occlusion-distance',
      'is for --ambient-occlusion, which names a number of rays',
    ],
  ({ values }) =>
    values['light-size'] !== undefined &&
    !values.shadows &&
    values.quality !== 'path' && ['light-size', 'is for --shadows, which it softens'],
  ({ values }) =>
    values['light-size'] !== undefined &&
    values.quality === 'path' &&
    values.light === undefined && ['light-size', 'is for lamps, which --light names'],
  ({ values: { quality, mode = 'composite', 'fused-depth': depth = 0 } }) => {
    if (depth === 0 || (quality !== 'path' && mode === 'composite')) return undefined;
    return ['fused-depth', `is for composites, not for ${quality === 'path' ? '--quality path' : `--mode ${mode}`}`];
  },
  ({ values, choice }) =>
    values['label-smoothing'] !== undefined &&
    choice.labelSurfaces === false && ['label-smoothing', 'is for surfaces of labels; leave out --blocky'],
  ({ values, choice }) =>
    choice.labelSurfaces === true &&
    values.split !== undefined &&
    values.quality !== 'path' && ['split', 'cuts no surfaces of labels; take --blocky'],
  ({ values }) => {
    const stray = values.values === undefined ? findGiven(values, OF_MESH_VALUES) : undefined;
    return stray && [stray, 'is for the colours of --values; --transfer names those of a volume'];
  },
  ({ values: { deform, animation } }) =>
    deform !== undefined && animation !== undefined && ['animation', 'leave out either this or --deform'],
];

/** The first option that does not fit the others, and why; undefined where all go together. */
export function findMisfit(values: OptionValues, choice: SceneChoice): Misfit | undefined {
  for (const rule of RULES) {
    const found = rule({ values, choice });
    if (found) return found;
  }
  return undefined;
}

/** @throws InputError that names the first option that does not fit the others. */
export function checkCombinations(values: OptionValues, choice: SceneChoice): void {
  const [option, message] = findMisfit(values, choice) ?? [];
  if (option !== undefined) fail(`--${option}: ${message}`);
}
