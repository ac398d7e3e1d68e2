/** Documents, films, tables, archives and programs. */
import { compoundWith, createForeignKinds, type FileStart, startsWithAny } from './foreign-kind.js';

const OFFICE = 'it holds no scan; pictures in it can be saved as PNG, and a folder of those is a stack';
const PICTURE = 'save it as PNG; a folder of numbered pictures is a stack';
const FILM = 'ffmpeg makes numbered pictures of it (ffmpeg -i FILM frame-%04d.png), and a folder of those is a stack';
const NUMPY = 'save the array that it holds as .npy, which can be read';
const UNPACK = 'unpack it, and name the folder or the file that it holds';
const SOUND = 'sounds are not shown';
const PROGRAM = 'name the data that it works on';

/** The brand of an ISO media file, ISO/IEC 14496-12. */
const mediaOf = (brands: RegExp) => new RegExp(`^.{4}ftyp(?:${brands.source})`, 's');

export const OTHER_KINDS = createForeignKinds([
  ['a PDF document', /^(?:\xef\xbb\xbf)?\s*%PDF-/, OFFICE],
  ['a PostScript document', '%!PS', OFFICE],
  ['a rich text document', '{\\rtf', OFFICE],
  ['a Word document', compoundWith(/^WordDocument$/), OFFICE],
  ['an Excel workbook', compoundWith(/^(?:Workbook|Book)$/), OFFICE],
  ['a PowerPoint presentation', compoundWith(/^PowerPoint Document$/), OFFICE],
  ['an encrypted Office document', compoundWith(/^EncryptedPackage$/), OFFICE],
  ['an e-mail', compoundWith(/^__properties_version1/), OFFICE],
  ['an e-mail', /^(?:From|Received|Return-Path|Delivered-To|MIME-Version|Message-ID): /i, OFFICE],
  ['an OLE document', compoundWith(/^/), 'save it from the program that made it'],
  [
    'an HTML page',
    /^\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|body)\b/is,
    'it may be what a server answered in place of a file: check the address',
  ],
  [
    'an error message of a server',
    /^\s*(?:<\?xml[^>]*>\s*)?<Error>\s*<Code>/,
    'check the address, and whether it may be read without signing in',
  ],
  ['an SVG drawing', /<svg\b/i, PICTURE],
  ['a Netpbm picture', /^P[1-6]\s+(?:#[^\n]*\n\s*)*\d+\s+\d+\s/, PICTURE],
  ['a GIF picture', /^GIF8[79]a/, PICTURE],
  ['a WebP picture', /^RIFF.{4}WEBP/s, PICTURE],
  ['a HEIF picture', mediaOf(/hei[cfmsx]|hev[cx]|mif1|msf1/), PICTURE],
  ['an AVIF picture', mediaOf(/avi[fs]/), PICTURE],
  ['a JPEG XL picture', startsWithAny('\xff\x0a', '\0\0\0\x0cJXL '), PICTURE],
  ['an OpenEXR picture', '\x76\x2f\x31\x01', PICTURE],
  ['a Radiance picture', /^#\?RADIANCE|^#\?RGBE/, '--environment lights meshes with it'],
  ['a Photoshop picture', '8BPS', PICTURE],
  ['a GIMP picture', 'gimp xcf', PICTURE],
  ['a DDS texture', 'DDS ', PICTURE],
  ['a KTX texture', '\xabKTX ', PICTURE],
  ['a PCX picture', startsWithAny('\x0a\x05\x01\x01', '\x0a\x05\x01\x08'), PICTURE],
  ['an SGI picture', isSgi, PICTURE],
  ['a Sun raster picture', '\x59\xa6\x6a\x95', PICTURE],
  ['a QOI picture', 'qoif', PICTURE],
  ['a Photo CD picture', [2048, 'PCD_'], PICTURE],
  ['a PAM or PFM picture', /^P(?:7\n|[Ff]\s+\d+\s+\d+\s)/, PICTURE],
  ['an icon', isIcon, PICTURE],
  ['a picture of Windows (WMF)', '\xd7\xcd\xc6\x9a', PICTURE],
  ['a picture of Windows (EMF)', ({ text }) => text.startsWith('\x01\0\0\0') && text.startsWith(' EMF', 40), PICTURE],
  ['an XPM picture', '/* XPM */', PICTURE],
  ['a picture of film (DPX or Cineon)', startsWithAny('SDPX\0', 'XPDS', '\x80\x2a\x5f\xd7'), PICTURE],
  ['a JPEG XR picture', 'II\xbc\x01', PICTURE],
  ['a PostScript document', '\xc5\xd0\xd3\xc6', OFFICE],
  ['a film (MNG)', '\x8aMNG\r\n', FILM],
  ['a film (Autodesk FLIC)', isFlic, FILM],
  ['a Flash film', isFlash, FILM],
  ['a map', /<(?:kml|gpx)\b|^\s*\{\s*"type"\s*:\s*"FeatureCollection"/, 'maps are not shown'],
  ['a map (shapefile)', `\0\0\x27\x0a${'\0'.repeat(20)}`, 'maps are not shown'],
  ['a notebook', /^\s*\{\s*"(?:cells|nbformat)"\s*:/, PROGRAM],
  ['a file of weights (safetensors)', /^.{4}\0{4}\{"/s, NUMPY],
  ['an Avro table', 'Obj\x01', NUMPY],
  ['a DjVu document', 'AT&TFORM', PICTURE],
  ['a camera picture', /^FUJIFILMCCD-RAW|^II\*\0.{4}CR/s, PICTURE],
  ['a film (MP4 or QuickTime)', /^.{4}(?:ftyp|moov|mdat|wide)/s, FILM],
  ['a film (AVI)', /^RIFF.{4}AVI /s, FILM],
  ['a film (Matroska or WebM)', '\x1a\x45\xdf\xa3', FILM],
  ['a film (Windows Media)', '\x30\x26\xb2\x75\x8e\x66\xcf\x11', FILM],
  ['a film (MPEG)', startsWithAny('\0\0\x01\xba', '\0\0\x01\xb3'), FILM],
  ['a film (Flash)', 'FLV\x01', FILM],
  ['a sound (WAV)', /^RIFF.{4}WAVE/s, SOUND],
  ['a sound (MP3)', 'ID3', SOUND],
  ['a sound (Ogg)', 'OggS', SOUND],
  ['a sound (FLAC)', 'fLaC', SOUND],
  ['a Parquet table', 'PAR1', NUMPY],
  ['an Arrow table', /^(?:ARROW1|FEA1)/, NUMPY],
  ['a database (SQLite)', 'SQLite format 3\0', NUMPY],
  ['a Python pickle', isPickle, NUMPY],
  ['a ROOT file', 'root\0', NUMPY],
  ['a Blosc2 array', /^.{2}b2frame\0/s, NUMPY],
  ['a 7-Zip archive', '7z\xbc\xaf\x27\x1c', UNPACK],
  ['a RAR archive', 'Rar!\x1a\x07', UNPACK],
  ['a tar archive', [257, 'ustar'], UNPACK],
  ['an archive (xz)', '\xfd7zXZ\0', UNPACK],
  ['an archive (Zstandard)', '\x28\xb5\x2f\xfd', UNPACK],
  ['an archive (LZ4)', '\x04\x22\x4d\x18', UNPACK],
  ['an archive (bzip2)', /^BZh[1-9]1AY&SY/, UNPACK],
  ['an archive (cab)', 'MSCF\0\0\0\0', UNPACK],
  [
    'an image of a disc (ISO)',
    ({ bytes }) => String.fromCharCode(...bytes.subarray(32_769, 32_774)) === 'CD001',
    UNPACK,
  ],
  ['an image of a disk (VDI)', /^<<< .{0,60}Disk Image >>>/, UNPACK],
  ['an image of a disk (VMDK)', 'KDMV', UNPACK],
  ['a program', '\x7fELF', PROGRAM],
  [
    'a program',
    ({ text }) => /^MZ.{58}/s.test(text) && text.startsWith('PE\0\0', text.charCodeAt(60) + 256 * text.charCodeAt(61)),
    PROGRAM,
  ],
  ['a program', startsWithAny('\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe', '\0asm'), PROGRAM],
  ['a script', /^#!\s*\//, PROGRAM],
]);

function byteIn(byte: number | undefined, low: number, high: number): boolean {
  return byte !== undefined && byte >= low && byte <= high;
}

/** Protocols 2 to 5, and what they begin with: a frame, or a list, a tuple, a dictionary or a class. */
function isPickle({ bytes, text }: FileStart): boolean {
  if (bytes[0] !== 0x80) return false;
  return byteIn(bytes[1], 4, 5) ? bytes[2] === 0x95 : byteIn(bytes[1], 2, 3) && ']c}('.includes(text[2] ?? '?');
}

/** Storage, bytes of a sample, and dimensions follow the mark. */
function isSgi({ bytes, text }: FileStart): boolean {
  const isHeader = byteIn(bytes[2], 0, 1) && byteIn(bytes[3], 1, 2) && bytes[4] === 0 && byteIn(bytes[5], 1, 3);
  return text.startsWith('\x01\xda') && isHeader;
}

/** An icon of Apple, or of Windows: a small number of pictures or pointers, the first of which follows their list. */
function isIcon({ bytes, text }: FileStart): boolean {
  if (text.startsWith('icns')) return true;
  const [a, b, kind, c, count = 0, d] = bytes;
  if (a !== 0 || b !== 0 || c !== 0 || d !== 0 || !byteIn(kind, 1, 2) || !byteIn(count, 1, 32)) return false;
  // Bare voxels that count up begin alike.
  const first = 6 + 16 * count;
  return [first & 255, first >> 8, 0, 0].every((byte, index) => bytes[18 + index] === byte);
}

/** The mark, a width and a height below 4096, and eight bits a pixel. */
function isFlic({ bytes }: FileStart): boolean {
  const isSmall = byteIn(bytes[9], 0, 15) && byteIn(bytes[11], 0, 15);
  return byteIn(bytes[4], 0x11, 0x12) && bytes[5] === 0xaf && isSmall && bytes[12] === 8 && bytes[13] === 0;
}

/** The mark, a version, and a size below 16 MiB. */
function isFlash({ bytes, text }: FileStart): boolean {
  return /^[CFZ]WS/.test(text) && byteIn(bytes[3], 1, 50) && bytes[7] === 0;
}
