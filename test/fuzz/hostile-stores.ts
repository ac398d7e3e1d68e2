/** Zarr, N5 and precomputed stores in memory whose metadata and chunks lie: whole ones, of which some claims are others. */
import type { Random } from '../camera/random.js';
import { type Entry, writeZip } from '../files/bytes/compression/write-zip.js';
import { text } from '../files/stores/memory-zarr.js';

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;

const LIES: readonly unknown[] = [
  ...[0, -1, 1, 1.5, 3, 64, 65_537, 1e9, 2 ** 31, 2 ** 53, 1e30, null, true, '', '4', 'NaN', '../..', [], {}],
  ...[[0], [1e9], [4, 4], [4, 4, 4, 4], new Array(70).fill(2), new Array(3).fill(1e9), new Array(3).fill('4')],
  ...[{ name: 'nobody' }, [{ name: 'bytes' }, null], '__proto__', 'constructor', 'x'.repeat(5000)],
];

/** Puts lies in place of values, at any depth. */
function lie(value: unknown, rate: number, random: Random): unknown {
  if (random() < rate) return pick(random, LIES);
  if (Array.isArray(value)) {
    const list = value.map((item) => lie(item, rate, random));
    const isShort = JSON.stringify(list).length < 1000;
    return isShort && random() < rate ? list.concat(...new Array(pick(random, [1, 100])).fill(list)) : list;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (random() < rate / 3 ? [] : [[key, lie(item, rate, random)]])),
  );
}

const array = (side: number, chunk: number) => ({
  ...{ zarr_format: 3, node_type: 'array', data_type: 'uint8', fill_value: 0, attributes: {} },
  shape: [side, side, side],
  chunk_grid: { name: 'regular', configuration: { chunk_shape: [chunk, chunk, chunk] } },
  chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
  codecs: [{ name: 'bytes', configuration: { endian: 'little' } }],
});
const sharded = (side: number, chunk: number) => ({
  ...array(side, chunk),
  codecs: [
    {
      name: 'sharding_indexed',
      configuration: {
        chunk_shape: new Array(3).fill(chunk / 2),
        codecs: [{ name: 'bytes' }],
        index_codecs: [{ name: 'bytes', configuration: { endian: 'little' } }, { name: 'crc32c' }],
        index_location: 'end',
      },
    },
  ],
});
const old = (side: number, chunk: number) => ({
  ...{ zarr_format: 2, dtype: '|u1', order: 'C', fill_value: 0, compressor: { id: 'zlib', level: 1 }, filters: null },
  ...{ shape: [side, side, side], chunks: [chunk, chunk, chunk], dimension_separator: '/' },
});

const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space', unit: 'micrometer' }));
const datasets = [0, 1].map((level) => ({
  path: String(level),
  coordinateTransformations: [{ type: 'scale', scale: new Array(3).fill(1 << level) }],
}));
const multiscales = [{ version: '0.4', axes, datasets }];
const channel = { color: 'ff0000', window: { min: 0, start: 1, end: 200, max: 255 }, label: 'one', active: true };
const omero = { channels: [channel], rdefs: { defaultT: 0, defaultZ: 0, model: 'color' } };
const labels = {
  'image-label': { version: '0.4', colors: [{ 'label-value': 1, rgba: [1, 2, 3, 4] }], properties: [] },
};

type Make = (random: Random, rate: number) => Entry[];

const chunkOf = (random: Random) =>
  new Uint8Array(pick(random, [0, 1, 16, 64, 80, 4096])).fill(pick(random, [0, 1, 7, 255]));

const n5: Make = (random, rate) => {
  const json = (value: unknown) => text(lie(value, rate, random) ?? null);
  const compression = { type: pick(random, ['raw', 'gzip', 'zstd', 'blosc', 'lz4', 'bzip2']) };
  const own = (side: number) => ({
    dimensions: [side, side, side],
    blockSize: [4, 4, 4],
    dataType: pick(random, ['uint8', 'uint64']),
    ...{ compression, downsamplingFactors: [8 / side, 1, 1] },
  });
  const files: (readonly [string, Uint8Array])[] = [
    ['attributes.json', json({ n5: '2.0.0', pixelResolution: { dimensions: [1, 2, 3], unit: 'um' } })],
    ['s0/attributes.json', json(own(8))],
    ['s1/attributes.json', json(own(4))],
    ['s0/0/0/0', Uint8Array.from([0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, ...chunkOf(random)])],
    ['s1/0/0/0', chunkOf(random)],
  ];
  return files.map(([name, content]) => ({ name, content, method: 0 }));
};

const precomputed: Make = (random, rate) => {
  const sharding = {
    '@type': 'neuroglancer_uint64_sharded_v1',
    ...{ preshift_bits: 1, minishard_bits: pick(random, [0, 1, 30]), shard_bits: pick(random, [0, 3, 60]) },
    hash: pick(random, ['identity', 'murmurhash3_x86_128']),
    data_encoding: pick(random, ['raw', 'gzip']),
  };
  const encoding = pick(random, ['raw', 'jpeg', 'png', 'compressed_segmentation']);
  const scale = (side: number) => ({
    ...{ key: String(side), size: [side, side, side], resolution: [8 / side, 1, 1], voxel_offset: [0, 0, 0] },
    ...{ chunk_sizes: [[4, 4, 4]], encoding, compressed_segmentation_block_size: [2, 2, 2] },
    ...(random() < 0.5 && { sharding }),
  });
  const info = {
    '@type': 'neuroglancer_multiscale_volume',
    ...{ type: 'segmentation', data_type: pick(random, ['uint8', 'uint32', 'uint64']), num_channels: 1 },
    scales: [scale(8), scale(4)],
  };
  const names = ['8/0-4_0-4_0-4', '4/0-4_0-4_0-4', '8/0.shard', '4/0.shard', '8/000000000000000.shard'];
  return [
    { name: 'info', content: text(lie(info, rate, random) ?? null), method: 0 },
    ...names.map((name) => ({ name, content: chunkOf(random), method: 0 })),
  ];
};

/** A store of a kind, in which one claim in so many is a lie. */
export function makeHostileStore(random: Random, rate: number = pick(random, [0.02, 0.1, 0.3])): Uint8Array {
  const make = pick(random, [array, sharded]);
  if (random() < 0.4) return writeZip(pick(random, [n5, precomputed])(random, rate));
  const json = (value: unknown) => text(lie(value, rate, random) ?? null);
  const isOld = random() < 0.4;
  const attributes = {
    ...labels,
    ...(isOld ? { multiscales, omero } : { ome: { version: '0.5', multiscales, omero } }),
  };
  const metadata: (readonly [string, Uint8Array])[] = isOld
    ? [
        ['.zgroup', json({ zarr_format: 2 })],
        ['.zattrs', json(attributes)],
        ['0/.zarray', json(old(8, 4))],
        ['1/.zarray', json(old(4, 4))],
      ]
    : [
        ['zarr.json', json({ zarr_format: 3, node_type: 'group', attributes })],
        ['0/zarr.json', json(make(8, 4))],
        ['1/zarr.json', json(make(4, 4))],
      ];
  const chunks = ['0', '1'].flatMap((path) => {
    const content = new Uint8Array(pick(random, [0, 1, 63, 64, 64, 64, 4096])).fill(pick(random, [0, 7, 255]));
    return [0, 1].map((x) => [`${path}/${isOld ? '' : 'c/'}0/0/${x}`, content] as const);
  });
  return writeZip([...metadata, ...chunks].map(([name, content]) => ({ name, content, method: 0 })));
}
