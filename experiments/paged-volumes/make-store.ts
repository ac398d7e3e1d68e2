/** Writes a store of any size in moments: chunks repeat, and those that are alike are links to one file. */
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Zstd from 'numcodecs/zstd';

export type Sizes = readonly [number, number, number];

const CHUNK = 64;
/** Voxels along the side of cubes whose ranges the store tells. */
const CUBE = 16;
/** Strengths of chunks, from the middle of the volume outwards. */
const STRENGTHS = 32;
/** Voxels of level 0 for one of level 1, which tells what the volume looks like. */
const COARSE = 16;
/** Most links that a file may have. */
const LINKS_MAX = 60_000;

/** A pattern of waves that goes on across chunks, from 0 to 1. */
const WAVE = Float64Array.from({ length: CHUNK }, (_, at) => Math.cos((2 * Math.PI * (at + 0.5)) / CHUNK));
const patternAt = (i: number, j: number, k: number) => {
  const sum = WAVE[i % CHUNK]! + WAVE[j % CHUNK]! + WAVE[k % CHUNK]! * WAVE[(i + 16) % CHUNK]!;
  return Math.max(0, (sum + 1.2) / 4.2);
};

/** 0 outside of an ellipsoid that fills the volume, and else 1 to `STRENGTHS`, for a chunk. */
function strengthOf(chunk: readonly number[], counts: readonly number[]): number {
  const radius = Math.hypot(...chunk.map((at, axis) => (2 * (at + 0.5)) / counts[axis]! - 1));
  return radius >= 1 || chunk.some((at, axis) => at < 0 || at >= counts[axis]!)
    ? 0
    : Math.ceil(STRENGTHS * (1 - radius));
}

const voxelOf = (pattern: number, strength: number) => Math.round((50_000 * pattern * strength) / STRENGTHS);

const zstd = Zstd.fromConfig({ id: 'zstd', level: 1 });
const compress = (voxels: Uint16Array) => zstd.encode(new Uint8Array(voxels.buffer)) as Promise<Uint8Array>;

/** uint16, of sizes that are multiples of 64. */
export async function makeStore(root: string, sizes: Sizes): Promise<void> {
  const counts = sizes.map((size) => size / CHUNK);
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const array = (shape: readonly number[], chunk: readonly number[]) =>
    JSON.stringify({
      ...{ zarr_format: 3, node_type: 'array', shape, data_type: 'uint16', fill_value: 0, attributes: {} },
      chunk_grid: { name: 'regular', configuration: { chunk_shape: chunk } },
      chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
      codecs: [
        { name: 'bytes', configuration: { endian: 'little' } },
        { name: 'zstd', configuration: { level: 1, checksum: false } },
      ],
    });
  const reversed = [...sizes].reverse();
  write('0/zarr.json', array(reversed, [CHUNK, CHUNK, CHUNK]));
  const linked = new Map<number, { path: string; links: number }>();
  for (let z = 0; z < counts[2]!; z++) {
    for (let y = 0; y < counts[1]!; y++) {
      mkdirSync(join(root, `0/c/${z}/${y}`), { recursive: true });
      for (let x = 0; x < counts[0]!; x++) {
        const strength = strengthOf([x, y, z], counts);
        if (strength === 0) continue;
        const path = `0/c/${z}/${y}/${x}`;
        const known = linked.get(strength);
        if (known && known.links < LINKS_MAX) {
          linkSync(join(root, known.path), join(root, path));
          known.links++;
        } else {
          write(path, await compress(makeChunk(strength)));
          linked.set(strength, { path, links: 1 });
        }
      }
    }
  }
  write(
    '1/zarr.json',
    array(
      reversed.map((size) => size / COARSE),
      reversed.map((size) => size / COARSE),
    ),
  );
  write('1/c/0/0/0', await compress(makeCoarse(sizes, counts)));
  const cubes = reversed.map((size) => size / CUBE);
  write('ranges/zarr.json', array([2, ...cubes], [2, ...cubes]));
  write('ranges/c/0/0/0/0', await compress(makeRanges(sizes, counts)));
  const datasets = [1, COARSE].map((factor, level) => ({
    path: String(level),
    coordinateTransformations: [
      { type: 'scale', scale: [factor, factor, factor] },
      { type: 'translation', translation: Array(3).fill((factor - 1) / 2) },
    ],
  }));
  const multiscales = [{ axes: ['z', 'y', 'x'].map((name) => ({ name, type: 'space' })), datasets }];
  const attributes = { ome: { version: '0.5', multiscales }, tilecast: { ranges: [{ path: 'ranges', side: CUBE }] } };
  write('zarr.json', JSON.stringify({ zarr_format: 3, node_type: 'group', attributes }));
}

