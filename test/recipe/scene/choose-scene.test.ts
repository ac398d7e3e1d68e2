/** What options choose of a scene: those of meshes, as yargs and as our own parsers read them. */
import { describe, expect, it } from 'vitest';
import yargs from 'yargs';
import { chooseMotion } from '../../../src/cli/render/frames/choose-motion.js';
import { inlineFiles } from '../../../src/cli/render/load/inline-files.js';
import { RENDER_OPTIONS } from '../../../src/cli/render/render-options.js';
import { DEFORMATION_NAMES, InputError } from '../../../src/index.js';
import { checkCombinations } from '../../../src/recipe/check-combinations.js';
import { type OptionTexts, parseOptions } from '../../../src/recipe/options.js';
import { chooseScene } from '../../../src/recipe/scene/choose-scene.js';
import {
  MESH_STYLE_DEFAULTS,
  SCENE_CHOICE_DEFAULTS,
  type SceneChoice,
} from '../../../src/recipe/scene/scene-choice.js';

/** Parses a command line of these words. */
async function choose(...words: string[]): Promise<SceneChoice> {
  const given = yargs(words)
    .options(RENDER_OPTIONS)
    .strict()
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new Error(message);
    })
    .parseSync();
  const values = parseOptions({ ...(given as OptionTexts), ...(await inlineFiles(given as OptionTexts)) });
  const choice = chooseScene(values);
  checkCombinations(values, choice);
  chooseMotion(values);
  return choice;
}

/** What the defaults of options set beside what nobody sets. */
const DEFAULT: SceneChoice = {
  ...SCENE_CHOICE_DEFAULTS,
  settings: {
    samplesPerPixel: 1,
    exposure: 1,
    anisotropy: 0,
    coat: 0,
    coatRoughness: 0.3,
    aperture: 0,
    clampIndirect: 0,
    filter: 'auto',
    skip: 'auto',
    earlyTermination: true,
    shape: 'auto',
    slabs: 'auto',
    primaryRays: 'auto',
    shadowRays: 'auto',
    allowDownsample: true,
  },
};

const settings = (changed: Partial<SceneChoice['settings']>) => ({ settings: { ...DEFAULT.settings, ...changed } });
const each = (...styles: Partial<SceneChoice['meshStyle']>[]) => ({
  meshes: styles.map((style) => ({ ...MESH_STYLE_DEFAULTS, ...style })),
});

const SCALED = {
  columns: [
    [2, 0, 0],
    [0, 3, 0],
    [0, 0, 4],
  ],
  origin: [5, 6, 7],
} as const;

