/** Archives of few bytes that decode to much, by construction: what is in them is opened, or refused, and never ends a process. */
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../camera/random.js';
import { type Entry, writeZip } from '../files/bytes/compression/write-zip.js';
import { SYNTAX, writeSlice } from '../files/dicom/write-dicom.js';
import { text } from '../files/stores/memory-zarr.js';
import { ascii } from '../files/volumes/nrrd/write-nrrd.js';
import { seedsOf } from './seeds.js';

/** Bytes that one stream decodes to: from what any reader takes to what few should. */
const DECODED_BYTES = [1, 1 << 12, 1 << 20, 1 << 24, 1 << 26] as const;
/** Sides of pictures and volumes that are claimed, whatever data there are. */
const SIDES = [1, 16, 1000, 4096, 12_000, 65_535, 2 ** 31 - 1] as const;

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const uint32 = (value: number) => new Uint8Array(Buffer.from(Uint32Array.of(value).buffer).reverse());

type Compress = (bytes: Uint8Array) => Uint8Array;

/** Streams of zeros, which take long to make. */
const streams = new Map<string, Uint8Array>();
function zeros(random: Random, compress: Compress): Uint8Array {
  const size = pick(random, DECODED_BYTES);
  const key = `${compress.name} ${size}`;
  const stream = streams.get(key) ?? new Uint8Array(compress(new Uint8Array(size)));
  streams.set(key, stream);
  return stream;
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = join(ascii(type), data);
  return join(uint32(data.length), body, uint32(crc32(body)));
}

function png(random: Random): Uint8Array {
  const [width, height] = [pick(random, SIDES), pick(random, SIDES)];
  const kind = Uint8Array.of(pick(random, [1, 2, 4, 8, 16]), pick(random, [0, 2, 3, 4, 6]), 0, 0, pick(random, [0, 1]));
  return join(
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    pngChunk('IHDR', join(uint32(width), uint32(height), kind)),
    pngChunk('PLTE', new Uint8Array(6)),
    ...Array.from({ length: pick(random, [1, 1, 50]) }, () => pngChunk('IDAT', zeros(random, deflateSync))),
    pngChunk('IEND', new Uint8Array()),
  );
}

/** Frames' sizes changed, and their scans again and again. */
function jpeg(random: Random): Uint8Array {
  const bytes = pick(random, seedsOf('JPEG')).slice();
  for (let at = 0; at + 9 < bytes.length; at++) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker < 0xc0 || marker > 0xc2) continue;
    const side = () => Math.min(pick(random, SIDES), 65_535);
    new DataView(bytes.buffer).setUint16(at + 5, side());
    new DataView(bytes.buffer).setUint16(at + 7, side());
    if (random() < 0.3) bytes[at + 1] = 0xc2;
    break;
  }
  const scan = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xda);
  const again = scan < 0 ? new Uint8Array() : bytes.subarray(scan, -2);
  return join(
    ...Array<Uint8Array>(pick(random, [1, 1, 300]))
      .fill(again)
      .toSpliced(0, 1, bytes.subarray(0, -2)),
    bytes.subarray(-2),
  );
}

/** Pages of strips of the same stream. */
function tiff(random: Random): Uint8Array {
  const stream = zeros(random, deflateSync);
  const [pages, strips] = [pick(random, [1, 1, 1000]), pick(random, [1, 1, 1000])];
  const offsets = new Uint8Array(Uint32Array.from({ length: strips }, () => 8 + 8 * strips).buffer);
  const counts = new Uint8Array(Uint32Array.from({ length: strips }, () => stream.length).buffer);
  const tags = [
    [256, pick(random, SIDES), 1],
    [257, pick(random, SIDES), 1],
    [258, pick(random, [1, 8, 16, 32]), 1],
    [259, 8, 1],
    [262, 1, 1],
    [273, strips === 1 ? 8 + 8 : 8, strips],
    [277, pick(random, [1, 1, 3]), 1],
    [278, pick(random, SIDES), 1],
    [279, strips === 1 ? stream.length : 8 + 4 * strips, strips],
  ] as const;
  const directories = 8 + 8 * strips + stream.length;
  const sizeBytes = 2 + 12 * tags.length + 4;
  const out = Buffer.alloc(directories + pages * sizeBytes);
  out.set([0x49, 0x49, 42, 0]);
  out.writeUInt32LE(directories, 4);
  out.set(join(offsets, counts, stream), 8);
  for (let page = 0; page < pages; page++) {
    let at = directories + page * sizeBytes;
    at = out.writeUInt16LE(tags.length, at);
    for (const [tag, value, count] of tags) {
      at = out.writeUInt16LE(tag, at);
      at = out.writeUInt16LE(4, at);
      at = out.writeUInt32LE(count, at);
      at = out.writeUInt32LE(value, at);
    }
    out.writeUInt32LE(page < pages - 1 ? at + 4 : 0, at);
  }
  return new Uint8Array(out);
}

