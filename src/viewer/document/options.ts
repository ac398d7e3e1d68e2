/** The command line's options as changes of a document: attributes and the recipes of pictures are written in them. */
import {
  CULLS,
  createShading,
  DEFORMATION_NAMES,
  ENVIRONMENTS,
  FILTERS,
  findTransfer,
  MAX_LABEL_SMOOTHING,
  MAX_LIGHT_DEGREES,
  MAX_OCCLUSION_RAYS,
  MAX_REFLECTIONS,
  NAMED_TRANSFERS,
  parseLight,
  parseShape,
  parseTransfer,
  QUALITIES,
  RENDER_MODES,
  type Shading,
  type Vec3,
} from '../../index.js';
import { RAY_TRACINGS } from '../../lab.js';
import { parseAnimation } from '../../recipe/mesh-animations.js';
import type { MeshPlacement } from '../../recipe/mesh-space.js';
import { parseMatrix } from '../../recipe/parse-matrix.js';
import {
  fail,
  parseBackground,
  parseChoice,
  parseCount,
  parseIndex,
  parseIsosurfaces,
  parseLabels,
  parseNumber,
  parseNumbers,
  parseOpaqueColor,
  parsePositive,
  parseRange,
  parseRanges,
  parseStep,
} from '../../recipe/parse-options.js';
import { parseColorMap } from '../../recipe/value-colors.js';
import {
  type CropBox,
  DOCUMENT_DEFAULTS,
  type DocumentPatch,
  type FrameSettings,
  type FusedStyle,
  MESH_STYLE_DEFAULTS,
  type MeshStyle,
  type ViewerDocument,
  type WorldBox,
} from './document.js';

/** @param texts one, or several where the option may be given several times. */
type Reader = (texts: readonly string[], name: string, before: ViewerDocument) => DocumentPatch;

/** A reader of an option that is given once. */
const once =
  (read: (text: string, name: string, before: ViewerDocument) => DocumentPatch): Reader =>
  ([text = ''], name, before) =>
    read(text, name, before);

const light = (field: Exclude<keyof Shading, 'light'>): Reader =>
  once((text, name, before) => ({ shading: { ...before.shading, [field]: parseFrom(name, text, 0, Infinity) } }));

const setting = (read: (text: string, name: string) => FrameSettings): Reader =>
  once((text, name, { settings }) => ({ settings: { ...settings, ...read(text, name) } }));

/** An option with one text for all meshes, or one for each. */
const perMesh =
  (read: (text: string, name: string) => Partial<MeshStyle>): Reader =>
  (texts, name, { meshes, meshStyle }) => {
    if (texts.length === 1) return { meshStyle: { ...meshStyle, ...read(texts[0]!, name) } };
    const styles = texts.map((text, index) => ({
      ...(meshes[index] ?? { ...MESH_STYLE_DEFAULTS, ...meshStyle }),
      ...read(text, name),
    }));
    return { meshes: [...styles, ...meshes.slice(styles.length)] };
  };

/** An option with one text for all volumes after the first, or one for each. */
const perFused =
  (read: (text: string, name: string) => Partial<FusedStyle>): Reader =>
  (texts, name, { fused }) => {
    const count = Math.max(texts.length, fused.length);
    return {
      fused: Array.from({ length: count }, (_, index) => ({
        ...(fused[index] ?? fused.at(-1)),
        ...read(texts[index] ?? texts.at(-1)!, name),
      })),
    };
  };

/** The text of a file stands for its name: a page has no files of its own. */
const readTransfer = (text: string, name: string) =>
  text.startsWith('{')
    ? { transfer: parseTransfer(text, `--${name}`), preset: undefined }
    : { preset: findPreset(text, name), transfer: undefined };

function findPreset(text: string, name: string): string {
  try {
    return findTransfer(text) && text;
  } catch (cause) {
    return fail(`--${name}: ${(cause as Error).message}`);
  }
}

function readFused(text: string, name: string): Partial<FusedStyle> {
  const { transfer, preset } = readTransfer(text, name);
  return transfer ? { transfer } : { preset: preset! };
}

