/** Converts between options and `SceneChoice`, for the command line, attributes, recipes and jobs. */
import {
  ENVIRONMENTS,
  findTransfer,
  formatColor,
  formatLight,
  formatTransfer,
  parseTransfer,
  RENDER_DEFAULTS,
  type Vec3,
} from '../../index.js';
import { formatShape } from '../../lab.js';
import { findMisfit, PATH_OPTIONS } from '../check-combinations.js';
import type { Threshold } from '../options/option-types.js';
import { RAYS_MAX } from '../options/quality-options.js';
import {
  OPTIONS,
  type OptionName,
  type OptionTexts,
  type OptionValue,
  type OptionValues,
  parseOption,
  parseOptions,
} from '../options.js';
import { isInlineTransfer, parseInlineTable } from '../parse/file-or-name.js';
import { parseMatrix } from '../parse/parse-matrix.js';
import { fail, parseChoice } from '../parse/parse-options.js';
import { describeSurfaces } from './appearance.js';
import { chooseMaskEdges } from './labels/mask-edges.js';
import { formatPlacement, type MeshPlacement } from './meshes/mesh-space.js';
import {
  type CropBox,
  type FusedStyle,
  OPEN_END,
  type Patch,
  patched,
  SCENE_CHOICE_DEFAULTS,
  type SceneChoice,
} from './scene-choice.js';
import {
  field,
  formatPlain,
  fusedField,
  type InputCounts,
  lightField,
  meshField,
  pathSettingField,
  type SceneField,
  settingField,
} from './scene-fields.js';

