/** Whole files of every format, small, so that there is time to damage many. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { findMeshFormat } from '../../src/files/meshes/find-mesh-format.js';
import { findVolumeFormat } from '../../src/files/volumes/find-volume-format.js';
import { writeSlice } from '../files/dicom/write-dicom.js';
import { LINES, SWC, writeTck, writeTrk, writeTrx } from '../files/meshes/lines/write-lines.js';
import { writeAnnotation } from '../files/meshes/neuroimaging/write-annotation.js';
import { SCALARS, TWO_SIDES, writeCifti } from '../files/meshes/neuroimaging/write-cifti.js';
import { writePcd } from '../files/meshes/points/write-pcd.js';
import { meshOf, modelOf, write3mf } from '../files/meshes/three-mf/write-3mf.js';
import {
  floats,
  type Shape,
  write3ds,
  write3dsMesh,
  writeAsciiStl,
  writeBinaryStl,
  writeFreeSurfer,
  writeFreeSurferValues,
  writeGifti,
  writeLegacyPolyData,
  writeMz3,
  writeObj,
  writeOff,
  writeParallelPolyData,
  writePly,
  writeTri,
  writeXmlPolyData,
} from '../files/meshes/write-meshes.js';
import { writeAfniHeader } from '../files/volumes/afni/write-afni.js';
import { metaImageHeader, writeMetaImage } from '../files/volumes/meta-image/write-meta-image.js';
import { mrtrixHeader, writeMrtrix } from '../files/volumes/mrtrix/write-mrtrix.js';
import { writeNifti } from '../files/volumes/nifti/write-nifti.js';
import { ascii, attach, BZIP2_DATA, encode, headerOf, rampOf } from '../files/volumes/nrrd/write-nrrd.js';
import { writePar } from '../files/volumes/par-rec/write-par.js';
import { writeBmp } from '../files/volumes/pictures/write-bmp.js';
import { writeTiff } from '../files/volumes/tiff/write-tiff.js';

const RAMP = encode(rampOf('int16'), 'int16');
const dataUri = (bytes: Uint8Array) => `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
/** A triangle, with its data in the file. */
const GLTF = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [
    { mesh: 0, translation: [1, 2, 3], children: [1] },
    { mesh: 0, scale: [2, 2, 2] },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
    { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 36 },
    { buffer: 0, byteOffset: 36, byteLength: 6 },
  ],
  buffers: [
    {
      byteLength: 42,
      uri: `data:application/octet-stream;base64,${Buffer.from([
        ...new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer),
        ...new Uint8Array(Uint16Array.of(0, 1, 2).buffer),
      ]).toString('base64')}`,
    },
  ],
};

/** The same with an image, of which it covers a hundredth. */
const texturedGltf = () => ({
  ...GLTF,
  meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 2 }, indices: 1, material: 0 }] }],
  accessors: [...GLTF.accessors, { bufferView: 2, componentType: 5126, count: 3, type: 'VEC2' }],
  bufferViews: [...GLTF.bufferViews, { buffer: 1, byteLength: 24 }],
  buffers: [
    ...GLTF.buffers,
    { byteLength: 24, uri: dataUri(new Uint8Array(Float32Array.of(0, 0, 0.01, 0, 0, 0.01).buffer)) },
  ],
  images: [{ uri: `data:image/png;base64,${Buffer.from(writePng(2)).toString('base64')}` }],
  textures: [{ source: 0, sampler: 0 }],
  samplers: [{ wrapS: 33071, wrapT: 33648 }],
  materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 }, baseColorFactor: [1, 0.5, 0.25, 1] } }],
});

