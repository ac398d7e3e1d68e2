/** The options for meshes, as yargs and as our own parsers read them. */
import { describe, expect, it } from 'vitest';
import yargs from 'yargs';
import {
  chooseMesh,
  MESH_ARGUMENT_DEFAULTS,
  MESH_OPTIONS,
  type MeshArguments,
  type MeshChoice,
} from '../../src/cli/mesh-options.js';
import { DEFORMATION_NAMES, InputError } from '../../src/index.js';

/** Of a command line of these words. */
function choose(...words: string[]): MeshChoice {
  const given = yargs(words).options(MESH_OPTIONS).strict().parseSync();
  return chooseMesh({ ...MESH_ARGUMENT_DEFAULTS, ...(given as Partial<MeshArguments>) });
}

const DEFAULT: MeshChoice = {
  cull: 'none',
  smooth: true,
  shadows: false,
  color: undefined,
  deformation: undefined,
  slabs: 'auto',
  tile: 'auto',
};

describe('chooseMesh', () => {
  it('leaves to the renderer what is not given', () => {
    expect(choose()).toEqual(DEFAULT);
  });

  it.each<[string[], Partial<MeshChoice>]>([
    [['--cull', 'back'], { cull: 'back' }],
    [['--cull', 'front'], { cull: 'front' }],
    [['--flat'], { smooth: false }],
    [['--no-flat'], { smooth: true }],
    [['--shadows'], { shadows: true }],
    [['--mesh-color', '#ff8000'], { color: [1, 128 / 255, 0] }],
    [['--mesh-color', 'white'], { color: [1, 1, 1] }],
    [['--mesh-color', '0.25,0.5,1'], { color: [0.25, 0.5, 1] }],
    [['--deform', 'wave'], { deformation: { name: 'wave', frames: 25 } }],
    [['--deform', 'twist', '--frames', '7'], { deformation: { name: 'twist', frames: 7 } }],
    [['--slabs', '16'], { slabs: 16 }],
    [['--slabs', 'auto', '--tile', 'auto'], {}],
    [['--tile', '32x4'], { tile: { width: 32, height: 4 } }],
  ])('reads %j', (words, choice) => {
    expect(choose(...words)).toEqual({ ...DEFAULT, ...choice });
  });

  it.each<[string[], RegExp]>([
    [['--cull', 'both'], /^--cull: "both" is none of none, back, front$/],
    [['--mesh-color', 'mauvish'], /^--mesh-color: "mauvish" is not a color/],
    [['--mesh-color', 'transparent'], /^--mesh-color: must be a color, since meshes are opaque$/],
    [['--mesh-color', '0.5,2,0'], /^--mesh-color: .*from 0 to 1/],
    [['--deform', 'melt'], new RegExp(`^--deform: "melt" is none of ${DEFORMATION_NAMES.join(', ')}$`)],
    [['--frames', '9'], /^--frames: is for --deform/],
    [['--deform', 'wave', '--frames', '0'], /^--frames: must be 1 at least, not 0$/],
    [['--deform', 'wave', '--frames', '1.5'], /^--frames: "1.5" is not a whole number/],
    [['--slabs', '0'], /^--slabs: must be 1 at least, not 0$/],
    [['--slabs', '-4'], /^--slabs: "-4" is not a whole number/],
    [['--slabs', 'many'], /^--slabs: "many" is not a whole number/],
    [['--tile', '32'], /^--tile: "32" is not WIDTHxHEIGHT/],
    [['--tile', '0x8'], /^--tile: "0x8" is not WIDTHxHEIGHT/],
  ])('refuses %j in one line that names the option', (words, message) => {
    expect(() => choose(...words)).toThrow(InputError);
    expect(() => choose(...words)).toThrow(message);
    expect(() => choose(...words)).not.toThrow(/\n/);
  });
});
