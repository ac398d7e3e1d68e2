/** The options of pictures of slices: their own, and those of renderings that mean the same of them. */
import type { Vec3 } from '../../index.js';
import type { PlaneChoice } from '../../slices/list-cuts.js';
import { namedPlane, PLAIN_NAMES, PLANE_NAMES } from '../../slices/planes.js';
import type { SlicePosition } from '../../slices/positions.js';
import { SLAB_MODES } from '../../slices/sample-slice.js';
import { fail, parseOptionNumber, parseVec3 } from '../parse/parse-options.js';
import { APPEARANCE_OPTIONS } from './appearance-options.js';
import { CAMERA_OPTIONS } from './camera-options.js';
import { CUT_OPTIONS } from './cut-options.js';
import { INPUT_OPTIONS } from './input-options.js';
import { MESH_OPTIONS } from './mesh-options.js';
import type { Option } from './option.js';
import {
  BACKGROUND,
  choice,
  integerFrom,
  numberFrom,
  type OptionType,
  POINT,
  positiveUpTo,
  SWITCH,
} from './option-types.js';
import { OUTPUT_OPTIONS } from './output-options.js';

/** A panel of a picture: a slice of a plane, or the whole in three dimensions. */
export type PanelChoice = PlaneChoice | '3d';

const PANELS: Readonly<Record<string, readonly PanelChoice[]>> = {
  ...Object.fromEntries(PLANE_NAMES.map((name) => [name, [name]])),
  ortho: PLANE_NAMES,
  ...Object.fromEntries(Object.entries(PLAIN_NAMES).map(([plain, name]) => [plain, [name]])),
  '3d': ['3d'],
};
const PANEL_NAMES = Object.keys(PANELS);

/** Names and normals by commas; three numbers are a normal. */
const PLANE: OptionType<readonly PanelChoice[]> = {
  parse: (option, text) => {
    const parts = text.split(',');
    const panels: PanelChoice[] = [];
    while (parts.length > 0) {
      const [part = ''] = parts;
      const named = Object.hasOwn(PANELS, part) ? PANELS[part] : undefined;
      panels.push(...(named ?? [parseNormal(option, parts.slice(0, 3))]));
      parts.splice(0, named ? 1 : 3);
    }
    return panels;
  },
  schema: { type: 'string' },
};

function parseNormal(option: string, parts: readonly string[]): PlaneChoice {
  if (parts.length < 3 || Number.isNaN(Number(parts[0]))) {
    fail(`--${option}: "${parts[0]}" is none of ${PANEL_NAMES.join(', ')}, and begins no normal NX,NY,NZ`);
  }
  const text = parts.join(',');
  const normal = parseVec3(option, text);
  return Math.hypot(...normal) > 0 ? { normal } : fail(`--${option}: "${text}" has no direction`);
}

/** The normal of one plane. */
const PERPENDICULAR: OptionType<Vec3> = {
  parse: (option, text) => {
    const [panel, ...others] = PLANE.parse(option, text);
    if (others.length > 0 || panel === undefined || panel === '3d') {
      return fail(`--${option}: "${text}" is not one plane; name axial, coronal, sagittal, or a normal NX,NY,NZ`);
    }
    return typeof panel === 'object' ? panel.normal : namedPlane(panel).normal;
  },
  schema: { type: 'string' },
};

/** Stands before the numbers of voxels; it holds for those that follow it. */
const VOXEL = 'voxel:';

/** Positions by commas. */
const POSITIONS: OptionType<readonly SlicePosition[]> = {
  parse: (option, text) => {
    let isVoxel = false;
    return text.split(',').map((part): SlicePosition => {
      isVoxel ||= part.startsWith(VOXEL);
      const number = parseOptionNumber(option, part.startsWith(VOXEL) ? part.slice(VOXEL.length) : part);
      return isVoxel ? { voxel: number } : number;
    });
  },
  schema: { type: 'string' },
};

const COUNT_MAX = 10_000;
const SCALE_MAX = 64;
const OUTLINE_MAX = 32;

const {
  output,
  replay,
  recipe,
  title,
  'color-bar-title': colorBarTitle,
  'overlay-scale': overlayScale,
  background,
} = OUTPUT_OPTIONS;
const { default: _, ...size } = OUTPUT_OPTIONS.size;
const { raw, spacing, component, time, series, voxels, mask, labels, 'disk-cache': diskCache } = INPUT_OPTIONS;
const { threshold, transfer, window } = APPEARANCE_OPTIONS;

