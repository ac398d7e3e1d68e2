/** PNG encoding of frames, with text. */
import type { Frame } from '../../index.js';
import { encodePngImage } from './encode-png-image.js';
import { encodePngChunks, IHDR_END } from './png-chunks.js';
import { encodePngText } from './png-text.js';

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

/** The pixels of a frame. */
export type PngImage = Pick<Frame, 'width' | 'height' | 'pixels'>;

/**
 * The bytes of an 8-bit PNG, RGB or RGBA.
 * @throws InputError if a keyword or a text is none that PNG can hold.
 * @example
 * ```js
 * await writeWholeFile('head.png', encodePng(await renderer.render({ volume })));
 * ```
 */
export function encodePng({ width, height, pixels }: PngImage, options: PngOptions = {}): Uint8Array {
  const { text, alpha } = { ...PNG_DEFAULTS, ...options };
  return insertText(encodePngImage({ width, height, bytes: pixels, alpha }), encodePngText(text));
}

/** A PNG with chunks of text before its pixels. */
export const insertText = (png: Uint8Array, chunks: ReturnType<typeof encodePngText>): Uint8Array =>
  Buffer.concat([png.subarray(0, IHDR_END), encodePngChunks(chunks), png.subarray(IHDR_END)]);
