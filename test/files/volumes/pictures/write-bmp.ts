/** Writes BMP pictures for the tests. */

export interface BmpPixels {
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 4 | 8 | 24 | 32;
  /** Index of the palette, or red, green and blue in one number, of a pixel. */
  readonly pixelAt: (column: number, row: number) => number;
  /** Red, green and blue in one number each. */
  readonly palette?: readonly number[];
  /** Whether the first row is the highest. */
  readonly isTopDown?: boolean;
  readonly compression?: number;
}

export function writeBmp({
  width,
  height,
  bits,
  pixelAt,
  palette = [],
  isTopDown = false,
  compression = 0,
}: BmpPixels): Uint8Array {
  const rowBytes = 4 * Math.ceil((width * bits) / 32);
  const start = 54 + 4 * palette.length;
  const bytes = new Uint8Array(start + rowBytes * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, start, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, isTopDown ? -height : height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, bits, true);
  view.setUint32(30, compression, true);
  view.setUint32(46, palette.length, true);
  for (const [index, color] of palette.entries()) view.setUint32(54 + 4 * index, color, true);
  for (let row = 0; row < height; row++) {
    const from = start + rowBytes * (isTopDown ? row : height - 1 - row);
    for (let column = 0; column < width; column++) {
      const pixel = pixelAt(column, row);
      if (bits >= 24)
        for (let byte = 0; byte < bits / 8; byte++)
          bytes[from + (column * bits) / 8 + byte] = (pixel >> (8 * byte)) & 255;
      else bytes[from + ((column * bits) >> 3)]! |= pixel << (8 - bits - ((column * bits) & 7));
    }
  }
  return bytes;
}
