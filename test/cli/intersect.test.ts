/** `tilecast intersect` as a user meets it: files in and out byte by byte, other formats, misuse, Ctrl-C. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MISSED_T } from '../../src/bvh/intersect-segments.js';
import { createTerrain, createTerrainSegments } from '../../src/mesh/generators/terrain.js';
import { makeFolder, runCli } from './run-cli.js';

const folder = makeFolder();
const at = (...names: string[]) => join(folder, ...names);

function write(name: string, content: string | Float32Array | Uint32Array): string {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content.buffer);
  writeFileSync(at(name), bytes as Uint8Array);
  return at(name);
}

const terrain = createTerrain({ cells: 20 });
const truth = createTerrainSegments(terrain, 2000);
const SURFACE = [write('vertices_f32', terrain.positions), write('triangles_i32', terrain.triangles)];
const RAYS = [write('rayFrom_f32', truth.from), write('rayTo_f32', truth.to)];

function intersect(out: string, ...args: string[]): string {
  const { status, stdout, stderr } = runCli(['intersect', ...args, '--out', at(out), '--software']);
  expect(status, stderr).toBe(0);
  return stdout.toString();
}

const readInts = (...path: string[]) => new Int32Array(Uint8Array.from(readFileSync(at(...path))).buffer);
const readFloats = (...path: string[]) => new Float32Array(Uint8Array.from(readFileSync(at(...path))).buffer);
const crosses = truth.triangles.map((triangle) => Number(triangle >= 0));

describe('tilecast intersect', () => {
  it.each(['boolean', 'intercept_count'])('meets the ground truth in the mode %s', (mode) => {
    const summary = JSON.parse(intersect(mode, ...SURFACE, ...RAYS, '--mode', mode, '--json'));
    expect(readdirSync(at(mode))).toEqual(['results_i32']);
    expect(readInts(mode, 'results_i32')).toEqual(crosses);
    const crossing = crosses.reduce((sum, one) => sum + one, 0);
    expect(summary).toMatchObject({ software: true, triangles: 800, segments: 2000, crossing });
  });

  it('meets the ground truth in the mode barycentric, sorted or not', () => {
    for (const sort of [[], ['--sort-rays']]) {
      intersect('nearest', ...SURFACE, ...RAYS, '--mode', 'barycentric', ...sort);
      expect(readdirSync(at('nearest')).sort()).toEqual([
        'barycentricT_f32',
        'barycentricU_f32',
        'barycentricV_f32',
        'intersectTriangle_i32',
      ]);
      expect(readInts('nearest', 'intersectTriangle_i32')).toEqual(truth.triangles);
      const t = readFloats('nearest', 'barycentricT_f32');
      const wrong = t.findIndex((value, index) =>
        truth.triangles[index]! < 0 ? value !== MISSED_T : Math.abs(value - truth.t[index]!) > 1e-5,
      );
      expect(wrong).toBe(-1);
    }
  });

  it('reads lines of text far from zero and writes tables, JSON and NumPy arrays', () => {
    const offset = [512_000.5, 7_654_321.25, 100] as const;
    const place = (points: Float32Array, index: number) =>
      offset.map((shift, axis) => String(points[3 * index + axis]! + shift));
    const vertices = Array.from({ length: terrain.positions.length / 3 }, (_, index) =>
      place(terrain.positions, index),
    );
    const faces = Array.from({ length: terrain.triangles.length / 3 }, (_, index) =>
      Array.from(terrain.triangles.subarray(3 * index, 3 * index + 3), (vertex) => vertex + 1),
    );
    const obj = [...vertices.map((v) => `v ${v.join(' ')}`), ...faces.map((f) => `f ${f.join(' ')}`)].join('\n');
    const mesh = write('far.obj', obj);
    const lines = Array.from({ length: 100 }, (_, index) =>
      [...place(truth.from, index), ...place(truth.to, index)].join(index % 2 ? ', ' : ';'),
    );
    const rays = write('rays.csv', ['x,y,z,toX,toY,toZ', ...lines, ''].join('\r\n'));
    const expected = Array.from(truth.triangles.subarray(0, 100));
    const orNothing = expected.map((triangle) => (triangle < 0 ? null : triangle));
    const options = ['--mesh', mesh, '--rays', rays, '--mode', 'barycentric'];

    intersect('text', ...options, '--format', 'csv');
    const [head, ...rows] = readFileSync(at('text', 'results.csv'), 'utf8').trimEnd().split('\n');
    expect(head).toBe('triangle,t,u,v');
    expect(rows.map((row) => (row === ',,,' ? null : Number(row.split(',')[0])))).toEqual(orNothing);

    intersect('text', ...options, '--format', 'json');
    const json = JSON.parse(readFileSync(at('text', 'results.json'), 'utf8')) as Record<
      'triangle' | 't',
      number | null
    >[];
    expect(json.map(({ triangle }) => triangle)).toEqual(orNothing);
    for (const [index, { t }] of json.entries()) {
      expect(t).toEqual(expected[index]! < 0 ? null : expect.closeTo(truth.t[index]!, 4));
    }

    intersect('text', ...options, '--format', 'npy');
    const npy = readFileSync(at('text', 'intersectTriangle_i32.npy'));
    expect(npy.subarray(0, 8).toString('latin1')).toBe('\x93NUMPY\x01\x00');
    expect(npy.subarray(10, 128).toString('latin1').trim()).toBe(
      "{'descr': '<i4', 'fortran_order': False, 'shape': (100,), }",
    );
    expect(10 + npy.readUInt16LE(8)).toBe(128);
    expect(Array.from(new Int32Array(Uint8Array.from(npy.subarray(128)).buffer))).toEqual(expected);
    const t = readFileSync(at('text', 'barycentricT_f32.npy')).subarray(128);
    const missed = Array.from(new Float32Array(Uint8Array.from(t).buffer), (value) => value === Infinity);
    expect(missed).toEqual(expected.map((triangle) => triangle < 0));
  });

  const CUBE = write(
    'unit-cube.obj',
    `${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2}`).join('\n')}
f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
`,
  );

  it('tells which points are inside', () => {
    const points = [
      [0.5, 0.5, 0.5],
      [0.9, 0.1, 0.2],
      [1.5, 0.5, 0.5],
      [0.5, -0.1, 0.5],
      [-3, 0.5, 0.5],
    ];
    const expected = [1, 1, 0, 0, 0];
    intersect('inside', '--mesh', CUBE, '--inside', write('points.csv', points.map((p) => p.join(' ')).join('\n')));
    expect(Array.from(readInts('inside', 'inside_i32'))).toEqual(expected);
    intersect('inside', '--mesh', CUBE, '--inside', write('points_f32', Float32Array.from(points.flat())));
    expect(Array.from(readInts('inside', 'inside_i32'))).toEqual(expected);
  });

  const FOUR = write('four.csv', 'x y z\n0.5 0.5 0.75\n0.25 0.5 3\n-2 0.5 0.5\n0.5 0.5 NaN\n');
  const toStdout = (...args: string[]) => {
    const { status, stdout, stderr } = runCli(['intersect', '--mesh', CUBE, ...args, '--software']);
    expect(status, stderr).toBe(0);
    return { text: stdout.toString(), stderr };
  };

  it('tells on standard output where the closest triangles are, and nothing where there are none', () => {
    const { text } = toStdout('--closest', FOUR, '--within', '2', '--csv');
    const [head, ...rows] = text.trimEnd().split('\n');
    expect(head).toBe('triangle,distance,u,v,x,y,z');
    const places = rows.map((row) => row.split(',').map((field) => (field === '' ? null : Number(field))));
    expect(places.map(([, distance]) => distance)).toEqual([0.25, 2, 2, null]);
    expect(places.map((row) => row.slice(4))).toEqual([
      [0.5, 0.5, 1],
      [0.25, 0.5, 1],
      [0, 0.5, 0.5],
      [null, null, null],
    ]);
    expect(rows[3]).toBe(',,,,,,');
  });

  it('tells several triangles of each point, in rows of their own', () => {
    const { text } = toStdout('--closest', FOUR, '--nearest', '3', '--format', 'json');
    const rows = JSON.parse(text) as { triangle: number | null; point: number | null; distance: number }[];
    expect(rows.map(({ point }) => point)).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, null, null, null]);
    expect(rows[0]!.distance).toBe(0.25);
    expect(new Set(rows.slice(0, 3).map(({ triangle }) => triangle)).size).toBe(3);
  });

  it('writes signed distances, and says of an open mesh that it is open', () => {
    const args = ['--mesh', CUBE, '--signed-distance', FOUR, '--json'];
    const summary = JSON.parse(intersect('signed', ...args));
    expect(summary).toMatchObject({ points: 4, inside: 1, sign: 'parity', openEdges: 0 });
    expect(Array.from(readFloats('signed', 'signedDistance_f32'))).toEqual([-0.25, 2, 2, Infinity]);
    expect(Array.from(readFloats('signed', 'signedDistanceCertainty_f32'))).toEqual([1, 1, 1, 1]);
    const open = write('open.obj', readFileSync(CUBE, 'utf8').replace(/f .*\n$/, ''));
    const { status, stdout, stderr } = runCli(['intersect', '--mesh', open, '--inside', FOUR, '--format', 'csv']);
    expect([status, stdout.toString()]).toEqual([0, 'inside\n1\n0\n0\n0\n']);
    expect(stderr).toContain('the mesh is open, with 4 edges of holes');
  });

  it('lists the triangles that meet boxes and balls', () => {
    const boxes = write('boxes.csv', '-1 -1 -1 2 2 -0.5\n-1 -1 0.75 2 2 2\n');
    const { text } = toStdout('--boxes', boxes, '--format', 'csv');
    const rows = text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').map(Number));
    // All but the two of the bottom, and none of the box below.
    expect(rows.map(([, box]) => box)).toEqual(Array(10).fill(1));
    const balls = write('balls.csv', 'x,y,z,radius\n0.5,0.5,0.5,0.4\n0.5,0.5,1.2,0.25\n');
    const found = JSON.parse(toStdout('--balls', balls, '--format', 'json').text) as { ball: number }[];
    expect(found.map(({ ball }) => ball)).toEqual([1, 1]);
  });

  it('writes points with the answers as properties of a PLY, and reads the vertices of meshes as points', () => {
    intersect(
      'ply',
      '--mesh',
      CUBE,
      '--signed-distance',
      write('three.csv', '0.5 0.5 0.75\n0.25 0.5 3\n-2 0.5 0.5\n'),
      '--format',
      'ply',
    );
    const bytes = readFileSync(at('ply', 'signedDistance.ply'));
    const text = bytes.toString('latin1');
    const [header] = /^ply\n[\s\S]*end_header\n/.exec(text)!;
    expect(header).toContain(
      '\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nproperty float distance\n',
    );
    const rowBytes = (bytes.length - header.length) / 3;
    const rows = [0, 1, 2].map((row) => {
      const start = header.length + row * rowBytes;
      return [bytes.readDoubleLE(start), bytes.readDoubleLE(start + 16), bytes.readFloatLE(start + 24)];
    });
    expect(rows).toEqual([
      [0.5, 0.75, -0.25],
      [0.25, 3, 2],
      [-2, 0.5, 2],
    ]);
    const own = toStdout('--closest', CUBE, '--format', 'csv').text.trimEnd().split('\n').slice(1);
    expect(own.map((row) => Number(row.split(',')[1]))).toEqual(Array(8).fill(0));
  });

  it('lists all crossings in order', () => {
    const rays = write('through.csv', '0.3 0.4 -1 0.3 0.4 3\n5 5 5 6 6 6\n0.2 0.3 3 0.2 0.3 0.5\n');
    const { text } = toStdout('--rays', rays, '--mode', 'crossings', '--format', 'csv');
    const rows = text.trimEnd().split('\n').slice(1);
    expect(rows.map((row) => row.split(',').slice(1, 3).map(Number))).toEqual([
      [0, 0.25],
      [0, 0.5],
      [2, expect.closeTo(0.8, 6)],
    ]);
  });

  const short = write('short_f32', truth.to.slice(3));
  const odd = write('odd_f32', 'seven b');
  const wrongLine = write('wrong.csv', '0 0 0 1 1 1\n1 2 3\n');
  const points = write('outside.csv', '0 0 0\n');
  it.each([
    [[], 'the file of vertices is missing: name vertices, triangles, rayFrom, rayTo'],
    [[...SURFACE, RAYS[0]!], 'the file of rayTo is missing'],
    [[...SURFACE, ...RAYS, 'more'], 'more: is one file too many'],
    [[...SURFACE, RAYS[0]!, short], 'short_f32: must have as many points as'],
    [[...SURFACE, odd, odd], 'odd_f32: must have three float32 numbers per point, and 7 bytes are no multiple of 12'],
    [[odd, ...SURFACE, ...RAYS].slice(0, 4), 'odd_f32: must have three float32 numbers per vertex'],
    [['nowhere', ...SURFACE, ...RAYS].slice(0, 4), 'nowhere: does not exist; check the path'],
    [[...SURFACE, '--rays', wrongLine], 'wrong.csv: line 2 must be 6 numbers, and is "1 2 3"'],
    [
      [...SURFACE, ...RAYS, '--mode', 'maybe'],
      '--mode: "maybe" is none of boolean, barycentric, intercept_count, crossings',
    ],
    [
      [...SURFACE, ...RAYS, '--csv', '--format', 'npy'],
      '--csv: is short for --format csv; leave it out with --format npy',
    ],
    [[...SURFACE, ...RAYS, '--format', 'xml'], '--format: "xml" is none of raw, npy, csv, json, ply'],
    [[...SURFACE, '--inside', points, '--mode', 'boolean'], '--mode: is for segments'],
    [[...SURFACE, '--inside', points, '--rays', points], '--rays: leave it out with --inside'],
    [[...SURFACE, '--inside', points, '--closest', points], '--closest: leave it out with --inside'],
    [[...SURFACE, '--closest', points, '--nearest', '0'], '--nearest: must be 1 to 1024, not 0'],
    [[...SURFACE, '--closest', points, '--within', '-1'], '--within: must be greater than 0, not -1'],
    [[...SURFACE, '--inside', points, '--within', '1'], '--within: is for --closest and --signed-distance'],
    [[...SURFACE, '--boxes', points, '--format', 'ply'], '--format ply: is for points, not for boxes'],
    [[...SURFACE, '--balls', points], 'outside.csv: line 1 must be 4 numbers, and is "0 0 0"'],
    [[...SURFACE, ...RAYS, '--nearest', '2'], '--nearest: is for --closest'],
  ])('refuses %j in one line', (args, message) => {
    const { status, stdout, stderr } = runCli(['intersect', ...args, '--out', at('refused')]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout.toString()]).toEqual([2, '']);
    expect(existsSync(at('refused'))).toBe(false);
  });

  it('asks where results are to go', () => {
    const { status, stderr } = runCli(['intersect', ...SURFACE, ...RAYS]);
    expect([status, stderr]).toEqual([
      2,
      'tilecast: --out: name a folder for the results, or write them here with --csv\n',
    ]);
  });

  it('leaves no half file after Ctrl-C', async () => {
    const many = createTerrainSegments(terrain, 1_000_000);
    const files = [write('manyFrom_f32', many.from), write('manyTo_f32', many.to)];
    const args = ['intersect', ...SURFACE, ...files, '--out', at('stopped'), '--software'];
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/cli/main.js'), ...args]);
    const partials = () => (existsSync(at('stopped')) ? readdirSync(at('stopped')) : []);
    const ended = new Promise((resolve) => child.on('exit', resolve));
    while (!partials().some((name) => name.endsWith('.partial'))) await new Promise((wait) => setTimeout(wait, 5));
    await new Promise((wait) => setTimeout(wait, 100));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(partials()).toEqual([]);
  });
});
