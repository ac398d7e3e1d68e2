/** CRC-32C by the examples of RFC 3720, and what it finds in stores. */
import { openStore, readLevel, readStoreVolume } from 'tilecast';
import { describe, expect, it } from 'vitest';
import { appendChecksum, crc32c, removeChecksum } from '../../../src/files/stores/zarr/crc32c.js';
import { createRandom } from '../../camera/random.js';
import { type Files, memoryKeys, text } from './memory-zarr.js';

describe('crc32c', () => {
  it.each([
    ['32 bytes of zeros', new Uint8Array(32), 0x8a9136aa],
    ['32 bytes of ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
    ['incrementing bytes', Uint8Array.from({ length: 32 }, (_, byte) => byte), 0x46dd794e],
    ['decrementing bytes', Uint8Array.from({ length: 32 }, (_, byte) => 31 - byte), 0x113fdb5c],
    ['123456789', new TextEncoder().encode('123456789'), 0xe3069283],
    ['nothing', new Uint8Array(0), 0],
  ])('of %s is that of RFC 3720, B.4', (_, bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected);
  });

  it('finds every bit that is turned, at any length, seed 9', () => {
    const random = createRandom(9);
    for (let length = 0; length < 40; length++) {
      const bytes = appendChecksum(Uint8Array.from({ length }, () => 256 * random()));
      expect(removeChecksum(bytes)).toEqual(bytes.subarray(0, length));
      for (let bit = 0; bit < 8 * bytes.length; bit++) {
        const damaged = bytes.slice();
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => removeChecksum(damaged)).toThrow('its checksum is wrong');
      }
    }
    expect(() => removeChecksum(new Uint8Array(3))).toThrow('it has no checksum');
  });
});

describe('a store with checksums', () => {
  const CHECKSUM = { name: 'crc32c' };
  const BYTES = { name: 'bytes', configuration: { endian: 'little' } };

  /** 4 × 4 × 4 bytes in one chunk, in a shard or not. */
  function write(isSharded: boolean): Files {
    const chunk = appendChecksum(Uint8Array.from({ length: 64 }, (_, byte) => byte));
    const index = appendChecksum(new Uint8Array(BigUint64Array.of(0n, BigInt(chunk.length)).buffer));
    const inner = { chunk_shape: [4, 4, 4], codecs: [BYTES, CHECKSUM], index_codecs: [BYTES, CHECKSUM] };
    const metadata = {
      zarr_format: 3,
      node_type: 'array',
      shape: [4, 4, 4],
      data_type: 'uint8',
      chunk_grid: { name: 'regular', configuration: { chunk_shape: [4, 4, 4] } },
      chunk_key_encoding: { name: 'default' },
      codecs: isSharded ? [{ name: 'sharding_indexed', configuration: inner }] : inner.codecs,
      fill_value: 0,
      attributes: {},
    };
    return new Map([
      ['/zarr.json', text(metadata)],
      ['/c/0/0/0', isSharded ? Uint8Array.from([...chunk, ...index]) : chunk],
    ]);
  }
  const read = async (files: Files) => (await readStoreVolume(await openStore(memoryKeys(files)))).volume.voxels;

  it.each([true, false])(
    'is read where it is whole, and refused where a bit is turned; in shards: %s',
    async (isSharded) => {
      const files = write(isSharded);
      expect([...(await read(files))]).toEqual(Array.from({ length: 64 }, (_, byte) => byte));
      const key = '/c/0/0/0';
      for (const at of isSharded ? [5, 66, 70, 80, 86] : [5, 66]) {
        const damaged = files.get(key)!.slice();
        damaged[at]! ^= 4;
        const reading = read(new Map([...files, [key, damaged]]));
        await expect(reading, `byte ${at}`).rejects.toThrow(/^memory\.zarr: its chunk .* its checksum is wrong/);
      }
    },
  );

  it('is refused where the index of its shards is at neither end', async () => {
    const files = write(true);
    const json = new TextDecoder().decode(files.get('/zarr.json'));
    files.set(
      '/zarr.json',
      new TextEncoder().encode(json.replace('"index_codecs"', '"index_location":"middle","index_codecs"')),
    );
    await expect(openStore(memoryKeys(files))).rejects.toThrow(
      /shards whose index is at the middle, which is not read; at the start or the end it is/,
    );
  });
});

it('axes are those that their names say, in any order', async () => {
  const sizes = { x: 2, y: 3, z: 4 } as const;
  const value = (at: Readonly<Record<string, number>>) => at['x']! + 2 * at['y']! + 6 * at['z']!;
  for (const order of ['xyz', 'xzy', 'yxz', 'yzx', 'zxy', 'zyx', 'cxyz', 'ztyx', 'xtczy']) {
    const names = [...order];
    const shape = names.map((name) => sizes[name as 'x'] ?? 1);
    const values = new Uint8Array(24);
    for (let place = 0; place < 24; place++) {
      let rest = place;
      const at: Record<string, number> = {};
      for (const [axis, name] of [...names.entries()].reverse()) {
        at[name] = rest % shape[axis]!;
        rest = Math.floor(rest / shape[axis]!);
      }
      values[place] = value(at);
    }
    const scale = names.map((name) => ({ x: 0.5, y: 2, z: 3 })[name] ?? 1);
    const axes = names.map((name) => ({ name, type: { t: 'time', c: 'channel' }[name] ?? 'space' }));
    const multiscales = [
      { version: '0.4', axes, datasets: [{ path: '0', coordinateTransformations: [{ type: 'scale', scale }] }] },
    ];
    const array = { zarr_format: 2, shape, chunks: shape, dtype: '|u1', order: 'C', fill_value: 0, compressor: null };
    const store = await openStore(
      memoryKeys(
        new Map([
          ['/.zgroup', text({ zarr_format: 2 })],
          ['/.zattrs', text({ multiscales })],
          ['/0/.zarray', text({ ...array, filters: null, dimension_separator: '/' })],
          [`/0/${shape.map(() => 0).join('/')}`, values],
        ]),
      ),
    );
    const { sizes: found, indexToWorld } = store.levels[0];
    expect([found, indexToWorld.columns.map((column, axis) => column[axis])], order).toEqual([
      [2, 3, 4],
      [0.5, 2, 3],
    ]);
    const { voxels } = await readLevel(store, store.levels[0]);
    const expected = Array.from({ length: 24 }, (_, at) =>
      value({ x: at % 2, y: Math.floor(at / 2) % 3, z: Math.floor(at / 6) }),
    );
    expect([...voxels], order).toEqual(expected);
  }
});
