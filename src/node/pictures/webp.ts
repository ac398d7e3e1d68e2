/** WebP encoding of frames, through libwebp, without loss, with text in an XMP chunk (RFC 9649). */
import { type Frame, InputError } from '../../index.js';
import { startWasm } from '../../lab.js';
import { formatXmp, parseXmp } from './xmp.js';

/** Every pixel as it is, transparent ones too; libwebp's own defaults for the rest. */
const LOSSLESS = {
  ...{ lossless: 1, exact: 1, near_lossless: 100, quality: 50, method: 3, alpha_quality: 100, pass: 1, segments: 4 },
  ...{ target_size: 0, target_PSNR: 0, sns_strength: 50, filter_strength: 60, filter_sharpness: 0, filter_type: 1 },
  ...{ partitions: 0, show_compressed: 0, preprocessing: 0, autofilter: 0, partition_limit: 0, alpha_compression: 1 },
  ...{ alpha_filtering: 1, image_hint: 0, emulate_jpeg_size: 0, thread_level: 0, low_memory: 0 },
  ...{ use_delta_palette: 0, use_sharp_yuv: 0 },
};

/** The longest side that WebP holds. */
const SIDE_MAX = 16383;

const RIFF_BYTES = 12;
/** Flags of the extended form. */
const HAS_XMP = 0x04;
const HAS_ALPHA = 0x10;

interface WebpModule {
  encode(pixels: Uint8Array, width: number, height: number, options: typeof LOSSLESS): Uint8Array | null;
}

let starting: Promise<WebpModule> | undefined;

async function start(): Promise<WebpModule> {
  const [script, { default: dataUrl }] = await Promise.all([
    import('@jsquash/webp/codec/enc/webp_enc.js'),
    import('@jsquash/webp/codec/enc/webp_enc.wasm?inline'),
  ]);
  return startWasm<WebpModule>(script.default, dataUrl);
}

/**
 * The bytes of a lossless WebP, whose alpha counts where any pixel is not opaque.
 * @param text by keywords that begin with `tilecast:`.
 * @throws InputError if the image is too large.
 */
export async function encodeWebp(
  { width, height, pixels }: Pick<Frame, 'width' | 'height' | 'pixels'>,
  { text = {} }: { readonly text?: Readonly<Record<string, string>> } = {},
): Promise<Uint8Array> {
  if (Math.max(width, height) > SIDE_MAX) {
    throw new InputError(`a WebP has at most ${SIDE_MAX} pixels a side, not ${width} × ${height}`);
  }
  starting ??= start();
  const encoded = (await starting).encode(pixels, width, height, LOSSLESS);
  if (!encoded) throw new InputError(`a WebP of ${width} × ${height} pixels takes more memory than there is`);
  const simple = Buffer.from(encoded);
  const xmp = formatXmp(text);
  return xmp ? withXmp(simple, { width, height, hasAlpha: hasAlpha(simple), xmp }) : simple;
}

/** Bit 28 of the lossless header says whether alpha is used: VP8L's tag, size and signature come before. */
const hasAlpha = (webp: Buffer) => (webp.readUInt32LE(RIFF_BYTES + 8 + 1) >>> 28) % 2 === 1;

/** The extended form of a simple file, with metadata behind its pixels. */
function withXmp(
  simple: Buffer,
  { width, height, hasAlpha, xmp }: { width: number; height: number; hasAlpha: boolean; xmp: Buffer },
): Buffer {
  const header = Buffer.alloc(10);
  header[0] = HAS_XMP | (hasAlpha ? HAS_ALPHA : 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const chunks = Buffer.concat([chunkOf('VP8X', header), simple.subarray(RIFF_BYTES), chunkOf('XMP ', xmp)]);
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(chunks.length + 4, 4);
  return Buffer.concat([riff, chunks]);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  // Chunks begin at even bytes.
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The text in a WebP by keyword. */
export function readWebpText(bytes: Uint8Array): Record<string, string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = RIFF_BYTES; at + 8 <= buffer.length; ) {
    const size = buffer.readUInt32LE(at + 4);
    if (buffer.toString('latin1', at, at + 4) === 'XMP ') return parseXmp(buffer.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return {};
}
