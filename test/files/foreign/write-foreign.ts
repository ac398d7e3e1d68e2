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

/** The header of four slices of 64 × 128 pixels. */
function spider(isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(1024);
  const view = new DataView(bytes.buffer);
  const words = { 0: 4, 1: 128, 4: 3, 11: 64, 12: 4, 21: 1024, 22: 256 };
  for (const [index, value] of Object.entries(words)) view.setFloat32(4 * Number(index), value, isLittle);
  return bytes;
}

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
  ['a JEOL map (.map)', bytesOf([[52, 0, 0, 0], 'JED-2200:LibJxImageForm'], 64)],
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
  ['a data set of vtk.js', bytesOf(['{\n  "origin": [0, 0, 0],\n  "vtkClass": "vtkImageData"\n}'])],
  ["a list of a bucket's files", bytesOf(['<?xml version="1.0"?>\n<ListBucketResult><Name>scans</Name>'])],
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
  ['a molecule (.xyz)', bytesOf(['3\nwater\nO 0.000 0.000 0.117\nH 0.000 0.757 -0.469\n'])],
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
  ['an Imspector file (.obf, .msr)', bytesOf(['OMAS_BF\n', [0xff, 0xff]], 64)],
  ['a Leica header (.xlef)', bytesOf(['<?xml version="1.0"?>\n<LMSDataContainerHeader Version="2">'])],
  ['a Hamamatsu set of slides (.ndpis)', bytesOf(['[NanoZoomer Digital Pathology Image Set]\nNoImages=3\n'])],
  ['a Philips slide (.isyntax)', bytesOf(['<DataObject ObjectType="DPUfsImport">'], 64)],
  ['a SPIDER image', spider(true)],
  ['a SPIDER image', spider(false)],
  ['an image of mass spectrometry (.imzML)', bytesOf(['<?xml version="1.0"?>\n<mzML version="1.1">'])],
  ['an MNI transform (.xfm)', bytesOf(['MNI Transform File\n%\n\nTransform_Type = Linear;\n'])],
  ['a FreeSurfer transform (.lta)', bytesOf(['# transform file\ntype      = 1 # LINEAR\nnxforms   = 1\n'])],
  ['a FreeSurfer label', bytesOf(['#!ascii label  , from subject a vox2ras=TkReg\n1\n0 1 2 3 0\n'])],
  ['a list of values along tracks (.tsf)', bytesOf(['mrtrix track scalars\ncount: 1\n'])],
  ['an IDL file (.sav)', bytesOf(['SR', [0, 4]], 64)],
  ['a LabVIEW file (.tdms)', bytesOf(['TDSm', [14]], 64)],
  ['a seismic volume (SEG-Y)', bytesOf([[0xc3, 0x40, 0xf1, 0x40]], 3600)],
  ['a grid of elevations (.asc)', bytesOf(['ncols         4\nnrows         6\nxllcorner 0\n'])],
  ['a Nastran model', bytesOf(['$ made by hand\nSOL 101\nCEND\n'])],
  ['a model of I-DEAS (.unv)', bytesOf(['    -1\n  2411\n         1\n'])],
  ['an XDMF header', bytesOf(['<?xml version="1.0"?>\n<Xdmf Version="3.0">'])],
  ['an EnSight case', bytesOf(['FORMAT\ntype:  ensight gold\n'])],
  ['an OpenFOAM file', bytesOf(['/*--*\\\n| OpenFOAM |\n*/\nFoamFile\n{\n    version 2.0;\n'])],
  ['a Tecplot file', bytesOf(['#!TDV112', [1, 0, 0, 0]], 64)],
  ['a state of ParaView', bytesOf(['<ParaView>\n  <ServerManagerState version="5.11">'])],
  [
    'a grid of densities (.cube)',
    bytesOf([
      'water\ndensity\n    3    0.0 0.0 0.0\n   40    0.3 0.0 0.0\n   40    0.0 0.3 0.0\n   40    0.0 0.0 0.3\n    8 8.0 0 0 0\n',
    ]),
  ],
  ['a surface of the MNI (.obj)', bytesOf(['P 0.3 0.3 0.4 10 1 3\n 0 0 0\n 1 0 0\n 0 1 0\n'])],
  ['a grid of densities (.dx)', bytesOf(['# APBS\n#\nobject 1 class gridpositions counts 9 9 9\n'])],
  ['a molecule (PDB)', bytesOf(['HEADER    HYDROLASE    01-JAN-00   1ABC\n'])],
  ['a molecule (mmCIF)', bytesOf(['data_1ABC\n#\n_entry.id   1ABC\n'])],
  ['a PCX picture', bytesOf([[10, 5, 1, 8, 0, 0]], 128)],
  ['an SGI picture', bytesOf([[1, 0xda, 1, 1, 0, 3, 0, 128]], 512)],
  ['a Sun raster picture', bytesOf([[0x59, 0xa6, 0x6a, 0x95]], 64)],
  ['a QOI picture', bytesOf(['qoif'], 64)],
  ['a Photo CD picture', bytesOf([new Array(2048).fill(255), 'PCD_IPI'], 4096)],
  ['a PAM or PFM picture', bytesOf(['P7\nWIDTH 4\nHEIGHT 4\n'])],
  ['a PAM or PFM picture', bytesOf(['Pf\n4 4\n-1.0\n'], 64)],
  ['an icon', bytesOf([[0, 0, 1, 0, 2, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 4, 0, 0, 38, 0, 0, 0]], 64)],
  ['a picture of Windows (EMF)', bytesOf([[1, 0, 0, 0], new Array(36).fill(0), ' EMF'], 128)],
  ['an XPM picture', bytesOf(['/* XPM */\nstatic char *a[] = {'])],
  ['a picture of film (DPX or Cineon)', bytesOf(['SDPX', [0, 0, 32, 0], 'V1.0'], 64)],
  ['a JPEG XR picture', bytesOf([[0x49, 0x49, 0xbc, 1]], 64)],
  ['a PostScript document', bytesOf([[0xc5, 0xd0, 0xd3, 0xc6]], 64)],
  ['a film (MNG)', bytesOf([[0x8a], 'MNG\r\n'], 64)],
  ['a film (Autodesk FLIC)', bytesOf([[14, 66, 0, 0, 0x12, 0xaf, 1, 0, 128, 0, 128, 0, 8, 0, 3, 0]], 128)],
  ['a Flash film', bytesOf(['CWS', [9, 0, 16, 0, 0]], 64)],
  ['a map', bytesOf(['<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">'])],
  ['a map', bytesOf(['{ "type": "FeatureCollection", "features": [] }'])],
  ['a map (shapefile)', bytesOf([[0, 0, 0x27, 0x0a]], 100)],
  ['a notebook', bytesOf(['{\n "cells": [],\n "nbformat": 4\n}'])],
  ['a file of weights (safetensors)', bytesOf([[60, 0, 0, 0, 0, 0, 0, 0], '{"a":{"dtype":"F32"}}'], 100)],
  ['an Avro table', bytesOf(['Obj', [1]], 64)],
  ['a Python pickle', bytesOf([[0x80, 2, 0x5d, 0x71, 0]], 64)],
  ['a gzipped file of another kind', bytesOf([[0x1f, 0x8b, 8, 0]], 64)],
];
