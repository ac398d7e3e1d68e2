/** Files of a viewer: read in the order in which they were given, of which the first volume counts for the options. */
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { createNpyHeader } from '../../../src/files/bytes/npy.js';
import { createVolume, openPagedVolume, writeVolume } from '../../../src/index.js';
import { storeOfVolume } from '../../../src/lab.js';
import { chooseVolumes } from '../../../src/viewer/data/choose-volumes.js';
import { loadFiles } from '../../../src/viewer/data/files/load-files.js';
import { DEFAULT_SELECTION, parseSelection } from '../../../src/viewer/data/files/selection.js';
import type { ViewerFile } from '../../../src/viewer/data/files/viewer-file.js';
import { EMPTY_DATA, type LoadedVolume } from '../../../src/viewer/data/viewer-data.js';
import { writeZip } from '../../files/bytes/compression/write-zip.js';
import { sliceElements, writeDicom } from '../../files/dicom/write-dicom.js';
import { writeAfniHeader } from '../../files/volumes/afni/write-afni.js';

const FOLLOWERS = { report: () => undefined, preview: () => undefined };
const never = new AbortController().signal;
const SIZES = [8, 6, 4] as const;

const volumeOf = (valueAt: (index: number) => number) =>
  createVolume({ sizes: SIZES, voxels: Float32Array.from({ length: 8 * 6 * 4 }, (_, index) => valueAt(index)) });
const scan = volumeOf((index) => index + 0.5);
const labels = volumeOf((index) => (index < 50 ? 0 : 1 + (index % 2)));