/** Some transfer functions are made for a mode, which is theirs unless another was chosen. */
function modeOf(text: string, { mode }: ViewerDocument): DocumentPatch {
  const made = NAMED_TRANSFERS.find(({ name, aliases }) => [name, ...aliases].includes(text))?.mode;
  return made && mode === DOCUMENT_DEFAULTS.mode ? { mode: made } : {};
}

const TRACINGS = ['auto', ...RAY_TRACINGS] as const;
/** The most paths; other rays have less, and the rest of them in frames that are averaged. */
const SAMPLES_MAX = 1_000_000;
const SLABS_MAX = 64;

const READERS = {
  mode: once((text, name) => ({ mode: parseChoice(name, text, RENDER_MODES) })),
  iso: once((text, name) => ({ mode: 'isosurface', ...readSurfaces(text, name) })),
  transfer: once((text, name, before) => ({ ...modeOf(text, before), ...readTransfer(text, name) })),
  window: once((text, name) => ({ window: parseRange(name, text) })),
  'fused-transfer': perFused((text, name) => readFused(text, name)),
  'fused-window': perFused((text, name) => ({ window: parseRange(name, text) })),
  'fused-opacity': perFused((text, name) => ({ opacity: parseFrom(name, text, 0, 1) })),
  shade: once((text, name) => ({ shade: readSwitch(text, name) })),
  ambient: light('ambient'),
  diffuse: light('diffuse'),
  specular: light('specular'),
  shininess: light('shininess'),
  light: once((text, name, before) => ({ shading: { ...before.shading, light: readLight(text, name) } })),
  background: once((text, name) => ({ background: parseBackground(name, text) })),
  ground: once((text, name) => ({ ground: parseOpaqueColor(name, text) })),
  step: once((text, name) => ({ step: parseStep(name, text) })),
  quality: once((text, name) => ({ quality: parseChoice(name, text, QUALITIES) })),
  environment: once((text, name) => ({ environment: parseChoice(name, text, ENVIRONMENTS) })),
  noise: once((text, name) => ({ noise: parsePositive(name, text) })),
  denoise: once((text, name) => ({ denoise: readSwitch(text, name) })),
  samples: setting((text, name) => ({ samplesPerPixel: parseCount(name, text, SAMPLES_MAX) })),
  jitter: setting((text, name) => ({ jitter: parseIndex(name, text) })),
  seed: setting((text, name) => ({ seed: parseIndex(name, text) })),
  preintegrated: setting((text, name) => ({ preintegrated: readSwitch(text, name) })),
  filter: setting((text, name) => ({ filter: parseChoice(name, text, ['auto', ...FILTERS]) })),
  skip: setting((text, name) => ({ skip: readSwitch(text, name) ? 'auto' : false })),
  'early-termination': setting((text, name) => ({ earlyTermination: readSwitch(text, name) })),
  workgroup: setting((text) => ({ shape: text === 'auto' ? text : parseShape(text) })),
  slabs: setting((text, name) => ({ slabs: text === 'auto' ? text : parseCount(name, text, SLABS_MAX) })),
  'primary-rays': setting((text, name) => ({ primaryRays: parseChoice(name, text, TRACINGS) })),
  'shadow-rays': setting((text, name) => ({ shadowRays: parseChoice(name, text, TRACINGS) })),
  downsample: setting((text, name) => ({ allowDownsample: readSwitch(text, name) })),
  clip: (texts, name) => ({
    clip: texts.map((text) => {
      const [x, y, z, offset] = parseNumbers(name, text, ['NX', 'NY', 'NZ', 'D']);
      return { normal: [x!, y!, z!], offset: offset! };
    }),
  }),
  crop: once((text, name) => ({ crop: readCrop(text, name) })),
  'crop-world': once((text, name) => ({ cropWorld: readBox(text, name) })),
  'slab-thickness': once((text, name) => ({ slabThickness: parsePositive(name, text) })),
  labels: once((text, name) => ({ labels: parseLabels(name, text) })),
  'label-surfaces': once((text, name) => ({ labelSurfaces: readSwitch(text, name) })),
  'label-smoothing': once((text, name) => ({ labelSmoothing: parseFrom(name, text, 0, MAX_LABEL_SMOOTHING) })),
  values: perMesh((text) => ({ values: text })),
  colormap: once((text, name) => ({ colorMap: parseColorMap(name, text) })),
  range: once((text, name) => ({ valueRange: parseRange(name, text) })),
  'mesh-color': perMesh((text, name) => ({ color: parseOpaqueColor(name, text) })),
  'mesh-opacity': perMesh((text, name) => ({ opacity: parseFrom(name, text, 0, 1) })),
  reflectivity: perMesh((text, name) => ({ reflectivity: parseFrom(name, text, 0, 1) })),
  transform: perMesh((text, name) => ({ transform: readAffine(text, name) })),
  'own-colors': once((text, name) => ({ ownColors: readSwitch(text, name) })),
  cull: once((text, name) => ({ cull: parseChoice(name, text, CULLS) })),
  flat: once((text, name) => ({ flat: readSwitch(text, name) })),
  crease: once((text, name) => ({ creaseDegrees: parseFrom(name, text, 0, 180) })),
  deform: once((text, name) => ({ deform: parseChoice(name, text, DEFORMATION_NAMES), animation: undefined })),
  animation: once((text, name) => ({ animation: parseAnimation(name, text), deform: undefined })),
  shadows: once((text, name) => ({ shadows: readSwitch(text, name) })),
  'light-size': once((text, name) => ({ lightDegrees: parseFrom(name, text, 0, MAX_LIGHT_DEGREES) })),
  reflections: once((text, name) => ({ reflections: parseFrom(name, text, 0, MAX_REFLECTIONS) })),
  'ambient-occlusion': once((text, name) => ({ occlusionRays: parseFrom(name, text, 0, MAX_OCCLUSION_RAYS) })),
  'occlusion-distance': once((text, name) => ({ occlusionDistance: parsePositive(name, text) })),
} as const satisfies Readonly<Record<string, Reader>>;

