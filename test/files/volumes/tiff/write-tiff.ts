/** Writes plain TIFF files for the tests: little-endian, a page for each slice, a strip a page. */

const [SHORT, LONG, ASCII, RATIONAL] = [3, 4, 2, 5];

export interface Pages {
  readonly width: number;
  readonly height: number;
  /** Bytes of a page's pixels, of `samples` samples each. */
  readonly pages: readonly Uint8Array[];
  readonly samples?: number;
  /** The first page's. */
  readonly description?: string;
  /** Slices that a page holds, each in a strip of its own; or tiles of these sizes, in the order of the standard. */
  readonly depth?: number;
  readonly tile?: readonly [width: number, height: number, depth: number];
  /** 0 where zero is white. */
  readonly photometric?: number;
  /** 1 for unsigned, 2 for signed integers and 3 for floats. */
  readonly sampleFormat?: number;
  readonly bits?: number;
  /** 2 for bytes whose lowest bit is the first. */
  readonly fillOrder?: number;
  /** Tiles are listed where strips are, as some writers do. */
  readonly tilesAsStrips?: boolean;
  /** Pixels to a unit along x and y, and the unit's number. */
  readonly resolution?: readonly [perUnit: number, unit: number];
  /** Another description in the same directory, as Micro-Manager writes one for ImageJ. */
  readonly secondDescription?: string;
}

export function writeTiff({
  width,
  height,
  pages,
  samples = 1,
  description = '',
  depth = 1,
  tile,
  photometric = samples === 1 ? 1 : 2,
  sampleFormat = 1,
  bits = 8,
  fillOrder = 1,
  tilesAsStrips = false,
  resolution,
  secondDescription,
}: Pages): Uint8Array {
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
    const blocks = tile
      ? [width, height, depth].reduce((count, size, axis) => count * Math.ceil(size / tile[axis]!), 1)
      : depth;
    const blockBytes = pixels.length / blocks;
    const longs = (values: readonly number[]) =>
      values.length === 1 ? values[0]! : add(new Uint8Array(Uint32Array.from(values).buffer));
    const [offsets, counts] = [
      longs(Array.from({ length: blocks }, (_, block) => start + block * blockBytes)),
      longs(Array.from({ length: blocks }, () => blockBytes)),
    ];
    const entries = [
      [256, LONG, 1, width],
      [257, LONG, 1, height],
      [258, SHORT, 1, bits],
      [259, SHORT, 1, 1],
      [262, SHORT, 1, photometric],
      [266, SHORT, 1, fillOrder],
      [270, ASCII, text.length, add(text)],
      ...(secondDescription
        ? ([[270, ASCII, secondDescription.length + 1, add(Buffer.from(`${secondDescription}\0`))]] as const)
        : []),
      ...(tile ? [] : ([[273, LONG, blocks, offsets]] as const)),
      [277, SHORT, 1, samples],
      ...(resolution
        ? ([
            [282, RATIONAL, 1, add(new Uint8Array(Uint32Array.of(resolution[0], 1).buffer))],
            [283, RATIONAL, 1, add(new Uint8Array(Uint32Array.of(resolution[0], 1).buffer))],
            [296, SHORT, 1, resolution[1]],
          ] as const)
        : []),
      ...(tile
        ? ([
            [322, LONG, 1, tile[0]],
            [323, LONG, 1, tile[1]],
            [tilesAsStrips ? 273 : 324, LONG, blocks, offsets],
            [tilesAsStrips ? 279 : 325, LONG, blocks, counts],
          ] as const)
        : ([
            [278, LONG, 1, height],
            [279, LONG, blocks, counts],
          ] as const)),
      [339, SHORT, 1, sampleFormat],
      ...(depth > 1 ? ([[32997, LONG, 1, depth]] as const) : []),
      ...(tile ? ([[32998, LONG, 1, tile[2]]] as const) : []),
    ] as [number, number, number, number][];
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