const file = (name: string, content: string | Uint8Array<ArrayBuffer>): ViewerFile => ({
  name,
  source: new Blob([content]),
});
async function fileOf(name: string, volume: typeof scan): Promise<ViewerFile> {
  const { pieces } = await writeVolume(volume, name);
  return file(name, new Uint8Array(Buffer.concat(pieces)));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => new Uint8Array(buffer, byteOffset, byteLength);
const loadedOf = (name: string, volume: typeof scan): LoadedVolume => ({
  name,
  input: name,
  volume,
  unit: '',
  notes: [],
});
/** A coarse version of twice as many voxels along i. */
async function pagedOf(name: string, volume: typeof scan, factor = 2): Promise<LoadedVolume> {
  const [width, ...rest] = volume.sizes;
  const voxels = new Float32Array(factor * volume.voxels.length).map((_, index) => volume.voxels[index >> 1]!);
  const pages = await openPagedVolume(
    storeOfVolume(name, createVolume({ ...volume, sizes: [factor * width, ...rest], voxels })),
  );
  return { ...loadedOf(name, volume), pages, grid: pages.level, finest: pages.level, channels: [] };
}

it('are read in their order, headers before the data that they name', async () => {
  const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
  const header = 'ObjectType = Image\nNDims = 3\nDimSize = 8 6 4\nElementType = MET_FLOAT\nElementDataFile = a.raw\n';
  const stl =
    'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n';
  const files = [
    file('a.raw', new Uint8Array(scan.voxels.buffer as ArrayBuffer)),
    await fileOf('first.nrrd', scan),
    file('a.stl', stl),
    file('b.obj', triangle),
    file('a.mhd', header),
  ];
  const { volumes, meshes, inputs } = await loadFiles(files, DEFAULT_SELECTION, never, FOLLOWERS);
  expect(volumes.map(({ name }) => name)).toEqual(['first.nrrd', 'a.mhd']);
  expect(meshes.map(({ name }) => name)).toEqual(['a.stl', 'b.obj']);
  expect(inputs.map(({ path }) => path)).toEqual(['first.nrrd', 'a.stl', 'b.obj', 'a.mhd']);
});

it('are the one volume of an archive, such as the array of an .npz', async () => {
  const array = { name: 'data.npy', content: Buffer.concat([createNpyHeader('f4', 4, 6, 8), bytesOf(scan.voxels)]) };
  const matrix = { name: 'affine.npy', content: Buffer.concat([createNpyHeader('f4', 4, 4), new Uint8Array(64)]) };
  const files = [file('a.npz', new Uint8Array(writeZip([matrix, array])))];
  const { volumes } = await loadFiles(files, DEFAULT_SELECTION, never, FOLLOWERS);
  expect(volumes.map(({ name }) => name)).toEqual(['a.npz']);
  expect(volumes[0]!.volume.voxels).toEqual(scan.voxels);
});

it('are a pair of header and data, whichever comes first', async () => {
  const head = { DATASET_DIMENSIONS: [...SIZES, 0, 0], BRICK_TYPES: [3] };
  const files = [
    file('a+orig.BRIK', new Uint8Array(scan.voxels.buffer as ArrayBuffer)),
    file('a+orig.HEAD', new Uint8Array(writeAfniHeader(head))),
  ];
  const { volumes } = await loadFiles(files, DEFAULT_SELECTION, never, FOLLOWERS);
  expect(volumes.map(({ name }) => name)).toEqual(['a+orig.HEAD']);
  expect(volumes[0]!.volume.voxels).toEqual(scan.voxels);
});

it('are told apart by their contents: panoramas have the name of headers', async () => {
  const header = new TextEncoder().encode('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n');
  const light = file('light.hdr', Uint8Array.from([...header, 9, 9, 9, 128, 200, 160, 90, 130]));
  const selection = parseSelection({ time: '0' });
  const { environment, volumes, inputs } = await loadFiles([light], selection, never, FOLLOWERS);
  expect([environment, volumes]).toEqual([expect.anything(), []]);
  expect(inputs).toEqual([{ path: 'light.hdr', kind: 'environment' }]);
});

it('take what is selected of the first volume alone, whatever comes before it', async () => {
  const asked: [string, number | undefined][] = [];
  const store = (name: string, isMask = false): ViewerFile => ({
    name,
    source: `http://a/${name}`,
    isStore: true,
    isMask,
  });
  const open = async ({ name }: ViewerFile, { time }: { readonly time?: number }): Promise<LoadedVolume> => {
    asked.push([name, time]);
    return loadedOf(name, scan);
  };
  const mesh = file('a.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  const selection = parseSelection({ time: '2' });
  await loadFiles([mesh, store('mask', true), store('a'), store('b')], selection, never, FOLLOWERS, open);
  expect(asked).toEqual([
    ['mask', undefined],
    ['a', 2],
    ['b', undefined],
  ]);
  await expect(
    loadFiles([await fileOf('a.nrrd', scan), store('a')], selection, never, FOLLOWERS, open),
  ).rejects.toThrow('a.nrrd: has no time 2');
});

it('of stores are shown in pages together where their voxels are in the same places', async () => {
  const [a, b] = [
    await pagedOf('a', scan),
    await pagedOf(
      'b',
      volumeOf((index) => -index - 0.5),
    ),
  ];
  const both = await chooseVolumes(EMPTY_DATA, [a, b], []);
  expect(both.fused?.map(({ pages }) => pages)).toEqual([b.pages]);
  expect(both.notes).toEqual([]);
  const other = await chooseVolumes(EMPTY_DATA, [a, await pagedOf('c', scan, 4)], []);
  expect(other.fused?.map(({ pages }) => pages)).toEqual([undefined]);
  expect(other.notes).toEqual([
    'a: the picture is of 16 × 6 × 4 voxels, coarser than its 16 × 6 × 4',
    'c: the picture is of 32 × 6 × 4 voxels, coarser than its 32 × 6 × 4',
  ]);
});

it('are all taken for what the selection says that voxels are', async () => {
  const files = [await fileOf('a.nrrd', scan), await fileOf('b.nrrd', labels)];
  const load = (voxels?: string) => loadFiles(files, parseSelection({ voxels }), never, FOLLOWERS);
  expect((await load()).volumes.map(({ volume }) => volume.meaning)).toEqual([undefined, undefined]);
  const { volumes } = await load('values');
  expect(volumes.map(({ volume }) => volume.meaning)).toEqual(['values', 'values']);
  expect((await chooseVolumes(EMPTY_DATA, volumes, [])).labels).toBeUndefined();
  expect(() => parseSelection({ voxels: 'masks' })).toThrow('--voxels: "masks" is none of labels, values');
});

it('of DICOM are not joined by the pictures beside them, of which a line tells', async () => {
  const dicom = [0, 1, 2].map((k) => file(`ct/${k}`, new Uint8Array(writeDicom(sliceElements(k)))));
  const logo = file('ct/0-logo.png', new Uint8Array(PNG.sync.write(new PNG({ width: 8, height: 8 }))));
  const photo = file('ct/z.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0));
  const found = await loadFiles([logo, ...dicom, photo], parseSelection({ time: '0' }), never, FOLLOWERS);
  expect(found.volumes).toHaveLength(1);
  expect(found.inputs).toHaveLength(1);
  expect(found.notes).toContain('ct/0-logo.png and 1 more: left out, since pictures beside DICOM files are no volumes');
  // Alone it is a volume of one slice.
  expect((await loadFiles([logo], DEFAULT_SELECTION, never, FOLLOWERS)).volumes).toHaveLength(1);
});

it('of labels in pages are a mask in pages of the same voxels alone', async () => {
  const a = await pagedOf('a', scan);
  const mask = await pagedOf('labels', labels);
  const same = await chooseVolumes(EMPTY_DATA, [a, mask], []);
  expect(same.labels).toMatchObject({ styles: [{ label: 1 }, { label: 2 }], pages: mask.pages });
  expect(same.labelsInput).toBe('labels');
  const said = { ...labels, meaning: 'labels' as const };
  const other = await chooseVolumes(EMPTY_DATA, [a, await pagedOf('labels', said, 4)], []);
  expect(other.labels?.styles).toHaveLength(2);
  expect(other.labels?.pages).toBeUndefined();
  expect(other.notes).toHaveLength(1);
  // One that comes later is for the volume that is there.
  const later = await chooseVolumes({ ...EMPTY_DATA, ...same, labels: undefined }, [mask], []);
  expect(later.labels?.pages).toBe(mask.pages);
  expect(later.volume).toBe(scan);
});

it('are labels of the first where they say so, or look like them on its voxels, and a line says what was guessed', async () => {
  const first = loadedOf('scan', scan);
  const guessed = await chooseVolumes(EMPTY_DATA, [first, loadedOf('second', labels)], []);
  expect(guessed.labels).toMatchObject({ styles: [{ label: 1 }, { label: 2 }], isNamed: false });
  // The last one of several counts, and the others stay volumes.
  const three = await chooseVolumes(EMPTY_DATA, [first, loadedOf('second', labels), loadedOf('third', labels)], []);
  expect([three.labels?.name, three.fused?.map(({ name }) => name)]).toEqual(['third', ['second']]);
  expect(guessed.notes).toEqual([
    'second: looks like labels, and is shown by surfaces within the other volume; --voxels values shows its values beside it',
  ]);
  // A logo in few colours, beside a scan.
  const voxels = Uint8Array.from({ length: 1024 }, (_, pixel) => (pixel % 32 > 16 ? 200 : 30));
  const logo = loadedOf('logo.png', createVolume({ sizes: [32, 32, 1], voxels }));
  const beside = await chooseVolumes(EMPTY_DATA, [first, logo], []);
  expect(beside.labels).toBeUndefined();
  expect(beside.fused).toHaveLength(1);
  expect(beside.notes[0]).toMatch(
    /^logo\.png: looks like labels, and is shown by its values, since its voxels are not/,
  );
  // Values of 8 bits on the same voxels are no mask, however few there are.
  const ramp = volumeOf((index) => Math.floor(index / 8));
  expect((await chooseVolumes(EMPTY_DATA, [first, loadedOf('ramp', ramp)], [])).labels).toBeUndefined();
  // The option decides in both ways.
  const values = loadedOf('second', { ...labels, meaning: 'values' });
  expect((await chooseVolumes(EMPTY_DATA, [first, values], [])).labels).toBeUndefined();
  const named = loadedOf('ramp', { ...ramp, meaning: 'labels' });
  expect(await chooseVolumes(EMPTY_DATA, [first, named], [])).toMatchObject({
    labelsInput: 'ramp',
    unit: '',
    notes: [],
  });
});

it('have several channels where they are of one store', async () => {
  const channel = { volume: labels };
  const store = { ...loadedOf('a', scan), channels: [channel] };
  expect((await chooseVolumes(EMPTY_DATA, [store], [0, 1])).fused).toMatchObject([channel]);
  await expect(chooseVolumes(EMPTY_DATA, [store, loadedOf('b', scan)], [0, 1])).rejects.toThrow(
    'of a single store only',
  );
  await expect(chooseVolumes(EMPTY_DATA, [loadedOf('b', scan)], [0, 1])).rejects.toThrow('the channels of a store');
});