export const SLICE_OPTIONS = {
  output: {
    ...output,
    describe: 'The PNG to write; - for standard output. {name} shows each input in a picture of its own',
  },
  replay: { ...replay, describe: 'Draw this picture again from its recipe; other options change it' },
  recipe,
  plane: {
    part: 'camera',
    group: 'Slices',
    type: PLANE,
    defaultDescription: 'ortho, or the only slice',
    describe: `${PANEL_NAMES.join(', ')}, or a normal NX,NY,NZ in the world; several, comma-separated, make a mosaic. ortho is one slice across each axis, 3d a rendering`,
  },
  through: {
    part: 'camera',
    group: 'Slices',
    type: POINT,
    repeatable: true,
    describe: 'A point X,Y,Z on the plane, instead of --plane: three times, or twice with --perpendicular',
  },
  perpendicular: {
    part: 'camera',
    group: 'Slices',
    type: PERPENDICULAR,
    describe: 'The plane, by name or normal, that the plane --through two points is perpendicular to',
  },
  up: {
    part: 'camera',
    group: 'Slices',
    type: POINT,
    describe: 'The direction X,Y,Z that points up in slices across NX,NY,NZ or --through points',
  },
  at: {
    part: 'camera',
    group: 'Slices',
    type: POSITIONS,
    describe:
      'Positions along the normal in world units, comma-separated, or voxel:N,N… along the nearest axis; X,Y,Z of ortho',
  },
  count: {
    part: 'camera',
    group: 'Slices',
    type: integerFrom(1, COUNT_MAX),
    defaultDescription: '1',
    describe: 'Number of slices, spread evenly through what can be seen',
  },
  columns: {
    part: 'output',
    group: 'Slices',
    type: integerFrom(1, COUNT_MAX),
    defaultDescription: 'as suits the picture',
    describe: 'Slices per row',
  },
  view: {
    ...CAMERA_OPTIONS.view,
    group: 'Slices',
    defaultDescription: 'three-quarter',
    describe: 'Viewpoint of 3d, as of tilecast render',
  },
  azimuth: { ...CAMERA_OPTIONS.azimuth, group: 'Slices', describe: 'Move the eye of 3d to the right, in degrees' },
  elevation: { ...CAMERA_OPTIONS.elevation, group: 'Slices', describe: 'Then move it up, in degrees' },
  neurological: {
    part: 'camera',
    group: 'Slices',
    type: SWITCH,
    default: false,
    describe: "Mirror slices, so that the patient's left is at the left; radiological by default",
  },
  scale: {
    part: 'output',
    group: 'Slices',
    type: positiveUpTo(SCALE_MAX),
    defaultDescription: '1; more of small volumes with annotations',
    describe: 'Pixels per smallest spacing of the first volume',
  },
  size: { ...size, group: 'Slices', describe: 'Fit the picture into WIDTHxHEIGHT pixels, instead of --scale' },
  nearest: {
    part: 'appearance',
    group: 'Slices',
    type: SWITCH,
    default: false,
    describe: 'Show the nearest voxels, without interpolation',
  },
  'slab-thickness': {
    ...CUT_OPTIONS['slab-thickness'],
    group: 'Slices',
    describe: 'Reduce a slab of this thickness around each slice, in world units, to one value per pixel',
  },
  mode: {
    part: 'appearance',
    group: 'Slices',
    type: choice(SLAB_MODES),
    defaultDescription: 'mip',
    describe: `Reduction of --slab-thickness: ${SLAB_MODES.join(', ')}`,
  },
  outline: {
    part: 'appearance',
    group: 'Slices',
    type: SWITCH,
    defaultDescription: 'true, unless there is --fill',
    describe: 'Outline the labels of --mask',
  },
  'outline-width': {
    part: 'appearance',
    group: 'Slices',
    type: positiveUpTo(OUTLINE_MAX),
    default: '1',
    describe: 'Width in pixels of the lines of labels and meshes',
  },
  fill: {
    part: 'appearance',
    group: 'Slices',
    type: numberFrom(0, 1),
    describe: 'Fill the labels of --mask with this opacity, from 0 to 1',
  },
  annotations: {
    part: 'output',
    group: 'Slices',
    type: SWITCH,
    default: true,
    describe:
      'Draw orientation letters, positions, a scale bar, names of labels and a colour bar; --no-annotations leaves the bare pixels',
  },
  crosshairs: {
    part: 'output',
    group: 'Slices',
    type: SWITCH,
    default: true,
    describe: 'Draw where the slices of ortho cross',
  },
  threshold,
  window: { ...window, describe: 'Values LO,HI from black to white, or that --transfer is stretched to' },
  transfer: {
    ...transfer,
    describe:
      'Transfer function whose colours show values, by name (see tilecast transfer list) or file; default: greys',
  },
  'fused-threshold': APPEARANCE_OPTIONS['fused-threshold'],
  'fused-transfer': APPEARANCE_OPTIONS['fused-transfer'],
  'fused-window': APPEARANCE_OPTIONS['fused-window'],
  'fused-opacity': {
    ...APPEARANCE_OPTIONS['fused-opacity'],
    describe: 'Opacity of the other volumes, from 0 to 1; once, or once for each',
  },
  'mesh-color': {
    ...MESH_OPTIONS['mesh-color'],
    defaultDescription: 'one each',
    describe: 'Colour of the lines in which slices cut meshes; once, or once per mesh',
  },
  transform: MESH_OPTIONS.transform,
  raw,
  spacing,
  component: {
    ...component,
    describe:
      'Component of vector data, or channel of a store, from 0; several, comma-separated, add up their light; default: those that the store marks as active, else the first',
  },
  time,
  series,
  voxels,
  mask: { ...mask, describe: 'A volume whose labels are outlined or filled' },
  labels: { ...labels, describe: 'Labels of the mask, LABEL[:COLOR[:OPACITY]], comma-separated; default: all but 0' },
  'disk-cache': diskCache,
  background: {
    ...background,
    type: BACKGROUND,
    describe: 'A colour: "#rrggbb", a CSS name, or R,G,B from 0 to 1; or transparent',
  },
  title,
  'color-bar-title': { ...colorBarTitle, describe: 'Title of the colour bar, such as the unit' },
  'overlay-scale': {
    ...overlayScale,
    describe: 'Scale of annotations, relative to the size that suits the slices',
  },
} as const satisfies Readonly<Record<string, Option>>;
