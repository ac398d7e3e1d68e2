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
      'The PNG to write, - for standard output; of several frames an animated PNG, or one each if it has %d; {name} renders each input apart',
  },
  replay: {
    group: 'Output:',
    type: 'string',
    describe: 'Make this picture again, by the recipe in it; other options change it',
  },
  turntable: { group: 'Output:', type: 'string', describe: 'Render N views all around the target' },
  cameras: { group: 'Output:', type: 'string', describe: 'Render a view for each camera of this JSON file, a list' },
  frames: {
    group: 'Output:',
    type: 'string',
    defaultDescription: `${DEFORMATION_FRAMES} with --deform or --animation`,
    describe:
      'N frames of --deform or --animation, which loop; A-B, or A-B/N, renders those alone of any series, from 0 on',
  },
  fps: { group: 'Output:', type: 'string', defaultDescription: '25', describe: 'Frames a second of an animation' },
  overlay: {
    group: 'Output:',
    type: 'string',
    describe: `Draw on the picture: ${OVERLAYS.join(', ')}, by commas`,
  },
  title: { group: 'Output:', type: 'string', describe: 'Write this at the top left of the picture' },
  'overlay-scale': {
    group: 'Output:',
    type: 'string',
    defaultDescription: '1',
    describe: 'Make overlays so many times as large as fits the image’s size',
  },
  'color-bar-title': {
    group: 'Output:',
    type: 'string',
    describe: 'What stands above the colour bar, such as the unit',
  },
  heatmap: {
    group: 'Output:',
    type: 'string',
    describe: `Instead of the picture show where the effort went: ${HEATMAP_NAMES.join(', ')}`,
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
    describe: 'A colour, as "#rrggbb", by its name in CSS, or R,G,B from 0 to 1; or transparent',
  },
  recipe: {
    group: 'Output:',
    type: 'string',
    defaultDescription: 'names',
    describe:
      'What a picture holds of how it was made: names (files without their folders), full (with them), or none, so that nothing can make it again',
  },
  format: {
    group: 'Output:',
    type: 'string',
    defaultDescription: 'png, or that of the name',
    describe: 'png, or y4m: raw video, for ffmpeg to make others of',
  },
  stats: {
    group: 'Output:',
    type: 'string',
    describe: 'Write what the frame cost to this JSON file; - is standard output',
  },
  progress: {
    group: 'Output:',
    type: 'boolean',
    defaultDescription: 'false',
    describe:
      'Write the picture of a coarse copy first, where a volume is shown in pages, and the exact one in its place',
  },
  verbose: {
    group: 'Output:',
    type: 'boolean',
    defaultDescription: 'false',
    describe: 'Say what was done, and what the WebGPU implementation warns of',
  },
} as const;
