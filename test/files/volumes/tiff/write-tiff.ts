/** Writes plain TIFF files for the tests: little-endian, a page for each slice, a strip a page. */

const [SHORT, LONG, ASCII] = [3, 4, 2];

export interface Pages {
  readonly width: number;
  readonly height: number;
  /** Bytes of a page's pixels, of `samples` samples each. */
  readonly pages: readonly Uint8Array[];
  readonly samples?: number;
  /** The first page's. */
  readonly description?: string;
}

export function writeTiff({ width, height, pages, samples = 1, description = '' }: Pages): Uint8Array {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])];
  let at = 8;
  let pointer = { buffer: parts[0]!, offset: 4 };
  const add = (bytes: Uint8Array) => {
    const start = at;
    const padding = Buffer.alloc(bytes.length % 2);
    parts.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), padding);
    at += bytes.length + padding.length;
    return start;
  };
  for (const [index, pixels] of pages.entries()) {
    const start = add(pixels);
    const text = Buffer.from(`${index === 0 ? description : ''}\0\0\0\0`);
    const entries: [tag: number, type: number, count: number, value: number][] = [
      [256, LONG, 1, width],
      [257, LONG, 1, height],
      [258, SHORT, 1, 8],
      [259, SHORT, 1, 1],
      [262, SHORT, 1, samples === 1 ? 1 : 2],
      [270, ASCII, text.length, add(text)],
      [273, LONG, 1, start],
      [277, SHORT, 1, samples],
      [278, LONG, 1, height],
      [279, LONG, 1, pixels.length],
    ];
    const directory = Buffer.alloc(2 + 12 * entries.length + 4);
    directory.writeUInt16LE(entries.length, 0);
    for (const [row, [tag, type, count, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + 12 * row);
      directory.writeUInt16LE(type, 4 + 12 * row);
      directory.writeUInt32LE(count, 6 + 12 * row);
      directory.writeUInt32LE(value, 10 + 12 * row);
    }
    pointer.buffer.writeUInt32LE(add(directory), pointer.offset);
    pointer = { buffer: directory, offset: directory.length - 4 };
  }
  return new Uint8Array(Buffer.concat(parts));
}