/** The same on a joint, with a morph target, both of which an animation moves. */
const animatedGltf = () => ({
  ...GLTF,
  nodes: [
    { mesh: 0, skin: 0, children: [1] },
    { translation: [1, 0, 0], scale: [2, 2, 2] },
  ],
  skins: [{ joints: [1] }],
  meshes: [
    {
      primitives: [{ attributes: { POSITION: 0, JOINTS_0: 2, WEIGHTS_0: 3 }, indices: 1, targets: [{ POSITION: 0 }] }],
      weights: [0.5],
    },
  ],
  accessors: [
    ...GLTF.accessors,
    { bufferView: 2, componentType: 5121, count: 3, type: 'VEC4' },
    { bufferView: 3, componentType: 5126, count: 3, type: 'VEC4' },
    { bufferView: 4, componentType: 5126, count: 2, type: 'SCALAR' },
    { bufferView: 3, componentType: 5126, count: 2, type: 'VEC4' },
    { bufferView: 3, componentType: 5126, count: 6, type: 'SCALAR' },
  ],
  bufferViews: [
    ...GLTF.bufferViews,
    { buffer: 1, byteLength: 12 },
    { buffer: 1, byteOffset: 12, byteLength: 48 },
    { buffer: 1, byteOffset: 60, byteLength: 8 },
  ],
  buffers: [
    ...GLTF.buffers,
    {
      byteLength: 68,
      uri: dataUri(
        new Uint8Array([...new Uint8Array(12), ...bytesOf(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), ...bytesOf(0, 2)]),
      ),
    },
  ],
  animations: [
    {
      name: 'walk',
      samplers: [
        { input: 4, output: 5 },
        { input: 4, output: 6, interpolation: 'CUBICSPLINE' },
      ],
      channels: [
        { sampler: 0, target: { node: 1, path: 'rotation' } },
        { sampler: 1, target: { node: 0, path: 'weights' } },
      ],
    },
  ],
});

const bytesOf = (...numbers: readonly number[]) => new Uint8Array(Float32Array.from(numbers).buffer);

const gz = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));

/** A shape with normals. */
const tetrahedron: Shape = {
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  faces: [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ],
  normals: [
    [-1, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};
const TETRAHEDRON_3MF = meshOf(tetrahedron.vertices, tetrahedron.faces);
const square = {
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0.4, 0.2, 0],
    [0, 1, 0],
  ] as const,
  faces: [
    [0, 1, 2, 3, 4],
    [0, 1, 2],
  ],
};

/** Of 4 × 3 pixels, by its colour type. */
function writePng(colorType: 0 | 2 | 6): Uint8Array {
  const png = new PNG({ width: 4, height: 3 });
  png.data = Buffer.from(Uint8Array.from({ length: 48 }, (_, index) => (37 * index) % 256));
  return new Uint8Array(PNG.sync.write(png, { colorType }));
}

const TESTS_OF_FILES = join(process.cwd(), 'test', 'files');
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

const { streams } = JSON.parse(readFileSync(join(TESTS_OF_FILES, 'dicom', 'codestreams.json'), 'utf8')) as {
  streams: { name: string; base64: string }[];
};
const JPEG = streams.find(({ name }) => name === 'JPEG, gdcm')!.base64;

const pictures: readonly { readonly file: string }[] = JSON.parse(
  readFileSync(join(TESTS_OF_FILES, 'volumes', 'pictures', 'foreign-jp2.json'), 'utf8'),
);

/** Two slices, each in a TIFF file beside it. */
const OME_XML = ascii(
  `<?xml version="1.0"?><OME UUID="urn:uuid:0"><Image><Pixels DimensionOrder="XYZCT" SizeX="2" SizeY="2" SizeZ="2" SizeC="1" SizeT="1" PhysicalSizeX="0.5">${[
    0, 1,
  ]
    .map(
      (z) =>
        `<TiffData FirstZ="${z}" IFD="${z}" PlaneCount="1"><UUID FileName="${z}.tif">urn:uuid:${z}</UUID></TiffData>`,
    )
    .join('')}</Pixels></Image></OME>`,
);
const OME_TIFF = writeTiff({ width: 2, height: 2, pages: [Uint8Array.of(1, 2, 3, 4), Uint8Array.of(5, 6, 7, 8)] });

