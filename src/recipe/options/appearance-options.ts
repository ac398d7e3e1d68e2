/** Options for how volumes, and whatever is lit beside them, look. */
import {
  LABEL_SURFACE_DEFAULTS,
  MASK_EDGES,
  MAX_LABEL_SMOOTHING,
  MAX_LIGHT_DEGREES,
  MAX_OCCLUSION_RAYS,
  RENDER_MODES,
} from '../../index.js';
import { describeShare, OCCLUDED_LIGHT } from '../scene/lighting.js';
import type { Option } from './option.js';
import {
  COLOR,
  choice,
  ISOSURFACES,
  integerFrom,
  LIGHTS,
  numberFrom,
  orWord,
  POSITIVE,
  RANGE,
  SWITCH,
  THRESHOLD,
  TRANSFER,
} from './option-types.js';

const FROM_ZERO = numberFrom(0, Infinity);

export const APPEARANCE_OPTIONS = {
  mode: {
    part: 'appearance',
    group: 'Appearance',
    type: choice(RENDER_MODES),
    of: 'volume',
    defaultDescription: 'composite',
    describe: RENDER_MODES.join(', '),
  },
  iso: {
    part: 'appearance',
    group: 'Appearance',
    type: ISOSURFACES,
    between: 'numbers',
    of: 'volume',
    describe: 'Isosurfaces, VALUE[:COLOR[:OPACITY]], comma-separated, up to 8',
  },
  transfer: {
    part: 'appearance',
    group: 'Appearance',
    type: TRANSFER,
    of: 'volume',
    describe:
      'Transfer function, by name (see tilecast transfer list) or file; default: derived from the volume’s values',
  },
  window: {
    part: 'appearance',
    group: 'Appearance',
    type: RANGE,
    between: 'numbers',
    of: 'volume',
    describe: 'Values LO,HI that the transfer function is stretched to',
  },
  threshold: {
    part: 'appearance',
    group: 'Appearance',
    type: THRESHOLD,
    between: 'numbers',
    of: 'volume',
    describe:
      'Hide values below LO, or nearer to 0 than LO in data of both signs, and colour the others up to HI: LO[,HI]; without a volume, applies to --values',
  },
  'fused-transfer': {
    part: 'appearance',
    group: 'Appearance',
    type: TRANSFER,
    of: 'volume',
    repeatable: true,
    describe: 'Transfer functions of the other volumes, by name or file; once, or once for each',
  },
  'fused-window': {
    part: 'appearance',
    group: 'Appearance',
    type: RANGE,
    between: 'numbers',
    of: 'volume',
    repeatable: true,
    describe: 'Values LO,HI that they are stretched to; once, or once for each',
  },
  'fused-threshold': {
    part: 'appearance',
    group: 'Appearance',
    type: THRESHOLD,
    between: 'numbers',
    of: 'volume',
    repeatable: true,
    describe: '--threshold of the other volumes; once, or once for each',
  },
  'fused-opacity': {
    part: 'appearance',
    group: 'Appearance',
    type: numberFrom(0, 1),
    between: 'numbers',
    of: 'volume',
    repeatable: true,
    defaultDescription: '1',
    describe: 'Factor on their opacities, from 0 to 1; once, or once for each',
  },
  'fused-depth': {
    part: 'appearance',
    group: 'Appearance',
    type: FROM_ZERO,
    between: 'numbers',
    of: 'volume',
    describe:
      'Smallest mean free path in the first volume for light of the others, in world units; default: half of its longest side under a statistical map, else 0, which is off',
  },
  'label-surfaces': {
    part: 'appearance',
    group: 'Appearance',
    type: SWITCH,
    of: 'volume',
    describe:
      'Show labels as smooth, closed, lit surfaces: those of --mask, within the whole volume, or the volume’s own; default: those of a volume of labels, and of one after the first, where no option of values is given',
  },
  blocky: {
    part: 'appearance',
    group: 'Appearance',
    type: SWITCH,
    of: 'volume',
    defaultDescription: 'false',
    describe: 'Show labels as voxels, not as smooth surfaces',
  },
  'label-smoothing': {
    part: 'appearance',
    group: 'Appearance',
    type: numberFrom(0, MAX_LABEL_SMOOTHING),
    of: 'volume',
    defaultDescription: String(LABEL_SURFACE_DEFAULTS.smoothing),
    describe: 'Voxels over which surfaces of labels are smoothed; 0 keeps the steps between voxels',
  },
  'mask-edges': {
    part: 'appearance',
    group: 'Appearance',
    type: choice(MASK_EDGES),
    of: 'volume',
    describe: `Edges of what --mask shows, ${MASK_EDGES.join(' or ')}; default: smooth, but voxels with --quality plain`,
  },
  shade: {
    part: 'appearance',
    group: 'Appearance',
    type: SWITCH,
    of: 'volume',
    describe:
      'Light composites; default: as the transfer function says, lit without one and with any option of light; --no-shade also shows meshes unlit',
  },
  ambient: {
    part: 'appearance',
    group: 'Appearance',
    type: FROM_ZERO,
    between: 'numbers',
    describe: `Ambient light; ${describeShare('ambient')}`,
  },
  diffuse: {
    part: 'appearance',
    group: 'Appearance',
    type: FROM_ZERO,
    between: 'numbers',
    describe: `Diffuse reflection; ${describeShare('diffuse')}`,
  },
  specular: {
    part: 'appearance',
    group: 'Appearance',
    type: FROM_ZERO,
    between: 'numbers',
    describe: `Specular reflection; ${describeShare('specular')}`,
  },
  shininess: {
    part: 'appearance',
    group: 'Appearance',
    type: FROM_ZERO,
    between: 'numbers',
    describe: `Specular exponent; ${describeShare('shininess')}`,
  },
  light: {
    part: 'appearance',
    group: 'Appearance',
    type: LIGHTS,
    between: 'numbers',
    describe:
      'Direction towards the light, X,Y,Z; headlight (default, on meshes alone with a light from the upper left); key (default with --shadows): from the upper left, with a weak headlight; studio; or cinematic. Up to 4, separated by slashes, as [@]X,Y,Z[:STRENGTH[:DEGREES]], with @ in camera axes and degrees of lamps of --quality path. Implies --shade',
  },
  'light-size': {
    part: 'appearance',
    group: 'Appearance',
    type: numberFrom(0, MAX_LIGHT_DEGREES),
    between: 'numbers',
    defaultDescription: '0',
    describe: `Angular diameter of directional lights in degrees, up to ${MAX_LIGHT_DEGREES}, for soft --shadows on meshes, and of the lamps of --quality path, in place of their own; the sun’s is 0.5`,
  },
  shadows: {
    part: 'appearance',
    group: 'Appearance',
    type: SWITCH,
    default: false,
    describe: 'Directional lights cast shadows of meshes, lit composites and isosurfaces',
  },
  'ambient-occlusion': {
    part: 'appearance',
    group: 'Appearance',
    type: integerFrom(1, MAX_OCCLUSION_RAYS),
    describe:
      `Darken ambient light near surfaces, by this many rays per point, 1 to ${MAX_OCCLUSION_RAYS}; ` +
      `ambient and diffuse light are then ${OCCLUDED_LIGHT.ambient} and ${OCCLUDED_LIGHT.diffuse}`,
  },
  'occlusion-distance': {
    part: 'appearance',
    group: 'Appearance',
    type: POSITIVE,
    between: 'numbers',
    defaultDescription: 'any',
    describe: 'World distance beyond which surfaces do not occlude ambient light',
  },
  ground: {
    part: 'appearance',
    group: 'Appearance',
    type: orWord('shadow', COLOR),
    describe:
      'Colour of a ground plane below the scene, which receives --shadows; or shadow: the shadows alone, over the background, of --quality path',
  },
} as const satisfies Readonly<Record<string, Option>>;
