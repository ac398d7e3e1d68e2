/** Numbers of pixels on their way to a file. */
export interface PixelArray {
  /** Pixels of a row. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
  /** Rows from the top, the numbers of each pixel one after another. */
  readonly values: Float32Array | Int32Array;
  /** Names of the numbers of a pixel, as OpenEXR calls them: R, G, B and A are colours multiplied by their opacity. */
  readonly channels: readonly string[];
}