const FIELDS = {
  mode: field('mode'),
  iso: {
    // One surface in the transfer function's colour is what the editor's handle moves.
    read: (surfaces) => ({ mode: 'isosurface', isosurfaces: undefined, ...describeSurfaces(surfaces) }),
    write: ({ mode, isosurfaces, isoValue }) => {
      if (mode !== 'isosurface') return undefined;
      return (
        isosurfaces?.map(({ value, color, opacity }) => formatStyle(value, color, opacity)).join(',') ?? text(isoValue)
      );
    },
  },
  transfer: {
    read: (name, before) => ({ ...modeOf(name, before), ...readTransfer(name, 'transfer') }),
    write: writeTransfer,
  },
  window: field('window'),
  threshold: field('threshold', { format: formatThreshold }),
  'fused-transfer': fusedField(readFused, writeTransfer),
  'fused-window': fusedField(
    (window) => ({ window }),
    ({ window }) => window?.join(','),
  ),
  'fused-threshold': fusedField(
    (threshold) => ({ threshold }),
    ({ threshold }) => threshold && formatThreshold(threshold),
  ),
  'fused-opacity': fusedField(
    (opacity) => ({ opacity }),
    ({ opacity = 1 }) => String(opacity),
  ),
  'fused-depth': field('fusedDepth'),
  shade: field('shade'),
  ambient: lightField('ambient'),
  diffuse: lightField('diffuse'),
  specular: lightField('specular'),
  shininess: lightField('shininess'),
  light: lightField('light', formatLight),
  background: field('background'),
  ground: field('ground'),
  step: field('step'),
  quality: field('quality'),
  environment: field('environment', { parse: (name: string) => parseChoice('environment', name, ENVIRONMENTS) }),
  'sun-azimuth': field('sunAzimuth'),
  'sun-elevation': field('sunElevation'),
  turbidity: field('turbidity'),
  noise: field('noise'),
  denoise: field('denoise'),
  samples: {
    ...settingField('samplesPerPixel'),
    write: ({ quality, settings: { samplesPerPixel } }) =>
      text(quality === 'path' ? samplesPerPixel : samplesPerPixel && Math.min(samplesPerPixel, RAYS_MAX)),
  },
  jitter: settingField('jitter'),
  seed: settingField('seed'),
  exposure: settingField('exposure', RENDER_DEFAULTS.exposure),
  tone: pathSettingField('tone'),
  'light-space': pathSettingField('lightSpace'),
  anisotropy: settingField('anisotropy', RENDER_DEFAULTS.anisotropy),
  coat: settingField('coat', RENDER_DEFAULTS.coat),
  aperture: settingField('aperture', RENDER_DEFAULTS.aperture),
  'focus-distance': settingField('focusDistance'),
  'clamp-indirect': settingField('clampIndirect', RENDER_DEFAULTS.clampIndirect),
  'coat-roughness': settingField('coatRoughness', RENDER_DEFAULTS.coatRoughness),
  filter: settingField('filter'),
  skip: settingField('skip', 'auto', { parse: (skips: boolean) => (skips ? 'auto' : false) }),
  'early-termination': settingField('earlyTermination', true),
  workgroup: settingField('shape', 'auto', { format: (shape) => (shape === 'auto' ? shape : formatShape(shape)) }),
  slabs: settingField('slabs'),
  'primary-rays': settingField('primaryRays'),
  'shadow-rays': settingField('shadowRays'),
  downsample: settingField('allowDownsample', true),
  clip: field('clip', { format: (clip) => clip.map(({ normal, offset }) => [...normal, offset].join(',')) }),
  crop: field('crop', { parse: toCropBox, format: formatCrop }),
  'crop-world': field('cropWorld', {
    format: ({ min, max }) => min.map((low, axis) => `${low}:${max[axis]}`).join(','),
  }),
  'slab-thickness': field('slabThickness'),
  labels: field('labels', {
    format: (labels) => labels.map(({ label, color, opacity }) => formatStyle(label, color, opacity)).join(','),
  }),
  'label-names': field('labelNames', { parse: parseInlineTable, format: (table) => JSON.stringify(table) }),
  'label-surfaces': {
    read: (labelSurfaces) => ({ labelSurfaces }),
    write: ({ labelSurfaces }) => labelSurfaces || undefined,
  },
  blocky: {
    read: (isBlocky, { maskEdges = 'voxels' }) => (isBlocky ? { labelSurfaces: false, maskEdges } : {}),
    write: ({ labelSurfaces }) => labelSurfaces === false || undefined,
  },
  'label-smoothing': field('labelSmoothing'),
  'mask-edges': {
    read: (maskEdges) => ({ maskEdges }),
    // Recipes of masks always say: pictures without it are of times when masks had edges of voxels.
    write: (choice, { mask }) =>
      mask === undefined && choice.labelSurfaces !== false ? choice.maskEdges : chooseMaskEdges(choice),
  },
  values: meshField('values'),
  underlay: meshField('underlay'),
  colormap: field('colorMap'),
  range: field('valueRange'),
  'mesh-color': meshField('color', { none: '0.8,0.8,0.8' }),
  'mesh-opacity': meshField('opacity'),
  reflectivity: meshField('reflectivity'),
  metallic: meshField('metallic'),
  roughness: meshField('roughness'),
  transmission: meshField('transmission'),
  ior: meshField('ior'),
  transform: meshField('transform', { parse: readPlacement, format: formatPlacement, none: '1,0,0,0,0,1,0,0,0,0,1,0' }),
  'own-colors': field('ownColors'),
  cull: field('cull'),
  flat: field('flat'),
  crease: field('creaseDegrees'),
  deform: { ...field('deform'), read: (deform) => ({ deform, animation: undefined }) },
  animation: {
    read: (animation) => ({ animation, deform: undefined }),
    write: ({ animation }) =>
      animation && (animation.seconds === undefined ? animation.name : `${animation.name}@${animation.seconds}`),
  },
  shadows: field('shadows'),
  'light-size': {
    ...field('lightDegrees'),
    // Recipes by paths without it are of times when they had no lamps.
    write: ({ quality, shading, lightDegrees }) =>
      lightDegrees > 0 || (quality === 'path' && shading.light !== undefined) ? String(lightDegrees) : undefined,
  },
  reflections: field('reflections'),
  'ambient-occlusion': field('occlusionRays'),
  'occlusion-distance': field('occlusionDistance'),
} as const satisfies { readonly [Name in OptionName]?: SceneField<OptionValue<Name>> };

/** Options that choose something of a scene. */
export type SceneOption = keyof typeof FIELDS;

export const SCENE_OPTIONS = Object.keys(FIELDS) as SceneOption[];

const fieldOf = (name: SceneOption) => FIELDS[name] as SceneField<unknown>;

/**
 * The change that an option's text makes; files have been put in place of their names.
 * @param texts one, or several where the option may be given several times.
 * @param before what the option changes.
 * @throws InputError that names the option.
 */
export function readSceneOption(name: SceneOption, texts: readonly string[], before: SceneChoice): Patch<SceneChoice> {
  const value = parseOption(
    name,
    texts.map((text) => text.trim()),
  );
  return fieldOf(name).read(value, before);
}

/** A transfer function may imply a mode, an isosurface does; the mode that is named counts. */
const IN_ORDER: readonly SceneOption[] = [...new Set<SceneOption>(['transfer', 'iso', 'mode', ...SCENE_OPTIONS])];

/**
 * All that the values of options choose; files have been put in place of their names.
 * @throws InputError that names the option.
 */
