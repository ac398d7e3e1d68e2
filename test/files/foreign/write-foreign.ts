/** The first bytes of files of many kinds, each as its specification or its writers have them. */

const encoder = new TextEncoder();

/** Text and bytes one after another, and zeros to a size. */
export function bytesOf(parts: readonly (string | readonly number[])[], sizeBytes = 0): Uint8Array {
  const joined = parts.flatMap((part) => (typeof part === 'string' ? [...encoder.encode(part)] : part));
  return Uint8Array.from([...joined, ...new Array(Math.max(sizeBytes - joined.length, 0)).fill(0)]);
}

const wide = (text: string) => [...text].flatMap((character) => [character.charCodeAt(0), 0]);

/** A compound file whose directory, in its second sector, has these names. */
export function writeCompound(names: readonly string[]): Uint8Array {
  const bytes = new Uint8Array(512 * (2 + Math.ceil((names.length + 1) / 4)));
  const view = new DataView(bytes.buffer);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  view.setUint16(30, 9, true);
  view.setUint32(48, 1, true);
  for (const [index, name] of ['Root Entry', ...names].entries()) {
    const at = 1024 + 128 * index;
    bytes.set(wide(name), at);
    view.setUint16(at + 64, 2 * name.length + 2, true);
  }
  return bytes;
}

/** A tag group of one entry, in version 3 or 4. */
const digitalMicrograph = (version: 3 | 4) =>
  version === 3
    ? bytesOf([[0, 0, 0, 3, 0, 0, 16, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 4, 21, 0, 9], 'ImageList'], 4112)
    : bytesOf(
        [[0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 21, 0, 9], 'ImageList'],
        4112,
      );

const at = (start: number, part: string | readonly number[]) => bytesOf([new Array(start).fill(0), part], start + 64);

