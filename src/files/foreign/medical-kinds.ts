/** Scans and recordings that are not read. */
import { createForeignKinds, startsWithAny, VTK_JS } from './foreign-kind.js';

const NIBABEL = 'nib-convert of nibabel makes NIfTI of it, which can be read';
const FIJI = 'Fiji opens it and saves TIFF, which can be read';
const NUMPY = 'save the array that it holds as .npy, which can be read';
const OCT = 'the Python package eyepy reads it, and an array saved as .npy can be read';
const RAW = 'its voxels are plain: --raw reads the file that they are in, by the sizes that it says';
const TRANSFORM = 'transforms are not applied: resample the scan by it first';
const RECONSTRUCT = 'it has no image yet: reconstruct one, or take the DICOM files that the scanner made of it';

const isNetCdf = (text: string) => text.startsWith('CDF') && '\x01\x02\x05'.includes(text[3] ?? '?');

/** Little-endian numbers of its first matrix: the type, sizes, whether it is complex, and its name's length with the zero at its end. */
function isMatlab4(text: string): boolean {
  const numberAt = (at: number) => [3, 2, 1, 0].reduce((sum, byte) => 256 * sum + text.charCodeAt(at + byte), 0);
  const [type, rows, columns, isComplex, nameLength] = [0, 4, 8, 12, 16].map(numberAt) as [number, ...number[]];
  const isType = type < 60 && type % 10 <= 2 && rows! > 0 && columns! > 0 && isComplex! <= 1;
  return isType && nameLength! <= 64 && /^[a-z]\w*\0$/i.test(text.slice(20, 20 + nameLength!));
}

export const MEDICAL_KINDS = createForeignKinds([
  [
    'a MINC 1 volume',
    ({ text }) => isNetCdf(text) && /xspace|MINC/.test(text),
    'mincconvert -2 makes MINC 2 of it, which can be read',
  ],
  [
    'a netCDF file',
    ({ text }) => isNetCdf(text),
    'nccopy -k nc4 makes one of it that is HDF5, whose arrays can be read',
  ],
  ['an HDF4 file', '\x0e\x03\x13\x01', 'h4toh5 makes HDF5 of it, which can be read'],
  [
    'a MATLAB file of version 5 or 7',
    /^MATLAB (?:5|7)\.\d MAT-file(?!.*HDF5)/s,
    "save('file.mat', '-v7.3') in MATLAB makes one that can be read; SPM's maps are in the .nii files beside its SPM.mat",
  ],
  [
    'a MATLAB file of version 4',
    ({ text }) => isMatlab4(text),
    "save('file.mat', '-v7.3') in MATLAB makes one that can be read, or scipy.io.loadmat and numpy.save",
  ],
  ['a Bruker parameter file', /^##TITLE=\s*Parameter List/, 'brkraw makes NIfTI of its scan, which can be read'],
  ['a JCAMP-DX file', '##TITLE=', NUMPY],
  [
    'a Philips XML/REC header',
    /<PRIDE_V\d/,
    'export the scan as PAR/REC or DICOM, which can be read, or make NIfTI of it with dcm2niix',
  ],
  ['a Siemens file of raw data (.dat)', /<XProtocol>/, RECONSTRUCT],
  ['an ECAT 7 image', 'MATRIX7', NIBABEL],
  ['an Interfile header', /^\s*(?:!\s*)?INTERFILE\b/i, RAW],
  ['an Inveon header', /^#\s+#\s*Header file for data file/i, RAW],
  ['a header of a raw volume (.dat)', /^ObjectFileName\s*:/, RAW],
  ['an ENVI header', /^ENVI\s/, RAW],
  ['a GRIB file', 'GRIB', NUMPY],
  ['an AVW image', 'AVW_ImageFile', 'save it as NIfTI in Analyze, or open it in 3D Slicer'],
  [
    'a Scanco ISQ image',
    'CTDATA-HEADER_V1',
    'ITK with its module IOScanco reads it and writes NRRD, which can be read',
  ],
  [
    'a Scanco AIM image',
    startsWithAny('AIMDATA_V030', '\x14\0\0\0\x8c\0\0\0'),
    'ITK with its module IOScanco reads it and writes NRRD, which can be read',
  ],
  ['an Amira or Avizo file', /^# (?:AmiraMesh|Avizo|HyperSurface|HyperMesh)/, FIJI],
  ['an OpenVDB grid', ' BDV\0\0\0\0', 'copyToArray of its Python module makes an array, which can be read as .npy'],
  ['a NanoVDB grid', 'NanoVDB', 'nanovdb_convert makes OpenVDB of it, whose Python module makes an array for .npy'],
  [
    'a GE ultrasound volume (Kretz)',
    'KRETZFILE',
    'SlicerHeart opens it in 3D Slicer and saves NRRD, which can be read',
  ],
  ['a Heidelberg OCT scan (.vol)', 'HSF-OCT-', OCT],
  ['a Heidelberg OCT scan (.e2e)', 'CMDb', OCT],
  ['a Topcon OCT scan (.fda)', 'FOCT', OCT],
  ['a 3D Slicer scene', /<MRML\b/, 'name the files of the volumes and models that it lists'],
  ['an ITK transform', '#Insight Transform File', TRANSFORM],
  ['an MNI transform (.xfm)', 'MNI Transform File', TRANSFORM],
  ['a FreeSurfer transform (.lta)', /^(?:#[^\n]*\n)*type\s*= \d+[^\n]*\nnxforms\s*=/, TRANSFORM],
  [
    'a FreeSurfer label',
    '#!ascii label',
    'mri_label2vol of FreeSurfer makes a volume of it, which can be read as --mask',
  ],
  ['a list of values along tracks (.tsf)', 'mrtrix track scalars', 'name the .tck file that they belong to'],
  ['an IDL file (.sav)', 'SR\0\x04', NUMPY],
  ['a LabVIEW file (.tdms)', 'TDSm', NUMPY],
  [
    'a seismic volume (SEG-Y)',
    '\xc3\x40\xf1',
    'segyio reads it in Python (segyio.tools.cube), and an array saved as .npy can be read',
  ],
  ['a grid of elevations (.asc)', /^ncols\s+\d+\s+nrows\s+\d+/i, 'gdal_translate makes TIFF of it, which can be read'],
  ['an MEG recording (.fif)', '\0\0\0\x64\0\0\0\x1f', 'it has no image; MNE-Python computes source maps of it'],
  ['a recording of signals (.edf)', /^0 {7}.{160}\d\d\.\d\d\.\d\d/s, 'it has no image: signals are not shown'],
  ['a recording of signals (.bdf)', '\xffBIOSEMI', 'it has no image: signals are not shown'],
  ['an ESRF image (.edf)', /^\s*\{\s*(?:HeaderID|EDF_|ByteOrder)/i, 'fabio reads it in Python and writes TIFF'],
  ['a FITS image', /^SIMPLE {2}= /, 'numpy.save of astropy.io.fits.getdata makes .npy of it, which can be read'],
  [
    'a VTK file of several pieces',
    /<VTKFile[^>]*\btype="(?:Collection|vtk\w*|P(?!ImageData|PolyData|UnstructuredGrid|olyData)\w+)"/,
    'name one of the files that it lists',
  ],
  ['a data set of vtk.js', /"vtkClass"\s*:\s*"vtk/, VTK_JS],
  ["a list of a bucket's files", /<ListBucketResult\b/, 'name one of them, as in s3://bucket/scan.nrrd'],
  ['a VGStudio header (.vgi)', /^\s*\{volume\d+\}/i, RAW],
]);
