/** Decodes WebP pictures (RFC 9649), through libwebp. */
import { InputError } from '../../../errors.js';
import { type Budget, checkSmallInput } from '../../bytes/budget.js';
import { startWasm } from '../../bytes/start-wasm.js';
import type { Picture } from './png.js';

interface WebpModule {
  decode(
    bytes: Uint8Array,
  ): { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number } | null;
}

let starting: Promise<WebpModule> | undefined;

async function start(): Promise<WebpModule> {
  const [script, { default: dataUrl }] = await Promise.all([
    import('@jsquash/webp/codec/dec/webp_dec.js'),
    import('@jsquash/webp/codec/dec/webp_dec.wasm?inline'),
  ]);
  return startWasm<WebpModule>(script.default, dataUrl);
}

/** Bytes that a pixel takes: decoded ones in the decoder's memory and in ours, and what prediction keeps of them. */
const PIXEL_BYTES = 12;

/**
 * @param budget is charged for the pixels before they are allocated.
 * @throws InputError for what is damaged, cut short or moves.
 */
export async function decodeWebp(bytes: Uint8Array, budget: Budget): Promise<Picture> {
  const size = readWebpSize(bytes);
  if (!size) throw new InputError('is no WebP picture, or one that is damaged or moves; get a whole copy');
  const what = `${size.width} × ${size.height} pixels`;
  checkSmallInput(bytes.length, PIXEL_BYTES * size.width * size.height, `decoding ${what}`);
  budget.spendBytes(PIXEL_BYTES * size.width * size.height, what);
  starting ??= start();
  const decoded = (await starting).decode(bytes);
  if (decoded?.width !== size.width || decoded.height !== size.height) {
    throw new InputError('is a WebP that is damaged or cut short; get a whole copy');
  }
  return { ...size, channels: 4, samples: new Uint8Array(decoded.data) };
}

/** Offsets of the first chunk and of its contents. */
const [CHUNK, CONTENTS] = [12, 20];
const [MOVES, LOSSLESS_SIGNATURE] = [0x02, 0x2f];
/** Bits of a side in the two simple forms. */
const SIDE_MASK = 0x3fff;

/** The size in the header of the lossy, the lossless or the extended form; undefined for animations and for what is none. */
function readWebpSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < CONTENTS + 10) return undefined;
  const form = String.fromCharCode(...bytes.subarray(CHUNK, CHUNK + 4));
  if (form === 'VP8 ') {
    return {
      width: view.getUint16(CONTENTS + 6, true) & SIDE_MASK,
      height: view.getUint16(CONTENTS + 8, true) & SIDE_MASK,
    };
  }
  if (form === 'VP8L' && bytes[CONTENTS] === LOSSLESS_SIGNATURE) {
    const sides = view.getUint32(CONTENTS + 1, true);
    return { width: (sides & SIDE_MASK) + 1, height: ((sides >>> 14) & SIDE_MASK) + 1 };
  }
  if (form !== 'VP8X' || bytes[CONTENTS]! & MOVES) return undefined;
  // Each side, less one, is of three bytes, behind four of flags.
  return {
    width: (view.getUint32(CONTENTS + 4, true) & 0xffffff) + 1,
    height: (view.getUint32(CONTENTS + 6, true) >>> 8) + 1,
  };
}
