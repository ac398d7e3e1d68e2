/** Options for the camera: a viewpoint that is fitted and turned, or a camera by its fields. */
import { VIEW_NAMES } from '../../index.js';
import type { Option } from './option.js';
import { ANGLE, ANY_TEXT, choice, NUMBER, POINT, POSITIVE, VIEW } from './option-types.js';

export const CAMERA_OPTIONS = {
  view: {
    part: 'camera',
    group: 'Camera',
    type: VIEW,
    describe: `Viewpoint: ${VIEW_NAMES.join(', ')}; a to f look along the volume's axes, with its right and upper axis as (x, y), (x, z), (y, z), (z, x), (y, x), (z, y)`,
  },
  azimuth: {
    part: 'camera',
    group: 'Camera',
    type: NUMBER,
    default: '0',
    describe: 'Move the eye to the right, in degrees',
  },
  elevation: { part: 'camera', group: 'Camera', type: NUMBER, default: '0', describe: 'Then move it up, in degrees' },
  roll: {
    part: 'camera',
    group: 'Camera',
    type: NUMBER,
    default: '0',
    describe: 'Then turn the camera clockwise, in degrees',
  },
  zoom: { part: 'camera', group: 'Camera', type: POSITIVE, default: '1', describe: 'Magnification of the view' },
  eye: {
    part: 'camera',
    group: 'Camera',
    type: POINT,
    describe: 'Position of the eye, X,Y,Z in the world (LPS if anatomical)',
  },
  target: {
    part: 'camera',
    group: 'Camera',
    type: POINT,
    describe: 'Point that the camera looks at, X,Y,Z; default: the middle',
  },
  up: { part: 'camera', group: 'Camera', type: POINT, describe: 'Up direction of the image, X,Y,Z' },
  projection: {
    part: 'camera',
    group: 'Camera',
    type: choice(['perspective', 'orthographic']),
    describe: 'perspective (default) or orthographic',
  },
  fov: {
    part: 'camera',
    group: 'Camera',
    type: ANGLE,
    describe: 'Vertical angle of a perspective view, in degrees; default 30',
  },
  height: {
    part: 'camera',
    group: 'Camera',
    type: POSITIVE,
    describe: 'Height of an orthographic image, in world units',
  },
  camera: { part: 'camera', group: 'Camera', type: ANY_TEXT, describe: 'Take the camera from this JSON file' },
  'save-camera': {
    part: 'output',
    group: 'Camera',
    type: ANY_TEXT,
    isUnrecorded: true,
    notInViewer: 'is for tilecast render; the page saves pictures, views and cameras',
    describe: 'Write the camera to this JSON file; - for standard output',
  },
} as const satisfies Readonly<Record<string, Option>>;
