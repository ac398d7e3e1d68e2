/** The files of saved pages: as they are, or in fewer voxels that mean the same. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { corners, createVolume, parseTransfer, readVolume, type Volume } from '../../src/index.js';
import { adaptView } from '../../src/viewer-page/adapt-view.js';
import { type PageInput, packInputs } from '../../src/viewer-page/pack-inputs.js';

const SIZES = [40, 30, 20] as const;

/** Noise, which does not compress, on an anisotropic oblique grid. */
function createNoise(values: (noise: number) => number): Volume {
  let state = 9;
  const voxels = Uint16Array.from({ length: SIZES[0] * SIZES[1] * SIZES[2] }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return values(state / 2 ** 32);
  });
  const columns = [
    [0, 2, 0],
    [-1.5, 0, 0],
    [0, 0, 3],
  ] as const;
  return createVolume({ sizes: SIZES, voxels, anatomical: true, indexToWorld: { columns, origin: [5, 6, 7] } });
}

const inputOf = (volume: Volume, name: string, others: Partial<PageInput> = {}): PageInput => ({
  name,
  sizeBytes: undefined,
  read: async () => {
    throw new Error('is read as it is');
  },
  readVolume: async () => ({ volume, isLabels: false }),
  ...others,
});

const readFile = (bytes: Uint8Array) =>
  readVolume({
    name: 'page.nrrd',
    bytes,
    readSibling: () => Promise.reject(new Error('there is none')),
    gunzip: async (packed) => gunzipSync(packed),
  });

const readBack = async (bytes: Uint8Array) => (await readFile(bytes)).volume;

const MAX = 6000;

it('keeps the unit of lengths', async () => {
  const volume = createNoise((noise) => 1000 * noise);
  const readVolume = async () => ({ volume, isLabels: false, lengthUnit: 'µm' });
  const { files } = await packInputs([inputOf(volume, 'scan.tif', { readVolume })], MAX);
  expect((await readFile(files[0]!.bytes)).unit).toBe('micrometer');
});

it('averages voxels until they fit, in the same box', async () => {
  const volume = createNoise((noise) => 1000 * noise);
  const { files, notes, isConverted, unit } = await packInputs([inputOf(volume, 'scan.tif')], MAX);
  const [file] = files;
  expect(file!.name).toBe('scan.nrrd');
  expect(file!.bytes.length).toBeLessThanOrEqual(MAX);
  expect([isConverted, unit, notes.length]).toEqual([true, 1.5, 1]);
  const read = await readBack(file!.bytes);
  const mean = (of: Volume) => Array.from(of.voxels).reduce((sum, value) => sum + value, 0) / of.voxels.length;
  expect(mean(read)).toBeCloseTo(mean(volume), -1);
  // The last blocks may reach beyond the box, by less than one block.
  const [factor] = [Number(/each (\d+)/.exec(notes[0]!)![1])];
  const reached = (of: Volume) => [0, 1, 2].map((axis) => corners(of).map((corner) => corner[axis]!));
  for (const [axis, values] of reached(read).entries()) {
    const before = reached(volume)[axis]!;
    const spacing = [1.5, 2, 3][axis]!;
    expect(Math.min(...values)).toBeGreaterThan(Math.min(...before) - factor * spacing);
    expect(Math.max(...values)).toBeLessThan(Math.max(...before) + factor * spacing);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThanOrEqual(
      Math.max(...before) - Math.min(...before) - 1e-9,
    );
  }
});

it('invents no label', async () => {
  const labels = createNoise((noise) => [0, 3, 17][Math.floor(3 * noise)]!);
  const input = inputOf(labels, 'labels.zarr', {
    isMask: true,
    readVolume: async () => ({ volume: labels, isLabels: true }),
  });
  const { files } = await packInputs([input], 1500);
  expect(files[0]).toMatchObject({ name: 'labels.nrrd', isMask: true });
  expect(new Set((await readBack(files[0]!.bytes)).voxels)).toEqual(new Set([0, 3, 17]));
});

it('holds files that fit as they are, and meshes whatever they are', async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const whole = { sizeBytes: 3, read: async () => bytes };
  const volume = inputOf(
    createNoise(() => 0),
    'scan.nii.gz',
    whole,
  );
  const mesh = inputOf(
    createNoise(() => 0),
    'mesh.glb',
    { ...whole, readVolume: undefined },
  );
  const packed = await packInputs([volume, mesh], 100);
  expect(packed.files).toEqual([
    { name: 'scan.nii.gz', bytes },
    { name: 'mesh.glb', bytes },
  ]);
  expect(packed).toMatchObject({ isConverted: false, unit: undefined, notes: [] });
  await expect(packInputs([volume, mesh], 2)).rejects.toThrow('meshes of 0.0 MiB, the viewer and a picture');
});

describe('views of pages with fewer voxels', () => {
  const view = JSON.stringify({
    version: 1,
    time: '3',
    raw: '4x4x4,uint8',
    mode: 'composite',
    resolved: { transfer: { colors: [{ value: 0, color: [1, 1, 1] }], opacities: [{ value: 0, opacity: 0.2 }] } },
  });

  it('stay as they are where files are', () => {
    expect(adaptView(view, { isConverted: false, unit: undefined })).toBe(view);
  });

  it('keep opacities per length, and select nothing again', () => {
    const { resolved, ...options } = JSON.parse(adaptView(view, { isConverted: true, unit: 1.5 }));
    expect(options).toEqual({ version: 1, mode: 'composite' });
    const transfer = parseTransfer(JSON.stringify(resolved.transfer), 'page');
    expect(transfer).toMatchObject({ unit: 1.5, opacities: [{ value: 0, opacity: 0.2 }] });
  });

  it('of a viewer hold the transfer function that its default was, but for surfaces of labels', () => {
    const shown = JSON.stringify({ ...JSON.parse(view), viewer: { mode: 'mip' } });
    const { viewer } = JSON.parse(adaptView(shown, { isConverted: true, unit: 1.5 }));
    expect(viewer).toMatchObject({ mode: 'mip', transfer: { unit: 1.5, opacities: [{ value: 0, opacity: 0.2 }] } });
    const labels = JSON.stringify({ ...JSON.parse(shown), 'label-surfaces': true });
    expect(JSON.parse(adaptView(labels, { isConverted: true, unit: 1.5 })).viewer).toEqual({ mode: 'mip' });
  });

  it('refuse crops that count voxels', () => {
    const cropped = JSON.stringify({ ...JSON.parse(view), crop: '0:3,:,:' });
    expect(() => adaptView(cropped, { isConverted: true, unit: 2 })).toThrow('counts voxels');
    expect(() => adaptView(cropped, { isConverted: true, unit: undefined })).not.toThrow();
  });
});
