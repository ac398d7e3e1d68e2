/** Files of few bytes that ask for much, or mean something else: each is refused, or read in the time that its size warrants. */
import { describe, expect, it } from 'vitest';
import { gunzip } from '../../src/files/bytes/compression/inflate.js';
import { readMeshSource } from '../../src/files/meshes/mesh-formats.js';
import { readTransfer } from '../../src/files/transfer/transfer-formats.js';
import type { FileSource } from '../../src/files/volumes/source.js';
import { readVolumeSource } from '../../src/files/volumes/volume-formats.js';
import { findBadTriangles } from '../../src/mesh/mesh.js';
import { mergeVertices } from '../../src/mesh/topology/merge-vertices.js';
import { triangulatePolygons } from '../../src/mesh/topology/triangulate.js';
import { bakeTransferTable } from '../../src/transfer/table/transfer-table.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';
import { writeNifti } from './volumes/nifti/write-nifti.js';
import { writeTiff } from './volumes/tiff/write-tiff.js';

const encode = (text: string) => new TextEncoder().encode(text);

function sourceOf(name: string, bytes: Uint8Array, readSibling = async (_: string) => new Uint8Array()): FileSource {
  return { name, bytes, gunzip, readSibling };
}

describe('data files', () => {
  const header = (lines: string) =>
    encode(`NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 200\nencoding: raw\ndata file: LIST\n${lines}`);

  it('that are named over and over do not add up', async () => {
    const big = new Uint8Array(1 << 24);
    const bounds: number[] = [];
    const reading = readVolumeSource({
      ...sourceOf('a.nhdr', header('big.raw\n'.repeat(200))),
      readSibling: async (_, sizeBytesMax = Infinity) => {
        bounds.push(sizeBytesMax);
        return big;
      },
    });
    await expect(reading).rejects.toThrow(/^a\.nhdr: data file "big\.raw": asks for too much memory/);
    expect(bounds.length).toBeLessThan(20);
    expect(bounds.at(-1)).toBeLessThan(big.length);
  });

  it('that are small stay allowed', async () => {
    const { volume, notes } = await readVolumeSource(
      sourceOf('a.nhdr', header('one.raw\n'.repeat(200)), async () => new Uint8Array(3)),
    );
    expect(volume.sizes).toEqual([1, 1, 200]);
    expect(notes).toEqual([expect.stringMatching(/^left out 400 bytes behind the data/)]);
  });
});

describe('bzip2', () => {
  it('is not decompressed where it could not hold what is asked for', async () => {
    const bytes = encode('NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4096 4096 4096\nencoding: bzip2\n\nBZh91AY&SY');
    await expect(readVolumeSource(sourceOf('a.nrrd', bytes))).rejects.toThrow(
      /asks for too much memory: .* of bzip2 data/,
    );
  });
});

describe('TIFF', () => {
  const read = (bytes: Uint8Array) => readVolumeSource(sourceOf('a.tif', bytes));
  const page = { width: 64, height: 64, pages: [new Uint8Array(64 * 64)] };

  /** A directory of each list of tags, with the data before it. */
  function writeDirectories(data: Uint8Array, directories: readonly (readonly number[])[][]): Uint8Array {
    const parts = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]), Buffer.from(data)];
    parts[0]!.writeUInt32LE(8 + data.length, 4);
    let at = 8 + data.length;
    for (const [index, tags] of directories.entries()) {
      const directory = Buffer.alloc(2 + 12 * tags.length + 4);
      directory.writeUInt16LE(tags.length, 0);
      for (const [row, [tag, type, count, value]] of tags.entries()) {
        directory.writeUInt16LE(tag!, 2 + 12 * row);
        directory.writeUInt16LE(type!, 4 + 12 * row);
        directory.writeUInt32LE(count!, 6 + 12 * row);
        directory.writeUInt32LE(value!, 10 + 12 * row);
      }
      at += directory.length;
      if (index < directories.length - 1) directory.writeUInt32LE(at, directory.length - 4);
      parts.push(directory);
    }
    return new Uint8Array(Buffer.concat(parts));
  }
  const tagsOf = (side: number, offsets: readonly [count: number, at: number], bytes: number) => [
    [256, 4, 1, side],
    [257, 4, 1, side],
    [258, 3, 1, 8],
    [262, 3, 1, 1],
    [273, 4, ...offsets],
    [278, 4, 1, side],
    [279, 4, 1, bytes],
  ];

  it('that lists the same values in each of many pages is refused', async () => {
    const tags = tagsOf(1, [1 << 18, 8], 1);
    const bytes = writeDirectories(new Uint8Array(1 << 20), new Array(2000).fill(tags));
    await expect(read(bytes)).rejects.toThrow(/^a\.tif: asks for too much memory: values of tags/);
  });

  it('whose pages are all of the same data is refused', async () => {
    const tags = tagsOf(1024, [1, 8], 1 << 20);
    const bytes = writeDirectories(new Uint8Array(1 << 20), new Array(4000).fill(tags));
    await expect(read(bytes)).rejects.toThrow(/^a\.tif: asks for too much memory: 4000 pages of 1024 × 1024 pixels/);
  });

  it('whose strips are all of the same data has no more of it', async () => {
    const data = new Uint8Array(Uint32Array.from({ length: 1024 }, () => 8).buffer);
    const changes = new Map([
      [256, [256, 4, 1, 30_000]],
      [278, [278, 4, 1, 1]],
    ]);
    const tags = tagsOf(1024, [1024, 8], 1).map((tag) => changes.get(tag[0]!) ?? tag);
    const bytes = writeDirectories(data, [tags.filter(([tag]) => tag !== 279)]);
    await expect(read(bytes)).rejects.toThrow(/^a\.tif: has a page of 30000 × 1024 pixels, but too little data/);
  });

  it.each([
    ['again and again', '<TiffData PlaneCount="1048576"/>'.repeat(20_000), /places the same planes again and again/],
    ['before the first', '<TiffData FirstZ="-1e15" PlaneCount="1e15"/>'.repeat(3), /names page/],
    ['beyond the last', '<TiffData FirstZ="1e300" FirstC="1e300" IFD="1e300"/>', /names page/],
  ])('whose OME-XML places planes %s is refused', async (_, data, message) => {
    const description = `<OME><Image><Pixels DimensionOrder="XYZCT" SizeZ="1048576">${data}</Pixels></Image></OME>`;
    await expect(read(writeTiff({ ...page, description }))).rejects.toThrow(message);
  });
});

