/** Slices are shown in the windows that files ask for, as viewers of DICOM show them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { COLUMNS, DEPTH, type Elements, ROWS, valueAt, writeSlice } from '../../files/dicom/write-dicom.js';
import { writeNifti } from '../../files/volumes/nifti/write-nifti.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();

/** Values of the middle slice, row by row. */
const VALUES = Array.from({ length: COLUMNS * ROWS }, (_, pixel) => valueAt(1, pixel));

function writeSeries(name: string, changes: (k: number) => Elements): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (let k = 0; k < DEPTH; k++) {
    writeFileSync(join(path, `${k}.dcm`), writeSlice(k, { '00280030 DS': '1\\1', ...changes(k) }));
  }
  return path;
}

/** The greys of the middle slice, a pixel for each voxel. */
function greysOf(input: string, ...args: string[]) {
  const output = join(folder, 'out.png');
  const middle = ['--plane', 'axial', '--at', 'voxel:1', '--scale', '1', '--nearest', '--no-annotations'];
  const { status, stderr } = runCli(['slices', input, ...middle, ...args, '-o', output]);
  expect(status, stderr).toBe(0);
  const { data } = PNG.sync.read(readFileSync(output));
  return { greys: VALUES.map((_, pixel) => data[4 * pixel]!), stderr };
}

const ramp = (low: number, high: number) =>
  VALUES.map((value) => Math.round(255 * Math.min(Math.max((value - low) / (high - low), 0), 1)));

const window = (center: string, width: string, more: Elements = {}): Elements => ({
  '00281050 DS': center,
  '00281051 DS': width,
  ...more,
});

describe('windows of DICOM files', () => {
  it('show slices where no other is chosen, and are named', () => {
    const path = writeSeries('named', () => window('80\\70', '20\\400', { '00281055 LO': 'NARROW\\WIDE' }));
    const { greys, stderr } = greysOf(path);
    expect(greys).toEqual(ramp(70, 89));
    expect(stderr).toMatch(
      /shows slices in its own window, level 80, width 20 \(NARROW\); it has level 70, width 400 \(WIDE\) too; --window takes another/,
    );
    const chosen = greysOf(path, '--window', '0,200');
    expect(chosen.greys).toEqual(ramp(0, 200));
    expect(chosen.stderr).not.toContain('window');
    const told = JSON.parse(runCli(['info', path, '--json', '--series', '1']).stdout.toString());
    expect(told.windows).toEqual([
      { center: 80, width: 20, low: 70, high: 89, function: 'linear', explanation: 'NARROW' },
      { center: 70, width: 400, low: -130, high: 269, function: 'linear', explanation: 'WIDE' },
    ]);
    expect(runCli(['info', path, '--series', '1']).stdout.toString()).toMatch(
      /^windows +level 80, width 20 \(NARROW\)\n +level 70, width 400 \(WIDE\)$/m,
    );
  });

  it('rise along a sigmoid where they say so', () => {
    const { greys } = greysOf(writeSeries('sigmoid', () => window('80', '10', { '00281056 CS': 'SIGMOID' })));
    expect(greys).toEqual(VALUES.map((value) => Math.round(255 / (1 + Math.exp((-4 * (value - 80)) / 10)))));
  });

  it('that would mislead are passed over, which is said', () => {
    const path = writeSeries('faulty', () => window('80\\5000\\80\\80', '0\\100\\65536\\20'));
    const { greys, stderr } = greysOf(path);
    expect(greys).toEqual(ramp(70, 89));
    expect(stderr).toMatch(/passed over its window of level 80, width 0, which has no width/);
    expect(stderr).toMatch(
      /passed over its window of level 5000, width 100, which lies outside of its values, -30 to 189/,
    );
    expect(stderr).toMatch(/passed over its window of level 80, width 65536, which would show next to nothing/);
    const none = greysOf(writeSeries('none', () => window('5000', '100')));
    const percentiles = greysOf(writeSeries('plain', () => ({})));
    expect(none.greys).toEqual(percentiles.greys);
  });

  it('that differ among slices are those of the middle one', () => {
    const path = writeSeries('differing', (k) => window(`${100 * k - 20}`, '20'));
    const { greys, stderr } = greysOf(path);
    expect(greys).toEqual(ramp(70, 89));
    expect(stderr).toMatch(/which is that of its middle one: others have windows of their own/);
  });

  it('show MONOCHROME1 with low values bright, whether values were inverted or not', () => {
    const bright = ramp(70, 90).map((grey) => 255 - grey);
    const exact = { '00280004 CS': 'MONOCHROME1', '00281056 CS': 'LINEAR_EXACT' };
    for (const modality of ['CT', 'MR']) {
      const path = writeSeries(`mono1-${modality}`, () => window('80', '20', { ...exact, '00080060 CS': modality }));
      const { greys } = greysOf(path);
      for (const [pixel, grey] of greys.entries()) expect(Math.abs(grey - bright[pixel]!), modality).toBeLessThan(2);
    }
  });

  it('say nothing that a terminal obeys', () => {
    const path = writeSeries('active', () => window('80', '20', { '00281055 LO': '\u001b[31mRED' }));
    expect(greysOf(path).stderr).not.toContain('\u001b');
  });
});

it('cal_min and cal_max of NIfTI files are a window too', () => {
  const write = (name: string, cal: readonly [number, number]) => {
    const path = join(folder, name);
    const all = Array.from({ length: COLUMNS * ROWS * DEPTH }, (_, at) =>
      valueAt(Math.floor(at / (COLUMNS * ROWS)), at % (COLUMNS * ROWS)),
    );
    writeFileSync(path, writeNifti(all, 'int16', { dim: [3, COLUMNS, ROWS, DEPTH], cal }));
    return path;
  };
  const byWindow = greysOf(write('plain.nii', [0, 0]), '--window', '70,89');
  const { greys, stderr } = greysOf(write('cal.nii', [89, 70]));
  expect(greys).toEqual(byWindow.greys);
  expect(stderr).toMatch(/shows slices in its own window, level 79.5, width 19 \(cal_min to cal_max\); --window/);
  const outside = greysOf(write('outside.nii', [9000, 8000]));
  expect(outside.stderr).toMatch(/passed over its window of level 8500, width 1000.*outside of its values/);
});
