/** Files of plain voxels as stores: the same voxels, in the same place, as when the file is read whole. */
import { createVolume, readLevel, readVolume, type Volume, writeVolume } from 'tilecast';
import { ChunkCache, findFlatStore, readBox } from 'tilecast/lab';
import { describe, expect, it } from 'vitest';
import { type ByteSource, memorySource } from '../../../src/files/bytes/byte-source.js';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { createRandom } from '../../../src/mesh/generators/random.js';

const random = createRandom(20);
const sizes = [300, 41, 5] as const;
const volume: Volume = createVolume({
  sizes,
  voxels: Int16Array.from({ length: 300 * 41 * 5 }, () => 65536 * random() - 32768),
  indexToWorld: {
    columns: [
      [0.5, 0, 0],
      [0, 0, 2],
      [0, -1, 0],
    ],
    origin: [-3, 4, 5],
  },
  anatomical: true,
});

async function write(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { pieces } = await writeVolume(volume, name, { compress: false });
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

const noSibling = async () => {
  throw new Error('names no other file');
};
const open = (name: string, bytes: Uint8Array) => findFlatStore(memorySource(name, bytes), noSibling);

async function readWhole(name: string, bytes: Uint8Array): Promise<Volume> {
  return (await readVolume({ name, bytes, readSibling: noSibling, gunzip }, {})).volume;
}

describe.each(['scan.nrrd', 'scan.mha', 'scan.nii'])('%s', (name) => {
  it('has all voxels, and its place in the world', async () => {
    const bytes = await write(name);
    const store = (await open(name, bytes))!;
    expect(await readLevel(store, store.levels[0])).toEqual(await readWhole(name, bytes));
    expect((await readLevel(store, store.levels[0])).voxels).toEqual(volume.voxels);
  });

  it('is read in place with the memory of chunks that nobody uses any more', async () => {
    const bytes = await write(name);
    const readInto = async (start: number, target: Uint8Array) => {
      const held = bytes.subarray(start, start + target.length);
      target.set(held);
      return held.length;
    };
    const { levels } = (await findFlatStore({ ...memorySource(name, bytes), readInto }, noSibling))!;
    const cache = new ChunkCache(levels[0], 1);
    for (let k = 0; k < sizes[2]; k++) {
      const slice = await readBox(levels[0], cache, { first: [0, 0, k], end: [sizes[0], sizes[1], k + 1] });
      expect(slice).toEqual(volume.voxels.slice(k * 300 * 41, (k + 1) * 300 * 41));
    }
  });

  it('is read without chunks where its file can be read in place', async () => {
    const bytes = await write(name);
    const source = (length: number): ByteSource => ({
      ...memorySource(name, bytes),
      readInto: async (start, target) => {
        const held = bytes.subarray(start, Math.min(start + target.length, length));
        target.set(held);
        return held.length;
      },
    });
    const opened = async (length: number) => (await findFlatStore(source(length), noSibling))!;
    const store = await opened(bytes.length);
    const reports: number[][] = [];
    const withoutChunks = { ...store.levels[0], readChunk: noSibling };
    const { voxels } = await readLevel(store, withoutChunks, (done, total) => reports.push([done, total]));
    expect(voxels).toEqual(volume.voxels);
    expect(reports).toEqual([[1, 1]]);
    const shrunk = await opened(bytes.length - 1);
    await expect(readLevel(shrunk, shrunk.levels[0])).rejects.toThrow(
      `${name}: is cut short, or changed while it was read`,
    );
  });

  it('is refused in one line where it is cut short', async () => {
    const bytes = await write(name);
    const opening = open(name, bytes.slice(0, -2));
    await expect(opening).rejects.toThrow(
      `${name}: has ${volume.voxels.byteLength - 2} bytes of data, but its sizes and type ask for ${volume.voxels.byteLength}`,
    );
  });
});

const nrrd = (fields: string, data: Uint8Array) =>
  new Uint8Array([...new TextEncoder().encode(`NRRD0005\ndimension: 3\nsizes: 3 2 2\n${fields}\n\n`), ...data]);
const DATA = Uint8Array.from({ length: 24 }, (_, index) => 7 * index);

it('reads the other byte order, and skips bytes', async () => {
  const bytes = nrrd('type: ushort\nencoding: raw\nendian: big\nbyte skip: 4', Uint8Array.from([9, 9, 9, 9, ...DATA]));
  const store = (await open('big.nrrd', bytes))!;
  expect(await readLevel(store, store.levels[0])).toEqual(await readWhole('big.nrrd', bytes));
});

it('finds data in another file, and from its end', async () => {
  const header = nrrd(
    'type: ushort\nencoding: raw\nendian: little\nbyte skip: -1\ndata file: more.raw',
    new Uint8Array(),
  );
  const asked: string[] = [];
  const store = await findFlatStore(memorySource('scan.nhdr', header), async (name) => {
    asked.push(name);
    return memorySource(name, Uint8Array.from([1, 2, 3, ...DATA]));
  });
  expect(asked).toEqual(['more.raw']);
  expect((await readLevel(store!, store!.levels[0])).voxels).toEqual(new Uint16Array(DATA.buffer));
});

it.each([
  ['compressed data', nrrd('type: ushort\nencoding: gzip\nendian: little', DATA)],
  ['64-bit integers', nrrd('type: int64\nencoding: raw\nendian: little', DATA)],
  ['another format', new TextEncoder().encode('P5 3 2 255')],
])('leaves %s to others', async (_, bytes) => {
  expect(await open('scan.nrrd', bytes)).toBeUndefined();
});
