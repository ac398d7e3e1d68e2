/** Folders and stores as zip archives: series of slices, stacks of pictures, Zarr, a header with its data. */
import { readFileSync } from 'node:fs';
import { findOnlyFile, openEntry } from '../../src/files/archive.js';
import { memorySource } from '../../src/files/bytes/byte-source.js';
import {
  computeStatistics,
  findVolumeFormat,
  gunzip,
  listSeries,
  openZip,
  readMesh,
  readStoreVolume,
  readVolume,
  readVolumeFolder,
  type Volume,
} from '../../src/index.js';
import { describeStore, describeVolume, findSlices } from '../../src/lab.js';
import { findStoreInArchive } from '../../src/node/read/stores/find-store.js';
import type { Random } from '../camera/random.js';
import { type Entry, writeZip } from '../files/bytes/compression/write-zip.js';
import { seriesFolder, writeSlice } from '../files/dicom/write-dicom.js';
import { type Files, text, writeZarr2, writeZarr3Sharded } from '../files/stores/memory-zarr.js';
import { mutate, WORDS } from './mutate.js';

type Archive = readonly Entry[];

const fill = (shape: readonly number[]) => ({
  shape,
  values: Uint16Array.from({ length: shape.reduce((product, size) => product * size, 1) }, (_, n) => (n * 37) % 1000),
});

const AXES = ['c', 'z', 'y', 'x'].map((name) => ({
  name,
  type: name === 'c' ? 'channel' : 'space',
  unit: 'micrometer',
}));
const DATASETS = ['0', '1'].map((path, level) => ({
  path,
  coordinateTransformations: [{ type: 'scale', scale: [1, 2 << level, 1 << level, 1 << level] }],
}));

/** A store's files have a slash before their names. */
const entriesOf = (files: Files, folder = ''): Archive =>
  [...files].map(([name, content]) => ({ name: folder + name.slice(1), content, method: 0 }));

function ngff4(): Files {
  const files: Files = new Map([
    ['/.zgroup', text({ zarr_format: 2 })],
    ['/.zattrs', text({ multiscales: [{ version: '0.4', axes: AXES, datasets: DATASETS }] })],
  ]);
  writeZarr2(files, '/0', fill([2, 4, 4, 6]), [2, 4, 4, 4]);
  writeZarr2(files, '/1', fill([2, 2, 2, 3]), [1, 2, 2, 3]);
  return files;
}

function ngff5(): Files {
  const ome = { version: '0.5', multiscales: [{ axes: AXES, datasets: DATASETS }] };
  const files: Files = new Map([['/zarr.json', text({ zarr_format: 3, node_type: 'group', attributes: { ome } })]]);
  writeZarr3Sharded(files, '/0', fill([2, 4, 4, 6]), [1, 2, 2, 3], [2, 4, 4, 6]);
  writeZarr3Sharded(files, '/1', fill([2, 2, 2, 3]), [1, 2, 2, 3], [1, 2, 2, 3]);
  return files;
}

/** A plain array in chunks by each codec that is bound. */
function codedArray(name: string, configuration: object): Files {
  const files: Files = new Map();
  writeZarr3Sharded(files, '', fill([2, 2, 4]), [2, 2, 4], [2, 2, 4]);
  const json = JSON.parse(new TextDecoder().decode(files.get('/zarr.json')));
  json.codecs = [
    { name: 'bytes', configuration: { endian: 'little' } },
    { name, configuration },
  ];
  files.set('/zarr.json', text(json));
  return files;
}

/** N5 and precomputed stores. */
const FOREIGN: readonly { readonly files: Readonly<Record<string, string>> }[] = JSON.parse(
  readFileSync('test/files/stores/foreign-stores.json', 'utf8'),
);
const contentOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

const STORES: readonly Archive[] = [
  ...FOREIGN.map(({ files }) =>
    entriesOf(new Map(Object.entries(files).map(([name, bytes]) => [name, contentOf(bytes)]))),
  ),
  entriesOf(ngff4()),
  entriesOf(ngff5(), 'a.zarr/'),
  ...['gzip', 'zstd', 'blosc', 'crc32c'].map((codec) => entriesOf(codedArray(codec, { level: 1 }))),
];

/** A folder of slices, whose reads are all of memory. */
async function entriesOfFolder(...args: Parameters<typeof seriesFolder>): Promise<Archive> {
  const { files } = seriesFolder(...args);
  return Promise.all(
    files.map(async ({ name, sizeBytes, read }) => ({ name, content: await read(0, sizeBytes), method: 0 })),
  );
}

