/** Options for how meshes look, and how rays find them. */
import { CREASE_DEFAULTS, CULLS, DEFORMATION_NAMES, MAX_REFLECTIONS, MESH_SCENE_DEFAULTS } from '../../index.js';
import { RAY_TRACINGS } from '../../lab.js';
import { COLOR_MAP_NAMES } from '../scene/meshes/value-colors.js';
import type { Option } from './option.js';
import {
  ANIMATION,
  ANY_TEXT,
  COLOR,
  choice,
  integerFrom,
  numberFrom,
  orWord,
  PLACEMENT,
  RANGE,
  SWITCH,
} from './option-types.js';

const SLABS_MAX = 64;
const TRACINGS = ['auto', ...RAY_TRACINGS] as const;
const TRACING_MEANING = `${TRACINGS.join(', ')}; changes the speed, and the picture only by rounding`;

/** A row of an option that is a number of all meshes, or one of each. */
const numberPerMesh = (least: number, most: number) =>
  ({
    part: 'appearance',
    group: 'Mesh',
    type: numberFrom(least, most),
    between: 'numbers',
    of: 'meshes',
    repeatable: true,
  }) as const;

export const MESH_OPTIONS = {
  'mesh-color': {
    part: 'appearance',
    group: 'Mesh',
    type: COLOR,
    of: 'meshes',
    repeatable: true,
    defaultDescription: '0.8,0.8,0.8',
    describe: 'Colour of meshes that have none: "#rrggbb", a CSS name, or R,G,B from 0 to 1; once, or once per mesh',
  },
  'own-colors': {
    part: 'appearance',
    group: 'Mesh',
    type: SWITCH,
    of: 'meshes',
    default: true,
    describe: 'Show meshes in the colours of their files; --no-own-colors shows them in --mesh-color',
  },
  values: {
    part: 'appearance',
    group: 'Mesh',
    type: ANY_TEXT,
    of: 'meshes',
    repeatable: true,
    describe: 'Values to map to colours: their name in the mesh, or a file with them; once, or once per mesh',
  },
  colormap: {
    part: 'appearance',
    group: 'Mesh',
    type: choice(COLOR_MAP_NAMES),
    of: 'meshes',
    defaultDescription: 'viridis; cool-warm of both signs',
    describe: 'Colour map of --values',
  },
  range: {
    part: 'appearance',
    group: 'Mesh',
    type: RANGE,
    between: 'numbers',
    of: 'meshes',
    describe: 'Values LO,HI at the ends of the colour map; default: their own range',
  },
  underlay: {
    part: 'appearance',
    group: 'Mesh',
    type: ANY_TEXT,
    of: 'meshes',
    repeatable: true,
    describe:
      'Values such as curvature, shown in grey where --values are below --threshold or missing: dark where positive; a name or a file; once, or once per mesh',
  },
  'mesh-opacity': {
    ...numberPerMesh(0, 1),
    defaultDescription: '1',
    describe: 'Opacity of surfaces, from 0 to 1; once, or once per mesh',
  },
  reflectivity: {
    ...numberPerMesh(0, 1),
    defaultDescription: '0',
    describe: 'Share of light that surfaces mirror, from 0 to 1; once, or once per mesh',
  },
  metallic: {
    ...numberPerMesh(0, 1),
    defaultDescription: '0',
    describe: 'Metalness of surfaces in --quality path, from 0 to 1; once, or once per mesh',
  },
  roughness: {
    ...numberPerMesh(0, 1),
    defaultDescription: 'matt; 0.3 of metal, 0 of glass',
    describe:
      'Roughness of metal and glass in --quality path, and of the varnish that other surfaces then get: 0 is a mirror, 1 dull; once, or once per mesh',
  },
  transmission: {
    ...numberPerMesh(0, 1),
    defaultDescription: '0',
    describe:
      'Share of the light entering surfaces that they transmit in --quality path: 1 is glass of their colour; once, or once per mesh',
  },
  ior: {
    ...numberPerMesh(1, 4),
    defaultDescription: '1.5',
    describe:
      'Index of refraction of varnish and glass in --quality path; that of water is 1.33; once, or once per mesh',
  },
  reflections: {
    part: 'appearance',
    group: 'Mesh',
    type: integerFrom(0, MAX_REFLECTIONS),
    of: 'meshes',
    default: String(MESH_SCENE_DEFAULTS.reflections),
    describe: `Most reflections along a path to the eye, 0 to ${MAX_REFLECTIONS}`,
  },
  cull: {
    part: 'appearance',
    group: 'Mesh',
    type: choice(CULLS),
    of: 'meshes',
    default: 'none',
    describe: `Triangles to cull, by the side that faces the eye: ${CULLS.join(', ')}`,
  },
  flat: {
    part: 'appearance',
    group: 'Mesh',
    type: SWITCH,
    of: 'meshes',
    default: false,
    describe: 'Shade each triangle flat, by its own normal',
  },
  crease: {
    part: 'appearance',
    group: 'Mesh',
    type: numberFrom(0, 180),
    of: 'meshes',
    defaultDescription: String(CREASE_DEFAULTS.angleDegrees),
    describe: 'Angle in degrees above which an edge of a mesh without normals stays sharp; 180 smooths all',
  },
  transform: {
    part: 'input',
    group: 'Mesh',
    type: PLACEMENT,
    between: 'numbers',
    of: 'meshes',
    repeatable: true,
    describe:
      'Matrix from mesh to world: 12 or 16 comma-separated numbers, row by row, or a file of them; or the space of its coordinates, ras or lps, in place of the file’s; once, or once per mesh',
  },
  deform: {
    part: 'input',
    group: 'Mesh',
    type: choice(DEFORMATION_NAMES),
    of: 'meshes',
    describe: `Render an animation of ${DEFORMATION_NAMES.join(', ')}`,
  },
  animation: {
    part: 'input',
    group: 'Mesh',
    type: ANIMATION,
    of: 'meshes',
    describe: 'Render an animation of a glTF file, by name or number from 0; NAME@SECONDS for one moment of it',
  },
  'primary-rays': {
    part: 'effort',
    group: 'Mesh',
    type: choice(TRACINGS),
    of: 'meshes',
    default: 'auto',
    describe: `Acceleration structure of primary rays: ${TRACING_MEANING}`,
  },
  'shadow-rays': {
    part: 'effort',
    group: 'Mesh',
    type: choice(TRACINGS),
    of: 'meshes',
    default: 'auto',
    describe: `Acceleration structure of shadow rays: ${TRACING_MEANING}`,
  },
  slabs: {
    part: 'effort',
    group: 'Mesh',
    type: orWord('auto', integerFrom(1, SLABS_MAX)),
    of: 'meshes',
    default: 'auto',
    describe: `Depth slabs that triangles are binned into, 1 to ${SLABS_MAX}; changes the speed, not the picture`,
  },
} as const satisfies Readonly<Record<string, Option>>;
