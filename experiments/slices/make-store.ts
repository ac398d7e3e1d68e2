/** An OME-Zarr of 4 GiB on half a MiB of disk: all chunks of all levels are links to one. */
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Voxels along a side of the finest level, and of a chunk. */
export const SIDE = 1280;
export const CHUNK = 64;
const LEVELS = 4;

export const STORE_BYTES = 2 * SIDE ** 3;

/** A texture that is the same in each chunk, so that a picture shows whether one is missing. */
const chunkBytes = () => {
  const voxels = new Uint16Array(CHUNK ** 3);
  for (let at = 0; at < voxels.length; at++) {
    const [i, j, k] = [at % CHUNK, Math.floor(at / CHUNK) % CHUNK, Math.floor(at / CHUNK ** 2)];
    voxels[at] = 500 + 8 * i + 4 * j + 2 * k;
  }
  return new Uint8Array(voxels.buffer);
};

/** @returns the number of chunks; ext4 has room for 65,000 links to one file. */
export function makeStore(folder: string): number {
  let chunks = 0;
  mkdirSync(folder, { recursive: true });
  const scaleOf = (level: number) => [1, 1, 1].map(() => 2 ** level);
  const datasets = [...Array(LEVELS).keys()].map((level) => ({
    path: String(level),
    coordinateTransformations: [
      { type: 'scale', scale: scaleOf(level) },
      { type: 'translation', translation: scaleOf(level).map((scale) => (scale - 1) / 2) },
    ],
  }));
  const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space', unit: 'micrometer' }));
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  write('.zgroup', { zarr_format: 2 });
  write('.zattrs', { multiscales: [{ version: '0.4', axes, datasets }] });
  const first = join(folder, 'chunk');
  writeFileSync(first, chunkBytes());
  for (let level = 0; level < LEVELS; level++) {
    const side = SIDE / 2 ** level;
    mkdirSync(join(folder, String(level)));
    write(`${level}/.zarray`, {
      zarr_format: 2,
      shape: [side, side, side],
      chunks: [CHUNK, CHUNK, CHUNK],
      dtype: '<u2',
      compressor: null,
      fill_value: 0,
      order: 'C',
      filters: null,
      dimension_separator: '/',
    });
    const count = Math.ceil(side / CHUNK);
    for (let at = 0; at < count ** 3; at++) {
      const [k, j, i] = [at % count, Math.floor(at / count) % count, Math.floor(at / count ** 2)];
      const path = join(folder, String(level), String(i), String(j), String(k));
      mkdirSync(dirname(path), { recursive: true });
      linkSync(first, path);
      chunks++;
    }
  }
  return chunks;
}
