/** Files below 1 MiB that cost their readers much: streams that decode to as much as they can, and texts of as many elements. */
import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { deflatedDicom, encodedDicom, rleDicom } from './worst-dicom.js';

const MIB = 1 << 20;
/** Zeros that deflate to most of a MiB. */
const ZEROS = 960 * MIB;

export interface WorstInput {
  readonly name: string;
  readonly kind: 'environment' | 'mesh' | 'volume';
  readonly make: () => Uint8Array;
}

const ascii = (text: string) => Buffer.from(text, 'latin1');
const zeros = (size: number) => new Uint8Array(size);
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([ascii(type), data]);
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)];
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

function png(side: number, bits: number, colorType: number, samples: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = bits;
  header[9] = colorType;
  const rows = zeros(side * (1 + Math.ceil((side * bits * samples) / 8)));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', zeros(0))];
  return Buffer.concat([signature, ...chunks]);
}

function zip(entries: readonly (readonly [name: string, content: Uint8Array])[]): Uint8Array {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let start = 0;
  for (const [name, content] of entries) {
    const data = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(start, 42);
    for (const [head, at] of [
      [local, 14],
      [central, 16],
    ] as const) {
      head.writeUInt32LE(crc32(content), at);
      head.writeUInt32LE(data.length, at + 4);
      head.writeUInt32LE(content.length, at + 8);
      head.writeUInt16LE(name.length, at + 12);
    }
    locals.push(local, ascii(name), data);
    centrals.push(central, ascii(name));
    start += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(start, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A store of `side`³ voxels, in chunks of `chunk`³ that are all there, each deflated once by gzip and once by the archive. */
function zarrZip(side: number, chunk: number): Uint8Array {
  const array = {
    zarr_format: 2,
    shape: [side, side, side],
    chunks: [chunk, chunk, chunk],
    dtype: '|u1',
    compressor: { id: 'gzip', level: 9 },
    fill_value: 1,
    order: 'C',
    filters: null,
  };
  const content = gzipSync(zeros(chunk ** 3));
  const counts = Array.from({ length: side / chunk }, (_, index) => index);
  const chunks = counts.flatMap((k) => counts.flatMap((j) => counts.map((i) => [`${k}.${j}.${i}`, content] as const)));
  return zip([['.zarray', ascii(JSON.stringify(array))], ...chunks]);
}

function vti(): Uint8Array {
  const side = sideOf(1);
  const data = deflateSync(zeros(side ** 3));
  const head = new Uint8Array(Uint32Array.of(1, side ** 3, 0, data.length).buffer);
  const extent = `0 ${side - 1} 0 ${side - 1} 0 ${side - 1}`;
  const xml =
    `<VTKFile type="ImageData" version="0.1" byte_order="LittleEndian" header_type="UInt32" compressor="vtkZLibDataCompressor">` +
    `<ImageData WholeExtent="${extent}" Origin="0 0 0" Spacing="1 1 1"><Piece Extent="${extent}"><PointData Scalars="a">` +
    `<DataArray type="UInt8" Name="a" format="appended" offset="0"/></PointData></Piece></ImageData><AppendedData encoding="raw">_`;
  return Buffer.concat([ascii(xml), head, data, ascii('</AppendedData></VTKFile>')]);
}

/** A panorama of 8192 × 4096 pixels, in lines of runs of 127 of them. */
function panorama(): Uint8Array {
  const [width, height] = [8192, 4096];
  const runs = Buffer.from(
    Array.from({ length: Math.ceil(width / 127) }, (_, at) => [128 + Math.min(127, width - 127 * at), 0]).flat(),
  );
  const line = Buffer.concat([Buffer.from([2, 2, width >> 8, width & 0xff]), runs, runs, runs, runs]);
  const lines = Math.floor((MIB - 200) / line.length);
  const head = ascii(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${Math.min(height, lines)} +X ${width}\n`);
  return Buffer.concat([head, ...Array.from({ length: Math.min(height, lines) }, () => line)]);
}

/** Triangles as text, deflated. */
function threeMf(): Uint8Array {
  const text = (repeated: string, count: number) => repeated.repeat(count);
  const model =
    '<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>' +
    '<object id="1" type="model"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>' +
    `<triangles>${text('<triangle v1="0" v2="1" v3="2"/>', 3_000_000)}</triangles></mesh></object></resources>` +
    '<build><item objectid="1"/></build></model>';
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>';
  const relations =
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';
  return zip([
    ['[Content_Types].xml', ascii(types)],
    ['_rels/.rels', ascii(relations)],
    ['3D/3dmodel.model', ascii(model)],
  ]);
}

function tiff(side: number): Uint8Array {
  const strip = deflateSync(zeros(side * side));
  const tags = [
    [256, side],
    [257, side],
    [258, 8],
    [259, 8],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, side],
    [279, strip.length],
  ] as const;
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  head.writeUInt32LE(8 + strip.length, 4);
  const directory = Buffer.alloc(2 + 12 * tags.length + 4);
  directory.writeUInt16LE(tags.length, 0);
  for (const [row, [tag, value]] of tags.entries()) {
    directory.writeUInt16LE(tag, 2 + 12 * row);
    directory.writeUInt16LE(4, 4 + 12 * row);
    directory.writeUInt32LE(1, 6 + 12 * row);
    directory.writeUInt32LE(value, 10 + 12 * row);
  }
  return Buffer.concat([head, strip, directory]);
}

/** Voxels of a cube, as many as `ZEROS` are of bytes each. */
const sideOf = (bytes: number) => Math.floor(Math.cbrt(ZEROS / bytes));

function nifti(): Uint8Array {
  const side = sideOf(2);
  const header = Buffer.alloc(352);
  header.writeInt32LE(348, 0);
  for (const [at, size] of [3, side, side, side, 1].entries()) header.writeInt16LE(size, 40 + 2 * at);
  header.writeInt16LE(4, 70);
  header.writeInt16LE(16, 72);
  for (let at = 0; at < 4; at++) header.writeFloatLE(1, 76 + 4 * at);
  header.writeFloatLE(352, 108);
  header.write('n+1\0', 344, 'latin1');
  return gzipSync(Buffer.concat([header, zeros(2 * side ** 3)]));
}

function mgh(): Uint8Array {
  const side = sideOf(4);
  const header = Buffer.alloc(284);
  for (const [at, value] of [1, side, side, side, 1, 3].entries()) header.writeInt32BE(value, 4 * at);
  return gzipSync(Buffer.concat([header, zeros(4 * side ** 3)]));
}

function mrc(): Uint8Array {
  const side = sideOf(4);
  const header = Buffer.alloc(1024);
  for (const [at, value] of [side, side, side, 2].entries()) header.writeInt32LE(value, 4 * at);
  header.write('MAP ', 208, 'latin1');
  header.set([0x44, 0x44], 212);
  return gzipSync(Buffer.concat([header, zeros(4 * side ** 3)]));
}

const uri = (bytes: Uint8Array) => `data:application/octet-stream;base64,${base64(bytes)}`;

function gltf(): Uint8Array {
  const images = Array.from({ length: 50 }, () => ({ uri: `data:image/png;base64,${base64(png(2000, 1, 0, 1))}` }));
  const positions = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
  return ascii(
    JSON.stringify({
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: images.map((_, material) => ({ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material })) }],
      materials: images.map((_, index) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })),
      textures: images.map((_, source) => ({ source })),
      images,
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC2' },
      ],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri: uri(positions) }],
    }),
  );
}

/** A MiB, less a little, of what is repeated. */
const fill = (head: string, repeated: string, tail = '') =>
  ascii(head + repeated.repeat(Math.floor((MIB - 2000 - head.length - tail.length) / repeated.length)) + tail);
const countOf = (repeated: string, head = 300) => Math.floor((MIB - 2000 - head) / repeated.length);

/** Lines of text, with as much noise between them that they deflate as much as gzip data of meshes may. */
function gzippedText(line: string, tail: string): Uint8Array {
  let noise = 1;
  const between = () => {
    noise = (noise * 1103515245 + 12345) % 2 ** 31;
    return `#${noise.toString(36)}\n`;
  };
  const pieces = Array.from({ length: 140_000 }, () => line.repeat(45) + between());
  return gzipSync(ascii(pieces.join('') + tail), { level: 9 });
}

function giftiArray(intent: string, type: string, rows: number, bytes: Uint8Array): string {
  return (
    `<DataArray Intent="${intent}" DataType="${type}" ArrayIndexingOrder="RowMajorOrder" Dimensionality="2" Dim0="${rows}" ` +
    `Dim1="3" Encoding="GZipBase64Binary" Endian="LittleEndian"><Data>${base64(deflateSync(bytes))}</Data></DataArray>`
  );
}

function gifti(): Uint8Array {
  const rows = 20_000_000;
  const points = giftiArray('NIFTI_INTENT_POINTSET', 'NIFTI_TYPE_FLOAT32', rows, zeros(12 * rows));
  const triangle = giftiArray('NIFTI_INTENT_TRIANGLE', 'NIFTI_TYPE_INT32', rows, zeros(12 * rows));
  return ascii(`<?xml version="1.0"?><GIFTI Version="1.0" NumberOfDataArrays="2">${points}${triangle}</GIFTI>`);
}

function mz3(): Uint8Array {
  const count = 20_000_000;
  const head = Buffer.alloc(16);
  head.writeUInt16LE(23117, 0);
  head.writeUInt16LE(3, 2);
  head.writeUInt32LE(count, 4);
  head.writeUInt32LE(count, 8);
  return gzipSync(Buffer.concat([head, zeros(24 * count)]));
}

function stl(): Uint8Array {
  const count = Math.floor((MIB - 100) / 50);
  const bytes = Buffer.alloc(84 + 50 * count);
  bytes.writeUInt32LE(count, 80);
  for (let at = 84; at < bytes.length; at += 50) bytes.writeFloatLE(at, at + 12);
  for (let at = 84; at < bytes.length; at += 50) bytes.writeFloatLE(at, at + 28);
  return bytes;
}

const nrrdHead = (encoding: string, type: string, side: number) =>
  `NRRD0004\ntype: ${type}\ndimension: 3\nsizes: ${side} ${side} ${side}\nendian: little\nencoding: ${encoding}\n\n`;

/** The name of a file says which reader it is for. */
export const WORST_INPUTS: readonly WorstInput[] = [
  { name: 'bits.png', kind: 'volume', make: () => png(12_000, 1, 0, 1) },
  { name: 'large.png', kind: 'volume', make: () => png(15_000, 8, 6, 4) },
  { name: 'page.tif', kind: 'volume', make: () => tiff(30_000) },
  {
    name: 'zeros.nrrd',
    kind: 'volume',
    make: () => Buffer.concat([ascii(nrrdHead('gzip', 'int16', sideOf(2))), gzipSync(zeros(2 * sideOf(2) ** 3))]),
  },
  { name: 'numbers.nrrd', kind: 'volume', make: () => fill(nrrdHead('ascii', 'int16', 80), '1 ') },
  {
    name: 'zeros.mha',
    kind: 'volume',
    make: () => {
      const side = sideOf(2);
      const head = `ObjectType = Image\nNDims = 3\nCompressedData = True\nDimSize = ${side} ${side} ${side}\nElementType = MET_SHORT\n`;
      return Buffer.concat([ascii(`${head}ElementDataFile = LOCAL\n`), deflateSync(zeros(2 * side ** 3))]);
    },
  },
  { name: 'zeros.nii.gz', kind: 'volume', make: nifti },
  { name: 'zeros.mgz', kind: 'volume', make: mgh },
  { name: 'zeros.mrc.gz', kind: 'volume', make: mrc },
  {
    name: 'zeros.nrrd.zip',
    kind: 'volume',
    make: () =>
      zip([['zeros.nrrd', Buffer.concat([ascii(nrrdHead('raw', 'uint8', sideOf(1))), zeros(sideOf(1) ** 3)])]]),
  },
  { name: 'zeros.vti', kind: 'volume', make: vti },
  { name: 'deflated.dcm', kind: 'volume', make: deflatedDicom },
  { name: 'runs.dcm', kind: 'volume', make: rleDicom },
  { name: 'jpeg-2000.dcm', kind: 'volume', make: () => encodedDicom('1.2.840.10008.1.2.4.90', 9) },
  { name: 'jpeg-ls.dcm', kind: 'volume', make: () => encodedDicom('1.2.840.10008.1.2.4.80', 9) },
  { name: 'many-jpeg-2000.dcm', kind: 'volume', make: () => encodedDicom('1.2.840.10008.1.2.4.90', 3000) },
  { name: 'one-chunk.zarr.zip', kind: 'volume', make: () => zarrZip(1024, 1024) },
  { name: 'chunks.zarr.zip', kind: 'volume', make: () => zarrZip(1536, 256) },
  { name: 'triangles.3mf', kind: 'mesh', make: threeMf },
  { name: 'textures.gltf', kind: 'mesh', make: gltf },
  { name: 'triangles.stl', kind: 'mesh', make: stl },
  { name: 'faces.obj', kind: 'mesh', make: () => fill('v 0 0 0\nv 1 0 0\nv 0 1 0\n', 'f 1 2 3\n') },
  { name: 'polygon.obj', kind: 'mesh', make: () => fill('v 0 0 0\nv 1 0 0\nv 0 1 0\nf', ' 1 2 3', '\n') },
  { name: 'vertices.obj.gz', kind: 'mesh', make: () => gzippedText('v 0 0 0\n', 'f 1 2 3\n') },
  {
    name: 'faces.off',
    kind: 'mesh',
    make: () => fill(`OFF\n3 ${countOf('3 0 1 2\n', 40)} 0\n0 0 0\n1 0 0\n0 1 0\n`, '3 0 1 2\n'),
  },
  {
    name: 'faces.ply',
    kind: 'mesh',
    make: () => {
      const head = (count: number) =>
        `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face ${count}\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n`;
      return fill(head(countOf('3 0 1 2\n', head(100_000).length)), '3 0 1 2\n');
    },
  },
  { name: 'arrays.gii', kind: 'mesh', make: gifti },
  { name: 'zeros.mz3', kind: 'mesh', make: mz3 },
  { name: 'lines.hdr', kind: 'environment', make: panorama },
];
