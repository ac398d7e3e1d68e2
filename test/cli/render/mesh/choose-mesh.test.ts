/** The options for meshes, as yargs and as our own parsers read them. */
import { describe, expect, it } from 'vitest';
import yargs from 'yargs';
import { chooseMesh, type MeshChoice } from '../../../../src/cli/render/mesh/choose-mesh.js';
import { RENDER_OPTIONS } from '../../../../src/cli/render/render-options.js';
import { DEFORMATION_NAMES, InputError } from '../../../../src/index.js';
import { type OptionTexts, parseOptions } from '../../../../src/recipe/options.js';

/** Parses a command line of these words. */
async function choose(...words: string[]): Promise<MeshChoice> {
  const given = yargs(words)
    .options(RENDER_OPTIONS)
    .strict()
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new Error(message);
    })
    .parseSync();
  return chooseMesh(parseOptions(given as OptionTexts));
}

const DEFAULT: MeshChoice = {
  cull: 'none',
  smooth: true,
  creaseDegrees: 50,
  shadows: false,
  colors: undefined,
  ownColors: true,
  valueColors: undefined,
  opacities: undefined,
  reflectivities: undefined,
  reflections: 2,
  ambientOcclusion: undefined,
  softShadows: undefined,
  primaryRays: 'auto',
  shadowRays: 'auto',
  transforms: undefined,
  deformation: undefined,
  animation: undefined,
  motion: undefined,
  slabs: 'auto',
};

const SCALED = {
  columns: [
    [2, 0, 0],
    [0, 3, 0],
    [0, 0, 4],
  ],
  origin: [5, 6, 7],
} as const;

describe('chooseMesh', () => {
  it('leaves to the renderer what is not given', async () => {
    expect(await choose()).toEqual(DEFAULT);
  });

  it.each<[string[], Partial<MeshChoice>]>([
    [['--cull', 'back'], { cull: 'back' }],
    [['--cull', 'front'], { cull: 'front' }],
    [['--flat'], { smooth: false }],
    [['--no-flat'], { smooth: true }],
    [['--shadows'], { shadows: true }],
    [['--mesh-color', '#ff8000'], { colors: [[1, 128 / 255, 0]] }],
    [['--mesh-color', 'white'], { colors: [[1, 1, 1]] }],
    [['--no-own-colors'], { ownColors: false }],
    [['--mesh-color', '0.25,0.5,1'], { colors: [[0.25, 0.5, 1]] }],
    [['--deform', 'wave'], { deformation: 'wave', motion: { option: 'deform', frames: 25 } }],
    [['--deform', 'twist', '--frames', '7'], { deformation: 'twist', motion: { option: 'deform', frames: 7 } }],
    [
      ['--animation', 'walk', '--frames', '7'],
      { animation: { name: 'walk', seconds: undefined }, motion: { option: 'animation', frames: 7 } },
    ],
    [['--animation', 'a@b@1.5'], { animation: { name: 'a@b', seconds: 1.5 } }],
    [['--slabs', '16'], { slabs: 16 }],
    [['--slabs', 'auto'], {}],
    [
      ['--mesh-color', 'black', '--mesh-color', 'white'],
      {
        colors: [
          [0, 0, 0],
          [1, 1, 1],
        ],
      },
    ],
    [['--mesh-opacity', '0.5', '--mesh-opacity', '1'], { opacities: [0.5, 1] }],
    [['--reflectivity', '0.25'], { reflectivities: [0.25] }],
    [['--reflectivity', '0', '--reflectivity', '1'], { reflectivities: [0, 1] }],
    [['--reflections', '0'], { reflections: 0 }],
    [['--reflections', '16'], { reflections: 16 }],
    [['--ambient-occlusion', '8'], { ambientOcclusion: { rays: 8, distance: undefined } }],
    [['--ambient-occlusion', '256', '--occlusion-distance', '2.5'], { ambientOcclusion: { rays: 256, distance: 2.5 } }],
    [['--primary-rays', 'bvh'], { primaryRays: 'bvh' }],
    [['--primary-rays', 'bins', '--shadow-rays', 'bvh'], { primaryRays: 'bins', shadowRays: 'bvh' }],
    [['--shadow-rays', 'auto'], {}],
    [['--transform', '2,0,0,5, 0,3,0,6, 0,0,4,7'], { transforms: [SCALED] }],
    [['--transform', '[[2,0,0,5],[0,3,0,6],[0,0,4,7],[0,0,0,1]]'], { transforms: [SCALED] }],
    [['--transform', 'RAS'], { transforms: ['ras'] }],
    [['--transform', 'lps'], { transforms: ['lps'] }],
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
