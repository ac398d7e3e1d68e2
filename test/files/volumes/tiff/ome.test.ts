/** OME-TIFF of several files: planes where the description says, whichever file is opened, and sets that lack one. */
import { describe, expect, it, test } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import { findOnlyFile } from '../../../../src/files/archive.js';
import { memorySource } from '../../../../src/files/bytes/byte-source.js';
import type { VolumeSelection } from '../../../../src/files/volumes/source.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { expectInputError } from '../compare-volumes.js';
import { ascii, sourceOf } from '../nrrd/write-nrrd.js';
import { writeTiff } from './write-tiff.js';

const [WIDTH, HEIGHT] = [3, 2];
/** The value of a pixel tells where it should be. */
const page = (z: number, c: number, t: number) =>
  Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => at + 10 * z + 60 * c + 120 * t);

const idOf = (file: string) => `urn:uuid:${file.charCodeAt(0)}`;
const placed = (file: string, attributes: string) =>
  `<TiffData ${attributes}><UUID FileName="${file}">${idOf(file)}</UUID></TiffData>`;

const omeOf = (own: string, sizes: string, data: string) =>
  `<?xml version="1.0"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" UUID="${idOf(own)}"><Image><Pixels ` +
  `DimensionOrder="XYZCT" Type="uint8" SizeX="3" SizeY="2" ${sizes} PhysicalSizeX="0.5" PhysicalSizeY="0.5" PhysicalSizeZ="2">` +
  `<Channel SamplesPerPixel="1"/>${data}</Pixels></Image></OME>`;

const tiff = (pages: readonly Uint8Array[], description: string) =>
  writeTiff({ width: WIDTH, height: HEIGHT, pages, description });

/** Two channels and two times of three slices: a file for each channel, and in each the times' slices. */
function channelFiles(): Record<string, Uint8Array> {
  const data = (file: string, c: number) =>
    placed(file, `FirstC="${c}" FirstT="0" IFD="0" PlaneCount="3"`) +
    placed(file, `FirstC="${c}" FirstT="1" IFD="3" PlaneCount="3"`);
  const sizes = 'SizeZ="3" SizeC="2" SizeT="2"';
  const fileOf = (file: string, c: number) =>
    tiff(
      [0, 1].flatMap((t) => [0, 1, 2].map((z) => page(z, c, t))),
      omeOf(file, sizes, data('a.ome.tif', 0) + data('b.ome.tif', 1)),
    );
  return { 'a.ome.tif': fileOf('a.ome.tif', 0), 'b.ome.tif': fileOf('b.ome.tif', 1) };
}

async function read(files: Record<string, Uint8Array>, name: string, selection: VolumeSelection = {}) {
  const asked: string[] = [];
  const readSibling = async (sibling: string) => {
    asked.push(sibling);
    const found = files[sibling];
    if (!found) throw new InputError(`${sibling}: does not exist; check the path`);
    return found;
  };
  const source = { ...sourceOf(files[name]!), name: `folder/${name}`, readSibling };
  return { ...(await readVolumeSource(source, selection)), asked };
}

const stack = (c: number, t: number) => [0, 1, 2].flatMap((z) => [...page(z, c, t)]);

it.each(['a.ome.tif', 'b.ome.tif'])('has all channels and times, whichever file is opened: %s', async (name) => {
  for (const [component, time] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const { volume, asked } = await read(channelFiles(), name, { component, time });
    expect([...volume.voxels]).toEqual(stack(component, time));
    expect(volume.indexToWorld.columns.map((column, axis) => column[axis])).toEqual([0.5, 0.5, 2]);
    // Only those of the others that it needs.
    const owner = ['a.ome.tif', 'b.ome.tif'][component]!;
    expect(asked).toEqual(owner === name ? [] : [owner]);
  }
});

test('a file for each slice, all of whose pages are planes, in any order', async () => {
  const data = [2, 0, 1].map((z) => placed(`${z}.tif`, `FirstZ="${z}"`)).join('');
  const files = Object.fromEntries(
    [0, 1, 2].map((z) => [`${z}.tif`, tiff([page(z, 0, 0)], omeOf(`${z}.tif`, 'SizeZ="3" SizeC="1" SizeT="1"', data))]),
  );
  const { volume, asked } = await read(files, '1.tif');
  expect([...volume.voxels]).toEqual(stack(0, 0));
  expect(asked).toEqual(['0.tif', '2.tif']);
});

