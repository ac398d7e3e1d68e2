/** JPEG encoding of frames, through MozJPEG, with text in an XMP segment. */
import { type Frame, InputError } from '../../index.js';
import { startWasm } from '../../lab.js';
import { formatXmp, parseXmp } from './xmp.js';

/** Colours at every pixel, since halved ones bleed over the edges of labels, and no ringing around letters and surfaces. */
const ENCODING = {
  ...{ quality: 92, chroma_subsample: 1, auto_subsample: false, separate_chroma_quality: false, chroma_quality: 92 },
  ...{ baseline: false, progressive: true, optimize_coding: true, arithmetic: false, smoothing: 0, quant_table: 3 },
  ...{ trellis_multipass: false, trellis_opt_zero: false, trellis_opt_table: false, trellis_loops: 1 },
  // Y, Cb and Cr.
  color_space: 3,
};

/** The longest side that JPEG's header holds. */
const SIDE_MAX = 0xffff;

const START = Buffer.from([0xff, 0xd8]);
/** The marker of application segments, in which XMP is known by its name. */
const APP1 = 0xe1;
const XMP_NAME = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
/** A segment's length counts its own two bytes. */
const XMP_BYTES_MAX = 0xffff - 2 - XMP_NAME.length;

interface JpegModule {
  encode(pixels: Uint8Array, width: number, height: number, options: typeof ENCODING): Uint8Array;
}

let starting: Promise<JpegModule> | undefined;

async function start(): Promise<JpegModule> {
  const [script, { default: dataUrl }] = await Promise.all([
    import('@jsquash/jpeg/codec/enc/mozjpeg_enc.js'),
    import('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?inline'),
  ]);
  return startWasm<JpegModule>(script.default, dataUrl);
}

/** Whether a JPEG can hold a text, which is to fit one segment of 64 KiB. */
export const fitsJpeg = (text: Readonly<Record<string, string>>): boolean =>
  (formatXmp(text)?.length ?? 0) <= XMP_BYTES_MAX;

/**
 * The bytes of an 8-bit JPEG without transparency.
 * @param text by keywords that begin with `tilecast:`.
 * @throws InputError if the image is too large, or the text, which `fitsJpeg` knows before.
 */
export async function encodeJpeg(
  { width, height, pixels }: Pick<Frame, 'width' | 'height' | 'pixels'>,
  { text = {} }: { readonly text?: Readonly<Record<string, string>> } = {},
): Promise<Uint8Array> {
  if (Math.max(width, height) > SIDE_MAX) {
    throw new InputError(`a JPEG has at most ${SIDE_MAX} pixels a side, not ${width} × ${height}`);
  }
  const xmp = formatXmp(text);
  if (xmp && xmp.length > XMP_BYTES_MAX) {
    throw new InputError(`a JPEG holds ${XMP_BYTES_MAX} bytes of text, not ${xmp.length}`);
  }
  starting ??= start();
  const encoded = Buffer.from((await starting).encode(pixels, width, height, ENCODING));
  if (!xmp) return encoded;
  // JFIF's own segment comes first in every JPEG.
  const at = START.length + 2 + encoded.readUInt16BE(START.length + 2);
  const segment = createSegment(Buffer.concat([XMP_NAME, xmp]));
  return Buffer.concat([encoded.subarray(0, at), segment, encoded.subarray(at)]);
}

function createSegment(data: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The text in a JPEG by keyword, from the segments before its pixels. */
export function readJpegText(bytes: Uint8Array): Record<string, string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = {};
  for (let at = START.length; at + 4 <= buffer.length && buffer[at] === 0xff; ) {
    const marker = buffer[at + 1]!;
    // Pixels follow, or a marker that has no length.
    if (marker === 0xda || marker < 0xc0) break;
    const end = at + 2 + buffer.readUInt16BE(at + 2);
    const data = buffer.subarray(at + 4, end);
    if (marker === APP1 && data.subarray(0, XMP_NAME.length).equals(XMP_NAME)) {
      text = { ...text, ...parseXmp(data.subarray(XMP_NAME.length)) };
    }
    at = end;
  }
  return text;
}