export type OptionName = keyof typeof READERS;

export const OPTION_NAMES = Object.keys(READERS) as OptionName[];

/**
 * @param before what the option changes.
 * @throws InputError that names the option, as the command line does.
 */
export function readOption(name: OptionName, texts: readonly string[], before: ViewerDocument): DocumentPatch {
  return READERS[name](
    texts.map((text) => text.trim()),
    name,
    before,
  );
}

export function parseFrom(name: string, text: string, least: number, most: number): number {
  const value = parseNumber(name, text);
  if (value >= least && value <= most) return value;
  return fail(`--${name}: must be ${most < Infinity ? `from ${least} to ${most}` : `${least} or more`}, not ${text}`);
}

/** HTML's boolean attributes have no text. */
const readSwitch = (text: string, name: string) => parseChoice(name, text || 'true', ['true', 'false']) === 'true';

function readLight(text: string, name: string): Shading['light'] {
  try {
    const choice = parseLight(text);
    createShading({ light: choice });
    return choice;
  } catch (cause) {
    return fail(`--${name}: ${(cause as Error).message}`);
  }
}

/** One surface in the transfer function's colour is what the editor's handle moves. */
function readSurfaces(text: string, name: string): DocumentPatch {
  const surfaces = parseIsosurfaces(name, text);
  const [first, ...others] = surfaces;
  const isPlain = others.length === 0 && first!.color === undefined && first!.opacity === undefined;
  return isPlain ? { isoValue: first!.value, isosurfaces: undefined } : { isosurfaces: surfaces };
}

/** An empty end is the volume's own. */
function readCrop(text: string, name: string): CropBox {
  const ranges = parseRanges(name, text);
  return {
    first: ranges.map(([first = 0]) => first) as unknown as Vec3,
    last: ranges.map(([, last = Number.MAX_SAFE_INTEGER]) => last) as unknown as Vec3,
  };
}

function readBox(text: string, name: string): WorldBox {
  const ranges = parseRanges(name, text);
  const ends = (end: 0 | 1) =>
    ranges.map((range) => range[end] ?? fail(`--${name}: needs both ends of every range`)) as unknown as Vec3;
  return { min: ends(0), max: ends(1) };
}

/** Twelve numbers row by row, or sixteen, or a space. */
function readAffine(text: string, name: string): MeshPlacement {
  const form = '12 or 16 numbers by commas, row by row';
  return parseMatrix(text, `--${name}`, form) ?? fail(`--${name}: must be ${form}, or ras or lps`);
}
