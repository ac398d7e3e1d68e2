/** Options for a picture's outputs: files, series of frames, and what is drawn on pictures. */

import { FRAMES_MAX, fail, parseChoice } from '../parse/parse-options.js';
import type { Option } from './option.js';
import {
  ANY_TEXT,
  BACKGROUND,
  choice,
  FRAMES,
  integerFrom,
  lineUpTo,
  type OptionType,
  orWord,
  positiveUpTo,
  SIZE,
  SWITCH,
  TIMES,
  words,
} from './option-types.js';

/** A second of an animation at the default speed. */
export const MOTION_FRAMES = 25;
const OVERLAYS = ['scale-bar', 'orientation', 'color-bar', 'legend', 'tiles'] as const;
const OVERLAY_COLORS = ['auto', 'white', 'black'] as const;
export const HEATMAPS = ['samples', 'triangles', 'skips', 'time'] as const;
const FORMATS = ['png', 'y4m'] as const;
/** Numbers of pixels that files may hold. */
export const ARRAYS = ['color', 'depth', 'normals', 'labels', 'triangles', 'values'] as const;
/** The share of its recipe that a picture holds: all, with files by their names or by their whole paths, or nothing. */
const RECIPE_DETAILS = ['names', 'full', 'none'] as const;

const FRAMES_PER_SECOND_MAX = 1000;
const OVERLAY_SCALE_MAX = 16;
/** Longer lines would be too small to read on any picture. */
const TITLE = lineUpTo(200);

/** Files for numbers of pixels. */
export interface ArrayFile {
  readonly name: (typeof ARRAYS)[number];
  readonly path: string;
}

/** Forms of files of numbers, by the ends of their names. */
const ARRAY_FORMATS = { npy: /\.npy$/i, exr: /\.exr$/i, tiff: /\.tiff?$/i } as const;
const ARRAY_NAMES = '.npy, .exr or .tiff';
export type ArrayFormat = keyof typeof ARRAY_FORMATS;
const INTEGERS: readonly string[] = ['labels', 'triangles'] satisfies readonly (typeof ARRAYS)[number][];

export const formatOfArray = (path: string): ArrayFormat | undefined =>
  (Object.keys(ARRAY_FORMATS) as ArrayFormat[]).find((format) => ARRAY_FORMATS[format].test(path));

const ARRAY_FILES: OptionType<readonly ArrayFile[]> = {
  parse: (option, text) => {
    const files = text.split(',').map((part): ArrayFile => {
      const [, written = '', path = ''] =
        /^([^=]*)=(.+)$/s.exec(part) ?? fail(`--${option}: "${part}" is no NAME=FILE`);
      const name = parseChoice(option, written, ARRAYS);
      const format = formatOfArray(path);
      if (!format) fail(`--${option}: ${path}: numbers are written as ${ARRAY_NAMES}; end the name in one of these`);
      if (format === 'exr' && INTEGERS.includes(name)) {
        fail(
          `--${option}: ${path}: ${name} are signed integers, which .exr has none of; end the name in .npy or .tiff`,
        );
      }
      return { name, path };
    });
    const twice = files.find(({ name }, index) => files.findIndex((other) => other.name === name) < index);
    return twice ? fail(`--${option}: names ${twice.name} twice`) : files;
  },
  schema: { type: 'string' },
};

const WRITES = 'is for tilecast render; the page saves pictures, views and cameras';
const SERIES = 'is for series of frames, which tilecast render makes; the page plays and turns';
const DRAWN = 'is for pictures; the page draws its own over what it shows';

