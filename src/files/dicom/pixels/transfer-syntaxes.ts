/** The transfer syntaxes of DICOM: how a data set and its pixels are encoded (PS3.5, section 10 and annex A; PS3.6, table A-1). */
import { InputError } from '../../../errors.js';
import { quote } from '../../volumes/nrrd/nrrd-fields.js';

export type PixelCodec = 'deflate' | 'htj2k' | 'jpeg' | 'jpeg-2000' | 'jpeg-lossless' | 'jpeg-ls' | 'rle';

export interface TransferSyntax {
  readonly name: string;
  readonly explicit: boolean;
  readonly littleEndian: boolean;
  /** Whether the whole data set is compressed. */
  readonly deflated: boolean;
  /** The compression of each frame; undefined for pixels as they are. */
  readonly codec: PixelCodec | undefined;
  /** The type of frames that servers send in this syntax where they name none (PS3.18, table 8.7.3-2). */
  readonly mediaType?: string | undefined;
}

const ROOT = '1.2.840.10008.1.2';

const plain = (name: string, explicit: boolean, littleEndian: boolean, deflated = false): TransferSyntax => ({
  ...{ name, explicit, littleEndian, deflated },
  codec: undefined,
});

const encapsulated = (name: string, codec: PixelCodec, mediaType?: string): TransferSyntax => ({
  ...{ name, explicit: true, littleEndian: true, deflated: false },
  codec,
  mediaType,
});

export const IMPLICIT_LITTLE_ENDIAN = plain('Implicit VR Little Endian', false, true);
export const EXPLICIT_LITTLE_ENDIAN: TransferSyntax = {
  ...plain('Explicit VR Little Endian', true, true),
  mediaType: 'application/octet-stream',
};
export const EXPLICIT_BIG_ENDIAN = plain('Explicit VR Big Endian', true, false);

/** Keyed by what follows the root of their identifiers. */
const SYNTAXES: Readonly<Record<string, TransferSyntax>> = {
  '': IMPLICIT_LITTLE_ENDIAN,
  '.1': EXPLICIT_LITTLE_ENDIAN,
  '.1.99': plain('Deflated Explicit VR Little Endian', true, true, true),
  '.2': EXPLICIT_BIG_ENDIAN,
  '.5': encapsulated('RLE Lossless', 'rle', 'image/dicom-rle'),
  '.4.50': encapsulated('JPEG Baseline (Process 1)', 'jpeg'),
  '.4.51': encapsulated('JPEG Extended (Process 2 & 4)', 'jpeg'),
  '.4.57': encapsulated('JPEG Lossless (Process 14)', 'jpeg-lossless'),
  '.4.70': encapsulated('JPEG Lossless (Process 14, Selection Value 1)', 'jpeg-lossless', 'image/jpeg'),
  '.4.80': encapsulated('JPEG-LS Lossless', 'jpeg-ls', 'image/jls'),
  '.4.81': encapsulated('JPEG-LS Near-Lossless', 'jpeg-ls'),
  '.4.90': encapsulated('JPEG 2000 (Lossless Only)', 'jpeg-2000', 'image/jp2'),
  '.4.91': encapsulated('JPEG 2000', 'jpeg-2000'),
  '.4.201': encapsulated('High-Throughput JPEG 2000 (Lossless Only)', 'htj2k', 'image/jphc'),
  '.4.202': encapsulated('High-Throughput JPEG 2000 with RPCL Options (Lossless Only)', 'htj2k'),
  '.4.203': encapsulated('High-Throughput JPEG 2000', 'htj2k'),
  '.8.1': encapsulated('Deflated Image Frame Compression', 'deflate'),
};

/** The identifier of uncompressed data sets. */
export const EXPLICIT_LITTLE_ENDIAN_UID = `${ROOT}.1`;

/** The identifier of the syntax that frames of a media type are in, where nothing else is said; undefined for other types. */
export function findSyntaxOfMediaType(type: string): string | undefined {
  const row = Object.entries(SYNTAXES).find(([, { mediaType }]) => mediaType === type);
  return row && ROOT + row[0];
}

/** Names of what cannot be read, by what their identifiers start with after the root. */
const UNREADABLE: readonly (readonly [prefix: string, name: string])[] = [
  ['.4.92', 'JPEG 2000 Part 2 Multi-component (Lossless Only)'],
  ['.4.93', 'JPEG 2000 Part 2 Multi-component'],
  ['.4.94', 'JPIP Referenced'],
  ['.4.95', 'JPIP Referenced Deflate'],
  ['.4.100', 'MPEG2 Main Profile / Main Level'],
  ['.4.101', 'MPEG2 Main Profile / High Level'],
  ['.4.102', 'MPEG-4 AVC/H.264 High Profile'],
  ['.4.103', 'MPEG-4 AVC/H.264 BD-compatible High Profile'],
  ['.4.104', 'MPEG-4 AVC/H.264 High Profile for 2D Video'],
  ['.4.105', 'MPEG-4 AVC/H.264 High Profile for 3D Video'],
  ['.4.106', 'MPEG-4 AVC/H.264 Stereo High Profile'],
  ['.4.107', 'HEVC/H.265 Main Profile'],
  ['.4.108', 'HEVC/H.265 Main 10 Profile'],
  ['.4.110', 'JPEG XL Lossless'],
  ['.4.111', 'JPEG XL JPEG Recompression'],
  ['.4.112', 'JPEG XL'],
  ['.4.5', 'a retired process of JPEG'],
  ['.4.6', 'a retired process of JPEG'],
  ['.6', 'RFC 2557 MIME encapsulation'],
  ['.7', 'SMPTE ST 2110'],
];

/** @throws InputError, with the syntax's name where it has one, if it cannot be read. */
export function findTransferSyntax(uid: string): TransferSyntax {
  const rest = uid.startsWith(ROOT) ? uid.slice(ROOT.length) : undefined;
  const syntax = rest !== undefined && Object.hasOwn(SYNTAXES, rest) ? SYNTAXES[rest] : undefined;
  if (syntax) return syntax;
  const name = rest && UNREADABLE.find(([prefix]) => rest.startsWith(prefix))?.[1];
  throw new InputError(
    `has the transfer syntax ${/^[\d.]{1,64}$/.test(uid) ? uid : quote(uid.slice(0, 64))}${name ? `, ${name}` : ''}, which cannot be read; ` +
      'uncompressed, deflated, RLE, 8-bit JPEG, JPEG lossless, JPEG-LS, JPEG 2000 and HTJ2K can',
  );
}
