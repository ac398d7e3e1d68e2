/** Images on the surface of a mesh. */
import { decodeSrgb, encodeSrgb } from '../../math/srgb.js';

/** How an image continues beyond its edges. */
export const WRAPS = ['repeat', 'mirror', 'clamp'] as const;
/** How one axis of an image continues beyond its edges. */
export type Wrap = (typeof WRAPS)[number];

/** An image that a mesh shows on its surface. */
export interface MeshImage {
  /** Texels of a row. */
  readonly width: number;
  /** Rows of texels. */
  readonly height: number;
  /** Red, green, blue and 255 of each texel in display space, rows from the top. */
  readonly texels: Uint8Array;
  /** Horizontally and vertically. */
  readonly wrap: readonly [Wrap, Wrap];
  /** Whether texels are numbers and no colours in display space: then they are averaged as they are. */
  readonly isData?: boolean | undefined;
}

/** The images of a mesh, and where its vertices lie in them. */
export interface MeshTextures {
  /** The images that triangles name. */
  readonly images: readonly MeshImage[];
  /**
   * Three numbers per vertex: u to the right and v down from the image's top left corner, each 1 across the image, and the index
   * of the image, or −1 for none. A triangle has the image of its first corner.
   */
  readonly coordinates: Float32Array;
}

/** Numbers of a vertex in `coordinates`. */
export const COORDINATE_COMPONENTS = 3;

/** The image of a vertex that has none. */
export const NO_IMAGE = -1;

/** A size of an image and all smaller ones, each half as wide and as high, rounded down, to a single texel. */
export type ImageLevels = readonly Pick<MeshImage, 'width' | 'height' | 'texels'>[];

/** The levels of an image: each texel is the mean of those that it covers, in linear light where they are colours. */
export function buildLevels(image: MeshImage): ImageLevels {
  const levels = [{ width: image.width, height: image.height, texels: image.texels }];
  const { isData = false } = image;
  for (let last = levels[0]!; last.width > 1 || last.height > 1; last = levels.at(-1)!)
    levels.push(halve(last, isData));
  return levels;
}

function halve({ width, height, texels }: ImageLevels[number], isData: boolean): ImageLevels[number] {
  const toMean = isData ? SHARES : LINEAR;
  const [columns, rows] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const halved = new Uint8Array(4 * columns * rows);
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [2 * row, Math.min(2 * row + 1, height - 1)];
    for (let column = 0; column < columns; column++) {
      const [left, right] = [2 * column, Math.min(2 * column + 1, width - 1)];
      const at = 4 * (row * columns + column);
      for (let channel = 0; channel < 3; channel++) {
        const light = (x: number, y: number) => toMean[texels[4 * (y * width + x) + channel]!]!;
        const mean = (light(left, top) + light(right, top) + light(left, bottom) + light(right, bottom)) / 4;
        halved[at + channel] = Math.round(255 * (isData ? mean : encodeSrgb(mean)));
      }
      halved[at + 3] = 255;
    }
  }
  return { width: columns, height: rows, texels: halved };
}

const SHARES = Float64Array.from({ length: 256 }, (_, byte) => byte / 255);
const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => decodeSrgb(byte / 255));