export const OUTPUT_OPTIONS = {
  output: {
    part: 'output',
    group: 'Output',
    type: ANY_TEXT,
    alias: 'o',
    isUnrecorded: true,
    notInViewer: WRITES,
    describe:
      'The picture to write, as .png, .jpg or .webp; - for a PNG on standard output. Several frames make an animated PNG, or one picture each with %d in the name; {name} renders each input separately',
  },
  replay: {
    part: 'output',
    group: 'Output',
    type: ANY_TEXT,
    isUnrecorded: true,
    notInViewer: 'is for tilecast render; tilecast view picture.png looks around in what a picture shows',
    describe: 'Render this picture again from its recipe; other options change it',
  },
  turntable: {
    part: 'output',
    group: 'Output',
    type: integerFrom(1, FRAMES_MAX),
    isUnrecorded: true,
    notInViewer: SERIES,
    describe: 'Render N views in a full circle around the target',
  },
  cameras: {
    part: 'output',
    group: 'Output',
    type: ANY_TEXT,
    isUnrecorded: true,
    notInViewer: SERIES,
    describe: 'Render a view for each camera in the list of this JSON file',
  },
  times: {
    part: 'output',
    group: 'Output',
    type: TIMES,
    of: 'volume',
    isUnrecorded: true,
    notInViewer: SERIES,
    describe:
      'Render time points A-B of 4D data, or every STEPth of them as A-B:STEP, in the colours of the first; with --turntable they repeat',
  },
  keyframes: {
    part: 'output',
    group: 'Output',
    type: ANY_TEXT,
    isUnrecorded: true,
    notInViewer: SERIES,
    describe:
      'Render the frames between the views of this JSON file: pictures, saved views or recipes at certain frames; cameras, colours, cuts, times and opacities change smoothly',
  },
  frames: {
    part: 'output',
    group: 'Output',
    type: FRAMES,
    notInViewer: SERIES,
    defaultDescription: `${MOTION_FRAMES} with --deform or --animation`,
    describe:
      'Number of frames N in the loop of --deform or --animation; A-B or A-B/N renders only those of any series, from 0',
  },
  fps: {
    part: 'output',
    group: 'Output',
    type: integerFrom(1, FRAMES_PER_SECOND_MAX),
    default: '25',
    isUnrecorded: true,
    notInViewer: SERIES,
    describe: 'Frames per second of an animation',
  },
  overlay: {
    part: 'output',
    group: 'Output',
    type: words(OVERLAYS),
    notInViewer: DRAWN,
    describe: `Overlays to draw, comma-separated: ${OVERLAYS.join(', ')}`,
  },
  title: {
    part: 'output',
    group: 'Output',
    type: TITLE,
    notInViewer: DRAWN,
    describe: 'Write this at the top left of the picture',
  },
  'overlay-scale': {
    part: 'output',
    group: 'Output',
    type: positiveUpTo(OVERLAY_SCALE_MAX),
    defaultDescription: '1',
    notInViewer: DRAWN,
    describe: 'Scale of overlays, relative to the size that suits the image',
  },
  'overlay-color': {
    part: 'output',
    group: 'Output',
    type: choice(OVERLAY_COLORS),
    default: 'auto',
    notInViewer: DRAWN,
    describe:
      'Colour of letters and lines of overlays, outlined in the other one: white, black, or auto: black on a light background',
  },
  'color-bar-title': {
    part: 'output',
    group: 'Output',
    type: TITLE,
    notInViewer: DRAWN,
    describe: 'Title of the colour bar, such as the unit',
  },
  heatmap: {
    part: 'output',
    group: 'Output',
    type: choice(HEATMAPS),
    notInViewer: DRAWN,
    describe: `Show the cost of each pixel instead of the picture: ${HEATMAPS.join(', ')}`,
  },
  size: {
    part: 'output',
    group: 'Output',
    type: SIZE,
    default: '512x512',
    notInViewer: 'is for pictures; the page is as large as its window',
    describe: 'Image size, WIDTHxHEIGHT in pixels',
  },
  background: {
    part: 'output',
    group: 'Output',
    type: orWord('environment', BACKGROUND),
    default: 'black',
    describe:
      'A colour: "#rrggbb", a CSS name, or R,G,B from 0 to 1; transparent; or environment: the surroundings of --quality path, the default if --environment is a panorama',
  },
  recipe: {
    part: 'output',
    group: 'Output',
    type: choice(RECIPE_DETAILS),
    default: 'names',
    isUnrecorded: true,
    notInViewer: WRITES,
    describe:
      'Recipe stored in the picture, for --replay: names (files without their folders), full (with them), or none',
  },
  arrays: {
    part: 'output',
    group: 'Output',
    type: ARRAY_FILES,
    isUnrecorded: true,
    notInViewer: WRITES,
    describe: `Write per-pixel arrays, with or without a picture: NAME=FILE[,…], where NAME is one of ${ARRAYS.join(', ')} and FILE ends in ${ARRAY_NAMES}; --output takes them too`,
  },
  format: {
    part: 'output',
    group: 'Output',
    type: choice(FORMATS),
    defaultDescription: 'png, or that of the name',
    isUnrecorded: true,
    notInViewer: WRITES,
    describe: 'png, or y4m: raw video, for other programs to encode',
  },
  stats: {
    part: 'output',
    group: 'Output',
    type: ANY_TEXT,
    isUnrecorded: true,
    notInViewer: WRITES,
    describe: 'Write statistics of the frame to this JSON file; - for standard output',
  },
  progress: {
    part: 'output',
    group: 'Output',
    type: SWITCH,
    defaultDescription: 'false',
    isUnrecorded: true,
    notInViewer: WRITES,
    describe: 'Write a picture of a coarse copy of a volume in pages first, then replace it',
  },
  verbose: {
    part: 'output',
    group: 'Output',
    type: SWITCH,
    default: false,
    isUnrecorded: true,
    notInViewer: WRITES,
    describe: 'Report what was done, and warnings of the WebGPU implementation',
  },
} as const satisfies Readonly<Record<string, Option>>;