describe('engine limits', () => {
  it('are told as the file’s', async () => {
    const reading = readVolumeSource({
      ...sourceOf('a.nhdr', encode('NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nencoding: raw\ndata file: b\n')),
      readSibling: async () => new Uint8Array(2 ** 53 - 1),
    });
    await expect(reading).rejects.toThrow(/^a\.nhdr: is too large to be read here/);
  });
});

/** The outline of a spiral of `turns`, which no fan is right for, and which takes ear cutting the longest. */
function spiral(corners: number): number[] {
  const half = corners / 2;
  const at = (index: number, radius: number) => [
    radius * Math.cos((12 * index) / half),
    radius * Math.sin((12 * index) / half),
    0,
  ];
  const outer = Array.from({ length: half }, (_, index) => at(index, 1 + index / half));
  const inner = Array.from({ length: half }, (_, index) => at(half - 1 - index, 0.95 + (half - 1 - index) / half));
  return [...outer, ...inner].flat();
}

describe('polygons', () => {
  const CORNERS = 200;
  const polygonsOf = (count: number) => {
    const fan = Array.from({ length: CORNERS - 2 }, (_, corner) => [0, corner + 1, corner + 2]).flat();
    return {
      triangles: Uint32Array.from({ length: count * fan.length }, (_, at) => fan[at % fan.length]!),
      polygons: Uint32Array.from({ length: 2 * count }, (_, at) => (at % 2 ? CORNERS : (at / 2) * (CORNERS - 2))),
    };
  };

  it('are cut as far as their budget goes, and the rest are fans', () => {
    const positions = Float32Array.from(spiral(CORNERS));
    const { triangles, polygons } = polygonsOf(4);
    const fans = triangles.slice();
    const cut = (at: number) => triangles.subarray(3 * at * (CORNERS - 2), 3 * (at + 1) * (CORNERS - 2));
    expect(triangulatePolygons(positions, triangles, polygons, 1)).toBe(3);
    expect(cut(0)).not.toEqual(fans.subarray(0, 3 * (CORNERS - 2)));
    expect(cut(1)).toEqual(fans.subarray(0, 3 * (CORNERS - 2)));
    expect(triangulatePolygons(positions, fans, polygons)).toBe(0);
  });

  it('of a million corners are refused before they are held', async () => {
    const count = (1 << 20) + 1;
    const head = `ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uint uint vertex_indices\nend_header\n`;
    const bytes = new Uint8Array(head.length + 12 + 4 + 4 * count);
    bytes.set(encode(head));
    new DataView(bytes.buffer).setUint32(head.length + 12, count, true);
    await expect(readMeshSource(sourceOf('a.ply', bytes))).rejects.toThrow(
      /has a list of 1048577 values; 1048576 at most/,
    );
    const obj = encode(`v 0 0 0\nf${' 1'.repeat(count)}\n`);
    await expect(readMeshSource(sourceOf('a.obj', obj))).rejects.toThrow(
      /line 2 has a face of more than 1048576 corners/,
    );
  });
});

describe('triangles', () => {
  it('that are bad are found in any number', () => {
    const triangles = new Uint32Array(3 * 200_000).fill(9);
    const bad = findBadTriangles({ positions: new Float32Array(9), triangles });
    expect(bad.length).toBe(200_000);
    expect(bad.at(-1)).toBe(199_999);
  });

  it('cannot be aimed at one slot of a hash table', () => {
    // With the multipliers that the table had, all of these vertices had the hash 0: 40,000 took 3.6 s, and the
    // time grows with the square.
    const [A, B, C] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d];
    let inverse = 1;
    for (let step = 0; step < 5; step++) inverse = Math.imul(inverse, 2 - Math.imul(C, inverse));
    const count = 300_000;
    const words = new Uint32Array(3 * count);
    for (let vertex = 0; vertex < count; vertex++) {
      const [a, b] = [vertex & 0x3fff, vertex >> 14];
      words.set([a, b, Math.imul(Math.imul(a, A) ^ Math.imul(b, B), inverse)], 3 * vertex);
    }
    const positions = new Float32Array(words.buffer).map((value) => (Number.isNaN(value) ? 0 : value));
    expect(mergeVertices(positions).indices.length).toBe(count);
  });
});