const uri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A triangle of many textures, of one image or of several. */
function gltf(random: Random): Uint8Array {
  const image = uri('image/png', png(random));
  const count = pick(random, [1, 3, 100]);
  const isOne = random() < 0.5;
  const each = <T>(make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
  const positions = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
  const primitive = (material: number) => ({ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material });
  return text({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: each(primitive) }],
    materials: each((index) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })),
    textures: each((index) => ({ source: isOne ? 0 : index })),
    images: isOne
      ? [{ uri: image }]
      : each(() => ({
          uri:
            image.length < 100_000
              ? image
              : uri(
                  'image/png',
                  png(() => 0),
                ),
        })),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC2' },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: uri('application/octet-stream', positions) }],
  });
}

function nrrd(random: Random): Uint8Array {
  const sizes = [pick(random, SIDES), pick(random, SIDES), pick(random, SIDES)].join(' ');
  const type = pick(random, ['uint8', 'int16', 'double']);
  const header = `NRRD0004\ntype: ${type}\ndimension: 3\nsizes: ${sizes}\nendian: little\nencoding: gzip\n\n`;
  return join(ascii(header), zeros(random, gzipSync));
}

function metaImage(random: Random): Uint8Array {
  const sizes = [pick(random, SIDES), pick(random, SIDES), pick(random, SIDES)].join(' ');
  const header = `ObjectType = Image\nNDims = 3\nCompressedData = True\nDimSize = ${sizes}\nElementType = MET_SHORT\n`;
  return join(ascii(`${header}ElementDataFile = LOCAL\n`), zeros(random, deflateSync));
}

const claimedSlice = (random: Random) => ({
  '00280008 IS': String(pick(random, [1, 1, 1000, 2 ** 31 - 1])),
  '00280010 US': [Math.min(pick(random, SIDES), 65_535)],
  '00280011 US': [Math.min(pick(random, SIDES), 65_535)],
});

/** Data sets that are deflated, and frames in fragments. */
function dicom(random: Random): Uint8Array {
  if (random() < 0.4) {
    const pixels = new Uint8Array(pick(random, DECODED_BYTES.slice(0, 4)));
    return writeSlice(1, { ...claimedSlice(random), '7FE00010 OW': '', '7FE00010 OB': pixels }, { deflated: true });
  }
  // RLE: a header of one segment or two, and runs of 128 zeros.
  const head = new Uint8Array(Uint32Array.from([2, 64, 64, ...new Array(13).fill(0)]).buffer);
  const runs = new Uint8Array(2 * pick(random, [1, 1000, 100_000]));
  for (let at = 0; at < runs.length; at += 2) runs[at] = 129;
  const fragments = [new Uint8Array(), ...Array<Uint8Array>(pick(random, [1, 3, 50])).fill(join(head, runs))];
  const syntax = pick(random, [
    SYNTAX.rle,
    '1.2.840.10008.1.2.4.50',
    '1.2.840.10008.1.2.4.70',
    '1.2.840.10008.1.2.4.90',
  ]);
  return writeSlice(1, { ...claimedSlice(random), '7FE00010 OW': '' }, { syntax, fragments });
}

/** Chunks that are more than they should be, or as much as is claimed. */
function store(random: Random): readonly Entry[] {
  const chunk = pick(random, [4, 64, 128]);
  const array = {
    ...{
      zarr_format: 3,
      node_type: 'array',
      data_type: pick(random, ['uint8', 'float32']),
      fill_value: 0,
      attributes: {},
    },
    shape: [chunk, chunk, pick(random, [1, 2]) * chunk],
    chunk_grid: { name: 'regular', configuration: { chunk_shape: [chunk, chunk, chunk] } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    codecs: [
      { name: 'bytes', configuration: { endian: 'little' } },
      { name: 'gzip', configuration: { level: 1 } },
      ...(random() < 0.3 ? [{ name: 'gzip', configuration: { level: 1 } }] : []),
    ],
  };
  const content = zeros(random, gzipSync);
  return [
    { name: 'a.zarr/zarr.json', content: text(array), method: 0 },
    ...[0, 1].map((x) => ({ name: `a.zarr/c/0/0/${x}`, content, method: 0 })),
  ];
}

const FILES: Readonly<Record<string, (random: Random) => Uint8Array>> = {
  'a.png': png,
  'a.jpg': jpeg,
  'a.tif': tiff,
  'a.gltf': gltf,
  'a.nrrd': nrrd,
  'a.mha': metaImage,
  'a.dcm': dicom,
  'a.nrrd.gz': (random) => new Uint8Array(gzipSync(nrrd(random))),
  'a.nii.gz': (random) => zeros(random, gzipSync),
};

/** A bomb in an archive, alone, beside others of its kind, or in archives within it. */
export function makeBomb(random: Random): Uint8Array {
  if (random() < 0.15) return writeZip(store(random));
  const [name, make] = pick(random, Object.entries(FILES));
  const count = pick(random, [1, 1, 1, 20]);
  const file = make(random);
  // Stored, since they are compressed; sometimes deflated again.
  const method = pick(random, [0, 0, 8]);
  const entries = Array.from({ length: count }, (_, index) => ({
    name: count === 1 ? name : `slice ${index} ${name}`,
    content: file,
    method,
  }));
  let archive = writeZip(entries);
  for (let levels = pick(random, [0, 0, 0, 1, 5]); levels > 0; levels--) {
    archive = writeZip([{ name: 'a.zip', content: archive }]);
  }
  return archive;
}