export function chooseScene(values: Partial<OptionValues>): SceneChoice {
  let choice = SCENE_CHOICE_DEFAULTS;
  for (const name of IN_ORDER) {
    const value = values[name];
    if (value !== undefined) choice = patched(choice, fieldOf(name).read(value, choice));
  }
  return choice;
}

/** Options that recipes name whatever they are: pictures without them are of times when their defaults were others. */
const ALWAYS: readonly SceneOption[] = ['mode', 'quality', 'step', 'reflections'];

/** Options of volumes that say something of meshes alone too. */
const OF_BOTH: readonly SceneOption[] = ['quality', 'shade', 'threshold'];

/**
 * The options that a choice is written as, without those of inputs that are not there, or that would change nothing beside the others.
 * @param has which kinds of inputs there are, and whether a mask is among them.
 */
export function writeScene(choice: SceneChoice, has: InputCounts & { readonly volume: boolean }): OptionTexts {
  const isShown = { volume: has.volume, meshes: has.meshes > 0 || typeof choice.ground === 'object' };
  const written = SCENE_OPTIONS.flatMap((name) => {
    const { of } = OPTIONS[name] as { readonly of?: 'volume' | 'meshes' };
    if (of !== undefined && !isShown[of] && !OF_BOTH.includes(name)) return [];
    const isOfPath = PATH_OPTIONS.some((option) => option === name);
    if (choice.quality === 'path' ? name === 'jitter' : isOfPath) return [];
    const written = fieldOf(name).write(choice, has);
    const plain = ALWAYS.includes(name) ? formatPlain(choice[name as keyof SceneChoice]) : undefined;
    return (written ?? plain) === undefined ? [] : [[name, written ?? plain] as const];
  });
  return dropMisfits({ ...Object.fromEntries(written), ...(has.mask !== undefined && { mask: has.mask }) }, choice);
}

/** The options without those that the others rule out: a document keeps what was set before something else was. */
function dropMisfits(texts: OptionTexts, choice: SceneChoice): OptionTexts {
  const misfit = findMisfit(parseOptions(texts), choice)?.[0];
  if (misfit === undefined || texts[misfit] === undefined) return texts;
  const { [misfit]: _, ...others } = texts;
  return dropMisfits(others, choice);
}

/** The text of a file stands for its name. */
const readTransfer = (text: string, name: string) =>
  isInlineTransfer(text)
    ? { transfer: parseTransfer(text, `--${name}`), preset: undefined }
    : { preset: findPreset(text, name), transfer: undefined };

function writeTransfer({ transfer, preset }: FusedStyle): string | undefined {
  return transfer ? formatTransfer(transfer) : preset;
}

function findPreset(text: string, name: string): string {
  try {
    return findTransfer(text) && text;
  } catch (cause) {
    return fail(`--${name}: ${(cause as Error).message}`);
  }
}

function readFused(text: string): Partial<FusedStyle> {
  const { transfer, preset } = readTransfer(text, 'fused-transfer');
  return transfer ? { transfer } : { preset: preset! };
}

/** Some transfer functions are made for a mode, which is theirs unless another was chosen. */
function modeOf(text: string, { mode }: SceneChoice): Patch<SceneChoice> {
  const made = isInlineTransfer(text) ? undefined : findTransfer(findPreset(text, 'transfer')).mode;
  return made && mode === SCENE_CHOICE_DEFAULTS.mode ? { mode: made } : {};
}

/** An empty end is the volume's own. */
function toCropBox(ranges: OptionValue<'crop'>): CropBox {
  return {
    first: ranges.map(([first = 0]) => first) as unknown as Vec3,
    last: ranges.map(([, last = OPEN_END]) => last) as unknown as Vec3,
  };
}

function formatCrop({ first, last }: CropBox): string {
  return first.map((low, axis) => `${low}:${last[axis] === OPEN_END ? '' : last[axis]}`).join(',');
}

function formatThreshold({ low, high }: Threshold): string {
  return high === undefined ? String(low) : `${low},${high}`;
}

const text = (value: number | undefined) => (value === undefined ? undefined : String(value));

/** VALUE[:COLOR[:OPACITY]] of a surface or a label. */
function formatStyle(value: number, color: Vec3 | undefined, opacity: number | undefined): string {
  const parts = [value, color ? formatColor(color) : '', opacity ?? ''];
  return parts.slice(0, opacity !== undefined ? 3 : color ? 2 : 1).join(':');
}

/** Twelve numbers row by row, or sixteen, or a space. */
function readPlacement(text: string): MeshPlacement {
  const form = '12 or 16 numbers by commas, row by row';
  return parseMatrix(text, '--transform', form) ?? fail(`--transform: must be ${form}, or ras or lps`);
}
