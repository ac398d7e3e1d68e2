/** The command line's options as changes of a document: attributes and the recipes of pictures are written in them. */
import {
  type Affine,
  CULLS,
  DEFORMATION_NAMES,
  InputError,
  type LabelStyle,
  MAX_OCCLUSION_RAYS,
  MAX_REFLECTIONS,
  parseColor,
  parseTransfer,
  QUALITIES,
  RENDER_MODES,
  type Shading,
  type ValueRange,
  type Vec3,
} from '../../index.js';
import {
  type CropBox,
  type DocumentPatch,
  MESH_STYLE_DEFAULTS,
  type MeshStyle,
  type ViewerDocument,
} from './document.js';

/** @param texts one, or several where the option may be given several times. */
type Reader = (texts: readonly string[], name: string, before: ViewerDocument) => DocumentPatch;

/** A reader of an option that is given once. */
const once =
  (read: (text: string, name: string, before: ViewerDocument) => DocumentPatch): Reader =>
  ([text = ''], name, before) =>
    read(text, name, before);

const light = (field: Exclude<keyof Shading, 'light'>): Reader =>
  once((text, name, before) => ({ shading: { ...before.shading, [field]: readNumber(text, name, 0) } }));

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

const READERS = {
  mode: once((text, name) => ({ mode: readChoice(text, name, RENDER_MODES) })),
  iso: once((text, name) => ({ mode: 'isosurface', isoValue: readNumber(text, name) })),
  // The text of a file stands for its name: a page has no files of its own.
  transfer: once((text, name) =>
    text.startsWith('{')
      ? { transfer: parseTransfer(text, name), preset: undefined }
      : { preset: text, transfer: undefined },
  ),
  shade: once((text, name) => ({ shade: readSwitch(text, name) })),
  ambient: light('ambient'),
  diffuse: light('diffuse'),
  specular: light('specular'),
  shininess: light('shininess'),
  light: once((text, name, before) => ({
    shading: { ...before.shading, light: text === 'headlight' ? text : readVector(text, name) },
  })),
  background: once((text, name) => ({ background: text === 'transparent' ? text : parseColor(text, name) })),
  step: once((text, name) => ({ step: readNumber(text, name, Number.MIN_VALUE) })),
  quality: once((text, name) => ({ quality: readChoice(text, name, QUALITIES) })),
  clip: (texts, name) => ({
    clip: texts.map((text) => {
      const [x, y, z, offset] = readNumbers(text, name, 4);
      return { normal: [x!, y!, z!], offset: offset! };
    }),
  }),
  crop: once((text, name) => ({ crop: readCrop(text, name) })),
  labels: once((text, name) => ({ labels: text.split(',').map((style) => readLabel(style, name)) })),
  'mesh-color': perMesh((text, name) => ({ color: parseColor(text, name) })),
  'mesh-opacity': perMesh((text, name) => ({ opacity: readNumber(text, name, 0, 1) })),
  reflectivity: perMesh((text, name) => ({ reflectivity: readNumber(text, name, 0, 1) })),
  transform: perMesh((text, name) => ({ transform: readAffine(text, name) })),
  cull: once((text, name) => ({ cull: readChoice(text, name, CULLS) })),
  flat: once((text, name) => ({ flat: readSwitch(text, name) })),
  deform: once((text, name) => ({ deform: readChoice(text, name, DEFORMATION_NAMES) })),
  shadows: once((text, name) => ({ shadows: readSwitch(text, name) })),
  reflections: once((text, name) => ({ reflections: readNumber(text, name, 0, MAX_REFLECTIONS) })),
  'ambient-occlusion': once((text, name) => ({ occlusionRays: readNumber(text, name, 0, MAX_OCCLUSION_RAYS) })),
} as const satisfies Readonly<Record<string, Reader>>;

export type OptionName = keyof typeof READERS;

export const OPTION_NAMES = Object.keys(READERS) as OptionName[];

/**
 * @param before what the option changes.
 * @throws InputError that names the option.
 */
export function readOption(name: OptionName, texts: readonly string[], before: ViewerDocument): DocumentPatch {
  return READERS[name](
    texts.map((text) => text.trim()),
    name,
    before,
  );
}

export function readChoice<Choice extends string>(text: string, name: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (!choice) throw new InputError(`${name}: "${text}" is none of ${choices.join(', ')}`);
  return choice;
}

export function readNumber(text: string, name: string, least = -Infinity, most = Infinity): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InputError(`${name}: "${text}" is not a number`);
  if (value >= least && value <= most) return value;
  const bounds = most < Infinity ? `from ${least} to ${most}` : least > 0 ? 'greater than 0' : `${least} or more`;
  throw new InputError(`${name}: must be ${bounds}, not ${text}`);
}

export function readRange(text: string, name: string): ValueRange {
  const [low, high] = readNumbers(text, name, 2) as [number, number];
  if (!(low < high)) throw new InputError(`${name}: must be LO,HI with LO below HI, not "${text}"`);
  return [low, high];
}

/** HTML's boolean attributes have no text. */
const readSwitch = (text: string, name: string) => readChoice(text || 'true', name, ['true', 'false']) === 'true';

function readNumbers(text: string, name: string, count: number): number[] {
  const numbers = text.split(',').map((part) => readNumber(part, name));
  if (numbers.length !== count) throw new InputError(`${name}: must be ${count} numbers by commas, not "${text}"`);
  return numbers;
}

const readVector = (text: string, name: string) => readNumbers(text, name, 3) as unknown as Vec3;

/** An empty end is the volume's own. */
function readCrop(text: string, name: string): CropBox {
  const ranges = text.split(',').map((range) => {
    const [first = '', last, ...rest] = range.split(':');
    if (last === undefined || rest.length > 0) {
      throw new InputError(`${name}: must be I0:I1,J0:J1,K0:K1, not "${text}"`);
    }
    return {
      first: first === '' ? 0 : readNumber(first, name, 0),
      last: last === '' ? Number.MAX_SAFE_INTEGER : readNumber(last, name, 0),
    };
  });
  if (ranges.length !== 3) throw new InputError(`${name}: must be I0:I1,J0:J1,K0:K1, not "${text}"`);
  return {
    first: ranges.map(({ first }) => first) as unknown as Vec3,
    last: ranges.map(({ last }) => last) as unknown as Vec3,
  };
}

function readLabel(text: string, name: string): LabelStyle {
  const [label = '', color = '', opacity = ''] = text.split(':');
  return {
    label: readNumber(label, name),
    ...(color !== '' && { color: parseColor(color, name) }),
    ...(opacity !== '' && { opacity: readNumber(opacity, name, 0) }),
  };
}

/** Twelve numbers row by row, or sixteen. */
function readAffine(text: string, name: string): Affine {
  const rows = text.split(',').map((part) => readNumber(part, name));
  if (rows.length !== 12 && rows.length !== 16) {
    throw new InputError(`${name}: must be 12 or 16 numbers by commas, row by row, not ${rows.length}`);
  }
  const column = (at: number): Vec3 => [rows[at]!, rows[4 + at]!, rows[8 + at]!];
  return { columns: [column(0), column(1), column(2)], origin: column(3) };
}
