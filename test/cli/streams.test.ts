/** Inputs that are no files: the standard input, and entries of archives. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeZip } from '../files/bytes/compression/write-zip.js';
import { MAIN, makeFolder, runCli, SAMPLE } from './run-cli.js';

const sample = readFileSync(SAMPLE);

const pipe = (input: Uint8Array, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { input });
  return { status, stdout: stdout.toString(), stderr: stderr.toString() };
};

it('reads a volume from standard input, and an archive of one', () => {
  const expected = JSON.parse(runCli(['info', SAMPLE, '--json']).stdout.toString());
  for (const input of [sample, writeZip([{ name: 'scan.nrrd', content: sample }])]) {
    const { file, ...told } = JSON.parse(pipe(input, 'info', '-', '--json').stdout);
    expect(told).toEqual({ ...expected, file: undefined });
    expect(file).toMatch(/^standard input/);
  }
});

it('converts what comes through standard input', () => {
  const output = join(makeFolder(), 'scan.nii');
  expect(pipe(sample, 'convert', '-', '-o', output)).toMatchObject({ status: 0 });
  expect(readFileSync(output).length).toBe(352 + 2 * 110 * 140 * 106);
});

it('takes an entry of an archive by its path', () => {
  const archive = join(makeFolder(), 'scans.zip');
  writeFileSync(
    archive,
    writeZip([
      { name: 'a/one.nrrd', content: sample },
      { name: 'two.nrrd', content: sample },
    ]),
  );
  expect(runCli(['info', `${archive}/a/one.nrrd`]).status).toBe(0);
  const { status, stderr } = runCli(['info', archive]);
  expect(status).toBe(2);
  expect(stderr).toMatch(/holds 2 files that can be read: "a\/one\.nrrd", "two\.nrrd"; name one, such as [^\n]+\n$/);
});

it.each([
  ['twice', ['render', '-', '-', '-o', 'x.png'], /standard input: can be read once/],
  ['what is no volume', ['info', '-'], /standard input: is not a volume that tilecast knows/],
])('says in one line that standard input is %s', (_, args, message) => {
  const { status, stderr } = pipe(Buffer.from('hello'), ...args);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr.trim()).not.toContain('\n');
});

it('reads no addresses that anybody on the way could change', () => {
  expect(runCli(['info', 'http://example.org/a.nrrd'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/is not encrypted; https: addresses are read/),
  });
});

it.each([
  ['--stats', 'timesMs'],
  ['--save-camera', 'projection'],
])('writes what %s asks for to standard output where that is a dash', (option, key) => {
  const folder = makeFolder();
  const picture = join(folder, 'x.png');
  for (const dash of [[option, '-'], [`${option}=-`]]) {
    const { status, stdout } = runCli(['render', SAMPLE, '-o', picture, '--size', '16x16', ...dash]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout.toString())).toHaveProperty(key);
  }
  expect(readdirSync(folder)).toEqual(['x.png']);
});

it.each([
  ['--transfer', ['render', SAMPLE, '-o', 'x.png', '--transfer', '-']],
  ['--camera', ['render', SAMPLE, '-o', 'x.png', '--camera=-']],
  ['--cameras', ['render', SAMPLE, '-o', 'x.png', '--cameras', '-']],
  ['--transform', ['render', 'a.ply', '-o', 'x.png', '--transform', '-']],
  ['--values', ['render', 'a.ply', '-o', 'x.png', '--values', '-']],
  ['--replay', ['render', '--replay', '-', '-o', 'x.png']],
  ['--rays', ['intersect', '--mesh', 'a.ply', '--rays', '-', '--out', 'x']],
  ['--out', ['measure', 'thickness', 'a.ply', '--out', '-']],
  ['--picture', ['measure', 'thickness', 'a.ply', '--picture', '-']],
  ['--output', ['tune', '-o', '-']],
  ['-', ['render', SAMPLE, '-o', '-', '--stats', '-']],
])('refuses a dash after %s that means nothing there, in one line', (option, args) => {
  const { status, stdout, stderr } = runCli(args);
  expect(status).toBe(2);
  expect(stdout.length).toBe(0);
  expect(stderr).toMatch(new RegExp(`^tilecast: ${option}: .*standard (in|out)put.*\n$`));
});
