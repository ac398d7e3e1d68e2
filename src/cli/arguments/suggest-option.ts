/** Suggests the option that somebody meant who typed an unknown one. */
import { VIEW_NAMES } from '../../index.js';
import type { JsonSchema } from '../../recipe/options/option-types.js';
import { OPTIONS } from '../../recipe/options.js';
import { findNearest } from './find-nearest.js';

/** Names that other programs have for options. */
const CALLED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'adapter auto|gpu|lavapipe|swiftshader': ['device', 'gpu', 'backend'],
  'azimuth DEGREES': ['rotate', 'rotation', 'rot', 'angle', 'yaw'],
  'background transparent': ['transparent', 'alpha', 'no-background'],
  'background COLOR': ['bg', 'background-color', 'bgcolor'],
  'elevation DEGREES': ['pitch', 'tilt'],
  'iso VALUE': ['isovalue', 'iso-value', 'isosurface', 'level'],
  'mesh-color COLOR': ['color', 'colour'],
  'out FOLDER': ['o', 'output', 'outdir', 'out-dir', 'dir', 'd'],
  'overlay scale-bar': ['scalebar', 'ruler'],
  'overlay color-bar': ['colorbar', 'colourbar', 'scalar-bar'],
  'port NUMBER': ['p', 'listen'],
  'quality path': ['pathtrace', 'path-tracing', 'raytrace', 'raytracing'],
  'raw WIDTHxHEIGHTxDEPTH:TYPE': ['dims', 'dim', 'dimensions', 'shape', 'dtype'],
  'size WIDTHxHEIGHT': ['width', 'height', 'resolution', 'res', 's', 'w', 'dimension', 'image-size'],
  software: ['cpu', 'no-gpu', 'cpu-only'],
  'transfer NAME': ['cmap', 'colourmap', 'preset', 'lut', 'tf', 'palette', 'transfer-function'],
  'turntable N': ['spin', 'rotations', 'orbit'],
  'window LO,HI': ['wl', 'range', 'clim', 'levels', 'contrast', 'window-level'],
};

/** Names by which other programs take inputs, which need none here. */
const INPUTS: readonly string[] = ['i', 'in', 'input', 'inputs', 'file'];

/** Views that are told from options of other names. */
const VIEWS: readonly string[] = VIEW_NAMES.filter((view) => view.length > 1);

/** The share of a name's letters that may be wrong. */
const WRONG = 0.34;

/**
 * @param typed the name without its dashes.
 * @param names of the command's options.
 * @returns what to type instead, or undefined where nothing is near.
 */
export function suggestOption(typed: string, names: readonly string[]): string | undefined {
  const name = typed.toLowerCase().replaceAll('_', '-');
  if (INPUTS.includes(name)) return 'inputs are named without an option';
  const isOf = (option: string) => names.includes(option.split(' ')[0]!);
  const elsewhere = Object.keys(CALLED_ELSEWHERE).find((option) => CALLED_ELSEWHERE[option]!.includes(name));
  if (elsewhere !== undefined && isOf(elsewhere)) return `did you mean --${elsewhere}?`;
  const near = findNearest(name, names, WRONG);
  if (near !== undefined) return `did you mean --${near}?`;
  const valued = isOf('view') && VIEWS.includes(name) ? `view ${name}` : findValue(name, names);
  return valued === undefined ? undefined : `did you mean --${valued}?`;
}

/** An option that takes the name as its value, as `--mode mip`. */
function findValue(name: string, names: readonly string[]): string | undefined {
  const found = Object.entries(OPTIONS).find(
    ([option, { type }]) => names.includes(option) && choicesOf(type.schema).includes(name),
  );
  return found && `${found[0]} ${name}`;
}

/** The words that an option takes, one or several of them. */
function choicesOf(schema: JsonSchema): readonly unknown[] {
  const { enum: choices, items } = schema as { readonly enum?: unknown; readonly items?: JsonSchema };
  if (Array.isArray(choices)) return choices;
  return items ? choicesOf(items) : [];
}
