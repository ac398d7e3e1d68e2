/** The options of `tilecast render` for rays to meshes: which start from surfaces, and which intersector they use. */
import {
  type AmbientOcclusion,
  MAX_LIGHT_DEGREES,
  MAX_OCCLUSION_RAYS,
  MAX_REFLECTIONS,
  MESH_SCENE_DEFAULTS,
  type RayTracing,
  type SoftShadows,
} from '../../../index.js';
import { RAY_TRACINGS } from '../../../lab.js';
import { OCCLUDED_LIGHT } from '../../../recipe/lighting.js';
import { fail, optional, parseChoice, parseIndex, parseNumber, parsePositive } from '../../../recipe/parse-options.js';

const TRACINGS = ['auto', ...RAY_TRACINGS] as const;
const TRACING_MEANING = `${TRACINGS.join(', ')}; changes the speed, and the picture only by rounding`;

const REFLECTIONS = String(MESH_SCENE_DEFAULTS.reflections);

/** Spread into `MESH_OPTIONS`. */
export const LIGHT_PATH_OPTIONS = {
  reflections: {
    group: 'Mesh:',
    type: 'string',
    defaultDescription: REFLECTIONS,
    describe: `Most reflections along a path to the eye, 0 to ${MAX_REFLECTIONS}`,
  },
  'ambient-occlusion': {
    group: 'Look:',
    type: 'string',
    describe:
      `Darken ambient light near surfaces, by this many rays per point, 1 to ${MAX_OCCLUSION_RAYS}; ` +
      `ambient and diffuse light are then ${OCCLUDED_LIGHT.ambient} and ${OCCLUDED_LIGHT.diffuse}`,
  },
  'light-size': {
    group: 'Look:',
    type: 'string',
    defaultDescription: '0',
    describe: `Angular diameter of directional lights in degrees, up to ${MAX_LIGHT_DEGREES}, for soft --shadows on meshes; the sun’s is 0.5`,
  },
  'occlusion-distance': {
    group: 'Look:',
    type: 'string',
    defaultDescription: 'any',
    describe: 'World distance beyond which surfaces do not occlude ambient light',
  },
  'primary-rays': {
    group: 'Mesh:',
    type: 'string',
    defaultDescription: 'auto',
    describe: `Acceleration structure of primary rays: ${TRACING_MEANING}`,
  },
  'shadow-rays': {
    group: 'Mesh:',
    type: 'string',
    defaultDescription: 'auto',
    describe: `Acceleration structure of shadow rays: ${TRACING_MEANING}`,
  },
} as const;

/** Spread into `MESH_ARGUMENT_DEFAULTS`. */
export const LIGHT_PATH_ARGUMENT_DEFAULTS = {
  reflections: REFLECTIONS,
  'primary-rays': 'auto',
  'shadow-rays': 'auto',
} as const;

/** The command line as yargs parses it, with the defaults in place. */
export interface LightPathArguments {
  readonly reflections: string;
  readonly 'ambient-occlusion'?: string | undefined;
  readonly 'occlusion-distance'?: string | undefined;
  readonly 'light-size'?: string | undefined;
  readonly shadows?: boolean | undefined;
  readonly 'primary-rays': string;
  readonly 'shadow-rays': string;
}

export interface LightPathChoice {
  readonly reflections: number;
  readonly ambientOcclusion: AmbientOcclusion | undefined;
  readonly softShadows: SoftShadows | undefined;
  readonly primaryRays: RayTracing | 'auto';
  readonly shadowRays: RayTracing | 'auto';
}

/** @throws InputError that names the option. */
export function chooseLightPaths(args: LightPathArguments): LightPathChoice {
  return {
    reflections: parseFrom(0, MAX_REFLECTIONS, 'reflections', args.reflections),
    ambientOcclusion: chooseOcclusion(args),
    softShadows: chooseSoftShadows(args),
    primaryRays: parseChoice('primary-rays', args['primary-rays'], TRACINGS),
    shadowRays: parseChoice('shadow-rays', args['shadow-rays'], TRACINGS),
  };
}

function chooseOcclusion(args: LightPathArguments): AmbientOcclusion | undefined {
  const rays = optional('ambient-occlusion', args['ambient-occlusion'], (option, text) =>
    parseFrom(1, MAX_OCCLUSION_RAYS, option, text),
  );
  const distance = optional('occlusion-distance', args['occlusion-distance'], parsePositive);
  if (rays !== undefined) return { rays, distance };
  if (distance !== undefined) fail('--occlusion-distance: is for --ambient-occlusion, which names a number of rays');
  return undefined;
}

function chooseSoftShadows({ 'light-size': text, shadows }: LightPathArguments): SoftShadows | undefined {
  const angleDegrees = optional('light-size', text, parseNumber);
  if (angleDegrees === undefined) return undefined;
  if (!(angleDegrees >= 0 && angleDegrees <= MAX_LIGHT_DEGREES)) {
    fail(`--light-size: must be from 0 to ${MAX_LIGHT_DEGREES} degrees, not ${text}`);
  }
  if (!shadows) fail('--light-size: is for --shadows, which it softens');
  return angleDegrees > 0 ? { angleDegrees } : undefined;
}

function parseFrom(least: number, most: number, option: string, text: string): number {
  const count = parseIndex(option, text);
  return count >= least && count <= most ? count : fail(`--${option}: must be from ${least} to ${most}, not ${text}`);
}
