/** Reads the header of a DICOM file: its data set up to the pixels, and where those are (PS3.10, section 7). */
import { InputError } from '../../../errors.js';
import { checkSmallInput, SMALL_INPUT } from '../../bytes/budget.js';
import { type ByteSource, inflatedSource } from '../../bytes/byte-source.js';
import { inflateRawStart } from '../../bytes/compression/inflate.js';
import { hasPrefix, isDicom, PREAMBLE_SIZE_BYTES } from '../is-dicom.js';
import {
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  findTransferSyntax,
  IMPLICIT_LITTLE_ENDIAN,
  type TransferSyntax,
} from '../pixels/transfer-syntaxes.js';
import { TransferSyntaxUID } from './attributes.js';
import { DataSet } from './data-set.js';
import { IncompleteError, type PixelElement } from './element-scanner.js';

export interface DicomHeader {
  readonly dataSet: DataSet;
  readonly syntax: TransferSyntax;
  /** The bytes that the places of the pixels are in: the file's own, or what a deflated one inflates to. */
  readonly content: ByteSource;
  /** Undefined for what is no image. */
  readonly pixels: PixelElement | undefined;
}

/** Headers of single slices are mostly smaller. */
const FIRST_READ_BYTES = 1 << 14;

/** The most that DEFLATE makes of a byte: https://zlib.net/zlib_tech.html. */
const DEFLATE_RATIO_MAX = 1032;

/** The pieces that are inflated, what is made of them, and what was inflated before, of which some is not collected yet: measured. */
const COPIES = 4;

/**
 * Reads as much of a file as its header takes; undefined if it is no DICOM file.
 * @throws InputError, without the file's name, for a damaged one or an encoding that cannot be read.
 */
export async function readDicomHeader(source: ByteSource): Promise<DicomHeader | undefined> {
  const first = await source.read(0, FIRST_READ_BYTES);
  if (!isDicom(first)) return undefined;
  const prefixed = hasPrefix(first);
  const metaStart = prefixed ? PREAMBLE_SIZE_BYTES + 4 : 0;
  const meta = await growingParse(source, first, (bytes) => readMeta(bytes, metaStart));
  const syntax = meta.syntaxUid === undefined ? guessSyntax(first) : findTransferSyntax(meta.syntaxUid);
  const content = syntax.deflated ? inflatedDataSet(source, meta.end) : source;
  const start = syntax.deflated ? 0 : meta.end;
  const known = syntax.deflated ? await content.read(0, FIRST_READ_BYTES) : first;
  const dataSet = await growingParse(content, known, (bytes, whole) => {
    return new DataSet(bytes, syntax, { start, ...(whole && { end: bytes.length }) });
  });
  return { dataSet, syntax, content, pixels: dataSet.pixels };
}

/** The data set of a deflated file, which is raw DEFLATE data (PS3.5, section A.5). */
function inflatedDataSet(source: ByteSource, start: number): ByteSource {
  const sizeBytes = (source.sizeBytes - start) * DEFLATE_RATIO_MAX;
  // The inflated bytes stay: each frame would be inflated with all before it, which takes hours for a thousand.
  let kept: Promise<{ bytes: Uint8Array; isWhole: boolean }> = Promise.resolve({
    bytes: new Uint8Array(),
    isWhole: false,
  });
  const inflate = async (packed: Uint8Array, wantedBytes: number) => {
    const { bytes, isWhole } = await kept;
    if (isWhole || wantedBytes <= bytes.length) return { bytes, isWhole };
    checkSmallInput(source.sizeBytes, COPIES * wantedBytes, `inflating ${wantedBytes} bytes of data`);
    // Twice as much as before, so that reading to the end inflates all but twice.
    const ahead = Math.min(2 * bytes.length, Math.floor(SMALL_INPUT.bytesMax / COPIES));
    const aimBytes = Math.min(Math.max(wantedBytes, ahead), sizeBytes);
    const made = await inflateRawStart(packed, aimBytes);
    return { bytes: made, isWhole: made.length < aimBytes };
  };
  const inflateKept = async (packed: Uint8Array, wantedBytes: number) => {
    const before = kept;
    kept = inflate(packed, wantedBytes).catch(async (error) => {
      kept = before;
      throw error;
    });
    return (await kept).bytes.subarray(0, wantedBytes);
  };
  return inflatedSource(source, { name: source.name, start, end: source.sizeBytes, sizeBytes }, inflateKept);
}

/** Parses with more and more bytes until they are enough. */
async function growingParse<T>(
  source: ByteSource,
  first: Uint8Array,
  parse: (bytes: Uint8Array, whole: boolean) => T,
): Promise<T> {
  let bytes = first;
  // The length of inflated bytes is known at their end alone.
  let whole = bytes.length < FIRST_READ_BYTES || bytes.length >= source.sizeBytes;
  for (;;) {
    try {
      return parse(bytes, whole);
    } catch (error) {
      if (!(error instanceof IncompleteError)) throw error;
      if (whole || error.neededBytes > source.sizeBytes) {
        throw new InputError('ends within its header; get a whole copy', { cause: error });
      }
      const wantedBytes = Math.max(error.neededBytes, 2 * bytes.length);
      bytes = await source.read(0, wantedBytes);
      whole = bytes.length < wantedBytes || bytes.length >= source.sizeBytes;
    }
  }
}

/** The file meta information, group 2, which is always explicit and little-endian; none in files without it. */
function readMeta(bytes: Uint8Array, start: number): { syntaxUid: string | undefined; end: number } {
  let end = start;
  const group = (at: number) => {
    if (at + 2 > bytes.length) throw new IncompleteError(at + 8);
    return bytes[at]! | (bytes[at + 1]! << 8);
  };
  let syntaxUid: string | undefined;
  while (group(end) === 2) {
    // One element at a time, since the group's length is missing or wrong in some files.
    const element = readElement(bytes, end);
    syntaxUid = element.dataSet.string(TransferSyntaxUID) ?? syntaxUid;
    end = element.end;
  }
  return { syntaxUid, end };
}

function readElement(bytes: Uint8Array, start: number) {
  if (start + 12 > bytes.length) throw new IncompleteError(start + 12);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const long = /^(OB|OW|UN|UT)$/.test(String.fromCharCode(bytes[start + 4]!, bytes[start + 5]!));
  const end = long ? start + 12 + view.getUint32(start + 8, true) : start + 8 + view.getUint16(start + 6, true);
  if (end > bytes.length) throw new IncompleteError(end);
  return { dataSet: new DataSet(bytes, EXPLICIT_LITTLE_ENDIAN, { start, end }), end };
}

/** Guesses the syntax of a file that does not name it, by its first element. */
function guessSyntax(bytes: Uint8Array): TransferSyntax {
  const start = hasPrefix(bytes) ? PREAMBLE_SIZE_BYTES + 4 : 0;
  const explicit = /^[A-Z]{2}$/.test(String.fromCharCode(bytes[start + 4]!, bytes[start + 5]!));
  if (!explicit) return IMPLICIT_LITTLE_ENDIAN;
  return bytes[start] === 0 ? EXPLICIT_BIG_ENDIAN : EXPLICIT_LITTLE_ENDIAN;
}
