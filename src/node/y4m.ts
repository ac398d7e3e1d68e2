/** Raw video: YUV4MPEG2, which ffmpeg and most encoders read, in 8-bit YCbCr of ITU-R BT.601 without subsampling. */

/** Encodes the start of a stream of frames of one size. */
export const encodeY4mHeader = (width: number, height: number, framesPerSecond: number): Uint8Array =>
  new TextEncoder().encode(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n`);

const FRAME = new TextEncoder().encode('FRAME\n');

/** Coefficients of red, green and blue, and what is added: BT.601 in the range from 16 to 235, and to 240. */
const PLANES = [
  [65.481, 128.553, 24.966, 16],
  [-37.797, -74.203, 112, 128],
  [112, -93.786, -18.214, 128],
] as const;

/** Encodes a frame from RGBA, 4 bytes per pixel, rows from the top; alpha does not count. */
export function encodeY4mFrame(pixels: Uint8Array | Uint8ClampedArray): Uint8Array {
  const count = pixels.length / 4;
  const bytes = new Uint8Array(FRAME.length + 3 * count);
  bytes.set(FRAME);
  for (const [plane, [red, green, blue, offset]] of PLANES.entries()) {
    const first = FRAME.length + plane * count;
    for (let pixel = 0; pixel < count; pixel++) {
      const at = 4 * pixel;
      const sum = red * pixels[at]! + green * pixels[at + 1]! + blue * pixels[at + 2]!;
      bytes[first + pixel] = Math.round(offset + sum / 255);
    }
  }
  return bytes;
}
