/** The options of `tilecast render` for its outputs: files, series of frames, and what is drawn on pictures. */
import { DEFORMATION_FRAMES } from './mesh/mesh-options.js';
import { HEATMAP_NAMES } from './overlays/choose-heatmap.js';
import { OVERLAYS } from './overlays/choose-overlays.js';

/** Spread into `RENDER_OPTIONS`. */
export const OUTPUT_OPTIONS = {
  output: {
    group: 'Output:',
    alias: 'o',
    type: 'string',
    describe:
      'The PNG to write; - for standard output. Several frames make an animated PNG, or one PNG each with %d in the name; {name} renders each input separately',
  },
  replay: {
    group: 'Output:',
    type: 'string',
    describe: 'Render this picture again from its recipe; other options change it',
  },
  turntable: { group: 'Output:', type: 'string', describe: 'Render N views all around the target' },
  cameras: { group: 'Output:', type: 'string', describe: 'Render a view for each camera of this JSON file, a list' },
  frames: {
    group: 'Output:',
    type: 'string',
    defaultDescription: `${DEFORMATION_FRAMES} with --deform or --animation`,
    describe:
      'Number of frames N in the loop of --deform or --animation; A-B or A-B/N renders only those of any series, from 0',
  },
  fps: { group: 'Output:', type: 'string', defaultDescription: '25', describe: 'Frames per second of an animation' },
  overlay: {
    group: 'Output:',
    type: 'string',
    describe: `Overlays to draw, comma-separated: ${OVERLAYS.join(', ')}`,
  },
  title: { group: 'Output:', type: 'string', describe: 'Write this at the top left of the picture' },
  'overlay-scale': {
    group: 'Output:',
    type: 'string',
    defaultDescription: '1',
    describe: 'Scale of overlays, relative to the size that suits the image',
  },
  'color-bar-title': {
    group: 'Output:',
    type: 'string',
    describe: 'Title of the colour bar, such as the unit',
  },
  heatmap: {
    group: 'Output:',
    type: 'string',
    describe: `Show the cost of each pixel instead of the picture: ${HEATMAP_NAMES.join(', ')}`,
  },
  size: {
    group: 'Output:',
    type: 'string',
    defaultDescription: '512x512',
    describe: 'Image size, WIDTHxHEIGHT in pixels',
  },
  background: {
    group: 'Output:',
    type: 'string',
    defaultDescription: 'black',
    describe: 'A colour: "#rrggbb", a CSS name, or R,G,B from 0 to 1; or transparent',
  },
  recipe: {
    group: 'Output:',
    type: 'string',
    defaultDescription: 'names',
    describe:
      'Recipe stored in the picture, for --replay: names (files without their folders), full (with them), or none',
  },
  format: {
    group: 'Output:',
    type: 'string',
    defaultDescription: 'png, or that of the name',
    describe: 'png, or y4m: raw video, for ffmpeg to encode',
  },
  stats: {
    group: 'Output:',
    type: 'string',
    describe: 'Write statistics of the frame to this JSON file; - for standard output',
  },
  progress: {
    group: 'Output:',
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Of a volume in pages, write a picture of a coarse copy first, and then replace it',
  },
  verbose: {
    group: 'Output:',
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Report what was done, and warnings of the WebGPU implementation',
  },
} as const;