/** Files by the names of their formats. */
const FORMAT_SEEDS: Readonly<Record<string, readonly Uint8Array[]>> = {
  'OME-XML': [OME_XML],
  NRRD: [
    attach(),
    attach({ encoding: 'gzip' }, gz(RAMP)),
    attach({ encoding: 'bzip2' }, BZIP2_DATA.little),
    attach({ encoding: 'ascii' }, encode(rampOf('int16'), 'int16', 'ascii')),
    attach({ encoding: 'hex' }, encode(rampOf('int16'), 'int16', 'hex')),
    attach({ space: 'RAS', 'space directions': '(1,0,0) (0,1,0) (0,0,2)', 'space origin': '(1,2,3)' }),
    attach({ type: 'float', kinds: 'domain domain domain' }, encode(rampOf('float32'), 'float32')),
    attach({ dimension: 4, sizes: '2 5 3 2', kinds: 'vector domain domain domain' }),
    ascii(headerOf({ 'data file': 'a.raw' })),
    ascii(headerOf({ 'data file': 'a%02d.raw 1 3 1' })),
    ascii(`${headerOf({ 'data file': 'LIST' })}a.raw\nb.raw\nc.raw\n`),
  ],
  MetaImage: [
    writeMetaImage(),
    writeMetaImage({ CompressedData: 'True' }, gz(RAMP)),
    writeMetaImage({ BinaryData: 'False' }, encode(rampOf('int16'), 'int16', 'ascii')),
    writeMetaImage({ TransformMatrix: '1 0 0 0 1 0 0 0 1', ElementSpacing: '1 2 3', HeaderSize: -1 }),
    ascii(metaImageHeader({}, 'a.raw')),
    ascii(metaImageHeader({}, 'a%d.raw 1 3 1')),
  ],
  NIfTI: [
    writeNifti(rampOf('int16'), 'int16'),
    writeNifti(rampOf('uint8'), 'uint8', { version: 2 }),
    writeNifti(rampOf('float32'), 'float32', { endianness: 'big' }),
    gz(writeNifti(rampOf('int16'), 'int16')),
  ],
  CIFTI: [writeCifti({ maps: [[1, 2, 3, 4, 5, 6]], mapsXml: SCALARS('thickness'), pointsXml: TWO_SIDES, slope: 0.5 })],
  AFNI: [
    writeAfniHeader(),
    writeAfniHeader({ DATASET_RANK: [3, 2], BRICK_TYPES: [0, 0], BRICK_STATAUX: [0, 3, 1, 9] }),
  ],
  MRtrix: [
    writeMrtrix(),
    writeMrtrix({ layout: '-2,+0,-1', datatype: 'Bit' }),
    gz(writeMrtrix({ dim: '5,2,2,3', vox: '1,1,1,1', layout: '1,2,3,0', scaling: '1,2' })),
    mrtrixHeader({ file: ['a.dat', 'b.dat 4'] }),
  ],
  'PAR/REC': [writePar([0, 1, 2].map((at) => ({ slice: at + 1, index: at, offcentre: [at, 0, 0] })))],
  DICOM: [writeSlice(0)],
  PNG: [writePng(0), writePng(2), writePng(6)],
  JPEG: [fromBase64(JPEG)],
  'JPEG 2000': pictures.map(({ file }) => fromBase64(file)),
  BMP: [
    writeBmp({ width: 5, height: 3, bits: 24, pixelAt: (x, y) => 997 * x + y }),
    writeBmp({ width: 5, height: 3, bits: 4, pixelAt: (x, y) => x + y, palette: [0, 0xffffff, 0xff] }),
  ],
  PLY: [
    ...(['ascii', 'little', 'big'] as const).map((format) => writePly(tetrahedron, { format, extras: true })),
    writePly(square),
    gz(writePly(tetrahedron)),
  ],
  OBJ: [
    writeObj(tetrahedron),
    writeObj(square),
    ascii('mtllib a.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1/1 -2//1 3\nl 1 2\n'),
  ],
  STL: [writeAsciiStl(tetrahedron), writeBinaryStl(tetrahedron)],
  TRI: [writeTri(tetrahedron)],
  OFF: [writeOff(tetrahedron), writeOff({ ...square, faceColors: [[1, 0, 0]] })],
  GIfTI: [writeGifti(tetrahedron, [1, 2, 3, 4]), writeGifti({ vertices: [], faces: [] }, [1, 2, 3])],
  'VTK PolyData': [
    writeLegacyPolyData(square),
    writeXmlPolyData(square, [0, 1, 2, 3]),
    writeParallelPolyData(['0.vtp', '1.vtp']),
  ],
  MZ3: [writeMz3(tetrahedron, [1, 2, 3, 4]), writeMz3({ ...tetrahedron, vertexColors: tetrahedron.vertices })],
  FreeSurfer: [
    writeFreeSurfer(tetrahedron, 'valid = 1  # info\ncras   = 1.5 -2.5 3.5\n'),
    writeFreeSurferValues([1, 2, 3, 4], 4),
  ],
  'FreeSurfer annotation': [writeAnnotation(1), writeAnnotation(2)],
  TCK: [writeTck(), writeTck(LINES, { type: 'float64', endianness: 'big' })],
  TRK: [
    writeTrk(LINES, {
      order: 'LPS',
      scalars: ['fa'],
      properties: ['length'],
      matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    }),
  ],
  TRX: [writeTrx(LINES, { 'dpv/fa.float16': new Uint8Array(14) }, { method: 0 }), writeTrx()],
  SWC: [ascii(SWC)],
  PCD: [writePcd('ascii'), writePcd('binary'), writePcd('binary_compressed')],
  'XYZ points': [ascii('# x y z i r g b\n0 0 0 0.5 255 0 0\n1 2 3 0.25 0 128 0\n')],
  'CSV points': [ascii('x,y,z,radius,score\n0,0,0,2,0.5\n10,0,0,1,\n')],
  glTF: [
    ascii(JSON.stringify(GLTF)),
    ascii(JSON.stringify(texturedGltf())),
    ascii(JSON.stringify(animatedGltf())),
    ascii(JSON.stringify({ ...GLTF, buffers: [{ byteLength: 42, uri: 'a.bin' }] })),
  ],
  '3MF': [
    write3mf(modelOf(`<object id="1">${TETRAHEDRON_3MF}</object>`, '<item objectid="1"/>', 'inch')),
    // Damages of what is not deflated reach the XML.
    write3mf(
      modelOf(
        `<m:colorgroup id="2"><m:color color="#ff0000"/></m:colorgroup><object id="1" pid="2" pindex="0">${TETRAHEDRON_3MF}</object>` +
          '<object id="3"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>',
        '<item objectid="3"/><item objectid="1"/>',
      ),
      {},
      0,
    ),
  ],
  '3DS': [write3ds(write3dsMesh(tetrahedron)), write3ds(write3dsMesh(square, [], [floats(1, 2)]))],
};