function makeChunk(strength: number): Uint16Array {
  const voxels = new Uint16Array(CHUNK ** 3);
  let at = 0;
  for (let k = 0; k < CHUNK; k++) {
    for (let j = 0; j < CHUNK; j++)
      for (let i = 0; i < CHUNK; i++) voxels[at++] = voxelOf(patternAt(i, j, k), strength);
  }
  return voxels;
}

/** Single voxels of level 0. */
function makeCoarse(sizes: Sizes, counts: readonly number[]): Uint16Array {
  const coarse = sizes.map((size) => size / COARSE);
  const voxels = new Uint16Array(coarse[0]! * coarse[1]! * coarse[2]!);
  let at = 0;
  for (let k = 0; k < coarse[2]!; k++) {
    for (let j = 0; j < coarse[1]!; j++) {
      for (let i = 0; i < coarse[0]!; i++) {
        const index = [i, j, k].map((place) => place * COARSE + COARSE / 2);
        const strength = strengthOf(
          index.map((place) => Math.floor(place / CHUNK)),
          counts,
        );
        voxels[at++] = strength === 0 ? 0 : voxelOf(patternAt(index[0]!, index[1]!, index[2]!), strength);
      }
    }
  }
  return voxels;
}

/** Bounds of what is in each cube and beside it: those of the pattern there, by the strengths of the chunks around. */
function makeRanges(sizes: Sizes, counts: readonly number[]): Uint16Array {
  const cubes = sizes.map((size) => size / CUBE);
  const total = cubes[0]! * cubes[1]! * cubes[2]!;
  const ranges = new Uint16Array(2 * total);
  const perChunk = CHUNK / CUBE;
  const bounds = Array.from({ length: perChunk ** 3 }, (_, cube) => {
    const first = [cube % perChunk, Math.floor(cube / perChunk) % perChunk, Math.floor(cube / perChunk ** 2)];
    return boundsOfPattern(first.map((place) => place * CUBE));
  });
  const strengths = new Map<string, readonly [number, number]>();
  let at = 0;
  for (let k = 0; k < cubes[2]!; k++) {
    for (let j = 0; j < cubes[1]!; j++) {
      for (let i = 0; i < cubes[0]!; i++) {
        const chunk = [i, j, k].map((place) => Math.floor(place / perChunk));
        const key = chunk.join();
        const [weakest, strongest] = strengths.get(key) ?? strengthsAround(chunk, counts);
        strengths.set(key, [weakest, strongest]);
        const inChunk = [i, j, k].map((place) => place % perChunk);
        const [low, high] = bounds[inChunk[0]! + perChunk * (inChunk[1]! + perChunk * inChunk[2]!)]!;
        ranges[at] = voxelOf(low, weakest);
        ranges[total + at] = voxelOf(high, strongest);
        at++;
      }
    }
  }
  return ranges;
}

function boundsOfPattern([x, y, z]: readonly number[]): readonly [number, number] {
  let [low, high] = [1, 0];
  for (let k = -1; k <= CUBE; k++) {
    for (let j = -1; j <= CUBE; j++) {
      for (let i = -1; i <= CUBE; i++) {
        const value = patternAt(x! + i + CHUNK, y! + j + CHUNK, z! + k + CHUNK);
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
  }
  return [low, high];
}

function strengthsAround(chunk: readonly number[], counts: readonly number[]): readonly [number, number] {
  let [weakest, strongest] = [STRENGTHS, 0];
  for (let neighbor = 0; neighbor < 27; neighbor++) {
    const steps = [neighbor % 3, Math.floor(neighbor / 3) % 3, Math.floor(neighbor / 9)];
    const beside = chunk.map((place, axis) => place + steps[axis]! - 1);
    // Edges go on beyond the volume.
    const inside = beside.map((place, axis) => Math.min(Math.max(place, 0), counts[axis]! - 1));
    const strength = strengthOf(inside, counts);
    weakest = Math.min(weakest, strength);
    strongest = Math.max(strongest, strength);
  }
  return [weakest, strongest];
}
