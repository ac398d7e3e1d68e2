/** The options of `tilecast render` for the camera: a viewpoint that is fitted and turned, or a camera by its fields. */
import { VIEW_NAMES } from '../../index.js';

/** Spread into `RENDER_OPTIONS`. */
export const CAMERA_OPTIONS = {
  view: { group: 'Camera:', type: 'string', describe: `Viewpoint: ${VIEW_NAMES.join(', ')}` },
  azimuth: {
    group: 'Camera:',
    type: 'string',
    defaultDescription: '0',
    describe: 'Move the eye to the right, in degrees',
  },
  elevation: { group: 'Camera:', type: 'string', defaultDescription: '0', describe: 'Then move it up, in degrees' },
  roll: {
    group: 'Camera:',
    type: 'string',
    defaultDescription: '0',
    describe: 'Then turn the camera clockwise, in degrees',
  },
  zoom: { group: 'Camera:', type: 'string', defaultDescription: '1', describe: 'Magnification of the view' },
  eye: { group: 'Camera:', type: 'string', describe: 'Position of the eye, X,Y,Z in the world (LPS if anatomical)' },
  target: { group: 'Camera:', type: 'string', describe: 'Point that the camera looks at, X,Y,Z; default: the middle' },
  up: { group: 'Camera:', type: 'string', describe: 'Up direction of the image, X,Y,Z' },
  projection: { group: 'Camera:', type: 'string', describe: 'perspective (default) or orthographic' },
  fov: { group: 'Camera:', type: 'string', describe: 'Vertical angle of a perspective view, in degrees; default 30' },
  height: { group: 'Camera:', type: 'string', describe: 'Height of an orthographic image, in world units' },
  camera: { group: 'Camera:', type: 'string', describe: 'Take the camera from this JSON file' },
  'save-camera': {
    group: 'Camera:',
    type: 'string',
    describe: 'Write the camera to this JSON file; - for standard output',
  },
} as const;
