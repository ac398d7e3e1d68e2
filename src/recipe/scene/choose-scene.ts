/** The choice that options' values make of a scene: the one reading of them, for the command line, attributes, recipes and jobs. */
import { ENVIRONMENTS, findTransfer, parseTransfer, type Shading, type Vec3 } from '../../index.js';
import { type OptionName, type OptionValue, type OptionValues, parseOption } from '../options.js';
import { isInlineTransfer, parseInlineTable } from '../parse/file-or-name.js';
import { parseMatrix } from '../parse/parse-matrix.js';
import { fail, parseChoice } from '../parse/parse-options.js';
import { describeSurfaces } from './appearance.js';
import type { MeshPlacement } from './meshes/mesh-space.js';
import {
  type CropBox,
  type FrameSettings,
  type FusedStyle,
  MESH_STYLE_DEFAULTS,
  type MeshStyle,
  OPEN_END,
  type Patch,
  patched,
  SCENE_CHOICE_DEFAULTS,
  type SceneChoice,
} from './scene-choice.js';

/** A change by an option's value. */
type Reader<Value> = (value: Value, before: SceneChoice) => Patch<SceneChoice>;

const share =
  (field: Exclude<keyof Shading, 'light'>): Reader<number> =>
  (value, { shading }) => ({ shading: { ...shading, [field]: value } });

const setting =
  <Value>(field: (value: Value) => FrameSettings): Reader<Value> =>
  (value, { settings }) => ({ settings: { ...settings, ...field(value) } });

/** An option with one value for all meshes, or one for each. */
const perMesh =
  <Value>(styleOf: (value: Value) => Partial<MeshStyle>): Reader<readonly Value[]> =>
  (values, { meshes, meshStyle }) => {
    if (values.length === 1) {
      const style = styleOf(values[0]!);
      return { meshStyle: { ...meshStyle, ...style }, meshes: meshes.map((mesh) => ({ ...mesh, ...style })) };
    }
    const styles = values.map((value, index) => ({
      ...(meshes[index] ?? { ...MESH_STYLE_DEFAULTS, ...meshStyle }),
      ...styleOf(value),
    }));
    return { meshes: [...styles, ...meshes.slice(styles.length)] };
  };

/** An option with one value for all volumes after the first, or one for each. */
const perFused =
  <Value>(styleOf: (value: Value) => Partial<FusedStyle>): Reader<readonly Value[]> =>
  (values, { fused }) => {
    const count = Math.max(values.length, fused.length);
    return {
      fused: Array.from({ length: count }, (_, index) => ({
        ...(fused[index] ?? fused.at(-1)),
        ...styleOf(values[index] ?? values.at(-1)!),
      })),
    };
  };