const SERIES: readonly Archive[] = await Promise.all([
  entriesOfFolder(),
  entriesOfFolder(4, () => ({}), { explicit: false }),
  entriesOfFolder(3, () => ({}), { deflated: true }),
  // Uneven, tilted, and of two times: each goes a way of its own.
  entriesOfFolder(4, (k) => ({ '00200032 DS': `-10\\20\\${[0, 1, 5, 6][k]}` })),
  entriesOfFolder(3, (k) => ({ '00200032 DS': `-10\\${20 + k}\\${30 + 2.5 * k}` })),
  entriesOfFolder(4, (k) => ({ '00200032 DS': `-10\\20\\${k >> 1}`, '00200100 IS': String(1 + (k & 1)) })),
]);

export interface ArchiveTarget {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  readonly damage: (others: readonly Uint8Array[], random: Random) => Uint8Array;
  readonly run: (bytes: Uint8Array) => Promise<void>;
}

/** @param pictures files of one picture each. @param headers a header, and the data that it names, by their names. */
export function createArchiveTargets(
  pictures: readonly Uint8Array[],
  headers: readonly Readonly<Record<string, Uint8Array>>[],
): readonly ArchiveTarget[] {
  const stacks = pictures.map((content) =>
    ['slice 9', 'slice 10', 'slice 12'].map((name) => ({ name: `a/${name}`, content, method: 0 })),
  );
  const files = headers.map((entries) =>
    Object.entries(entries).map(([name, content]) => ({ name, content, method: 8 })),
  );
  return [
    createTarget('store.zip', STORES),
    createTarget('series.zip', [
      ...SERIES,
      ...SERIES.map((series) => [...series, { name: 'a.dcm', content: writeSlice(9) }]),
    ]),
    createTarget('stack.zip', stacks),
    createTarget('archive.zip', files),
  ];
}

function createTarget(name: string, archives: readonly Archive[]): ArchiveTarget {
  return {
    name,
    seeds: archives.map((archive) => writeZip(archive)),
    damage: (others, random) => damage(archives[Math.floor(random() * archives.length)]!, others, random),
    run: (bytes) => readArchive(name, bytes),
  };
}

/** Damages files of an archive, takes some out, names some anew, or damages the archive as it is. */
function damage(archive: Archive, others: readonly Uint8Array[], random: Random): Uint8Array {
  const entries = [...archive];
  const below = (limit: number) => Math.floor(random() * limit);
  // Files that describe others are few among many.
  const described = entries.flatMap(({ name }, at) => (/\.z|json$|hdr$|info$/.test(name) ? [at] : []));
  for (let rounds = 1 + below(3); rounds > 0 && entries.length > 0; rounds--) {
    const at = described.length > 0 && random() < 0.6 ? described[below(described.length)]! : below(entries.length);
    const entry = entries[at];
    if (!entry) continue;
    const { content } = entry;
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const kind = random();
    if (kind < 0.8) entries[at] = { ...entry, content: mutate(bytes, others, random) };
    else if (kind < 0.85) entries.splice(at, 1);
    else if (kind < 0.9) entries[at] = { ...entry, name: WORDS[below(WORDS.length)]! + entry.name };
    else if (kind < 0.95) entries.push(...new Array<Entry>(1 + below(20)).fill(entry));
    else entries[at] = { ...entry, content: entries[below(entries.length)]!.content };
  }
  const whole = writeZip(entries);
  return random() < 0.15 ? mutate(whole, others, random) : whole;
}

/** Reads what an archive holds, whatever it is. @throws Error where it breaks a law. */
export async function readArchive(name: string, bytes: Uint8Array): Promise<void> {
  const folder = await openZip(memorySource(name, bytes));
  const found = await findStoreInArchive(folder, name, undefined);
  if (found) {
    const store = await found.store({});
    describeStore(store);
    return checkVolume((await readStoreVolume(store)).volume);
  }
  const only = await findOnlyFile(folder);
  if (only) {
    const source = await openEntry(folder, only, gunzip);
    if (findVolumeFormat(source)) checkVolume((await readVolume(source, {})).volume);
    else await readMesh(source);
    return;
  }
  if (!(await findSlices(folder))) await listSeries(folder);
  checkVolume((await readVolumeFolder(folder, {})).volume);
}

function checkVolume(volume: Volume): void {
  const { sizes, voxels } = volume;
  if (voxels.length !== sizes[0] * sizes[1] * sizes[2]) throw new Error('breaks a law: as many voxels as sizes say');
  if (voxels.length < 100_000) describeVolume(volume, computeStatistics(volume));
}
