/** `tilecast info` as a user meets it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVolumeFile } from '../../../src/node/read/read-input.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const kinds = makeFolder();

function info(...args: string[]): string {
  const { status, stdout, stderr } = runCli(['info', ...args]);
  expect(status, stderr).toBe(0);
  return stdout.toString();
}

/** The fields of the sample's own header. */
const [header] = readFileSync(SAMPLE, 'latin1').split('\n\n', 1);
const field = (name: string) => new RegExp(`^${name}:=? *(.*)$`, 'm').exec(header!)![1]!;
const numbersIn = (text: string) => Array.from(text.matchAll(/-?[\d.]+/g), ([number]) => Number(number));

/** 24 voxels from -3 to 20, with two components each, the second ten times the first. */
const pair = join(folder, 'pair.nrrd');
const values = Int16Array.from({ length: 48 }, (_, index) => (Math.floor(index / 2) - 3) * (index % 2 ? 10 : 1));
const PAIR_HEADER = [
  'NRRD0004',
  'type: int16',
  'dimension: 4',
  'sizes: 2 2 3 4',
  'kinds: vector domain domain domain',
  'space: left-posterior-superior',
  'space directions: none (0,0.5,0) (0,0,-2) (3,0,0)',
  'space origin: (1,2,3)',
  'endian: little',
  'encoding: raw',
];
writeFileSync(pair, Buffer.concat([Buffer.from(`${PAIR_HEADER.join('\n')}\n\n`), Buffer.from(values.buffer)]));

