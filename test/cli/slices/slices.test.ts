/** `tilecast slices` as a user meets it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import type { Affine, Vec3 } from '../../../src/index.js';
import { transformPoint } from '../../../src/math/affine.js';
import { normalize, rotateAbout, scale } from '../../../src/math/vec3.js';
import { writeSlice } from '../../files/dicom/write-dicom.js';
import { writeNifti } from '../../files/volumes/nifti/write-nifti.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const inFolder = (name: string) => join(folder, name);

/** A picture by the command, and its pixels in grey. */
function slices(...args: string[]) {
  const output = inFolder('slices.png');
  const { status, stderr, stdout } = runCli(['slices', ...args, '-o', output]);
  expect(status, stderr).toBe(0);
  const { width, height, data } = PNG.sync.read(readFileSync(output));
  const greys = Array.from({ length: width * height }, (_, pixel) => data[4 * pixel]!);
  return { width, height, data, greys, stderr, stdout: stdout.toString() };
}

const SIZES: Vec3 = [11, 10, 9];
const COUNT = SIZES[0] * SIZES[1] * SIZES[2];
const FIDUCIAL: Vec3 = [3, 2, 6];
const voxelAt = ([i, j, k]: Vec3) => i + SIZES[0] * (j + SIZES[1] * k);

/** Voxels in LPS, turned about two axes. */
const turn = (v: Vec3) => rotateAbout(rotateAbout(v, [0, 0, 1], 0.4), normalize([1, 0.5, 0]), 0.3);
const TURNED: Affine = {
  columns: [turn([1.1, 0, 0]), turn([0, 1.1, 0]), turn([0, 0, 1.5])],
  origin: [-13, 21, 40],
};

/** All zeros but for the fiducial. */
const withFiducial = () => Array.from({ length: COUNT }, (_, voxel) => (voxel === voxelAt(FIDUCIAL) ? 1000 : 0));

/** The same volume in NIfTI, whose world is RAS. */
function writeTurnedNifti(): string {
  const row = (axis: number, sign: number) =>
    [...TURNED.columns, TURNED.origin].map((column) => sign * column[axis as 0]);
  const sform = [...row(0, -1), ...row(1, -1), ...row(2, 1)];
  const path = inFolder('turned.nii');
  writeFileSync(path, writeNifti(withFiducial(), 'int16', { dim: [3, ...SIZES], sformCode: 1, sform }));
  return path;
}

/** And as DICOM slices, in another order. */
function writeTurnedDicom(): string {
  const path = inFolder('turned');
  mkdirSync(path);
  const [ni, nj, nk] = SIZES;
  const digits = (v: readonly number[]) => v.map((x) => x.toFixed(9)).join('\\');
  for (let k = 0; k < nk; k++) {
    const bytes = writeSlice(k, {
      '00200013 IS': String(((k * 5) % nk) + 1),
      '00200032 DS': digits(transformPoint(TURNED, [0, 0, k])),
      '00200037 DS': digits([...normalize(TURNED.columns[0]), ...normalize(TURNED.columns[1])]),
      '00280010 US': [nj],
      '00280011 US': [ni],
      '00280030 DS': '1.1\\1.1',
      '00281052 DS': '0',
      '7FE00010 OW': withFiducial().slice(ni * nj * k, ni * nj * (k + 1)),
    });
    writeFileSync(join(path, `${(k * 5) % nk}.dcm`), bytes);
  }
  return path;
}

/** The middle of what is bright. */
function centroid({ width, greys }: ReturnType<typeof slices>): readonly [number, number] {
  const total = greys.reduce((sum, grey) => sum + grey, 0);
  const sumOf = (place: (pixel: number) => number) => greys.reduce((sum, grey, pixel) => sum + grey * place(pixel), 0);
  return [sumOf((pixel) => pixel % width) / total, sumOf((pixel) => Math.floor(pixel / width)) / total];
}

/** The world axes to the right of a slice and down it, in LPS, and that across it. */
const PLANES = {
  axial: { right: [1, 0, 0], down: [0, 1, 0], across: 2 },
  coronal: { right: [1, 0, 0], down: [0, 0, -1], across: 1 },
  sagittal: { right: [0, 1, 0], down: [0, 0, -1], across: 0 },
} as const;

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, axis) => sum + x * b[axis]!, 0);

