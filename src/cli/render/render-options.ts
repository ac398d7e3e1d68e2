/** The options of `tilecast render`: their names, defaults and help. */

import { LABEL_SURFACE_DEFAULTS, RENDER_MODES, SHADING_DEFAULTS } from '../../index.js';
import { SUBMIT_OPTIONS } from '../farm/queue-options.js';
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
    describe: 'The input is nothing but voxels: WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as 256x256x128:uint16:le',
  },
  spacing: {
    group: 'Input:',
    type: 'string',
    describe: 'Distances X,Y,Z between voxels of a raw input or a folder of pictures',
  },
  component: {
    group: 'Input:',
    type: 'string',
    describe:
      'Component of vector data, or channel of a store, from 0; up to three channels as 0,1,2. Default the first, or all of colours',
  },
  time: { group: 'Input:', type: 'string', defaultDescription: '0', describe: 'Time point of 4D data, from 0' },
  series: {
    group: 'Input:',
    type: 'string',
    describe: 'Which image of several: number or name; of a DICOM series also its UID or words of its description',
  },
  detail: {
    group: 'Input:',
    type: 'string',
    defaultDescription: '0',
    describe: 'Level of a store, 0 for the finest; one that does not fit the device is shown in pages that come and go',
  },
  memory: {
    group: 'Input:',
    type: 'string',
    defaultDescription: '1024',
    describe: 'MiB of the device for the voxels of a store; a level that needs more is shown in pages',
  },
  'disk-cache': {
    group: 'Input:',
    type: 'string',
    describe: 'MiB of the user’s cache folder for what is fetched of a store on the web, for the next time',
  },
  downsample: {
    group: 'Input:',
    type: 'boolean',
    defaultDescription: 'true',
    describe: 'Make a volume smaller that the adapter cannot hold',
  },
  mask: {
    group: 'Input:',
    type: 'string',
    describe: 'A label volume, of which only the labels are shown, or a mesh, of which only the inside is',
  },
  labels: {
    group: 'Input:',
    type: 'string',
    describe: 'Labels of the mask to show, LABEL[:COLOR[:OPACITY]] by commas; default: all but 0',
  },
  'label-surfaces': {
    group: 'Look:',
    type: 'boolean',
    defaultDescription: 'false',
    describe:
      'Show labels as smooth, closed and lit surfaces: those of --mask, in the whole volume, or those that the volume itself consists of',
  },
  'label-smoothing': {
    group: 'Look:',
    type: 'string',
    defaultDescription: String(LABEL_SURFACE_DEFAULTS.smoothing),
    describe: 'Voxels over which --label-surfaces are smoothed; 0 leaves the stairs of voxels',
  },

  mode: { group: 'Look:', type: 'string', defaultDescription: 'composite', describe: RENDER_MODES.join(', ') },
  iso: { group: 'Look:', type: 'string', describe: 'Isosurfaces, VALUE[:COLOR[:OPACITY]] by commas, up to 8' },
  transfer: {
    group: 'Look:',
    type: 'string',
    describe:
      'Transfer function: a name (see tilecast transfer list) or a file; default: from the values of the volume',
  },
  window: { group: 'Look:', type: 'string', describe: 'Values LO,HI that the transfer function is stretched to' },
  ...FUSED_OPTIONS,
  shade: {
    group: 'Look:',
    type: 'boolean',
    describe:
      'Light composites; default: as the transfer function has it, and lit without one; --no-shade also shows meshes alone unlit',
  },
  ambient: { group: 'Look:', type: 'string', describe: `Ambient light; default ${SHADING_DEFAULTS.ambient}` },
  diffuse: { group: 'Look:', type: 'string', describe: `Diffuse reflection; default ${SHADING_DEFAULTS.diffuse}` },
  specular: { group: 'Look:', type: 'string', describe: `Specular reflection; default ${SHADING_DEFAULTS.specular}` },
  shininess: { group: 'Look:', type: 'string', describe: `Specular exponent; default ${SHADING_DEFAULTS.shininess}` },
  ground: {
    group: 'Look:',
    type: 'string',
    describe: 'Colour of a ground below all that can be seen, on which it stands and --shadows fall',
  },
  light: {
    group: 'Look:',
    type: 'string',
    describe:
      'Direction towards the light, X,Y,Z, headlight (default), or key (default with --shadows), a light from the upper left with a weak one at the eye; up to 4 by slashes, [@]X,Y,Z[:STRENGTH], with @ in the axes of the camera',
  },

  clip: {
    group: 'Cuts:',
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Keep X·p ≥ D for the plane NX,NY,NZ,D in the world; can be given several times',
  },
  crop: {
    group: 'Cuts:',
    type: 'string',
    describe: 'Keep the voxels I0:I1,J0:J1,K0:K1, both ends included; an empty end is the volume’s',
  },
  'crop-world': { group: 'Cuts:', type: 'string', describe: 'Keep the world box X0:X1,Y0:Y1,Z0:Z1' },
  'slab-thickness': {
    group: 'Cuts:',
    type: 'string',
    describe: 'Keep a slab across the view of this thickness, in world units, about the target',
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
    describe: 'Rays a pixel, 1 to 64; of --quality path, paths of light, 64 by default and as many as you like',
  },
  jitter: { group: 'Quality:', type: 'string', describe: 'Turn rings into grain, by blue noise of this seed' },
  quality: {
    group: 'Quality:',
    type: 'string',
    defaultDescription: 'fine',
    describe: 'plain: one sample per step; fine: composites without rings, by four; path: light by random paths',
  },
  ...PATH_OPTIONS,
  preintegrated: {
    group: 'Quality:',
    type: 'boolean',
    describe: 'Whether composites are integrated between samples, in place of --quality fine',
  },
  filter: {
    group: 'Quality:',
    type: 'string',
    defaultDescription: 'auto',
    describe:
      'What interpolates voxels: hardware (8-bit weights on GPUs), exact, auto: exact on GPUs at steps of the transfer function',
  },
  skip: {
    group: 'Quality:',
    type: 'boolean',
    defaultDescription: 'true',
    describe: 'Leave out samples that nothing can come of; changes the speed, not the picture',
  },
  'early-termination': {
    group: 'Quality:',
    type: 'boolean',
    defaultDescription: 'true',
    describe: 'End rays when hardly any light is left',
  },

  split: {
    group: 'Adapter:',
    type: 'string',
    describe: 'Render the volume in N parts, of which the device holds a few at a time, or as jobs of --queue',
  },
  workgroup: {
    group: 'Adapter:',
    type: 'string',
    defaultDescription: 'auto',
    describe: "A workgroup's shape, WIDTHxHEIGHT[/PxQ|/morton][@columns|@morton][+SAMPLES]; auto follows the view",
  },
  ...SUBMIT_OPTIONS,

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