test('files that were renamed are known by their UUID, and folders in names are left out', async () => {
  const { 'a.ome.tif': a, 'b.ome.tif': b } = channelFiles();
  const { volume, asked } = await read({ 'renamed.tif': a!, 'b.ome.tif': b! }, 'renamed.tif');
  expect([...volume.voxels]).toEqual(stack(0, 0));
  expect(asked).toEqual([]);
  const elsewhere = tiff([page(0, 0, 0)], omeOf('a.tif', 'SizeZ="1" SizeC="1" SizeT="1"', placed('../../b.tif', '')));
  const other = tiff([page(2, 0, 0)], '');
  const found = await read({ 'a.tif': elsewhere, 'b.tif': other }, 'a.tif');
  expect(found.asked).toEqual(['b.tif']);
  expect([...found.volume.voxels]).toEqual([...page(2, 0, 0)]);
});

test('the description may be in a file of its own', async () => {
  const binaryOnly = `<OME UUID="${idOf('b')}"><BinaryOnly MetadataFile="set.companion.ome" UUID="urn:uuid:1"/></OME>`;
  const companion = ascii(
    omeOf('s', 'SizeZ="2" SizeC="1" SizeT="1"', placed('a.tif', 'FirstZ="0"') + placed('b.tif', 'FirstZ="1"')),
  );
  const files = {
    'set.companion.ome': companion,
    'a.tif': tiff([page(0, 0, 0)], binaryOnly),
    'b.tif': tiff([page(1, 0, 0)], binaryOnly),
  };
  for (const name of ['b.tif', 'set.companion.ome']) {
    expect([...(await read(files, name)).volume.voxels]).toEqual([...page(0, 0, 0), ...page(1, 0, 0)]);
  }
});

test('a distance between slices that is missing is told', async () => {
  const xml = omeOf('a', 'SizeZ="2" SizeC="1" SizeT="1"', '').replace(' PhysicalSizeZ="2"', '');
  const { volume, notes } = await read({ 'a.tif': tiff([page(0, 0, 0), page(1, 0, 0)], xml) }, 'a.tif');
  expect(volume.indexToWorld.columns[2]).toEqual([0, 0, 0.5]);
  expect(notes).toContain(
    'says how far apart pixels are, but not slices, which are taken to be as far apart; --spacing X,Y,Z says more',
  );
});

test('files of pixels alone may leave the description to another TIFF file', async () => {
  const data = placed('a.ome.tif', 'FirstZ="0" IFD="0"') + placed('b.ome.tif', 'FirstZ="1" IFD="0"');
  const binaryOnly = `<OME UUID="${idOf('b.ome.tif')}"><BinaryOnly MetadataFile="a.ome.tif" UUID="${idOf('a.ome.tif')}"/></OME>`;
  const files = {
    'a.ome.tif': tiff([page(0, 0, 0)], omeOf('a.ome.tif', 'SizeZ="2" SizeC="1" SizeT="1"', data)),
    'b.ome.tif': tiff([page(1, 0, 0)], binaryOnly),
  };
  for (const name of ['a.ome.tif', 'b.ome.tif']) {
    expect([...(await read(files, name)).volume.voxels]).toEqual([...page(0, 0, 0), ...page(1, 0, 0)]);
  }
  const bare = { ...files, 'a.ome.tif': tiff([page(0, 0, 0)], '') };
  expect(await expectInputError(read(bare, 'b.ome.tif'), 'folder/b.ome.tif')).toMatch(/"a\.ome\.tif": has no OME-XML/);
});

test('a description that names no files is refused', async () => {
  const files = { 'a.companion.ome': ascii(omeOf('s', 'SizeZ="2" SizeC="1" SizeT="1"', '')) };
  expect(await expectInputError(read(files, 'a.companion.ome'), 'folder/a.companion.ome')).toMatch(
    /names no TIFF file/,
  );
});

