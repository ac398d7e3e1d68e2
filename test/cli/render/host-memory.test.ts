/** `--host-memory` bounds what the process holds of all inputs together. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../../src/index.js';
import { encodePng } from '../../../src/node/index.js';
import { sliceElements, writeDicom } from '../../files/dicom/write-dicom.js';
import { writeNifti } from '../../files/volumes/nifti/write-nifti.js';
import { writeTiff } from '../../files/volumes/tiff/write-tiff.js';
import { MAIN, makeFolder, runCli } from '../run-cli.js';

const MIB = 2 ** 20;
/** Inflated data of more than a MiB are in pieces. */
const SIDE = 96;
const COUNT = SIDE ** 3;
const folder = makeFolder();
const at = (name: string) => join(folder, name);
const picture = at('picture.png');

const values = Int16Array.from({ length: COUNT }, (_, index) => {
  const [i, j, k] = [index % SIDE, Math.floor(index / SIDE) % SIDE, Math.floor(index / SIDE ** 2)];
  return Math.round(1000 - 14 * Math.hypot(i - 36, j - 48, k - 54));
});

/** A header of `type` and `encoding` whose data start at a multiple of 16, or `shift` bytes behind one. */
function nrrdHeader(type: string, encoding: string, sizes: readonly number[], endian = 'little', shift = 0): Buffer {
  const fields = `NRRD0004\ntype: ${type}\ndimension: 3\nsizes: ${sizes.join(' ')}\nendian: ${endian}\nencoding: ${encoding}\n#`;
  return Buffer.from(`${fields}${' '.repeat(16 - ((fields.length + 2) % 16) + shift)}\n\n`);
}

const cube = [SIDE, SIDE, SIDE];
writeFileSync(at('raw.nrrd'), Buffer.concat([nrrdHeader('int16', 'raw', cube), Buffer.from(values.buffer)]));

function render(inputs: readonly string[], bytes: number, ...more: string[]) {
  const inMib = String(bytes / MIB);
  const args = [...inputs, '-o', picture, '--size', '32x32', '--software', '--host-memory', inMib];
  return runCli(['render', ...args, ...more]);
}

