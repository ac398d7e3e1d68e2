/** The viewer's slices beside those of `tilecast slices`: the same pixels of the same plane. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { computeStatistics, readMesh, readVolume, type Vec3, type Volume } from '../../../src/index.js';
import { normalize, rotateAbout } from '../../../src/math/vec3.js';
import { gridSize } from '../../../src/slices/slice-grid.js';
import { EMPTY_DATA } from '../../../src/viewer/data/viewer-data.js';
import { DOCUMENT_DEFAULTS } from '../../../src/viewer/document/document.js';
import { canvasGrid } from '../../../src/viewer/slices/canvas-grid.js';
import { drawRequest } from '../../../src/viewer/slices/latest-slice.js';
import { sliceLayers } from '../../../src/viewer/slices/slice-layers.js';
import { slicePlanes } from '../../../src/viewer/slices/slice-planes.js';
import { makeFolder, runCli } from '../../cli/run-cli.js';
import { writeNifti } from '../../files/volumes/nifti/write-nifti.js';

const folder = makeFolder();
const SIZES: Vec3 = [17, 14, 12];
const COUNT = SIZES[0] * SIZES[1] * SIZES[2];
const [MASK_COLORS, FILL] = [{ 1: '#ff0000', 4: '#00ff80' }, 0.45];

/** Crosses all planes through the middle of the volume. */
const SCREEN = 'v -20 0 20\nv 10 60 50\nv 12 24 75\nv -9 40 30\nf 1 2 3\nf 1 3 4\n';

/** A NIfTI turned about two axes, and the same as the viewer has it. */
async function writeTurned(name: string, values: number[]): Promise<{ path: string; volume: Volume }> {
  const turn = (v: Vec3) => rotateAbout(rotateAbout(v, [0, 0, 1], 0.35), normalize([1, 0.5, 0]), 0.2);
  const columns = [turn([1.1, 0, 0]), turn([0, 1.3, 0]), turn([0, 0, 1.7])];
  const row = (axis: 0 | 1 | 2) => [...columns.map((column) => column[axis]), [-13, 21, 40][axis]!];
  const sform = [...row(0), ...row(1), ...row(2)];
  const bytes = writeNifti(values, 'int16', { dim: [3, ...SIZES], sformCode: 1, sform });
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const { volume } = await readVolume({ name, bytes: new Uint8Array(bytes) } as never);
  return { path, volume };
}

it('is so in the window that a file names, and in a chosen one', async () => {
  const name = 'windowed.nii';
  const values = Array.from({ length: COUNT }, (_, voxel) => (voxel * 7919) % 1000);
  const path = join(folder, name);
  const sform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const bytes = writeNifti(values, 'int16', { dim: [3, ...SIZES], sformCode: 1, sform, cal: [700, 300] });
  writeFileSync(path, bytes);
  const { volume, display } = await readVolume(new Uint8Array(bytes), name);
  const plane = slicePlanes(volume).find((known) => known.name === 'axial')!;
  for (const sliceWindow of [undefined, [100, 250] as const]) {
    const output = join(folder, 'windowed.png');
    const chosen = sliceWindow ? ['--window', sliceWindow.join(',')] : [];
    const where = ['--plane', 'axial', '--at', '5', '--scale', '1', '--nearest', '--no-annotations'];
    const { status, stderr } = runCli(['slices', path, ...where, ...chosen, '-o', output]);
    expect(status, stderr).toBe(0);
    const wanted = PNG.sync.read(readFileSync(output));
    const data = { ...EMPTY_DATA, volume, display, statistics: computeStatistics(volume) };
    const { layers } = sliceLayers(
      { data, document: { ...DOCUMENT_DEFAULTS, ...(sliceWindow && { sliceWindow }) } },
      volume,
    );
    const box = { x: 0, y: 0, width: plane.widthWorld, height: plane.heightWorld };
    const grid = canvasGrid(plane, 5, box, { width: wanted.width, height: wanted.height });
    const { pixels } = await drawRequest({ of: [], grid, layers });
    const greys = (of: ArrayLike<number>) => Array.from({ length: of.length / 4 }, (_, pixel) => of[4 * pixel]!);
    const off = greys(pixels).map((grey, at) => Math.abs(grey - greys(wanted.data)[at]!));
    expect(off.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(3);
  }
});

it.each(['axial', 'coronal', 'sagittal'] as const)(
  'is so of an oblique volume with another, labels and a mesh: %s',
  async (name) => {
    const scan = await writeTurned(
      'scan.nii',
      Array.from({ length: COUNT }, (_, voxel) => (voxel * 7919) % 1000),
    );
    const labels = await writeTurned(
      'labels.nii',
      Array.from({ length: COUNT }, (_, voxel) => (voxel % SIZES[0] < 6 ? 1 : voxel % 7 === 0 ? 4 : 0)),
    );
    // Values of both signs, a few of which pass a threshold.
    const statistic = await writeTurned(
      'statistic.nii',
      Array.from({ length: COUNT }, (_, voxel) => ((voxel * 6007) % 2001) - 1000),
    );
    const screen = join(folder, 'screen.obj');
    writeFileSync(screen, SCREEN);
    const plane = slicePlanes(scan.volume).find((known) => known.name === name)!;
    const position = Math.round(plane.start + (plane.count / 2) * plane.step) + 0.25;
    const output = join(folder, `${name}.png`);
    const masked = ['--mask', labels.path, '--labels', '1:#ff0000,4:#00ff80', '--fill', String(FILL), '--outline'];
    const fused = ['--fused-window', '600,1000', '--fused-opacity', '0.7'];
    const shown = ['--plane', name, '--at', String(position), '--scale', '2', '--background', 'transparent'];
    const { status, stderr } = runCli([
      'slices',
      scan.path,
      statistic.path,
      screen,
      ...fused,
      ...masked,
      ...shown,
      '--no-annotations',
      '-o',
      output,
    ]);
    expect(status, stderr).toBe(0);
    const wanted = PNG.sync.read(readFileSync(output));

    const pixelWorld = 1.1 / 2;
    const size = gridSize(scan.volume, plane, pixelWorld);
    const whole = { width: plane.widthWorld / pixelWorld, height: plane.heightWorld / pixelWorld };
    const box = { ...whole, x: (size.width - whole.width) / 2, y: (size.height - whole.height) / 2 };
    const color = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
    const styles = Object.entries(MASK_COLORS).map(([label, hex]) => ({ label: Number(label), color: color(hex) }));
    const data = {
      ...EMPTY_DATA,
      volume: scan.volume,
      statistics: computeStatistics(scan.volume),
      labels: { volume: labels.volume, styles },
      fused: [{ volume: statistic.volume }],
      meshes: [{ name: 'screen.obj' }],
    } as never;
    const { mesh } = await readMesh({ name: 'screen.obj', bytes: new TextEncoder().encode(SCREEN) } as never);
    const document = { ...DOCUMENT_DEFAULTS, labelFill: FILL, fused: [{ window: [600, 1000] as const, opacity: 0.7 }] };
    const { of, layers } = sliceLayers({ document, data, posedMeshes: [{ mesh }] }, scan.volume);
    const { pixels } = await drawRequest({ of, layers, grid: canvasGrid(plane, position, box, size) });
    expect([wanted.width, wanted.height]).toEqual([size.width, size.height]);
    let different = 0;
    for (let at = 0; at < pixels.length; at++) if (pixels[at] !== wanted.data[at]) different++;
    // Rounding decides in a pixel whose centre lies between two labels, or at half a grey.
    expect(different).toBeLessThanOrEqual(8);
    expect(new Set(pixels).size).toBeGreaterThan(100);
  },
);