export const RAW_SEEDS: readonly Uint8Array[] = [RAMP, gz(RAMP)];

/** Files that other libraries wrote, as the tests of readers have them: `foreign-….json`, wherever below `test/files`. */
interface ForeignFile {
  readonly input: string;
  /** Contents in base64 by their names. */
  readonly files: Readonly<Record<string, string>>;
}

const foreignFiles = readdirSync(TESTS_OF_FILES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /foreign-[^/\\]*\.json$/.test(path))
  .flatMap((path) => JSON.parse(readFileSync(join(TESTS_OF_FILES, path), 'utf8')) as ForeignFile[])
  .filter(({ input, files }) => files?.[input] !== undefined);

const foreignSeeds = foreignFiles.map(({ input, files }) => {
  const bytes = fromBase64(files[input]!);
  const format = findVolumeFormat({ name: input, bytes }) ?? findMeshFormat({ name: input, bytes });
  return { format: format?.name, bytes };
});

/** Files beside others. */
const siblings = new Map(foreignFiles.flatMap(({ files }) => Object.entries(files)));

/** Files by their names that belong together. */
export const FOLDER_SEEDS: readonly Readonly<Record<string, Uint8Array>>[] = [
  { 'a.nhdr': ascii(headerOf({ 'data file': 'a.raw' })), 'a.raw': RAMP },
  { 'a.nrrd': attach(), 'readme.txt': ascii('nothing to read') },
  { 'b/a.gltf': ascii(JSON.stringify({ ...GLTF, buffers: [{ byteLength: 42, uri: 'a.bin' }] })), 'b/a.bin': RAMP },
  { 'a.pvtp': writeParallelPolyData(['b/0.vtp', 'b/0.vtp']), 'b/0.vtp': writeXmlPolyData(square) },
  ...foreignFiles
    .filter(({ files }) => Object.keys(files).length > 1)
    .map(({ files }) => Object.fromEntries(Object.entries(files).map(([name, text]) => [name, fromBase64(text)]))),
];

/** A file of this name that one of another library's belongs to, or the voxels of the others. */
export function siblingOf(name: string): Uint8Array {
  if (/^\d\.tif$/.test(name)) return OME_TIFF;
  if (/^\d\.vtp$/.test(name)) return writeXmlPolyData(square);
  const text = siblings.get(name);
  return text === undefined ? RAMP : fromBase64(text);
}

/** Whole files of the format. */
export const seedsOf = (format: string): readonly Uint8Array[] => [
  ...(FORMAT_SEEDS[format] ?? []),
  ...foreignSeeds.filter((seed) => seed.format === format).map(({ bytes }) => bytes),
];