describe('tilecast info', () => {
  it('tells scripts what is in the sample', async () => {
    const told = JSON.parse(info(SAMPLE, '--json'));
    expect(Object.keys(told)).toEqual([
      ...['file', 'format', 'kind', 'sizes', 'type', 'memoryBytes', 'spacing', 'anatomical', 'origin', 'extent'],
      ...['missing', 'min', 'max', 'mean', 'percentiles', 'takenFor', 'guessed', 'unit', 'histogram'],
      ...['axes', 'orientation', 'obliquenessDegrees', 'windows'],
    ]);
    const sizes = numbersIn(field('sizes'));
    const directions = numbersIn(field('space directions'));
    const spacing = [directions[0]!, directions[4]!, directions[8]!];
    const [x, y, z] = numbersIn(field('space origin')) as [number, number, number];
    expect(field('space')).toBe('right-anterior-superior');
    expect(told).toMatchObject({
      file: SAMPLE,
      format: 'NRRD',
      kind: 'volume',
      sizes,
      type: field('type'),
      memoryBytes: 2 * sizes.reduce((product, size) => product * size, 1),
      spacing,
      anatomical: true,
      unit: 'millimeter',
      windows: [],
      orientation: 'RAS',
      axes: ['-x', '-y', '+z'],
      obliquenessDegrees: 0,
      origin: [-x, -y, z],
    });
    const size = told.extent.max.map((end: number, axis: number) => end - told.extent.min[axis]);
    expect(size).toEqual(sizes.map((count, axis) => count * spacing[axis]!));

    const { voxels } = (await readVolumeFile(SAMPLE)).volume;
    const sorted = Int16Array.from(voxels).sort();
    expect([told.min, told.max]).toEqual([sorted[0], sorted.at(-1)]);
    expect(told.percentiles['p50']).toBe(sorted[Math.ceil(sorted.length / 2) - 1]);
    expect(told.percentiles['p99.9']).toBe(sorted[Math.ceil(sorted.length * 0.999) - 1]);
    expect(told.mean).toBe(sorted.reduce((sum, value) => sum + value, 0) / sorted.length);
    const { counts } = told.histogram as { counts: number[] };
    expect(counts.length).toBeLessThanOrEqual(64);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sorted.length);
  });

  it('tells people the same, in plain text through a pipe', () => {
    const text = info(SAMPLE);
    const told = JSON.parse(info(SAMPLE, '--json'));
    for (const line of [
      `sizes        ${told.sizes.join(' × ')} voxels`,
      `type         ${told.type}`,
      `spacing      ${told.spacing.join(' × ')}`,
      `range        ${told.min} to ${told.max}`,
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(/^orientation {2}RAS/m);
    expect(text).toMatch(/^histogram {4}(log|square root) scale/m);
    const [, picture] = text.split(/^histogram.*\n/m);
    const lines = picture!.trimEnd().split('\n');
    expect(lines).toHaveLength(9);
    for (const line of lines.slice(0, 8)) expect(line).toMatch(/^[ #]{1,80}$/);
    expect(lines[8]).toMatch(new RegExp(`^ *${told.min} +${told.max}$`));
    // No escape sequences.
    expect(text.includes('\x1b')).toBe(false);
  });

  it('tells of the component that is asked for, and that there are others', () => {
    const told = JSON.parse(info(pair, '--json', '--component', '1'));
    expect(told).toMatchObject({
      sizes: [2, 3, 4],
      min: -30,
      max: 200,
      spacing: [0.5, 2, 3],
      axes: ['+y', '-z', '+x'],
      orientation: 'PIL',
      origin: [1, 2, 3],
      extent: { min: [-0.5, 1.75, -2], max: [11.5, 2.75, 4] },
    });
    const { stdout, stderr } = runCli(['info', pair]);
    expect(stdout.toString()).toMatch(/^range {8}-3 to 20$/m);
    expect(stderr).toMatch(/^tilecast: .*component.*\n$/);
  });

  it.each([
    // Four blocks of a number each, in no order.
    [
      'blocks.nrrd',
      'uchar',
      '',
      (i: number, j: number) => [3, 40, 7, 19][2 * Number(j > 7) + Number(i > 7)]!,
      'labels',
      true,
    ],
    ['blocks.seg.nrrd', 'uchar', 'Segment0_ID:=a\n', (i: number) => Number(i > 7), 'labels', false],
    ['ramp.nrrd', 'uchar', '', (i: number, j: number, k: number) => 5 * i + 7 * j + 2 * k, 'values', false],
    // Steps in order: regions that are alike, as a scan of few values is.
    ['steps.nrrd', 'uchar', '', (i: number, j: number) => 5 * (j >> 1) + 3 * (i >> 3), 'values', true],
    // Named like labels, with neighbours that are not alike.
    ['mask.nrrd', 'uchar', '', (i: number, j: number, k: number) => 5 * i + 7 * j + 2 * k, 'values', false],
    ['ramp-of-reals.nrrd', 'float', '', (i: number, j: number) => i / 3 + j, 'values', false],
  ])('says what voxels are taken for, as render does: %s', (name, type, more, value, takenFor, guessed) => {
    const path = join(kinds, name);
    const numbers = Array.from({ length: 16 ** 3 }, (_, at) => value(at % 16, (at >> 4) % 16, at >> 8));
    const data = type === 'float' ? Buffer.from(Float32Array.from(numbers).buffer) : Buffer.from(numbers);
    const header = `NRRD0005\ntype: ${type}\ndimension: 3\nsizes: 16 16 16\nendian: little\nencoding: raw\n${more}\n`;
    writeFileSync(path, Buffer.concat([Buffer.from(header), data]));
    expect(JSON.parse(info(path, '--json'))).toMatchObject({ takenFor, guessed });
    const [row] = info(path).match(/^taken for .*$/m)!;
    const other = takenFor === 'labels' ? 'values' : 'labels';
    const option = type === 'float' ? '' : `; render --voxels ${other} shows ${other}`;
    expect(row).toBe(`taken for    ${takenFor}${guessed ? ', a guess' : ''}${option}`);

    const png = join(kinds, 'taken.png');
    const { stderr } = runCli(['render', path, '-o', png, '--size', '16x16', '--software']);
    expect(/looks like labels|may be labels/.test(stderr)).toBe(guessed);
  });

  it('is listed in the help', () => {
    expect(runCli(['--help']).stdout.toString()).toMatch(/tilecast info/);
    expect(info('--help')).toMatch(/--json/);
  });
});

describe('a mistake of the user', () => {
  const text = join(folder, 'text.nrrd');
  const empty = join(folder, 'empty.nrrd');
  const cut = join(folder, 'cut.nrrd');
  const unknown = join(folder, 'notes.txt');
  writeFileSync(text, 'This is no volume at all.\n');
  writeFileSync(empty, '');
  writeFileSync(cut, readFileSync(pair).subarray(0, -1));
  writeFileSync(unknown, 'Nor is this.\n');

  const cases: [string, string[], RegExp][] = [
    ['no file', [], /^tilecast: the input is missing: name a file; --formats lists what can be read$/],
    ['a missing file', [join(folder, 'missing.nrrd')], /missing\.nrrd: does not exist/],
    ['a folder of several volumes', [folder], /holds 4 files that can be read: .*; name one, such as /],
    ['a second input', [SAMPLE, pair], /pair\.nrrd: is a second input/],
    ['whose it is, of what tells nobody', [SAMPLE, '--identify'], /--identify: is for DICOM files/],
    ['an empty file', [empty], /empty\.nrrd: is empty/],
    ['a file that is no volume', [text], /text\.nrrd: /],
    ['a file of no known kind', [unknown], /notes\.txt: is not a volume/],
    ['a file that is cut short', [cut], /cut\.nrrd: /],
    ['a component that is not there', [SAMPLE, '--component', '3'], /component 3/],
    ['a time that is not there', [SAMPLE, '--time', '1'], /time/],
    ['a component that is no number', [SAMPLE, '--component', 'x'], /--component/],
    ['a component without a number', [SAMPLE, '--component'], /--component/],
    ['an unknown option', [SAMPLE, '--jsn'], /jsn/],
  ];

  it.each(cases)('ends with exit code 2 and one line: %s', (_, args, message) => {
    const { status, stdout, stderr } = runCli(['info', ...args]);
    expect(stderr).toMatch(/^tilecast: [^\n]*\n$/);
    expect(stderr.trimEnd()).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toHaveLength(0);
  });
});

it('tells of a mesh: triangles, box, colors, values, and whether it is closed', () => {
  const path = join(folder, 'roof.ply');
  const rows = ['0 0 0 1.5', '2 0 0 2.5', '0 3 0 nan', '0 0 4 -1'];
  const header = ['x', 'y', 'z', 'heat'].map((name) => `property float ${name}`).join('\n');
  const list = 'property list uchar int vertex_indices';
  const text = `ply\nformat ascii 1.0\nelement vertex 4\n${header}\nelement face 2\n${list}\nend_header\n`;
  writeFileSync(path, `${text}${rows.join('\n')}\n3 0 1 2\n3 0 1 3\n`);
  const { status, stdout } = runCli(['info', path, '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(String(stdout))).toEqual({
    file: path,
    format: 'PLY',
    kind: 'mesh',
    triangles: 2,
    vertices: 4,
    extent: { min: [0, 0, 0], max: [2, 3, 4] },
    normals: false,
    colors: null,
    values: [{ name: 'heat', on: 'vertices', min: -1, max: 2.5 }],
    animations: [],
    space: null,
    closed: false,
    openEdges: 4,
    misorientedEdges: 1,
    signedVolume: null,
  });
  const lines = String(runCli(['info', path]).stdout).split('\n');
  expect(lines).toContain('extent       (0, 0, 0) to (2, 3, 4): 2 × 3 × 4');
  expect(lines).toContain('values       heat, of vertices: -1 to 2.5');
  expect(lines).toContain('closed       no, 4 open edges; 1 edges between triangles that face opposite ways');
});

it('tells of points without triangles what is shown of them', () => {
  const path = join(folder, 'points.ply');
  const header = ['x', 'y', 'z'].map((name) => `property float ${name}`).join('\n');
  writeFileSync(path, `ply\nformat ascii 1.0\nelement vertex 3\n${header}\nend_header\n0 0 0\n9 0 0\n0 9 0\n`);
  const { status, stdout, stderr } = runCli(['info', path, '--json']);
  expect(status).toBe(0);
  expect(String(stderr)).toBe('tilecast: has no triangles: shows 3 points as spheres\n');
  const { format, extent } = JSON.parse(String(stdout));
  expect(format).toBe('PLY');
  expect(extent.min[0]).toBeLessThan(0);
  expect(extent.max[0]).toBeGreaterThan(9);
});
