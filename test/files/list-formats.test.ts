import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FORMAT_GROUPS } from '../../src/files/list-formats.js';
import { MESH_FORMATS } from '../../src/files/meshes/mesh-formats.js';
import { VOLUME_FORMATS } from '../../src/files/volumes/volume-formats.js';
import { runCli } from '../cli/run-cli.js';

const listed = FORMAT_GROUPS.flatMap(({ formats }) => formats);

it('lists every format of the readers once', () => {
  for (const format of [...VOLUME_FORMATS, ...MESH_FORMATS])
    expect(listed.filter((one) => one === format)).toHaveLength(1);
});

it('is printed by the command line, as text and as JSON', () => {
  const text = runCli(['info', '--formats']).stdout.toString();
  for (const { name, extensions } of listed) {
    expect(
      text.split('\n').filter((line) => line.startsWith(`  ${name}  `)),
      name,
    ).toHaveLength(1);
    for (const extension of extensions) expect(text).toContain(` ${extension}`);
  }
  const groups = JSON.parse(runCli(['info', '--formats', '--json']).stdout.toString());
  expect(groups.map(({ kind }: { kind: string }) => kind)).toEqual(FORMAT_GROUPS.map(({ kind }) => kind));
  const { status, stderr } = runCli(['info', 'a.nrrd', '--formats']);
  expect([status, stderr]).toEqual([2, 'tilecast: --formats: lists what can be read, and needs no input\n']);
});

it('is what the README says', () => {
  const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ').toLowerCase();
  for (const { name, extensions } of [...VOLUME_FORMATS, ...MESH_FORMATS]) {
    const words = [name, name.split(' ')[0]!, ...extensions].map((word) => word.toLowerCase());
    expect(
      words.some((word) => readme.includes(word)),
      name,
    ).toBe(true);
  }
});
