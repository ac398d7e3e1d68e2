/** `tilecast measure` as a user meets it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { readMeshFile } from '../../src/node/index.js';
import { makeFolder, runCli } from './run-cli.js';

const folder = makeFolder();

/** A box from (x, 0, 0) to (x + width, 1, 1). */
function writeBox(name: string, x: number, width: number): string {
  const path = join(folder, name);
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${x + width * (i & 1)} ${(i >> 1) & 1} ${i >> 2}`);
  writeFileSync(path, `${vertices.join('\n')}\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`);
  return path;
}

const [FIRST, BESIDE, ACROSS] = [
  writeBox('first.obj', 0, 1),
  writeBox('beside.obj', 3, 1),
  writeBox('across.obj', 0.5, 2),
];

function measure(...args: string[]): string {
  const { status, stdout, stderr } = runCli(['measure', ...args, '--software']);
  expect(status, stderr).toBe(0);
  return stdout.toString();
}

describe('tilecast measure', () => {
  it('tells the distances of two meshes', () => {
    const { hausdorff, mean, aToB } = JSON.parse(measure('distance', FIRST, BESIDE, '--samples', '2000'));
    expect(hausdorff).toBeCloseTo(3, 6);
    // Four faces from 2 to 3 away, one at 2 and one at 3.
    expect(aToB.mean).toBeCloseTo(2.5, 2);
    expect(mean).toBeCloseTo(2.5, 2);
    const rows = measure('vertices', FIRST, BESIDE).trimEnd().split('\n');
    expect(rows[0]).toBe('distance,triangle');
    expect(rows.slice(1).map((row) => Number(row.split(',')[0]))).toEqual([3, 2, 3, 2, 3, 2, 3, 2]);
  });

  it('tells which triangles collide', () => {
    expect(measure('collisions', FIRST, BESIDE)).toBe('first,second\n');
    const pairs = measure('collisions', FIRST, ACROSS, '--format', 'json');
    expect(JSON.parse(pairs).length).toBeGreaterThan(0);
  });

  it('tells how thick a mesh is, as files too', () => {
    const widths = measure('thickness', ACROSS).trimEnd().split('\n').slice(1).map(Number);
    expect(widths.toSorted()).toEqual([...Array(8).fill(expect.closeTo(1, 6)), ...Array(4).fill(expect.closeTo(2, 6))]);
    const out = join(folder, 'thickness');
    measure('thickness', ACROSS, '--format', 'raw', '--out', out);
    const bytes = Uint8Array.from(readFileSync(join(out, 'thickness_f32')));
    expect(Array.from(new Float32Array(bytes.buffer))).toEqual(widths.map((width) => expect.closeTo(width, 6)));
  });

  it('draws a map of distances with a legend, and writes them into a PLY', async () => {
    const picture = join(folder, 'map.png');
    measure('vertices', FIRST, ACROSS, '--signed', '--picture', picture, '--view', 'e', '--size', '96x96');
    const { data } = PNG.sync.read(readFileSync(picture));
    const has = (test: (red: number, green: number, blue: number) => boolean) =>
      Array.from({ length: 96 * 96 }, (_, at) => test(data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!)).includes(
        true,
      );
    // Half of the box is inside of the other.
    expect([has((red, _, blue) => red > blue + 60), has((red, _, blue) => blue > red + 60)]).toEqual([true, true]);
    const out = join(folder, 'ply');
    measure('thickness', FIRST, '--at', 'vertices', '--format', 'ply', '--out', out);
    const { mesh } = await readMeshFile(join(out, 'thickness.ply'));
    expect([mesh.triangles.length, mesh.vertexColors?.length]).toEqual([36, 32]);
    expect(readFileSync(join(out, 'thickness.ply')).toString('latin1')).toContain('property float thickness\n');
  });

  it.each([
    [['size', FIRST], '--question: "size" is none of distance, vertices, collisions, thickness'],
    [['thickness', FIRST, BESIDE], 'thickness: is about one mesh, not 2'],
    [['distance', FIRST], 'distance: is about two meshes, not 1'],
    [['distance', FIRST, BESIDE, '--samples', '0'], '--samples: must be from 1 to 100000000'],
    [['distance', FIRST, join(folder, 'none.ply')], 'none.ply: does not exist'],
    [['thickness', FIRST, '--at', 'edges'], '--at: "edges" is none of vertices, triangles'],
    [['thickness', FIRST, '--format', 'ply'], '--format ply: has numbers at vertices; add --at vertices'],
    [['thickness', FIRST, '--picture', 'x.tiff'], 'x.tiff: pictures are written as PNG, JPEG and WebP'],
    [['collisions', FIRST, BESIDE, '--picture', 'x.png'], '--picture: is for what a map can show'],
    [
      ['vertices', FIRST, BESIDE, '--picture', 'x.png', '--range', '2,1'],
      '--range: "2,1" must be a lower and a higher number',
    ],
    [['thickness', FIRST, '--format', 'npy'], '--out: name a folder for npy files'],
  ])('refuses %j in one line', (args, message) => {
    const { status, stdout, stderr } = runCli(['measure', ...args]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout.toString()]).toEqual([2, '']);
  });
});