/** Files by what `describeForeign` calls them. */
export const FOREIGN_FILES: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['a Zeiss CZI image', bytesOf(['ZISRAWFILE'], 544)],
  ['a Zeiss ZVI image', writeCompound(['Image', 'Item(0)', 'Thumbnail'])],
  ['a Leica LIF project', bytesOf([[0x70, 0, 0, 0, 20, 0, 0, 0, 0x2a, 9, 0, 0, 0], wide('<LMSDataC')], 64)],
  [
    'a Nikon ND2 image',
    bytesOf([[0xda, 0xce, 0xbe, 0x0a, 16, 0, 0, 0], [32, 0, 0, 0, 0, 0, 0, 0], 'ND2 FILE SIGNATURE'], 64),
  ],
  ['an Olympus OIB image', writeCompound(['OibInfo.txt', 'Storage00001'])],
  ['an Olympus OIF header', bytesOf([[0xff, 0xfe], wide('[ProfileSaveInfo]\r\nName=a.oif')])],
  ['an Olympus OIR image', bytesOf(['OLYMPUSRAWFORMAT'], 64)],
  ['a DeltaVision image', at(96, [0xa0, 0xc0])],
  ['a Gatan DM3 image', digitalMicrograph(3)],
  ['a Gatan DM4 image', digitalMicrograph(4)],
  ['a TIA file (.ser)', bytesOf([[0x49, 0x49, 0x97, 0x01, 0x10, 0x02]], 64)],
  ['an ICS image', bytesOf(['\t\nics_version\t2.0\nfilename\ta\n'])],
  ['a MINC 1 volume', bytesOf([[0x43, 0x44, 0x46, 1, 0, 0, 0, 0, 0, 0, 0, 10], 'xspace'], 64)],
  ['a netCDF file', bytesOf([[0x43, 0x44, 0x46, 2, 0, 0, 0, 0, 0, 0, 0, 10], 'latitude'], 64)],
  ['an HDF4 file', bytesOf([[0x0e, 0x03, 0x13, 0x01]], 64)],
  ['a MATLAB file of version 5 or 7', bytesOf(['MATLAB 5.0 MAT-file, Platform: GLNXA64'], 200)],
  ['a MATLAB file of version 4', bytesOf([[0, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0], 'a\0'], 118)],
  ['a Bruker parameter file', bytesOf(['##TITLE=Parameter List, ParaVision 6.0.1\n##JCAMPDX=4.24\n'])],
  ['a Philips XML/REC header', bytesOf(['<PRIDE_V5>\n<Series_Info>\n'])],
  ['an ECAT 7 image', bytesOf(['MATRIX72v'], 512)],
  ['an Interfile header', bytesOf(['!INTERFILE  :=\n!imaging modality := nucmed\n'])],
  ['a Scanco ISQ image', bytesOf(['CTDATA-HEADER_V1'], 512)],
  ['an Amira or Avizo file', bytesOf(['# AmiraMesh BINARY-LITTLE-ENDIAN 2.1\n\ndefine Lattice 3 3 3\n'])],
  ['an OpenVDB grid', bytesOf([[0x20, 0x42, 0x44, 0x56, 0, 0, 0, 0, 224, 0, 0, 0]], 64)],
  ['a NanoVDB grid', bytesOf(['NanoVDB0'], 64)],
  ['a GE ultrasound volume (Kretz)', bytesOf(['KRETZFILE 1.0   '], 64)],
  ['a 3D Slicer scene', bytesOf(['<MRML  version="Slicer4.4.0">\n'])],
  ['an ITK transform', bytesOf(['#Insight Transform File V1.0\n#Transform 0\n'])],
  ['a FITS image', bytesOf(['SIMPLE  =                    T / file does conform to FITS standard'], 2880)],
  [
    'a VTK file of several pieces',
    bytesOf(['<?xml version="1.0"?>\n<VTKFile type="vtkMultiBlockDataSet" version="1.0">']),
  ],
  ['an FBX model', bytesOf(['Kaydara FBX Binary  ', [0, 0x1a, 0]], 64)],
  ['an FBX model', bytesOf(['; FBX 7.3.0 project file\n'])],
  ['a Blender file', bytesOf(['BLENDER-v300REND'], 64)],
  ['a Blender file', bytesOf(['BLENDER17-01v0500'], 64)],
  ['a USD scene', bytesOf(['PXR-USDC'], 64)],
  ['a USD scene', bytesOf(['#usda 1.0\n'])],
  ['an Alembic scene', bytesOf(['Ogawa', [0xff, 0]], 64)],
  ['a Collada model', bytesOf(['<?xml version="1.0"?>\n<COLLADA xmlns="x" version="1.4.1">'])],
  ['an X3D model', bytesOf(['<?xml version="1.0"?>\n<X3D profile="Full">'])],
  ['a VRML model', bytesOf(['#VRML V2.0 utf8\n'])],
  ['a STEP model', bytesOf(["ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\n"])],
  ['an IFC building', bytesOf(["ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC2X3'));\n"])],
  ['an IGES model', bytesOf([`${'Start of a file'.padEnd(72)}S      1\n`])],
  ['a DXF drawing', bytesOf(['  0\r\nSECTION\r\n  2\r\nHEADER\r\n'])],
  ['a DWG drawing', bytesOf(['AC1027', [0, 0]], 64)],
  ['a Rhino model', bytesOf(['3D Geometry File Format        5'], 64)],
  ['a SketchUp model', bytesOf([[0xff, 0xfe, 0xff, 0x0e], wide('SketchUp Model')], 64)],
  ['a cloud of points (.las)', bytesOf(['LASF', [0, 0]], 375)],
  ['a cloud of points (.e57)', bytesOf(['ASTM-E57', [1, 0, 0, 0]], 64)],
  ['a cloud of points (.pcd)', bytesOf(['# .PCD v.7 - Point Cloud Data file format\nVERSION .7\n'])],
  ['a Gmsh mesh', bytesOf(['$MeshFormat\n4.1 0 8\n'])],
  ['a file of materials of OBJ', bytesOf(['# made by hand\n\nnewmtl red\nKd 1 0 0\n'])],
  ['a PDF document', bytesOf(['%PDF-1.7\n'])],
  ['a Word document', writeCompound(['WordDocument'])],
  ['an HTML page', bytesOf(['<!DOCTYPE html>\n<html>\n'])],
  ['a film (MP4 or QuickTime)', bytesOf([[0, 0, 0, 24], 'ftypisom'], 64)],
  ['a film (Matroska or WebM)', bytesOf([[0x1a, 0x45, 0xdf, 0xa3]], 64)],
  ['a HEIF picture', bytesOf([[0, 0, 0, 24], 'ftypheic'], 64)],
  ['a GIF picture', bytesOf(['GIF89a'], 64)],
  ['an OpenEXR picture', bytesOf([[0x76, 0x2f, 0x31, 1, 2, 0, 0, 0]], 64)],
  ['a Parquet table', bytesOf(['PAR1'], 64)],
  ['a 7-Zip archive', bytesOf([[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]], 64)],
  ['a tar archive', at(257, 'ustar')],
  ['an image of a disc (ISO)', at(32769, 'CD001')],
  ['a program', bytesOf([[0x7f], 'ELF'], 64)],
  ['a gzipped file of another kind', bytesOf([[0x1f, 0x8b, 8, 0]], 64)],
];
