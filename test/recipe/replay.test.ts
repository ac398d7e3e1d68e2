/** Recipes of pictures that earlier versions made, and recipes that other programs write. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { readPngText } from '../../src/node/index.js';
import { checkRecipe } from '../../src/recipe/recipe.js';
import { RECIPE_KEYWORD } from '../../src/recipe/recipe-json.js';
import { MESH_LIGHT } from '../../src/recipe/scene/lighting.js';
import { makeFolder, runCli } from '../cli/run-cli.js';

const folder = makeFolder();
const VOLUMES = join(import.meta.dirname, '..', '..', 'volumes');
const OLD = join(import.meta.dirname, 'pictures-of-0.1');

function replay(recipe: string, ...more: string[]) {
  const out = join(folder, 'again.png');
  const { status, stderr } = runCli(['render', VOLUMES, '--replay', recipe, '-o', out, '--software', ...more]);
  return { status, stderr: String(stderr), out };
}

const pixelsOf = (path: string) => PNG.sync.read(readFileSync(path)).data;
const recipeOf = (path: string) => JSON.parse(readPngText(readFileSync(path), path)[RECIPE_KEYWORD]!);

describe('a picture of tilecast 0.1', () => {
  it.each(readdirSync(OLD))('is made again from its recipe: %s', (name) => {
    const old = join(OLD, name);
    expect(recipeOf(old)).not.toHaveProperty('version');
    const { status, stderr, out } = replay(old);
    expect(status, stderr).toBe(0);
    expect(Math.max(...pixelsOf(out).map((value, at) => Math.abs(value - pixelsOf(old)[at]!)))).toBeLessThanOrEqual(1);
    expect(recipeOf(out)).toMatchObject({ version: 1, size: '40x32' });
  });
});

describe('a recipe that another program wrote', () => {
  const write = (recipe: object) => {
    const path = join(folder, 'recipe.json');
    writeFileSync(path, JSON.stringify(recipe));
    return path;
  };
  const SCAN = { version: 1, inputs: ['head-phantom.nrrd'], size: '24x20' };

  it('that names pre-integration is rendered by quality fine, which is said', () => {
    const { status, stderr, out } = replay(write({ ...SCAN, quality: 'plain', preintegrated: true }));
    expect(status).toBe(0);
    expect(stderr).toMatch(/--preintegrated is gone, and --quality fine in its place/);
    const fine = pixelsOf(out);
    expect(recipeOf(out)).toMatchObject({ quality: 'fine' });
    const without = replay(write({ ...SCAN, preintegrated: false }));
    expect(without.stderr).not.toMatch(/preintegrated/);
    expect(pixelsOf(without.out)).toEqual(fine);
    expect(recipeOf(without.out)).not.toHaveProperty('preintegrated');
  });

  it('is rendered as the command line renders the same options', () => {
    const transfer = {
      colors: [{ value: 0, color: [1, 0, 0] }],
      opacities: [
        { value: 50, opacity: 0 },
        { value: 200, opacity: 0.8 },
      ],
    };
    const recipe = {
      ...SCAN,
      view: 'left',
      azimuth: 20,
      clip: [[0, 0, 1, -20]],
      background: [0.1, 0.2, 0.3],
      transfer,
    };
    const { status, stderr, out } = replay(write(recipe));
    expect(status, stderr).toBe(0);
    const replayed = pixelsOf(out);
    const file = join(folder, 'transfer.json');
    writeFileSync(file, JSON.stringify(transfer));
    const input = join(VOLUMES, 'head-phantom.nrrd');
    const options = ['--view', 'left', '--azimuth', '20', '--clip=0,0,1,-20', '--background', '0.1,0.2,0.3'];
    const direct = runCli([
      'render',
      input,
      '-o',
      out,
      '--software',
      '--size',
      '24x20',
      ...options,
      '--transfer',
      file,
    ]);
    expect(direct.status, String(direct.stderr)).toBe(0);
    expect(replayed.equals(pixelsOf(out))).toBe(true);
  });

  it.each<[object, RegExp]>([
    [{ ...SCAN, version: 2 }, /its version is 2, and this tilecast reads 1/],
    [{ ...SCAN, tranfer: 'bone' }, /its "tranfer" is no option of a picture/],
    [{ ...SCAN, output: '/tmp/x.png' }, /"output" does not set how a picture looks/],
    [{ ...SCAN, transfer: 'mine.json' }, /its transfer is the name of a file, whose content it lacks/],
    [{ ...SCAN, camera: 'camera.json' }, /a camera must be an object/],
    [{ ...SCAN, resolved: { camera: 3 } }, /its "resolved.camera" is no field of a recipe/],
    [{ ...SCAN, zoom: true }, /its option zoom must be a string/],
    [{ ...SCAN, zoom: -3 }, /--zoom: must be greater than 0, not -3/],
    [{ version: 1, size: '24x20' }, /it lacks its inputs/],
  ])('is refused in words: %j', (recipe, message) => {
    const { status, stderr } = replay(write(recipe));
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  });
});

describe('the default light and letters of meshes without a volume', () => {
  const knot = join(VOLUMES, 'knot.ply');
  const render = (...options: string[]) => {
    const out = join(folder, 'knot.png');
    const { status, stderr } = runCli(['render', '-o', out, '--software', '--size', '24x20', ...options]);
    expect(status, String(stderr)).toBe(0);
    return { pixels: pixelsOf(out), recipe: recipeOf(out) };
  };
  const replayed = (recipe: object) => {
    const path = join(folder, 'of-meshes.json');
    writeFileSync(path, JSON.stringify(recipe));
    return render('--replay', path, VOLUMES).pixels;
  };

  it('is a key light that the recipe names; pictures of earlier versions, which name none, have that at the eye', () => {
    const { pixels, recipe } = render(knot);
    expect(recipe.light).toBe(MESH_LIGHT);
    expect(pixels.equals(render(knot, '--light', MESH_LIGHT).pixels)).toBe(true);
    expect(replayed(recipe).equals(pixels)).toBe(true);
    const { light: _, ...old } = recipe;
    const headlit = render(knot, '--light', 'headlight').pixels;
    expect(headlit.equals(pixels)).toBe(false);
    expect(replayed(old).equals(headlit)).toBe(true);
    expect(replayed({ version: 1, inputs: ['knot.ply'], size: '24x20' }).equals(pixels)).toBe(true);
  });

  it('lets letters be black on white; pictures of earlier versions have white ones', () => {
    const white = ['--background', 'white', '--title', 'Knot'];
    const { pixels, recipe } = render(knot, ...white);
    expect(recipe['overlay-color']).toBe('auto');
    expect(replayed(recipe).equals(pixels)).toBe(true);
    const { 'overlay-color': _, ...old } = recipe;
    expect(replayed(old).equals(pixels)).toBe(false);
    expect(replayed(old).equals(render(knot, ...white, '--overlay-color', 'white').pixels)).toBe(true);
  });

  it('is that at the eye beside a volume, and recipes name none', () => {
    const { pixels, recipe } = render(knot, join(VOLUMES, 'head-phantom.nrrd'));
    expect(recipe).not.toHaveProperty('light');
    expect(pixels.equals(render(knot, join(VOLUMES, 'head-phantom.nrrd'), '--light', 'headlight').pixels)).toBe(true);
  });

  it('is the same for all keyframes, whether their views name it or not', () => {
    const picture = join(folder, 'key.png');
    expect(runCli(['render', knot, '-o', picture, '--software', '--size', '24x20']).status).toBe(0);
    const keys = join(folder, 'keys.json');
    const view = { azimuth: 40 };
    writeFileSync(
      keys,
      JSON.stringify({
        keys: [
          { frame: 0, view: picture },
          { frame: 1, view },
        ],
      }),
    );
    const out = join(folder, 'keyed-%d.png');
    const { status, stderr } = runCli([
      'render',
      knot,
      '--keyframes',
      keys,
      '-o',
      out,
      '--software',
      '--size',
      '24x20',
    ]);
    expect(status, String(stderr)).toBe(0);
    expect(recipeOf(out.replace('%d', '1')).light).toBe(MESH_LIGHT);
  });
});

describe('the look of paths', () => {
  const paths = ['--quality', 'path', '--samples', '2', '--software', '--size', '16x12'];
  const knot = join(VOLUMES, 'knot.ply');
  const render = (...options: string[]) => {
    const out = join(folder, 'toned.png');
    const { status, stderr } = runCli(['render', '-o', out, ...options]);
    expect(status, String(stderr)).toBe(0);
    return { pixels: pixelsOf(out), recipe: recipeOf(out) };
  };

  it('has a background that recipes name; pictures of earlier versions, which name none, do not show the panorama', () => {
    const { pixels, recipe } = render(knot, ...paths, '--environment', 'softbox');
    expect(recipe.background).toBe('environment');
    const black = render(knot, ...paths, '--environment', 'softbox', '--background', 'black').pixels;
    expect(black.equals(pixels)).toBe(false);
    const { background: _, ...old } = recipe;
    for (const [name, like, expected] of [
      ['seen.json', recipe, pixels],
      ['unseen.json', old, black],
    ] as const) {
      writeFileSync(join(folder, name), JSON.stringify(like));
      expect(render('--replay', join(folder, name), VOLUMES, '--software').pixels.equals(expected)).toBe(true);
    }
    const { status, stderr } = runCli(['render', knot, '--background', 'environment', '-o', join(folder, 'plain.png')]);
    expect([status, String(stderr)]).toEqual([
      2,
      expect.stringMatching(/^tilecast: --background: environment is what/),
    ]);
  });

  it('has lamps that recipes name with their size; pictures of earlier versions, which name none, had none', () => {
    const lit = render(knot, ...paths, '--light', 'cinematic');
    expect([lit.recipe.light, lit.recipe['light-size']]).toEqual(['cinematic', '0']);
    const none = render(knot, ...paths);
    expect(none.recipe.light).toBeUndefined();
    expect(none.pixels.equals(lit.pixels)).toBe(false);
    const { 'light-size': _, ...old } = lit.recipe;
    for (const [name, like, expected] of [
      ['lit.json', lit.recipe, lit.pixels],
      ['unlit.json', old, none.pixels],
      ['none.json', none.recipe, none.pixels],
    ] as const) {
      writeFileSync(join(folder, name), JSON.stringify(like));
      expect(render('--replay', join(folder, name), VOLUMES, '--software').pixels.equals(expected)).toBe(true);
    }
  });

  it('has a tone curve and a space of light that are named by recipes; pictures of earlier versions, which name none, are clipped in display space', () => {
    const { pixels, recipe } = render(knot, ...paths);
    expect(recipe.tone).toBe('soft');
    expect(recipe['light-space']).toBe('linear');
    const clipped = render(knot, ...paths, '--tone', 'clip', '--light-space', 'display').pixels;
    expect(clipped.equals(pixels)).toBe(false);
    const { tone: _, 'light-space': __, ...old } = recipe;
    const toned = render(knot, ...paths, '--light-space', 'display').pixels;
    for (const [name, like, expected] of [
      ['new.json', recipe, pixels],
      ['old.json', old, clipped],
      ['between.json', { ...old, tone: 'soft' }, toned],
    ] as const) {
      writeFileSync(join(folder, name), JSON.stringify(like));
      expect(render('--replay', join(folder, name), VOLUMES, '--software').pixels.equals(expected)).toBe(true);
    }
  });
});

it('needs a version, or the list of options of earlier ones', () => {
  expect(() => checkRecipe({ inputs: ['head.nrrd'] })).toThrow('it lacks its version: "version": 1');
});