describe('chooseScene', () => {
  it('leaves to the renderer what is not given', async () => {
    expect(await choose()).toEqual(DEFAULT);
  });

  it.each<[string[], Partial<SceneChoice>]>([
    [['--cull', 'back'], { cull: 'back' }],
    [['--cull', 'front'], { cull: 'front' }],
    [['--flat'], { flat: true }],
    [['--no-flat'], {}],
    [['--shadows'], { shadows: true }],
    [['--mesh-color', '#ff8000'], { meshStyle: { color: [1, 128 / 255, 0] } }],
    [['--mesh-color', 'white'], { meshStyle: { color: [1, 1, 1] } }],
    [['--no-own-colors'], { ownColors: false }],
    [['--mesh-color', '0.25,0.5,1'], { meshStyle: { color: [0.25, 0.5, 1] } }],
    [['--deform', 'wave'], { deform: 'wave' }],
    [['--deform', 'twist', '--frames', '7'], { deform: 'twist' }],
    [['--animation', 'walk', '--frames', '7'], { animation: { name: 'walk' } }],
    [['--animation', 'a@b@1.5'], { animation: { name: 'a@b', seconds: 1.5 } }],
    [['--slabs', '16'], settings({ slabs: 16 })],
    [['--slabs', 'auto'], {}],
    [['--mesh-color', 'black', '--mesh-color', 'white'], each({ color: [0, 0, 0] }, { color: [1, 1, 1] })],
    [['--mesh-opacity', '0.5', '--mesh-opacity', '1'], each({ opacity: 0.5 }, { opacity: 1 })],
    [['--reflectivity', '0.25'], { meshStyle: { reflectivity: 0.25 } }],
    [['--reflectivity', '0', '--reflectivity', '1'], each({ reflectivity: 0 }, { reflectivity: 1 })],
    [['--reflections', '0'], { reflections: 0 }],
    [['--reflections', '16'], { reflections: 16 }],
    [['--ambient-occlusion', '8'], { occlusionRays: 8 }],
    [['--ambient-occlusion', '256', '--occlusion-distance', '2.5'], { occlusionRays: 256, occlusionDistance: 2.5 }],
    [['--primary-rays', 'bvh'], settings({ primaryRays: 'bvh' })],
    [['--primary-rays', 'bins', '--shadow-rays', 'bvh'], settings({ primaryRays: 'bins', shadowRays: 'bvh' })],
    [['--shadow-rays', 'auto'], {}],
    [['--transform', '2,0,0,5, 0,3,0,6, 0,0,4,7'], { meshStyle: { transform: SCALED } }],
    [['--transform', '[[2,0,0,5],[0,3,0,6],[0,0,4,7],[0,0,0,1]]'], { meshStyle: { transform: SCALED } }],
    [['--transform', 'RAS'], { meshStyle: { transform: 'ras' } }],
    [['--transform', 'lps'], { meshStyle: { transform: 'lps' } }],
  ])('reads %j', async (words, choice) => {
    expect(await choose(...words)).toEqual({ ...DEFAULT, ...choice });
  });

  it.each<[string[], RegExp]>([
    [['--cull', 'both'], /^--cull: "both" is none of none, back, front$/],
    [['--mesh-color', 'mauvish'], /^--mesh-color: "mauvish" is not a colour/],
    [['--mesh-color', 'transparent'], /^--mesh-color: must be a colour, and transparent is none$/],
    [['--mesh-color', '0.5,2,0'], /^--mesh-color: .*from 0 to 1/],
    [['--deform', 'melt'], new RegExp(`^--deform: "melt" is none of ${DEFORMATION_NAMES.join(', ')}$`)],
    [['--frames', '9'], /^--frames: a number is for --deform/],
    [['--deform', 'wave', '--frames', '0'], /^--frames: must be from 1 to 100000, not 0$/],
    [['--deform', 'wave', '--frames', '1.5'], /^--frames: "1.5" is no number N of frames/],
    [['--slabs', '0'], /^--slabs: must be from 1 to 64, not 0$/],
    [['--slabs', '-4'], /^--slabs: "-4" is not a whole number/],
    [['--slabs', 'many'], /^--slabs: "many" is not a whole number/],
    [['--mesh-opacity', '1.5'], /^--mesh-opacity: must be from 0 to 1, not 1.5$/],
    [['--mesh-opacity', '-0.5'], /^--mesh-opacity: must be from 0 to 1, not -0.5$/],
    [['--reflectivity', '1.5'], /^--reflectivity: must be from 0 to 1, not 1.5$/],
    [['--reflectivity', 'shiny'], /^--reflectivity: "shiny" is not a number$/],
    [['--reflections', '17'], /^--reflections: must be from 0 to 16, not 17$/],
    [['--reflections', '-1'], /^--reflections: "-1" is not a whole number/],
    [['--ambient-occlusion', '0'], /^--ambient-occlusion: must be from 1 to 256, not 0$/],
    [['--ambient-occlusion', '257'], /^--ambient-occlusion: must be from 1 to 256, not 257$/],
    [['--ambient-occlusion', ''], /^--ambient-occlusion: "" is not a whole number/],
    [
      ['--ambient-occlusion', '4', '--occlusion-distance', '0'],
      /^--occlusion-distance: must be greater than 0, not 0$/,
    ],
    [['--occlusion-distance', '2'], /^--occlusion-distance: is for --ambient-occlusion, which names a number of rays$/],
    [['--primary-rays', 'bhv'], /^--primary-rays: "bhv" is none of auto, bins, bvh$/],
    [['--shadow-rays', 'tree'], /^--shadow-rays: "tree" is none of auto, bins, bvh$/],
    [['--transform', '1,2,3'], /^--transform: "1,2,3": must be 12 or 16 numbers, not 3$/],
    [['--transform', '1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2'], /^--transform: .* must end with the row 0,0,0,1$/],
    [['--transform', 'no-such-file.txt'], /^no-such-file.txt: /],
    [['--transform', 'package.json'], /^package.json: holds something else than numbers$/],
  ])('refuses %j in one line that names the option or the file', async (words, message) => {
    const error = await choose(...words).catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(message);
    expect((error as InputError).message).not.toMatch(/\n/);
  });
});