describe('tilecast slices', () => {
  it('shows fiducials of oblique NIfTI and DICOM where they are, and on their sides', () => {
    const point = transformPoint(TURNED, FIDUCIAL);
    const middle = transformPoint(TURNED, SIZES.map((size) => (size - 1) / 2) as unknown as Vec3);
    const from = point.map((x, axis) => x - middle[axis]!);
    for (const input of [writeTurnedNifti(), writeTurnedDicom()]) {
      for (const [plane, { right, down, across }] of Object.entries(PLANES)) {
        for (const mirrored of [false, true]) {
          const args = ['--plane', plane, '--at', String(point[across]), '--scale', '6', '--no-annotations'];
          const shown = slices(input, ...args, '--window', '0,1000', ...(mirrored ? ['--neurological'] : []));
          const pixels = 6 / 1.1;
          const [x, y] = centroid(shown);
          const where = `${input}, ${plane}`;
          expect(x, where).toBeCloseTo((shown.width - 1) / 2 + (mirrored ? -1 : 1) * pixels * dot(from, right), 0);
          expect(y, where).toBeCloseTo((shown.height - 1) / 2 + pixels * dot(from, down), 0);
        }
      }
      // A plane through the fiducial that is that of the voxels themselves, with their second axis upwards.
      const [i, j, k] = TURNED.columns.map(normalize) as unknown as [Vec3, Vec3, Vec3];
      const normal = ['--plane', k.join(','), '--up', scale(j, -1).join(','), '--at', String(dot(point, k))];
      const shown = slices(input, ...normal, '--no-annotations', '--window', '0,1000', '--nearest');
      expect([shown.width, shown.height]).toEqual([SIZES[0], SIZES[1]]);
      const voxel = shown.greys.indexOf(255);
      expect(shown.greys.filter((grey) => grey !== 0)).toEqual([255]);
      expect(dot(i, [1, 0, 0])).toBeGreaterThan(0);
      expect([voxel % SIZES[0], Math.floor(voxel / SIZES[0])]).toEqual([FIDUCIAL[0], FIDUCIAL[1]]);
    }
  });

  const ramp = inFolder('ramp.nii');
  const values = Array.from({ length: COUNT }, (_, voxel) => (voxel * 7919) % 1000);
  writeFileSync(
    ramp,
    writeNifti(values, 'int16', { dim: [3, ...SIZES], sformCode: 1, sform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0] }),
  );
  const greyOf = (value: number) => Math.round(255 * Math.min(Math.max((value - 100) / 800, 0), 1));

  it('shows the very voxels at the scale 1, by voxel:N, in rows', () => {
    const bare = ['--window', '100,900', '--no-annotations', '--scale', '1'];
    const shown = slices(ramp, '--plane', 'xy', '--at', 'voxel:2,5,7', '--columns', '2', ...bare);
    expect([shown.width, shown.height]).toEqual([2 * SIZES[0], 2 * SIZES[1]]);
    const expected = [2, 5, 7].map((k) =>
      Array.from({ length: SIZES[0] * SIZES[1] }, (_, pixel) => greyOf(values[pixel + SIZES[0] * SIZES[1] * k]!)),
    );
    const panel = (left: number, top: number) =>
      Array.from({ length: SIZES[0] * SIZES[1] }, (_, pixel) => {
        const [x, y] = [pixel % SIZES[0], Math.floor(pixel / SIZES[0])];
        return shown.greys[left + x + (top + y) * shown.width]!;
      });
    expect([panel(0, 0), panel(SIZES[0], 0), panel(0, SIZES[1])]).toEqual(expected);
    expect(slices(ramp, '--plane', 'xy', '--at', '2', ...bare).greys).toEqual(expected[0]);
  });

  it('draws the plane through points, at these points', () => {
    const [i, j, k] = TURNED.columns.map(normalize) as unknown as [Vec3, Vec3, Vec3];
    const at = (index: Vec3) => transformPoint(TURNED, index).join(',');
    const points = [[1, 1, FIDUCIAL[2]] as Vec3, [8, 2, FIDUCIAL[2]] as Vec3, [3, 7, FIDUCIAL[2]] as Vec3].map(at);
    const bare = ['--no-annotations', '--window', '0,1000', '--nearest', '--up', scale(j, -1).join(',')];
    const through = points.flatMap((point) => ['--through', point]);
    const shown = slices(inFolder('turned.nii'), ...through, ...bare);
    const position = String(dot(transformPoint(TURNED, FIDUCIAL), k));
    expect(shown.data).toEqual(slices(inFolder('turned.nii'), '--plane', k.join(','), '--at', position, ...bare).data);
    // Two of them along i, and at right angles to the plane across j: the same.
    const two = ['--through', at([0, 4, FIDUCIAL[2]]), '--through', at([9, 4, FIDUCIAL[2]]), '--perpendicular'];
    expect(slices(inFolder('turned.nii'), ...two, j.join(','), ...bare).data).toEqual(shown.data);
    expect(Math.abs(dot(i, k))).toBeLessThan(1e-9);
    const thick = ['--slab-thickness', '3', '--mode', 'mip'];
    expect(slices(inFolder('turned.nii'), ...two, j.join(','), ...bare, ...thick).greys).toContain(255);
  });

  it('draws planes beside each other, through a point where one is named', () => {
    const bare = ['--window', '100,900', '--no-annotations', '--scale', '1'];
    const { stdout } = slices(ramp, '--plane', 'coronal,axial,0,0,1', '--at', '4,3,2', ...bare, '--json');
    expect(JSON.parse(stdout).slices).toMatchObject([
      { plane: 'coronal', position: 3 },
      { plane: 'axial', position: 2 },
      { plane: 'oblique', position: 2 },
    ]);
  });

  it('has a panel that is what tilecast render makes of the same inputs', () => {
    const software = ['--adapter', 'swiftshader'];
    const shape = ['--no-annotations', '--scale', '5'];
    const ofValues = ['--voxels', 'values', '--window', '100,900'];
    const mosaic = (...args: string[]) => {
      const shown = slices(ramp, ...ofValues, ...shape, '--json', ...software, ...args);
      const panel = JSON.parse(shown.stdout).slices.find(({ plane }: { plane: string }) => plane === '3d');
      const size = `${panel.width}x${panel.height}`;
      const pixels = Buffer.concat(
        Array.from({ length: panel.height }, (_, y) => {
          const start = 4 * ((panel.top + y) * shown.width + panel.left);
          return shown.data.subarray(start, start + 4 * panel.width);
        }),
      );
      return { pixels, size };
    };
    const rendered = (size: string, ...args: string[]) => {
      const output = inFolder('rendered.png');
      const { status, stderr } = runCli([
        'render',
        ramp,
        ...ofValues,
        ...software,
        '--size',
        size,
        ...args,
        '-o',
        output,
      ]);
      expect(status, stderr).toBe(0);
      return PNG.sync.read(readFileSync(output)).data;
    };
    const plain = mosaic('--plane', 'ortho,3d');
    expect(plain.pixels.equals(rendered(plain.size, '--view', 'three-quarter'))).toBe(true);
    expect(new Set(plain.pixels).size).toBeGreaterThan(20);
    // What a file says of itself is said once, although the panel reads it again.
    const micro = inFolder('micro.nii');
    writeFileSync(micro, writeNifti(values, 'int16', { dim: [3, ...SIZES], units: 3 }));
    const { stderr } = slices(micro, ...ofValues, ...shape, ...software, '--plane', 'xy,3d');
    expect(stderr.match(/micrometres/g)).toHaveLength(1);
    const turned = mosaic('--plane', '3d,xy', '--view', 'front', '--azimuth', '30', '--transfer', 'bone');
    const own = ['--view', 'front', '--azimuth', '30', '--transfer', 'bone'];
    expect(turned.pixels.equals(rendered(turned.size, ...own))).toBe(true);

    // Labels are surfaces in the colours of their outlines, within a volume that is thin enough to show them.
    const labels = inFolder('block.nii');
    const isIn = (voxel: number) => {
      const [i, j, k] = [voxel % 11, Math.floor(voxel / 11) % 10, Math.floor(voxel / 110)];
      return i > 3 && i < 8 && j > 3 && j < 8 && k > 2 && k < 7;
    };
    const mask = Array.from({ length: COUNT }, (_, voxel) => (isIn(voxel) ? 1 : 0));
    const geometry = { dim: [3, ...SIZES], sformCode: 1, sform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0] };
    writeFileSync(labels, writeNifti(mask, 'uint8', geometry));
    const { pixels } = mosaic('--plane', 'axial,3d', '--mask', labels, '--labels', '1:#00ff00');
    const isGreen = (at: number) => pixels[at + 1]! > 1.5 * Math.max(pixels[at]!, pixels[at + 2]!, 20);
    const green = Array.from({ length: pixels.length / 4 }, (_, pixel) => 4 * pixel).filter(isGreen).length;
    expect(green).toBeGreaterThan(pixels.length / 4 / 50);
  });

  it('shows a picture as the one slice that it is', () => {
    const flat = inFolder('flat.nii');
    writeFileSync(
      flat,
      writeNifti(values.slice(0, 99), 'int16', {
        dim: [3, 11, 1, 9],
        sformCode: 1,
        sform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0],
      }),
    );
    const { slices: shown } = JSON.parse(slices(flat, '--json', '--voxels', 'values').stdout);
    expect(shown).toMatchObject([{ plane: 'coronal', position: 0 }]);
  });

  it('says as JSON where slices lie, and spreads them', () => {
    const { stdout, width, height } = slices(
      ramp,
      '--plane',
      'axial',
      '--count',
      '3',
      '--json',
      '--scale',
      '1',
      '--threshold',
      '0',
    );
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ width, height });
    // The volume reaches from -0.5 to 8.5, of which each slice has a third around it.
    expect(report.slices.map(({ position }: { position: number }) => position)).toEqual([1, 4, 7]);
    expect(report.slices[1]).toMatchObject({ plane: 'axial', origin: [0, 0, 4], right: [1, 0, 0], down: [0, 1, 0] });
  });

  it('draws outlines and fills of masks, meshes, and maps of both signs over anatomy', () => {
    const labels = inFolder('labels.nii');
    const mask = values.map((_, voxel) => (voxel % SIZES[0] < 4 ? 3 : 0));
    const geometry = { dim: [3, ...SIZES], sformCode: 1, sform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0] };
    writeFileSync(labels, writeNifti(mask, 'uint8', geometry));
    const bare = ['--plane', 'axial', '--at', '4', '--no-annotations', '--window', '2000,3000'];
    const outlined = slices(ramp, ...bare, '--mask', labels, '--labels', '3:white').greys;
    const isOn = (x: number, y: number) => x < 4 && (x === 0 || x === 3 || y === 0 || y === SIZES[1] - 1);
    expect(outlined).toEqual(outlined.map((_, at) => (isOn(at % SIZES[0], Math.floor(at / SIZES[0])) ? 255 : 0)));
    const filled = slices(ramp, ...bare, '--mask', labels, '--labels', '3:white', '--fill', '0.4').greys;
    expect(filled).toEqual(filled.map((_, at) => (at % SIZES[0] < 4 ? 102 : 0)));

    // A box around the voxels 2 to 6 of both axes: its lines are in the middle of these.
    const box = inFolder('box.obj');
    const corner = (at: number) => (at ? 6 : 2);
    const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => `v ${corner(c & 1)} ${corner(c & 2)} ${c & 4 ? 8 : 1}`);
    writeFileSync(box, `${vertices.join('\n')}\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`);
    const cut = slices(ramp, box, ...bare, '--mesh-color', 'white').greys;
    const isLine = (x: number, y: number) => Math.max(Math.abs(x - 4), Math.abs(y - 4)) === 2;
    expect(cut).toEqual(cut.map((_, at) => (isLine(at % SIZES[0], Math.floor(at / SIZES[0])) ? 255 : 0)));

    const map = inFolder('map.nii');
    const effects = values.map((_, voxel) => (voxel % SIZES[0]) - 5);
    writeFileSync(map, writeNifti(effects, 'float32', geometry));
    const { data } = slices(ramp, map, ...bare, '--fused-threshold', '3,5');
    expect(slices(ramp, map, ...bare, '--fused-window', '3,5').data).toEqual(data);
    const colors = Array.from({ length: SIZES[0] }, (_, x) => Array.from(data.subarray(4 * x, 4 * x + 3)));
    const [cold, warm] = [colors.slice(0, 3), colors.slice(-3)];
    expect(cold.every(([red, , blue]) => blue! > red!)).toBe(true);
    expect(warm.every(([red, , blue]) => red! > blue!)).toBe(true);
    expect(colors.slice(3, -3)).toEqual(Array(5).fill([0, 0, 0]));
  });

  it('draws a picture again from its recipe, with the files that it was made from', () => {
    const [first, again, other] = ['first.png', 'again.png', 'other.png'].map(inFolder) as [string, string, string];
    const run = (...args: string[]) => runCli(['slices', ...args]);
    expect(run(ramp, '--plane', 'coronal', '--at', '2,5', '--window', '100,900', '-o', first).status).toBe(0);
    expect(run('--replay', first, '-o', again).status).toBe(0);
    expect(readFileSync(again).equals(readFileSync(first))).toBe(true);
    expect(run('--replay', first, '--neurological', '-o', other).status).toBe(0);
    expect(readFileSync(other).equals(readFileSync(first))).toBe(false);

    const elsewhere = inFolder('elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'ramp.nii'), readFileSync(inFolder('turned.nii')));
    const refused = run('--replay', first, elsewhere, '-o', again);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('is not what')]);
    expect(run(ramp, '--recipe', 'none', '-o', other).status).toBe(0);
    expect(run('--replay', other, '-o', again).stderr).toContain('holds no recipe of slices');
    const rendered = runCli(['render', '--replay', first, '-o', again]);
    expect([rendered.status, rendered.stderr]).toEqual([2, expect.stringContaining('tilecast slices --replay')]);
  });

  it('makes a picture of each input, and goes on after one that is bad', () => {
    const bad = inFolder('bad.nii');
    writeFileSync(bad, 'no volume');
    const { status, stderr } = runCli(['slices', ramp, bad, inFolder('turned.nii'), '-o', inFolder('of-{name}.png')]);
    expect(status).toBe(2);
    expect(stderr).toContain('bad.nii');
    expect(['ramp', 'bad', 'turned'].map((name) => existsSync(inFolder(`of-${name}.png`)))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('reports on many scans in one page, with a mask for each, and says which are bad', () => {
    const bad = inFolder('a"b&c.nii');
    writeFileSync(bad, 'no volume');
    const geometry = { dim: [3, ...SIZES], sformCode: 1, sform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0] };
    for (const name of ['ramp', 'turned', 'a"b&c']) {
      const mask = values.map((_, voxel) => (voxel % SIZES[0] < 4 ? 1 : 0));
      writeFileSync(inFolder(`${name}-mask.nii`), writeNifti(mask, 'uint8', geometry));
    }
    const report = inFolder('qa.html');
    const inputs = [ramp, bad, inFolder('turned.nii')];
    const { status, stderr } = runCli(['slices', ...inputs, '--mask', inFolder('{name}-mask.nii'), '--report', report]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('a"b&c.nii: has 9 bytes')]);
    const page = readFileSync(report, 'utf8');
    const rows = page.split('<tbody>')[1]!.split('</tbody>')[0]!.split('</tr>').slice(0, -1);
    expect(rows).toHaveLength(3);
    expect(rows.map((row) => row.includes('src="data:image/png;base64,'))).toEqual([true, false, true]);
    expect(rows[0]).toContain('<td data-key="990">11 × 10 × 9</td>');
    expect(rows[1]).toContain('a&quot;b&amp;c.nii');
    expect(page).not.toContain('a"b&c');
    // Pages need no other file.
    expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
    const refuse = (...args: string[]) => runCli(['slices', ramp, ...args]).stderr;
    expect(refuse('--report', inFolder('qa.pdf'))).toContain('end the name in .html');
    expect(refuse('--report', report, '-o', inFolder('one.png'))).toContain('put {name} into --output');
    expect(refuse('--report', report, '--up', '0,0,1')).toContain('--up: ');
  });
});