it('goes by the first of two descriptions, of which Micro-Manager writes the second for ImageJ', async () => {
  const times = [0, 1].flatMap((t) => [0, 1].map((z) => page(z, 0, t)));
  const bytes = writeTiff({
    width: WIDTH,
    height: HEIGHT,
    pages: times,
    description: omeOf('a', 'SizeZ="2" SizeC="1" SizeT="2"', '<TiffData/>').replace('XYZCT', 'XYZTC'),
    secondDescription: 'ImageJ=1.49h\nframes=2\nunit=um\n',
  });
  const {
    volume,
    times: count,
    notes,
  } = await readVolumeSource({ ...sourceOf(bytes), name: 'a.ome.tif' }, { time: 1 });
  expect(notes.join()).not.toMatch(/images/);
  expect([volume.sizes, count]).toEqual([[WIDTH, HEIGHT, 2], 2]);
  expect([...volume.voxels]).toEqual([...page(0, 0, 1), ...page(1, 0, 1)]);
});

it('says how many images there are, of which the first is read', async () => {
  const own = omeOf('a', 'SizeZ="1" SizeC="1" SizeT="1"', '<TiffData IFD="0"/>');
  const two = own.replace('</OME>', `${/<Image>.*<\/Image>/.exec(own)![0].replace('IFD="0"', 'IFD="1"')}</OME>`);
  const bytes = tiff([page(0, 0, 0), page(1, 0, 0)], two);
  const { volume, notes } = await readVolumeSource({ ...sourceOf(bytes), name: 'a.ome.tif' }, {});
  expect([...volume.voxels]).toEqual([...page(0, 0, 0)]);
  expect(notes.at(-1)).toBe('describes 2 images, such as positions; took the first');
});

describe('a folder', () => {
  const folderOf = (files: Record<string, Uint8Array>) => ({
    name: 'folder',
    files: Object.entries(files).map(([name, bytes]) => memorySource(`folder/${name}`, bytes)),
  });

  it('of one set is opened by its first file, and by the description beside it', async () => {
    const files = channelFiles();
    expect((await findOnlyFile(folderOf(files)))?.name).toBe('folder/a.ome.tif');
    const described = { ...files, 'set.companion.ome': ascii(omeOf('s', '', '')) };
    expect((await findOnlyFile(folderOf(described)))?.name).toBe('folder/set.companion.ome');
  });

  it('of files that are no set is a stack of slices', async () => {
    const { 'a.ome.tif': a } = channelFiles();
    expect(await findOnlyFile(folderOf({ 'a.ome.tif': a!, 'c.ome.tif': a! }))).toBeUndefined();
    expect(await findOnlyFile(folderOf({ 'a.tif': a!, 'b.tif': a! }))).toBeUndefined();
  });
});

it.each<[string, (files: Record<string, Uint8Array>) => void, RegExp]>([
  ['lacks a file', (files) => delete files['b.ome.tif'], /b\.ome\.tif: does not exist/],
  ['has something else for one', (files) => (files['b.ome.tif'] = ascii('PNG')), /"b\.ome\.tif": is no TIFF file/],
  [
    'has fewer pages',
    (files) => (files['b.ome.tif'] = tiff([page(0, 0, 0)], '')),
    /"b\.ome\.tif" has 1 pages, but .* page 2/,
  ],
  [
    'has other pixels',
    (files) => (files['b.ome.tif'] = writeTiff({ width: 2, height: 2, pages: [0, 1, 2].map(() => new Uint8Array(4)) })),
    /"b\.ome\.tif" has pages of another size or type/,
  ],
])('is refused in one line where its set %s', async (_, change, message) => {
  const files = channelFiles();
  change(files);
  expect(await expectInputError(read(files, 'a.ome.tif', { component: 1 }), 'folder/a.ome.tif')).toMatch(message);
});

test('more planes than any set has are refused before anything is made of them', async () => {
  const huge = tiff([page(0, 0, 0)], omeOf('a', 'SizeZ="2000000000" SizeC="1" SizeT="1"', ''));
  expect(await expectInputError(read({ 'a.tif': huge }, 'a.tif'), 'folder/a.tif')).toMatch(
    /planes, more than the 1048576/,
  );
});
