/** The options of `tilecast render` for meshes: their names, defaults and help, and what they choose. */
import { CREASE_DEFAULTS, CULLS, DEFORMATION_NAMES, type DeformationName, type Vec3 } from '../../../index.js';
import { type AnimationChoice, parseAnimation } from '../../../recipe/mesh-animations.js';
import type { MeshPlacement } from '../../../recipe/mesh-space.js';
import {
  fail,
  optional,
  parseChoice,
  parseCount,
  parseFrames,
  parseNumber,
  parseOpaqueColor,
} from '../../../recipe/parse-options.js';
import {
  chooseLightPaths,
  LIGHT_PATH_ARGUMENT_DEFAULTS,
  LIGHT_PATH_OPTIONS,
  type LightPathArguments,
  type LightPathChoice,
} from '../scene/light-path-options.js';
import { chooseValues, type ValueColorChoice } from './mesh-values.js';
import { parseTransform } from './parse-transform.js';

const SLABS_MAX = 64;

/** A second of an animation at the default speed. */
export const DEFORMATION_FRAMES = 25;

/** Spread into `RENDER_OPTIONS`. */
export const MESH_OPTIONS = {
  cull: {
    group: 'Mesh:',
    type: 'string',
    defaultDescription: 'none',
    describe: `Triangles to cull, by the side that faces the eye: ${CULLS.join(', ')}`,
  },
  flat: {
    group: 'Mesh:',
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Shade each triangle flat, by its own normal',
  },
  crease: {
    group: 'Mesh:',
    type: 'string',
    defaultDescription: String(CREASE_DEFAULTS.angleDegrees),
    describe: 'Angle in degrees above which an edge of a mesh without normals stays sharp; 180 smooths all',
  },
  shadows: {
    group: 'Look:',
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Directional lights cast shadows of meshes, lit composites and isosurfaces',
  },
  'mesh-color': {
    group: 'Mesh:',
    type: 'string',
    array: true,
    nargs: 1,
    defaultDescription: '0.8,0.8,0.8',
    describe: 'Colour of meshes that have none: "#rrggbb", a CSS name, or R,G,B from 0 to 1; once, or once per mesh',
  },
  'own-colors': {
    group: 'Mesh:',
    type: 'boolean',
    defaultDescription: 'true',
    describe: 'Show meshes in the colours of their files; --no-own-colors shows them in --mesh-color',
  },
  values: {
    group: 'Mesh:',
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Values to map to colours: their name in the mesh, or a file with them; once, or once per mesh',
  },
  colormap: {
    group: 'Mesh:',
    type: 'string',
    defaultDescription: 'viridis; cool-warm of both signs',
    describe: 'Colour map of --values',
  },
  range: {
    group: 'Mesh:',
    type: 'string',
    describe: 'Values LO,HI at the ends of the colour map; default: their own range',
  },
  'mesh-opacity': {
    group: 'Mesh:',
    type: 'string',
    array: true,
    nargs: 1,
    defaultDescription: '1',
    describe: 'Opacity of surfaces, from 0 to 1; once, or once per mesh',
  },
  reflectivity: {
    group: 'Mesh:',
    type: 'string',
    array: true,
    nargs: 1,
    defaultDescription: '0',
    describe: 'Share of light that surfaces mirror, from 0 to 1; once, or once per mesh',
  },
  ...LIGHT_PATH_OPTIONS,
  transform: {
    group: 'Mesh:',
    type: 'string',
    array: true,
    nargs: 1,
    describe:
      'Matrix from mesh to world: 12 or 16 comma-separated numbers, row by row, or a file of them; or the space of its coordinates, ras or lps, in place of the file’s; once, or once per mesh',
  },
  deform: { group: 'Mesh:', type: 'string', describe: `Render an animation of ${DEFORMATION_NAMES.join(', ')}` },
  animation: {
    group: 'Mesh:',
    type: 'string',
    describe: 'Render an animation of a glTF file, by name or number from 0; NAME@SECONDS for one moment of it',
  },
  slabs: {
    group: 'Mesh:',
    type: 'string',
    defaultDescription: 'auto',
    describe: `Depth slabs that triangles are binned into, 1 to ${SLABS_MAX}; changes the speed, not the picture`,
  },
} as const;

