/** The options of `tilecast render`: their names, defaults and help. */

import { LABEL_SURFACE_DEFAULTS, RENDER_MODES } from '../../index.js';
import { describeShare } from '../../recipe/lighting.js';
import { SUBMIT_OPTIONS } from '../farm/queue-options.js';
import { LIMIT_OPTIONS } from '../limit-options.js';
import { ADAPTER_OPTIONS } from '../open-adapter.js';
import { CAMERA_OPTIONS } from './camera-options.js';
import { MESH_ARGUMENT_DEFAULTS, MESH_OPTIONS } from './mesh/mesh-options.js';
import { OUTPUT_OPTIONS } from './output-options.js';
import { PATH_OPTIONS } from './path-options.js';
import { FUSED_OPTIONS } from './scene/fused-options.js';

/**
 * Text wherever a value could be wrong in its own way, so that our own parsers can say what is. Defaults are ours, not
 * yargs's, so that the options given are known from those of a replayed picture.
 */
export const RENDER_OPTIONS = {
  ...MESH_OPTIONS,
  ...OUTPUT_OPTIONS,

  raw: {
    group: 'Input:',
    type: 'string',
    describe: 'The input is bare voxels: WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as 256x256x128:uint16:le',
  },
  spacing: {
    group: 'Input:',
    type: 'string',
    describe: 'Voxel spacing X,Y,Z of a raw input or a folder of pictures',
  },
  component: {
    group: 'Input:',
    type: 'string',
    describe:
      'Component of vector data, or channel of a store, from 0; up to three channels as 0,1,2; default: the first, or all of a colour volume',
  },
  time: { group: 'Input:', type: 'string', defaultDescription: '0', describe: 'Time point of 4D data, from 0' },
  series: {
    group: 'Input:',
    type: 'string',
    describe: 'Image of several, by number or name; a DICOM series also by its UID or words of its description',
  },
  voxels: {
    group: 'Input:',
    type: 'string',
    describe: 'What integers are taken for: labels, each with a colour of its own, or values; default: recognised',
  },
  detail: {
    group: 'Input:',
    type: 'string',
    defaultDescription: '0',
    describe: 'Level of a store, 0 for the finest; a level that does not fit the device is rendered in pages',
  },
  memory: {
    group: 'Input:',
    type: 'string',
    defaultDescription: '1024',
    describe: 'Device memory in MiB for the voxels of a store; a level that needs more is rendered in pages',
  },
  'disk-cache': {
    group: 'Input:',
    type: 'string',
    describe: 'MiB of the user’s cache folder in which to keep what is fetched of a store on the web',
  },
  downsample: {
    group: 'Input:',
    type: 'boolean',
    defaultDescription: 'true',
    describe: 'Downsample a volume that does not fit the adapter',
  },
  mask: {
    group: 'Input:',
    type: 'string',
    describe: 'Show only what lies in the labels of this volume, or inside this mesh',
  },
  labels: {
    group: 'Input:',
    type: 'string',
    describe: 'Labels of the mask to show, LABEL[:COLOR[:OPACITY]], comma-separated; default: all but 0',
  },
  'label-surfaces': {
    group: 'Look:',
    type: 'boolean',
    defaultDescription: 'false',
    describe:
      'Show labels as smooth, closed, lit surfaces: those of --mask, within the whole volume, or the volume’s own',
  },
  'label-smoothing': {
    group: 'Look:',
    type: 'string',
    defaultDescription: String(LABEL_SURFACE_DEFAULTS.smoothing),
    describe: 'Voxels over which --label-surfaces are smoothed; 0 leaves them blocky',
  },

  mode: { group: 'Look:', type: 'string', defaultDescription: 'composite', describe: RENDER_MODES.join(', ') },
  iso: { group: 'Look:', type: 'string', describe: 'Isosurfaces, VALUE[:COLOR[:OPACITY]], comma-separated, up to 8' },
  transfer: {
    group: 'Look:',
    type: 'string',
    describe:
      'Transfer function, by name (see tilecast transfer list) or file; default: derived from the volume’s values',
  },
  window: { group: 'Look:', type: 'string', describe: 'Values LO,HI that the transfer function is stretched to' },
  ...FUSED_OPTIONS,
  shade: {
    group: 'Look:',
    type: 'boolean',
    describe:
      'Light composites; default: as the transfer function says, lit without one and with any option of light; --no-shade also shows meshes unlit',
  },
  ambient: { group: 'Look:', type: 'string', describe: `Ambient light; ${describeShare('ambient')}` },
  diffuse: { group: 'Look:', type: 'string', describe: `Diffuse reflection; ${describeShare('diffuse')}` },
  specular: { group: 'Look:', type: 'string', describe: `Specular reflection; ${describeShare('specular')}` },
  shininess: { group: 'Look:', type: 'string', describe: `Specular exponent; ${describeShare('shininess')}` },
  ground: {
    group: 'Look:',
    type: 'string',
    describe: 'Colour of a ground plane below the scene, which receives --shadows',
  },
  light: {
    group: 'Look:',
    type: 'string',
    describe:
      'Direction towards the light, X,Y,Z; headlight (default); or key (default with --shadows): from the upper left, with a weak headlight. Up to 4, separated by slashes, as [@]X,Y,Z[:STRENGTH], with @ in camera axes. Implies --shade',
  },

  clip: {
    group: 'Cuts:',
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Keep the half-space N·p ≥ D of a world plane NX,NY,NZ,D; repeatable',
  },
  crop: {
    group: 'Cuts:',
    type: 'string',
    describe: 'Keep voxels I0:I1,J0:J1,K0:K1, inclusive; an end left out is the volume’s',
  },
  'crop-world': { group: 'Cuts:', type: 'string', describe: 'Keep the world box X0:X1,Y0:Y1,Z0:Z1' },
  'slab-thickness': {
    group: 'Cuts:',
    type: 'string',
    describe: 'Keep a slab of this thickness, in world units, across the view at the target',
  },

  ...CAMERA_OPTIONS,

  step: {
    group: 'Quality:',
    type: 'string',
    defaultDescription: '1',
    describe: 'Distance between samples, in units of the smallest spacing',
  },
  samples: {
    group: 'Quality:',
    type: 'string',
    defaultDescription: '1',
    describe: 'Rays per pixel, 1 to 64; with --quality path, light paths per pixel, 64 by default, without limit',
  },
  jitter: { group: 'Quality:', type: 'string', describe: 'Turn rings into grain, by blue noise with this seed' },
  quality: {
    group: 'Quality:',
    type: 'string',
    defaultDescription: 'fine',
    describe: 'plain: one sample per step; fine: four in composites, against rings; path: path tracing',
  },
  ...PATH_OPTIONS,
  preintegrated: {
    group: 'Quality:',
    type: 'boolean',
    describe: 'Pre-integrate composites between samples, instead of --quality fine',
  },
  filter: {
    group: 'Quality:',
    type: 'string',
    defaultDescription: 'auto',
    describe:
      'Interpolation of voxels: hardware (8-bit weights on GPUs), exact, or auto: exact on GPUs if the transfer function has steps',
  },
  skip: {
    group: 'Quality:',
    type: 'boolean',
    defaultDescription: 'true',
    describe: 'Skip empty space; changes the speed, not the picture',
  },
  'early-termination': {
    group: 'Quality:',
    type: 'boolean',
    defaultDescription: 'true',
    describe: 'End rays that are nearly opaque',
  },

  split: {
    group: 'Adapter:',
    type: 'string',
    describe: 'Render the volume in N parts, a few of them on the device at a time, or as jobs of --queue',
  },
  workgroup: {
    group: 'Adapter:',
    type: 'string',
    defaultDescription: 'auto',
    describe: "A workgroup's shape, WIDTHxHEIGHT[/PxQ|/morton][@columns|@morton][+SAMPLES]; auto follows the view",
  },
  ...SUBMIT_OPTIONS,
  ...LIMIT_OPTIONS,

  adapter: ADAPTER_OPTIONS.adapter,
  software: ADAPTER_OPTIONS.software,
} as const;