const READERS = {
  mode: (mode) => ({ mode }),
  // One surface in the transfer function's colour is what the editor's handle moves.
  iso: (surfaces) => ({ mode: 'isosurface', isosurfaces: undefined, ...describeSurfaces(surfaces) }),
  transfer: (text, before) => ({ ...modeOf(text, before), ...readTransfer(text, 'transfer') }),
  window: (window) => ({ window }),
  threshold: (threshold) => ({ threshold }),
  'fused-transfer': perFused(readFused),
  'fused-window': perFused((window) => ({ window })),
  'fused-threshold': perFused((threshold) => ({ threshold })),
  'fused-opacity': perFused((opacity) => ({ opacity })),
  shade: (shade) => ({ shade }),
  ambient: share('ambient'),
  diffuse: share('diffuse'),
  specular: share('specular'),
  shininess: share('shininess'),
  light: (light, { shading }) => ({ shading: { ...shading, light } }),
  background: (background) => ({ background }),
  ground: (ground) => ({ ground }),
  step: (step) => ({ step }),
  quality: (quality) => ({ quality }),
  environment: (text) => ({ environment: parseChoice('environment', text, ENVIRONMENTS) }),
  noise: (noise) => ({ noise }),
  denoise: (denoise) => ({ denoise }),
  samples: setting((samplesPerPixel) => ({ samplesPerPixel })),
  jitter: setting((jitter) => ({ jitter })),
  seed: setting((seed) => ({ seed })),
  filter: setting((filter) => ({ filter })),
  skip: setting((skips) => ({ skip: skips ? 'auto' : false })),
  'early-termination': setting((earlyTermination) => ({ earlyTermination })),
  workgroup: setting((shape) => ({ shape })),
  slabs: setting((slabs) => ({ slabs })),
  'primary-rays': setting((primaryRays) => ({ primaryRays })),
  'shadow-rays': setting((shadowRays) => ({ shadowRays })),
  downsample: setting((allowDownsample) => ({ allowDownsample })),
  clip: (clip) => ({ clip }),
  crop: (ranges) => ({ crop: toCropBox(ranges) }),
  'crop-world': (cropWorld) => ({ cropWorld }),
  'slab-thickness': (slabThickness) => ({ slabThickness }),
  labels: (labels) => ({ labels }),
  'label-names': (text) => ({ labelNames: parseInlineTable(text) }),
  'label-surfaces': (labelSurfaces) => ({ labelSurfaces }),
  'label-smoothing': (labelSmoothing) => ({ labelSmoothing }),
  values: perMesh((values) => ({ values })),
  underlay: perMesh((underlay) => ({ underlay })),
  colormap: (colorMap) => ({ colorMap }),
  range: (valueRange) => ({ valueRange }),
  'mesh-color': perMesh((color) => ({ color })),
  'mesh-opacity': perMesh((opacity) => ({ opacity })),
  reflectivity: perMesh((reflectivity) => ({ reflectivity })),
  transform: perMesh((text) => ({ transform: readPlacement(text) })),
  'own-colors': (ownColors) => ({ ownColors }),
  cull: (cull) => ({ cull }),
  flat: (flat) => ({ flat }),
  crease: (creaseDegrees) => ({ creaseDegrees }),
  deform: (deform) => ({ deform, animation: undefined }),
  animation: (animation) => ({ animation, deform: undefined }),
  shadows: (shadows) => ({ shadows }),
  'light-size': (lightDegrees) => ({ lightDegrees }),
  reflections: (reflections) => ({ reflections }),
  'ambient-occlusion': (occlusionRays) => ({ occlusionRays }),
  'occlusion-distance': (occlusionDistance) => ({ occlusionDistance }),
} as const satisfies { readonly [Name in OptionName]?: Reader<OptionValue<Name>> };

/** Options that choose something of a scene. */
export type SceneOption = keyof typeof READERS;

export const SCENE_OPTIONS = Object.keys(READERS) as SceneOption[];

/**
 * The change that an option's text makes; files have been put in the place of their names.
 * @param texts one, or several where the option may be given several times.
 * @param before what the option changes.
 * @throws InputError that names the option.
 */
export function readSceneOption(name: SceneOption, texts: readonly string[], before: SceneChoice): Patch<SceneChoice> {
  const value = parseOption(
    name,
    texts.map((text) => text.trim()),
  );
  return (READERS[name] as Reader<typeof value>)(value, before);
}

/** A transfer function may imply a mode, an isosurface does; the mode that is named counts. */
const IN_ORDER: readonly SceneOption[] = [...new Set<SceneOption>(['transfer', 'iso', 'mode', ...SCENE_OPTIONS])];

/**
 * All that the values of options choose; files have been put in the place of their names.
 * @throws InputError that names the option.
 */
export function chooseScene(values: Partial<OptionValues>): SceneChoice {
  let choice = SCENE_CHOICE_DEFAULTS;
  for (const name of IN_ORDER) {
    const value = values[name];
    if (value !== undefined) choice = patched(choice, (READERS[name] as Reader<typeof value>)(value, choice));
  }
  return choice;
}

/** The text of a file stands for its name. */
const readTransfer = (text: string, name: string) =>
  isInlineTransfer(text)
    ? { transfer: parseTransfer(text, `--${name}`), preset: undefined }
    : { preset: findPreset(text, name), transfer: undefined };

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
const toCropBox = (ranges: OptionValue<'crop'>): CropBox => ({
  first: ranges.map(([first = 0]) => first) as unknown as Vec3,
  last: ranges.map(([, last = OPEN_END]) => last) as unknown as Vec3,
});

/** Twelve numbers row by row, or sixteen, or a space. */
function readPlacement(text: string): MeshPlacement {
  const form = '12 or 16 numbers by commas, row by row';
  return parseMatrix(text, '--transform', form) ?? fail(`--transform: must be ${form}, or ras or lps`);
}