/** Expects that inputs are rendered within so many bytes, and refused in one line with one byte less. */
function expectBound(inputs: readonly string[], bytes: number, what: string, ...more: string[]): void {
  const before = existsSync(picture) ? readFileSync(picture) : undefined;
  const refused = render(inputs, bytes - 1, ...more);
  expect(refused.status, refused.stderr).toBe(2);
  expect(refused.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(refused.stderr).toContain(`takes ${Math.ceil((1000 * bytes) / MIB) / 1000} MiB with ${what}`);
  expect(refused.stderr).toContain('--host-memory allows');
  expect(existsSync(picture) ? readFileSync(picture) : undefined).toEqual(before);
  const { status, stderr } = render(inputs, bytes, ...more);
  expect(status, stderr).toBe(0);
}

const size = (name: string) => statSync(at(name)).size;

/** A NumPy file, which is read whole; its data start at a multiple of 64, or `shift` bytes behind one. */
function npy(type: string, data: Buffer, shift = 0): Buffer {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${SIDE}, ${SIDE}, ${SIDE}), }`;
  const header = `${text.padEnd(117 + shift)}\n`;
  return Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
    Buffer.from([header.length, 0]),
    Buffer.from(header),
    data,
  ]);
}
const swapped = Buffer.from(Buffer.from(values.buffer)).swap16();

it('renders a file whose size is the bound, and refuses it with a byte less', () => {
  writeFileSync(at('whole.npy'), npy('<i2', Buffer.from(values.buffer)));
  expectBound([at('whole.npy')], size('whole.npy'), 'its file');
});

it('counts voxels that are copied since they are swapped or not aligned', () => {
  writeFileSync(at('big.npy'), npy('>i2', swapped));
  expectBound([at('big.npy')], size('big.npy') + 2 * COUNT, 'its voxels');
  writeFileSync(at('odd.npy'), npy('<i2', Buffer.from(values.buffer), 1));
  expectBound([at('odd.npy')], size('odd.npy') + 2 * COUNT, 'its voxels');
});

it('reads files of plain voxels piece by piece where they might not fit', () => {
  writeFileSync(at('big.nrrd'), Buffer.concat([nrrdHeader('int16', 'raw', cube, 'big'), swapped]));
  const plain = ['--recipe', 'none', '--quality', 'plain'];
  const pictureOf = (name: string, ...more: string[]) => {
    const args = ['render', at(name), '-o', picture, '--size', '32x32', '--software', ...plain, ...more];
    const { status, stderr } = runCli(args);
    expect(status, stderr).toBe(0);
    return readFileSync(picture);
  };
  const whole = pictureOf('raw.nrrd');
  for (const name of ['raw.nrrd', 'big.nrrd'])
    for (const bytes of [size(name), COUNT]) {
      expect(pictureOf(name, '--host-memory', String(bytes / MIB))).toEqual(whole);
    }
});

it('reads bare voxels piece by piece where they might not fit', () => {
  writeFileSync(at('bare.raw'), swapped);
  const layout = ['--raw', `${cube.join('x')}:int16:be`, '--spacing', '1,1,2', '--recipe', 'none'];
  const commands = [
    ['render', at('bare.raw'), '-o', picture, '--size', '32x32', '--software', '--quality', 'plain'],
    ['slices', at('bare.raw'), '-o', picture, '--window', '0,1000'],
  ];
  const draw = (command: readonly string[], ...more: string[]) => {
    const { status, stderr } = runCli([...command, ...layout, ...more]);
    expect(status, stderr).toBe(0);
    return readFileSync(picture);
  };
  for (const command of commands) {
    const whole = draw(command);
    expect(draw(command, '--host-memory', String(COUNT / MIB))).toEqual(whole);
  }
  const wrong = ['--raw', `${SIDE}x${SIDE}x${SIDE + 1}:int16:be`, '--host-memory', String(COUNT / MIB)];
  for (const command of commands) {
    const { status, stderr } = runCli([...command, ...wrong]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^tilecast: [^\n]*bare\.raw: has 1769472 bytes, but [^\n]*; check --raw\n$/);
  }
});

it('refuses what a file has not, and keeps its unit and labels, also piece by piece', () => {
  const nifti = writeNifti(
    Array.from(values, (value) => Math.max(value, 0) >> 8),
    'int16',
    { dim: [3, ...cube], intent: 1002, units: 3 },
  );
  writeFileSync(at('parts.nii'), nifti);
  const bounded = ['--host-memory', String(COUNT / MIB)];
  const outputs = ['-o', picture, '--size', '32x32', '--software'];
  for (const [option, message] of [
    ['--time', /has no time 1; right for --time is nothing but 0/],
    ['--component', /has no component 1; right for --component is nothing but 0/],
    ['--series', /files hold one image; --series is for/],
  ] as const) {
    for (const more of [[], bounded]) {
      const { status, stderr } = runCli(['render', at('parts.nii'), ...outputs, option, '1', ...more]);
      expect(status, stderr).toBe(2);
      expect(stderr).toMatch(message);
    }
  }
  const described = (...more: string[]) => runCli(['info', at('parts.nii'), '--json', ...more]);
  const [whole, paged] = [described(), described(...bounded)];
  expect(JSON.parse(paged.stdout.toString())).toMatchObject({ unit: 'micrometer', isLabels: true });
  expect(paged.stderr).toBe(whole.stderr);
});

it('bounds slices, descriptions and conversions', () => {
  const bounded = (bytes: number, ...args: string[]) => runCli([...args, '--host-memory', String(bytes / MIB)]);
  const npyBytes = size('whole.npy');
  const made = ['sliced.png', 'made.nrrd', 'made.zarr'];
  const commands = [
    ['slices', at('whole.npy'), '-o', at('sliced.png')],
    ['info', at('whole.npy')],
    ['convert', at('whole.npy'), '-o', at('made.nrrd')],
    ['convert', at('whole.npy'), '-o', at('made.zarr')],
  ];
  for (const command of commands) {
    const refused = bounded(npyBytes - 1, ...command);
    expect(refused.status, command[0]).toBe(2);
    expect(refused.stderr).toMatch(
      /whole\.npy: takes [\d.]+ MiB with its file, all inputs together; --host-memory allows/,
    );
    expect(refused.stderr.trimEnd().split('\n')).toHaveLength(1);
  }
  for (const name of made) expect(existsSync(at(name))).toBe(false);
  for (const command of commands) expect(bounded(npyBytes, ...command).status, command[0]).toBe(0);
  const pages = ['slices', at('raw.nrrd'), '-o', at('paged.png'), '--window', '0,1000', '--recipe', 'none'];
  expect(runCli(pages).status).toBe(0);
  const whole = readFileSync(at('paged.png'));
  expect(bounded(COUNT, ...pages).status).toBe(0);
  expect(readFileSync(at('paged.png'))).toEqual(whole);
  const one = bounded(COUNT, 'convert', at('raw.nrrd'), '-o', at('again.nrrd'));
  expect(one.status).toBe(2);
  expect(one.stderr).toMatch(
    /raw\.nrrd: takes [\d.]+ MiB with the voxels of its coarsest level, .*--host-memory allows/,
  );
  expect(bounded(COUNT, 'convert', at('raw.nrrd'), '-o', at('again.zarr')).status).toBe(0);
  expect(bounded(0, 'info', at('raw.nrrd')).stderr).toMatch(/--host-memory: must be/);
});

it('counts what is inflated twice, as pieces that are joined', () => {
  const packed = gzipSync(Buffer.from(values.buffer));
  writeFileSync(at('gzip.nrrd'), Buffer.concat([nrrdHeader('int16', 'gzip', cube), packed]));
  expectBound([at('gzip.nrrd')], size('gzip.nrrd') + 2 * 2 * COUNT, 'what is inflated of it');
});

it('counts values of a NIfTI file that are scaled', () => {
  const nifti = writeNifti(Array.from(values), 'int16', { dim: [3, ...cube], slope: 0.5 });
  writeFileSync(at('scaled.nii.gz'), gzipSync(nifti));
  // Inflated once more than it is kept, or kept with float32.
  const bytes = size('scaled.nii.gz') + nifti.length + 4 * COUNT;
  expectBound([at('scaled.nii.gz')], bytes, 'its voxels');
});

it('refuses gzip data that hide their size once they make more', () => {
  const zeros = gzipSync(Buffer.alloc(64 * MIB), { level: 9 });
  const header = nrrdHeader('uint8', 'gzip', [512, 512, 256]);
  writeFileSync(at('bomb.nrrd'), Buffer.concat([header, zeros]));
  writeFileSync(at('hidden.nrrd'), Buffer.concat([header, zeros, Buffer.alloc(4)]));
  const told = render([at('bomb.nrrd')], 20 * MIB);
  expect(told.status).toBe(2);
  expect(told.stderr).toMatch(/bomb\.nrrd: takes 128\.\d+ MiB with what is inflated of it/);
  const hidden = render([at('hidden.nrrd')], 20 * MIB);
  expect(hidden.status).toBe(2);
  expect(hidden.stderr).toMatch(/hidden\.nrrd: takes more than 20 MiB with what is inflated of it/);
});

it('counts the voxels of a DICOM series, and no more than that of its files', () => {
  mkdirSync(at('series'));
  for (let k = 0; k < SIDE; k++) {
    const pixels = Array.from(values.subarray(k * SIDE ** 2, (k + 1) * SIDE ** 2), (value) => value + 1024);
    const sizes = { '00280010 US': [SIDE], '00280011 US': [SIDE], '7FE00010 OW': pixels };
    writeFileSync(join(at('series'), `IM${k}`), writeDicom({ ...sliceElements(k), ...sizes }));
  }
  expectBound([at('series')], 2 * COUNT, `the voxels of ${SIDE} slices`);
});

it('counts the pictures of a stack together', async () => {
  mkdirSync(at('stack'));
  for (let k = 0; k < 8; k++) {
    const pixels = Uint8Array.from({ length: 4 * SIDE ** 2 }, (_, at) => ((at >> 2) % 7) * 30 + k);
    writeFileSync(join(at('stack'), `${k}.png`), await encodePng({ width: SIDE, height: SIDE, pixels }));
  }
  const refused = render([at('stack')], 8 * SIDE ** 2);
  expect(refused.status, refused.stderr).toBe(2);
  expect(refused.stderr).toMatch(/stack: takes .* MiB with the voxels of 8 pictures/);
  // Channels and what becomes of them: red, green, blue, perhaps opacity; RGBA; and luminances.
  const colored = render([at('stack')], 8 * 5 * SIDE ** 2);
  expect(colored.status, colored.stderr).toBe(2);
  expect(colored.stderr).toMatch(/stack: takes .* MiB with its voxels/);
  expect(render([at('stack')], MIB).status).toBe(0);
});

it('counts the pages of a TIFF stack together, and two copies of one', () => {
  const pages = Array.from(
    { length: 8 },
    (_, page) => new Uint8Array(values.buffer, 2 * page * SIDE ** 2, 2 * SIDE ** 2),
  );
  writeFileSync(at('stack.tif'), writeTiff({ width: SIDE, height: SIDE, pages, bits: 16, sampleFormat: 2 }));
  const voxelBytes = 8 * 2 * SIDE ** 2;
  expectBound([at('stack.tif')], size('stack.tif') + voxelBytes + voxelBytes / 4, 'its voxels');
});

it('counts meshes, and volumes beside them', () => {
  const points = Array.from({ length: 300 }, (_, index) => `v ${index % 17} ${index % 13} ${index % 29}`);
  const faces = Array.from({ length: 280 }, (_, index) => `f ${index + 1} ${index + 2} ${index + 3}`);
  writeFileSync(at('mesh.obj'), [...points, ...faces, ''].join('\n'));
  expect(render([at('mesh.obj')], size('mesh.obj') - 1).stderr).toContain('mesh.obj: takes');
  const arrays = render([at('mesh.obj')], size('mesh.obj') + 100);
  expect(arrays.status).toBe(2);
  expect(arrays.stderr).toContain('MiB with what is read of it');
  expect(render([at('mesh.obj')], MIB).status).toBe(0);
  const beside = render([at('whole.npy'), at('mesh.obj')], size('whole.npy') + size('mesh.obj') - 1);
  expect(beside.status).toBe(2);
  expect(beside.stderr).toContain('all inputs together');
});

it('renders a store in pages, in what files beside it leave', async () => {
  const volume = createVolume({ sizes: [SIDE, SIDE, SIDE], voxels: values });
  writeFileSync(at('volume.nrrd'), Buffer.concat((await writeVolume(volume, 'volume.nrrd')).pieces));
  const converted = runCli(['convert', at('volume.nrrd'), '-o', at('volume.zarr')]);
  expect(converted.status, converted.stderr).toBe(0);
  const rendered = (...args: string[]) => {
    const { status, stderr } = runCli(['render', ...args, '-o', picture, '--size', '32x32', '--software']);
    expect(status, stderr).toBe(0);
    return readFileSync(picture);
  };
  const plain = ['--recipe', 'none', '--quality', 'plain'];
  const whole = rendered(at('volume.zarr'), ...plain);
  const bound = String((1.5 * COUNT) / MIB);
  expect(rendered(at('volume.zarr'), ...plain, '--host-memory', bound)).toEqual(whole);
  expect(render([at('volume.zarr'), at('whole.npy')], size('whole.npy') - 1).stderr).toContain('whole.npy: takes');
  expect(render([at('volume.zarr'), at('raw.nrrd')], size('raw.nrrd') + 4 * COUNT).status).toBe(0);
});

it('counts the standard input as it comes', () => {
  const bytes = readFileSync(at('raw.nrrd'));
  const args = ['render', '-', '-o', at('piped.png'), '--host-memory', String((bytes.length - 1) / MIB)];
  const refused = spawnSync(process.execPath, [MAIN, ...args], { input: bytes });
  expect(refused.status).toBe(2);
  expect(refused.stderr.toString()).toMatch(/standard input: takes [\d.]+ MiB with what comes through it/);
  expect(existsSync(at('piped.png'))).toBe(false);
});