export const RENDER_ARGUMENT_DEFAULTS = {
  ...MESH_ARGUMENT_DEFAULTS,
  fps: '25',
  size: '512x512',
  background: 'black',
  verbose: false,
  recipe: 'names',
  time: '0',
  downsample: true,
  azimuth: '0',
  elevation: '0',
  roll: '0',
  zoom: '1',
  step: '1',
  samples: '1',
  quality: 'fine',
  filter: 'auto',
  skip: true,
  'early-termination': true,
  workgroup: 'auto',
  adapter: 'auto',
  software: false,
} as const;

type Options = typeof RENDER_OPTIONS;

type Value<Option> = Option extends { type: 'boolean' }
  ? boolean
  : Option extends { array: true }
    ? readonly string[]
    : string;

/** The command line as yargs parses it. */
export type GivenArguments = { readonly inputs?: readonly string[] } & {
  readonly [Name in keyof Options]?: Value<Options[Name]> | undefined;
};

type Defaulted = keyof typeof RENDER_ARGUMENT_DEFAULTS;

/** Arguments with the defaults in place. */
export type RenderArguments = Omit<GivenArguments, Defaulted> & { readonly [Name in Defaulted]: Value<Options[Name]> };

type Defined<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The options that were given. */
export function withoutUndefined(given: GivenArguments): Defined<GivenArguments> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
