/** A mesh, as distances on a grid, is the isosurface at 0 again: facing outwards, and nothing beside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runCli, SAMPLE } from './run-cli.js';

const folder = makeFolder();
const KNOT = join(SAMPLE, '..', 'knot.ply');

function convert(...args: string[]): string {
  const { status, stderr } = runCli(['convert', ...args, '--software']);
  expect(status, stderr).toBe(0);
  return stderr;
}

/** Signed volume and box of a binary STL. */
function measure(path: string) {
  const bytes = readFileSync(path);
  const count = bytes.readUInt32LE(80);
  let volume = 0;
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let triangle = 0; triangle < count; triangle++) {
    const corner = (index: number) =>
      [0, 1, 2].map((axis) => bytes.readFloatLE(84 + 50 * triangle + 12 + 12 * index + 4 * axis));
    const [a, b, c] = [corner(0), corner(1), corner(2)] as [number[], number[], number[]];
    volume +=
      (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
        a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
        a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
      6;
    for (const point of [a, b, c]) {
      for (const axis of [0, 1, 2]) {
        low[axis] = Math.min(low[axis]!, point[axis]!);
        high[axis] = Math.max(high[axis]!, point[axis]!);
      }
    }
  }
  return { volume, extent: high.map((value, axis) => value - low[axis]!) };
}

it.each([[[]], [['--open']], [['--band', '3']]])('with %j', (options) => {
  const [field, back, plain] = ['field.nrrd', 'back.stl', 'plain.stl'].map((name) => join(folder, name)) as string[];
  const band = options.filter((option) => option !== '--open');
  const open = options.filter((option) => option === '--open');
  convert(KNOT, '-o', plain!);
  convert(KNOT, '-o', field!, '--distance', '48', ...band);
  expect(convert(field!, '-o', back!, '--isosurface', '0', ...open)).toMatch(/signed distances.*--inside above/);
  const [made, mesh] = [measure(back!), measure(plain!)];
  expect(made.volume).toBeGreaterThan(0);
  expect(made.volume / Math.abs(mesh.volume)).toBeCloseTo(1, 1);
  for (const axis of [0, 1, 2]) expect(made.extent[axis]! / mesh.extent[axis]!).toBeCloseTo(1, 1);
  expect(convert(field!, '-o', back!, '--isosurface', '0', '--inside', 'above', ...open)).not.toMatch(/signed/);
  expect(measure(back!).volume / made.volume).not.toBeCloseTo(1, 1);
});