/** Spread into `RENDER_ARGUMENT_DEFAULTS`. */
export const MESH_ARGUMENT_DEFAULTS = {
  ...LIGHT_PATH_ARGUMENT_DEFAULTS,
  cull: 'none',
  flat: false,
  'own-colors': true,
  shadows: false,
  slabs: 'auto',
} as const;

/** The command line as yargs parses it, with the defaults in place. */
export interface MeshArguments extends LightPathArguments {
  readonly cull: string;
  readonly flat: boolean;
  readonly crease?: string | undefined;
  readonly shadows: boolean;
  readonly 'mesh-color'?: readonly string[] | undefined;
  readonly 'own-colors': boolean;
  readonly values?: readonly string[] | undefined;
  readonly colormap?: string | undefined;
  readonly range?: string | undefined;
  readonly 'mesh-opacity'?: readonly string[] | undefined;
  readonly reflectivity?: readonly string[] | undefined;
  readonly transform?: readonly string[] | undefined;
  readonly deform?: string | undefined;
  readonly animation?: string | undefined;
  readonly frames?: string | undefined;
  readonly slabs: string;
}

export interface Motion {
  readonly option: 'deform' | 'animation';
  readonly frames: number;
}

export interface MeshChoice extends LightPathChoice {
  readonly cull: (typeof CULLS)[number];
  readonly smooth: boolean;
  /** Degrees from 0 to 180. */
  readonly creaseDegrees: number;
  readonly shadows: boolean;
  /** Colour of all meshes, or of each: red, green and blue from 0 to 1; undefined is the renderer's default. */
  readonly colors: readonly Vec3[] | undefined;
  /** Whether meshes that have colours keep them. */
  readonly ownColors: boolean;
  /** Values that give meshes their colours; undefined where they have their own. */
  readonly valueColors: ValueColorChoice | undefined;
  readonly opacities: readonly number[] | undefined;
  readonly reflectivities: readonly number[] | undefined;
  readonly transforms: readonly MeshPlacement[] | undefined;
  readonly deformation: DeformationName | undefined;
  readonly animation: AnimationChoice | undefined;
  /** The option that makes several frames of one period, of which frame i is at the time i / frames. */
  readonly motion: Motion | undefined;
  readonly slabs: number | 'auto';
}

/** @throws InputError that names the option. */
export async function chooseMesh(args: MeshArguments): Promise<MeshChoice> {
  return {
    ...chooseLightPaths(args),
    cull: parseChoice('cull', args.cull, CULLS),
    smooth: !args.flat,
    creaseDegrees: optional('crease', args.crease, parseAngle) ?? CREASE_DEFAULTS.angleDegrees,
    shadows: args.shadows,
    colors: args['mesh-color']?.map((text) => parseOpaqueColor('mesh-color', text)),
    ownColors: args['own-colors'],
    valueColors: chooseValues(args),
    opacities: args['mesh-opacity']?.map((text) => parseShare('mesh-opacity', text)),
    reflectivities: args.reflectivity?.map((text) => parseShare('reflectivity', text)),
    transforms: args.transform && (await Promise.all(args.transform.map((text) => parseTransform('transform', text)))),
    ...chooseMotion(args),
    slabs: args.slabs === 'auto' ? args.slabs : parseCount('slabs', args.slabs, SLABS_MAX),
  };
}

function chooseMotion(args: MeshArguments): Pick<MeshChoice, 'deformation' | 'animation' | 'motion'> {
  const count = optional('frames', args.frames, parseFrames)?.count;
  const deformation = optional('deform', args.deform, (name, text) => parseChoice(name, text, DEFORMATION_NAMES));
  const animation = optional('animation', args.animation, parseAnimation);
  if (deformation && animation) fail('--animation: leave out either this or --deform');
  const option = deformation ? 'deform' : animation && animation.seconds === undefined ? 'animation' : undefined;
  if (count !== undefined && !option) {
    fail('--frames: a number is for --deform or --animation, which name what moves; A-B is a range');
  }
  return { deformation, animation, motion: option && { option, frames: count ?? DEFORMATION_FRAMES } };
}

function parseAngle(option: string, text: string): number {
  const angle = parseNumber(option, text);
  return angle >= 0 && angle <= 180 ? angle : fail(`--${option}: must be from 0 to 180 degrees, not ${text}`);
}

function parseShare(option: string, text: string): number {
  const share = parseNumber(option, text);
  return share >= 0 && share <= 1 ? share : fail(`--${option}: must be from 0 to 1, not ${text}`);
}
