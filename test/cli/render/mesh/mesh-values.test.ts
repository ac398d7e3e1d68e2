/** `tilecast render --values`: meshes in the colours of numbers on them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { writeFreeSurferValues } from '../../../files/meshes/write-meshes.js';
import { makeFolder, runCli } from '../../run-cli.js';

const folder = makeFolder();
const out = join(folder, 'out.png');

/** A square of side 2 in the plane of x and y, with the x of its corners as their quality, and other values on its faces. */
const square = join(folder, 'square.ply');
writeFileSync(
  square,
  [
    ...['ply', 'format ascii 1.0', 'element vertex 4', 'property float x', 'property float y', 'property float z'],
    ...['property float quality', 'element face 2', 'property list uchar int vertex_indices', 'end_header'],
    ...['-1 -1 0 -1', '1 -1 0 1', '1 1 0 1', '-1 1 0 -1', '3 0 1 2', '3 0 2 3', ''],
  ].join('\n'),
);

const SIZE = 40;
const FROM_FRONT = ['--eye', '0,0,5', '--target', '0,0,0', '--up', '0,1,0', '--projection', 'orthographic'];
const VIEW = [...FROM_FRONT, '--height', '2', '--no-shade', '--size', `${SIZE}x${SIZE}`, '--software'];

function render(...args: string[]) {
  const { status, stderr } = runCli(['render', ...args, '-o', out, ...VIEW]);
  expect(status, stderr).toBe(0);
  const { data } = PNG.sync.read(readFileSync(out));
  return (x: number, y: number) => [...data.subarray(4 * (y * SIZE + x), 4 * (y * SIZE + x) + 3)];
}

describe('--values', () => {
  it('colours vertices by a map over the range that is given', () => {
    const at = render(square, '--values', 'quality', '--colormap', 'grey', '--range', '-1,1');
    for (const x of [1, 10, 25, 38]) {
      const grey = (255 * (x + 0.5)) / SIZE;
      for (const channel of at(x, 12)) expect(Math.abs(channel - grey)).toBeLessThanOrEqual(1);
    }
  });

  it('hides what is below a threshold, of both signs what is nearer to zero, over the grey of an underlay', () => {
    const at = render(square, '--values', 'quality', '--threshold', '0.5,1');
    const [[coldRed, , coldBlue], [warmRed, , warmBlue]] = [at(0, 20), at(39, 20)];
    expect(coldBlue).toBeGreaterThan(coldRed! + 80);
    expect(warmRed).toBeGreaterThan(warmBlue! + 80);
    expect(render(square, '--values', 'quality', '--threshold', '2')(20, 20)).toEqual([184, 184, 184]);
    const curvature = join(folder, 'lh.sulc');
    writeFileSync(curvature, writeFreeSurferValues([-1, 1, 1, -1], 2));
    const folded = render(square, '--values', 'quality', '--threshold', '2', '--underlay', curvature);
    expect([folded(0, 20)[0], folded(39, 20)[0]].map((grey) => Math.round(grey! / 8))).toEqual([
      Math.round((0.62 * 255) / 8),
      Math.round((0.38 * 255) / 8),
    ]);
  });

  it('refuses a threshold without values, an underlay without them, and one that is not there', () => {
    const refuse = (...args: string[]) => {
      const { status, stderr } = runCli(['render', square, '-o', out, ...args]);
      expect(status).toBe(2);
      return String(stderr);
    };
    expect(refuse('--threshold', '1')).toContain('--threshold: is for a volume, and there is none');
    expect(refuse('--underlay', 'quality')).toContain('--underlay: is for the colours of --values');
    expect(refuse('--values', 'quality', '--underlay', 'curv')).toContain(
      '--underlay: the mesh has no values named "curv"; it has quality',
    );
  });

  it('takes both signs for a diverging map', () => {
    const at = render(square, '--values', 'quality');
    const [[coldRed, , coldBlue], [warmRed, , warmBlue]] = [at(1, 20), at(38, 20)];
    expect(coldBlue).toBeGreaterThan(coldRed! + 80);
    expect(warmRed).toBeGreaterThan(warmBlue! + 80);
  });

  it('takes them from a file beside the mesh, and draws their colour bar', () => {
    const curvature = join(folder, 'lh.curv');
    writeFileSync(curvature, writeFreeSurferValues([0, 1, 1, 0], 2));
    const plain = render(square, '--values', curvature, '--colormap', 'grey');
    expect(plain(38, 20)[0]! - plain(1, 20)[0]!).toBeGreaterThan(200);
    const barred = render(square, '--values', curvature, '--colormap', 'grey', '--overlay', 'color-bar');
    expect(barred(1, 1)).toEqual(plain(1, 1));
    const places = Array.from({ length: SIZE ** 2 }, (_, place) => [place % SIZE, Math.floor(place / SIZE)] as const);
    const changed = places.filter(([x, y]) => barred(x, y).join() !== plain(x, y).join());
    expect(changed.length).toBeGreaterThan(40);
  });

  it('is refused in one line for what is not there, and what does not fit', () => {
    const short = join(folder, 'short.curv');
    writeFileSync(short, writeFreeSurferValues([0, 1], 2));
    for (const [args, message] of [
      [['--values', 'curv'], '--values: the mesh has no values named "curv"; it has quality'],
      [['--values', short], `${short}: has 2 values, but the mesh has 4 vertices`],
      [['--values', join(folder, 'none.curv')], 'none.curv'],
      [['--values', 'quality', '--colormap', 'blue'], '--colormap: "blue" is none of viridis, '],
      [['--values', 'quality', '--range', '2,1'], '--range: "2,1" must be a lower and a higher number'],
      [['--range', '1,2'], '--range: is for the colours of --values'],
      [['--overlay', 'color-bar'], '--overlay color-bar: is for a volume or --values of meshes'],
    ] as const) {
      const { status, stderr } = runCli(['render', square, ...args, '-o', out, '--software']);
      expect(status).toBe(2);
      expect(stderr).toContain(message);
    }
  });

  it('of a recipe are found in the mesh, and in no file that it names', () => {
    render(square, '--values', 'quality');
    const replay = (...more: string[]) => runCli(['render', '--replay', out, ...more, '-o', join(folder, 'again.png')]);
    expect(replay().status).toBe(0);
    expect(readFileSync(join(folder, 'again.png'))).toEqual(readFileSync(out));
    render(square, '--values', join(folder, 'lh.curv'));
    const { status, stderr } = replay();
    expect(status).toBe(2);
    expect(stderr).toContain('files of values are not part of a recipe');
    expect(replay('--values', join(folder, 'lh.curv')).status).toBe(0);
  });
});
