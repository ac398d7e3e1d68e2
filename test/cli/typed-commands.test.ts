/** Command lines as people type them: what is meant is taken, and refusals say what to type instead. */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandModule } from 'yargs';
import { listOptions } from '../../src/cli/arguments/list-options.js';
import { suggestCommand } from '../../src/cli/arguments/suggest-command.js';
import { suggestFile } from '../../src/cli/arguments/suggest-file.js';
import { suggestOption } from '../../src/cli/arguments/suggest-option.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { findOutputName } from '../../src/cli/outputs/find-output-name.js';
import { OPTION_NAMES, parseOptions } from '../../src/recipe/options.js';
import { makeFolder, runCli } from './run-cli.js';

const folder = makeFolder();
const knot = join(folder, 'knot.ply');
copyFileSync(join(import.meta.dirname, '..', '..', 'volumes', 'knot.ply'), knot);
writeFileSync(join(folder, 'my scan.nrrd'), '');

describe('an option that there is not', () => {
  it.each([
    ['azimut', '--azimuth?'],
    ['bg', '--background COLOR?'],
    ['transparent', '--background transparent?'],
    ['resolution', '--size WIDTHxHEIGHT?'],
    ['cmap', '--transfer NAME?'],
    ['isovalue', '--iso VALUE?'],
    ['mip', '--mode mip?'],
    ['front', '--view front?'],
    ['scale-bar', '--overlay scale-bar?'],
    ['scalebar', '--overlay scale-bar?'],
    ['shadow', '--shadows?'],
    ['Turn_table', '--turntable?'],
    ['gpu', '--adapter auto|gpu|lavapipe|swiftshader?'],
  ])('such as %s', (typed, meant) => {
    expect(suggestOption(typed, [...OPTION_NAMES, 'adapter', 'software'])).toBe(
      `did you mean ${meant.replace(/\?$/, '')}?`,
    );
  });

  it('is not taken for one that the command lacks, or that is like nothing', () => {
    expect(suggestOption('bg', ['size'])).toBeUndefined();
    expect(suggestOption('force', OPTION_NAMES)).toBeUndefined();
    expect(suggestOption('azimuth', [])).toBeUndefined();
    expect(suggestOption('input', [])).toBe('inputs are named without an option');
  });
});

describe('a command that there is not', () => {
  it.each([
    ['rendr', 'tilecast render?'],
    ['plot', 'tilecast render INPUT -o picture.png?'],
    ['Show', 'tilecast view INPUT?'],
    ['benchmark', 'tilecast sweep INPUT --out FOLDER?'],
  ])('such as %s', (typed, meant) => {
    expect(suggestCommand(typed)).toBe(`did you mean ${meant}`);
  });

  it('is not taken for one that it is not like', () => {
    expect(suggestCommand('frobnicate')).toBeUndefined();
  });
});

describe('the options of a command', () => {
  it.each(Object.entries(COMMANDS))('are found for %s', async (_, load) => {
    const command = await load();
    const names = listOptions(command as CommandModule);
    for (const name of Object.keys(command.quick?.options ?? {})) expect(names).toContain(name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('leave out what help hides', () => {
    const builder = { size: { type: 'string' }, secret: { hidden: true } } as const;
    expect(listOptions({ builder })).toEqual(['size']);
  });
});

it('finds the file that was meant, and says that blanks need quotes', () => {
  expect(suggestFile(join(folder, 'knto.ply'))).toBe(knot);
  expect(suggestFile(join(folder, 'knot'))).toBe(knot);
  expect(suggestFile(join(folder, 'my'))).toBe(`"${join(folder, 'my scan.nrrd')}", in quotes`);
  expect(suggestFile(join(folder, 'liver.nii'))).toBeUndefined();
  expect(suggestFile(join(folder, 'nowhere', 'knot.ply'))).toBeUndefined();
});

it('finds the output among inputs', () => {
  expect(findOutputName([knot, 'x.png'])).toBe('x.png');
  for (const names of [[], [knot], [knot, 'folder'], [knot, '--verbose']])
    expect(findOutputName(names)).toBeUndefined();
});

it.each(['64X48', '64×48'])('takes a size of %s', (size) => {
  expect(parseOptions({ size }).size).toEqual({ width: 64, height: 48 });
});

describe('the command line', () => {
  const isFile = (arg: string) => /^(?:knot|my|scan)\b|^x\./.test(arg);
  const refuse = (...args: string[]) => {
    const { status, stderr } = runCli(args.map((arg) => (isFile(arg) ? join(folder, arg) : arg)));
    expect(status).toBe(2);
    expect(existsSync(join(folder, 'x.png'))).toBe(false);
    return String(stderr).replaceAll(join(folder, '/'), '');
  };

  it.each([
    [
      ['render', 'knot.ply', '-o', 'x.png', '--bg', 'white'],
      '--bg: there is no such option; did you mean --background COLOR?',
    ],
    [['render', '-i', 'knot.ply', '-o', 'x.png'], '-i: there is no such option; inputs are named without an option'],
    [['render', 'knot.ply', 'x.png'], '--output: name the picture to write, such as -o x.png'],
    [['knot.ply', 'x.png'], 'knot.ply: add -o x.png to render it, or put a command before it'],
    [['convert', 'knot.ply', 'x.stl'], '--output: name the file to write, such as -o x.stl'],
    [['render', 'knot', '-o', 'x.png'], 'knot: does not exist; did you mean knot.ply?'],
    [['render', 'my', 'scan.nrrd', '-o', 'x.png'], 'my: does not exist; did you mean "my scan.nrrd", in quotes?'],
    [['render', 'knot.ply', '-o', 'x.svg'], 'x.svg: pictures are written as PNG, JPEG and WebP'],
    [['render', 'knot.ply', '-o', 'x.mov', '--turntable', '3'], 'x.mov: movies are written as .mp4, .webm and .gif'],
    [
      ['render', 'knot.ply', '-o', 'x.png', '--raw', '4x4x4'],
      '--raw: "" in "4x4x4" is not a type; uint8, int8, uint16, int16, uint32, int32, uint64, int64, float32, float64 are, as in 4x4x4:uint8',
    ],
    [['info', 'knot.ply', '--jsn'], '--jsn: there is no such option; did you mean --json?'],
    [['serve', '--prot', '80'], '--prot: there is no such option; did you mean --port?'],
    [['worker', '--queu', 'x'], '--queu: there is no such option; did you mean --queue?'],
    [['convert', 'knot.ply', '--outptu', 'x.stl'], '--outptu: there is no such option; did you mean --output?'],
    [['sweep', 'knot.ply', '-o', 'x'], '-o: there is no such option; did you mean --out FOLDER?'],
    [['farm', 'start'], 'farm: there is no such command; did you mean tilecast worker --queue URL?'],
    [['shwo', 'knot.ply'], 'shwo: there is no such command; tilecast --help lists them'],
    [['convret', 'knot.ply', 'x.stl'], 'convret: there is no such command; did you mean tilecast convert?'],
    [['measure', 'knot.ply'], 'names 1 of 2 inputs that it needs'],
  ])('%j says what would be right', (args, message) => {
    expect(refuse(...args)).toContain(message);
  });

  it('gives the help of a command by `help COMMAND` too', () => {
    const { status, stdout } = runCli(['help', 'measure']);
    expect(status).toBe(0);
    expect(String(stdout)).toMatch(/^tilecast measure/);
  });
});