describe('transfer functions', () => {
  it('of curves are refused before they take the memory', () => {
    const points = Array.from({ length: 1500 }, (_, x) => ({ x, y: 0.5, midpoint: 0.5, sharpness: 0.5 }));
    const json = {
      volumeProperties: [{ components: [{ scalarOpacity: { points }, rgbTransferFunction: { points: [] } }] }],
    };
    expect(() => readTransfer(JSON.stringify(json), 'a.vp.json')).toThrow(
      /^a\.vp\.json: has curves that take more than/,
    );
  });

  it('of too many points are refused, and of as many as may be baked soon', () => {
    const opacities = Array.from({ length: 65_536 }, (_, value) => ({
      value: value ** 1.01,
      opacity: (value % 7) / 7,
    }));
    const colors = [{ value: 0, color: [1, 1, 1] as const }];
    expect(bakeTransferTable(createTransferFunction({ colors, opacities })).cells).toBeGreaterThan(1000);
    const more = [...opacities, { value: 1e6, opacity: 1 }];
    expect(() => createTransferFunction({ colors, opacities: more })).toThrow(/opacities must be at most 65536 points/);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a text', 'bone'],
    ['colours of a number', { colors: 7, opacities: [] }],
    ['a bigint', { colors: [{ value: 1n, color: '#fff' }], opacities: [{ value: 0, opacity: 1 }] }],
    ['a function', { colors: [{ value: 0, color: () => 1 }], opacities: [{ value: 0, opacity: 1 }] }],
    ['a symbol', { colors: [{ value: Symbol('x'), color: '#fff' }], opacities: [{ value: 0, opacity: 1 }] }],
  ])('of the wrong type are refused in words: %s', (_, input) => {
    expect(() => createTransferFunction(input as never)).toThrow(expect.objectContaining({ tag: 'input' }));
  });
});

describe('files that mean something else', () => {
  it('are told as CIFTI', async () => {
    const bytes = writeNifti(new Array(60).fill(1), 'float32');
    new DataView(bytes.buffer).setInt16(68, 3006, true);
    await expect(readVolumeSource(sourceOf('a.nii', bytes))).rejects.toThrow(/^a\.nii: is a CIFTI file/);
  });

  it.each(['utf16le', 'swapped'] as const)('are told as UTF-16: %s', async (order) => {
    for (const mark of ['\ufeff', '']) {
      const bytes = Buffer.from(`${mark}v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n`, 'utf16le');
      if (order === 'swapped') bytes.swap16();
      await expect(readMeshSource(sourceOf('a.obj', new Uint8Array(bytes)))).rejects.toThrow(
        /^a\.obj: is text in UTF-16/,
      );
    }
  });
});

describe('glTF of few bytes', () => {
  const prim = { attributes: { POSITION: 0 } };
  const read = (fields: object) => {
    const meshes = [{ primitives: [prim] }];
    const scene = { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes };
    return readMeshSource(sourceOf('a.gltf', encode(JSON.stringify({ ...scene, ...fields }))));
  };
  /** Zeros, which take no bytes of the file. */
  const zeros = (count: number) => ({ componentType: 5126, count, type: 'VEC3' });
  const many = (count: number) => Array.from({ length: count }, (_, index) => index);
  const instances = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } };

  it.each<[string, object, RegExp]>([
    [
      'names a mesh of many shapes again and again',
      {
        scenes: [{ nodes: many(3000) }],
        nodes: many(3000).map(() => ({ mesh: 0 })),
        meshes: [{ primitives: [{ ...prim, targets: many(40).map(() => ({ POSITION: 0 })) }] }],
        accessors: [zeros(200_000)],
      },
      /asks for too much work/,
    ],
    [
      'has instances without number',
      {
        extensionsUsed: ['EXT_mesh_gpu_instancing'],
        nodes: [{ mesh: 0, extensions: instances }],
        accessors: [zeros(60_000), zeros(5000)],
      },
      /asks for too much/,
    ],
    [
      'nests nodes without end',
      { nodes: [...many(20_000).map((index) => ({ children: [index + 1] })), { mesh: 0 }], accessors: [zeros(3)] },
      /nests its nodes more than 1000 deep/,
    ],
    [
      'has nodes within themselves',
      { nodes: [{ children: [1] }, { children: [0], mesh: 0 }], accessors: [zeros(3)] },
      /nests its nodes/,
    ],
  ])('that %s is refused', async (_, fields, message) => {
    const before = process.memoryUsage().rss;
    await expect(read(fields)).rejects.toThrow(message);
    expect(process.memoryUsage().rss - before).toBeLessThan(1 << 29);
  });
});
