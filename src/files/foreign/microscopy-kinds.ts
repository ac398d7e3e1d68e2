/** Images of microscopes that are not read. */
import { compoundWith, createForeignKinds, type FileStart, withoutZeros } from './foreign-kind.js';

const BIOFORMATS = 'bioformats2raw makes a Zarr store of it, which can be read';
const FIJI = 'Fiji opens it and saves TIFF, which can be read';
const NUMPY = 'RosettaSciIO reads it in Python, and an array saved as .npy can be read';

export const MICROSCOPY_KINDS = createForeignKinds([
  ['a Zeiss CZI image', 'ZISRAWFILE', BIOFORMATS],
  ['a Zeiss ZVI image', compoundWith(/^Item\(\d+\)$/), BIOFORMATS],
  ['a Leica LIF project', ({ bytes, text }) => text.startsWith('p\0\0\0') && bytes[8] === 0x2a, BIOFORMATS],
  ['a Nikon ND2 image', '\xda\xce\xbe\x0a', BIOFORMATS],
  ['an Olympus OIB image', compoundWith(/^OibInfo\.txt$/), BIOFORMATS],
  [
    'an Olympus OIF header',
    ({ text }) => /^(?:\xff\xfe)?\[(?:ProfileSaveInfo|FileInformation)\]/.test(withoutZeros(text)),
    BIOFORMATS,
  ],
  ['an Olympus OIR image', 'OLYMPUSRAWFORMAT', BIOFORMATS],
  ['an Olympus slide (.ets)', 'SIS\0', BIOFORMATS],
  ['a DeltaVision image', ({ text }) => ['\xa0\xc0', '\xc0\xa0'].includes(text.slice(96, 98)), BIOFORMATS],
  ['a Bio-Rad PIC image', isBioRad, BIOFORMATS],
  ['an ICS image', /^\s*ics_version\s/i, BIOFORMATS],
  ['a MetaMorph header (.nd)', '"NDInfoFile"', BIOFORMATS],
  ['a Hamamatsu VMS slide', '[Virtual Microscope Specimen]', BIOFORMATS],
  ['a MIRAX slide', /^(?:\xef\xbb\xbf)?\[GENERAL\]\s+SLIDE_VERSION/, BIOFORMATS],
  ['a Zeiss tomogram (.txm)', compoundWith(/^ImageInfo$/), FIJI],
  ['a Gatan DM3 image', (start) => isDigitalMicrograph(start, 3), NUMPY],
  ['a Gatan DM4 image', (start) => isDigitalMicrograph(start, 4), NUMPY],
  ['a TIA file (.ser)', 'II\x97\x01', NUMPY],
  ['a JEOL map (.map)', ({ text }) => text.slice(4, 12) === 'JED-2200', NUMPY],
  ['an Andor image (.sif)', 'Andor Technology Multi-Channel File', NUMPY],
  ['an Imspector file (.obf, .msr)', 'OMAS_BF', BIOFORMATS],
  ['a Leica header (.xlef)', /<LMSDataContainerHeader\b/, BIOFORMATS],
  ['a Hamamatsu set of slides (.ndpis)', '[NanoZoomer Digital Pathology Image Set]', BIOFORMATS],
  ['a Philips slide (.isyntax)', /ObjectType="DPUfsImport"/, 'isyntax2raw makes a Zarr store of it, which can be read'],
  ['a SPIDER image', isSpider, 'e2proc3d.py of EMAN2 makes MRC of it, which can be read'],
  [
    'an image of mass spectrometry (.imzML)',
    /<mzML\b/,
    'pyimzML reads it in Python, and an array saved as .npy can be read',
  ],
  ['a NorPix sequence (.seq)', ({ text }) => withoutZeros(text.slice(4, 28)).startsWith('Norpix seq'), NUMPY],
]);

/** The version, the size, the byte order and the first tag of a group: small numbers in fixed places, of which each is checked. */
function isDigitalMicrograph({ bytes }: FileStart, version: 3 | 4): boolean {
  if (bytes.length < 40) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = version === 4 ? 4 : 0;
  const isFlag = (at: number) => bytes[at]! <= 1;
  return (
    view.getUint32(0) === version &&
    view.getUint32(4 + wide) > 0 &&
    view.getUint32(8 + wide) <= 1 &&
    isFlag(12 + wide) &&
    isFlag(13 + wide) &&
    (bytes[18 + 2 * wide] === 20 || bytes[18 + 2 * wide] === 21)
  );
}

/** A file number at a place that others may have by chance, behind a flag and before two small numbers. */
function isBioRad({ bytes, text }: FileStart): boolean {
  const isSmall = (at: number, most: number) => bytes[at]! <= most && bytes[at + 1] === 0;
  return text.startsWith('\x39\x30', 54) && isSmall(14, 1) && isSmall(50, 1) && isSmall(52, 255) && text.length > 76;
}

/** Floats of its header, in either byte order: sizes, its type, and records of a row that make up at least a kilobyte. */
function isSpider({ bytes }: FileStart): boolean {
  if (bytes.length < 92) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [true, false].some((isLittle) => {
    const word = (index: number) => view.getFloat32(4 * index, isLittle);
    const [slices, rows, columns, records] = [word(0), word(1), word(11), word(12)];
    if (![slices, rows, columns, records].every((count) => Number.isInteger(count) && count > 0)) return false;
    const isKind = [1, 3, -11, -12, -21, -22].includes(word(4));
    return isKind && word(22) === 4 * columns && word(21) === records * word(22) && word(21) >= 1024;
  });
}
