/** Recipes from others: they set nothing but how a picture looks, and read nothing but what the user may. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../../src/node/png/png.js';
import { readPngText } from '../../../src/node/png/png-text.js';
import { runProcess } from '../run-cli.js';
import { expectRefusal, folder, SMALL, writeNrrd, writeText } from './refusal.js';

const KEYWORD = 'tilecast:recipe';

describe('a recipe of somebody else', () => {
  const home = join(folder, 'recipes');
  mkdirSync(home);
  const scan = writeNrrd(join(home, 'scan.nrrd'));
  const original = join(home, 'original.png');
  const run = runProcess(['render', scan, '-o', original, ...SMALL]);
  const recipe = JSON.parse(readPngText(readFileSync(original), original)[KEYWORD]!);

  /** The form of tilecast 0.1. */
  const old = {
    ...{ tilecast: recipe.tilecast, inputs: recipe.inputs, camera: recipe.camera, options: {} },
    ...{ shape: 'auto', adapter: 'any' },
  };

  /** A picture with another recipe. */
  function forge(name: string, changed: unknown): string {
    const { width, height, data } = PNG.sync.read(readFileSync(original));
    const path = join(home, name);
    const text = { [KEYWORD]: JSON.stringify(changed) };
    writeFileSync(
      path,
      encodePng({ width, height, pixels: new Uint8Array(data) } as Parameters<typeof encodePng>[0], { text }),
    );
    return path;
  }

  it('is there', () => expect(run.status, run.stderr).toBe(0));

  it.each(['stats', 'save-camera', 'output', 'replay', 'inputs', '__proto__', 'verbose'])('may not set %s', (name) => {
    const victim = writeText(`victim-${name}`, 'precious');
    const field = `${JSON.stringify(name)}: ${JSON.stringify(victim)}`;
    const text = JSON.stringify(recipe);
    const forms = [JSON.parse(`${text.slice(0, -1)}, ${field}}`), { ...old, options: JSON.parse(`{${field}}`) }];
    for (const form of forms) {
      expectRefusal(
        ['render', '--replay', forge(`sets-${name}.png`, form), '-o', join(home, 'out.png'), ...SMALL],
        /does not set how a picture looks|is no option of a picture|lacks its inputs/,
      );
    }
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  });

  it('reads inputs below the folders of the user alone, and says so before', () => {
    const secret = writeNrrd(join(folder, 'secret.nrrd'));
    const path = forge('elsewhere.png', { ...recipe, inputs: [{ ...recipe.inputs[0], path: secret }] });
    expectRefusal(
      ['render', '--replay', path, '-o', join(home, 'out.png'), ...SMALL],
      /secret\.nrrd, which is not below/,
    );
    const { status, stderr } = runProcess(['render', '--replay', original, '-o', join(home, 'again.png'), ...SMALL]);
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/reads .*scan\.nrrd, which the recipe of .*original\.png names/);
  });

  it('reaches no data file outside of them, by a path or a link', () => {
    const inner = join(home, 'inner');
    mkdirSync(inner);
    writeText('outside.raw', new Uint8Array(64));
    symlinkSync(join(folder, 'outside.raw'), join(inner, 'link.raw'));
    for (const target of ['../../outside.raw', join(folder, 'outside.raw'), 'link.raw']) {
      const header = writeNrrd(join(inner, 'detached.nhdr'), `data file: ${target}\n`);
      const path = forge('detached.png', { ...recipe, inputs: [{ ...recipe.inputs[0], path: header }] });
      expectRefusal(['render', '--replay', path, inner, '-o', join(home, 'out.png'), ...SMALL], /lies outside/);
    }
  });

  it('names no files by other options', () => {
    const file = writeText('matrix.txt', '1 0 0 0 0 1 0 0 0 0 1 0');
    for (const form of [
      { ...recipe, transform: [file] },
      { ...old, options: { transform: [file] } },
    ]) {
      const path = forge('matrix.png', form);
      expectRefusal(['render', '--replay', path, '-o', join(home, 'out.png')], /transform must be numbers/);
    }
    const path = forge('transfer.png', { ...recipe, transfer: file, resolved: {} });
    expectRefusal(['render', '--replay', path, '-o', join(home, 'out.png')], /transfer is the name of a file/);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['a list', []],
    ['no inputs', { ...recipe, inputs: [] }],
    ['inputs of numbers', { ...recipe, inputs: [1] }],
    ['an input whose hash is none', { ...recipe, inputs: [{ path: scan, sha256: 7 }] }],
    ['options of null', { ...old, options: null }],
    ['another version', { ...recipe, version: 2 }],
    ['resolved of null', { ...recipe, resolved: null }],
    ['a size that is a number', { ...recipe, size: 512 }],
    ['a size that is a number, of 0.1', { ...old, options: { size: 512 } }],
    ['a list of planes that is a text', { ...recipe, clip: '1,0,0,0' }],
    ['a list of planes that is a text, of 0.1', { ...old, options: { clip: '1,0,0,0' } }],
    ['a step that is an object', { ...recipe, step: {} }],
    ['a step that is an object, of 0.1', { ...old, options: { step: {} } }],
    ['a camera without an eye', { ...recipe, camera: { projection: 'perspective' } }],
    ['an empty transfer function', { ...recipe, transfer: {} }],
    ['a time of text', { ...recipe, time: 'now' }],
    ['a shape that is a number', { ...recipe, made: { shape: 7 } }],
    ['a shape of nothing, of 0.1', { ...old, shape: undefined }],
  ])('of the wrong type is refused: %s', (_, changed) => {
    const path = forge('wrong.png', changed);
    expectRefusal(
      ['render', '--replay', path, '-o', join(home, 'out.png')],
      /wrong\.png: has a recipe that cannot be read: /,
    );
  });
});
