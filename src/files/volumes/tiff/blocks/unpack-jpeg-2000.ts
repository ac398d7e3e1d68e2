/** Strips and tiles that are JPEG 2000 codestreams. */
import { InputError } from '../../../../errors.js';
import { readJpeg2000Size } from '../../../dicom/pixels/codestream-size.js';
import { decodeCompressed } from '../../../dicom/pixels/decode-compressed.js';
import type { JpegBlock } from './unpack-jpeg.js';

/**
 * @param sizeBytes of the block, which says whether samples are bytes or words.
 * @param isYcc whether samples are luminance and chroma, which the codestream does not say, as slides of Aperio have them.
 * @throws InputError if the codestream is damaged, or not of the block's size.
 */
export async function unpackJpeg2000(
  packed: Uint8Array,
  sizeBytes: number,
  { columns, rows, samples }: JpegBlock,
  isYcc: boolean,
): Promise<Uint8Array> {
  const size = readJpeg2000Size(packed);
  const isRight = size?.columns === columns && size.rows >= rows && size.samples === samples;
  const unit = sizeBytes / (columns * rows * samples);
  if (!isRight || size.rows > 2 * rows + 0xff || (size.bits > 8 ? 2 : 1) !== unit) {
    const found = size ? `${size.columns} × ${size.rows} pixels of ${size.samples} × ${size.bits} bits` : 'no size';
    throw new InputError(
      `has JPEG 2000 data of ${found} in a strip or tile of ${columns} × ${rows} of ${samples} × ${8 * unit} bits; get a whole copy`,
    );
  }
  const { bytes } = await decodeCompressed('jpeg-2000', packed, size);
  return isYcc && samples === 3 && unit === 1 ? toRgb(bytes) : bytes;
}

/** Chroma of zero. */
const MIDDLE = 128;

/** Red, green and blue by BT.601, as JPEG has them. */
function toRgb(ycc: Uint8Array): Uint8Array {
  const rgb = new Uint8ClampedArray(ycc.length);
  for (let at = 0; at < ycc.length; at += 3) {
    const [y, blue, red] = [ycc[at]!, ycc[at + 1]! - MIDDLE, ycc[at + 2]! - MIDDLE];
    rgb[at] = y + 1.402 * red;
    rgb[at + 1] = y - 0.344136 * blue - 0.714136 * red;
    rgb[at + 2] = y + 1.772 * blue;
  }
  return new Uint8Array(rgb.buffer);
}
