/** PNG encoding of frames, through pngjs, with text. */
import { PNG } from 'pngjs';
import type { Frame } from '../../index.js';
import { encodePngChunks, IHDR_END } from './png-chunks.js';
import { encodePngText } from './png-text.js';

/** zlib's level: measured on a 512² frame, 3 takes a third of the time of the default 6 for files a tenth larger. */
const DEFLATE_LEVEL = 3;
/** The difference to the row above; to try all filters on every row takes longer than to compress. */
const FILTER_UP = 2;

/** PNG's colour types: pngjs has no names for them. */
const RGB = 2;
const RGBA = 6;

/** Options of `encodePng`. */
export interface PngOptions {
  /** Text by keyword, as iTXt chunks before the pixels. */
  readonly text?: Readonly<Record<string, string>>;
  /**
   * Whether to write alpha: `auto` where any pixel is not opaque. The frames of an animation must be alike, so they take
   * `always`, or `never`, which drops alpha whatever it is.
   */
  readonly alpha?: 'auto' | 'always' | 'never';
}

export const PNG_DEFAULTS = { text: {}, alpha: 'auto' } as const satisfies Required<PngOptions>;

/**
 * The bytes of an 8-bit PNG, RGB or RGBA.
 * @throws InputError if a keyword or a text is none that PNG can hold.
 * @example
 * ```js
 * await writeWholeFile('head.png', encodePng(await renderer.render({ volume })));
 * ```
 */
export function encodePng(
  { width, height, pixels }: Pick<Frame, 'width' | 'height' | 'pixels'>,
  options: PngOptions = {},
): Uint8Array {
  const { text, alpha } = { ...PNG_DEFAULTS, ...options };
  const textChunks = encodePngText(text);
  const opaque = alpha === 'never' || (alpha === 'auto' && isOpaque(pixels));
  const colorType = opaque ? RGB : RGBA;
  // Channels that are already as in the file spare pngjs a slow pass of its own.
  const data = opaque ? dropAlpha(pixels) : pixels;
  const png = PNG.sync.write(Object.assign(new PNG({ width, height }), { data }), {
    colorType,
    inputColorType: colorType,
    inputHasAlpha: !opaque,
    deflateLevel: DEFLATE_LEVEL,
    filterType: FILTER_UP,
  });
  return Buffer.concat([png.subarray(0, IHDR_END), encodePngChunks(textChunks), png.subarray(IHDR_END)]);
}

function isOpaque(pixels: Uint8Array): boolean {
  for (let index = 3; index < pixels.length; index += 4) if (pixels[index] !== 255) return false;
  return true;
}

function dropAlpha(pixels: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    rgb[to] = pixels[from]!;
    rgb[to + 1] = pixels[from + 1]!;
    rgb[to + 2] = pixels[from + 2]!;
  }
  return rgb;
}
