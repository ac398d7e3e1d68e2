/** Decodes pictures: PNG, JPEG, JPEG 2000, WebP or BMP. */
import { InputError } from '../../../errors.js';
import { Budget } from '../../bytes/budget.js';
import { countScannedSamples, readJpegSize } from '../../dicom/pixels/codestream-size.js';
import { decodeCompressed } from '../../dicom/pixels/decode-compressed.js';
import { decodeBmp } from './bmp.js';
import { isBmp, isJpeg2000, isPng, isWebp } from './is-picture.js';
import { decodePng, type Picture } from './png.js';

/**
 * @param budget is charged for the samples, and for what decoding them takes, before they are allocated.
 * @throws InputError for what is none of them, damaged or cut short, or makes more of its bytes than the budget has.
 */
export async function decodePicture(bytes: Uint8Array, budget = new Budget(bytes.length)): Promise<Picture> {
  if (isBmp(bytes)) return decodeBmp(bytes, budget);
  if (isJpeg2000(bytes)) return (await import('./jpeg-2000.js')).decodeJpeg2000(bytes, budget);
  if (isWebp(bytes)) return (await import('./webp.js')).decodeWebp(bytes, budget);
  if (bytes[0] === 0x42 && bytes[1] === 0x4d)
    throw new InputError('is a BMP whose header is not known; save it as PNG');
  return isPng(bytes) ? decodePng(bytes, budget) : decodeJpeg(bytes, budget);
}

/** Pixels for each byte of JPEG at most: far more than any encoder reaches. */
const PIXELS_PER_BYTE_MAX = 4096;

async function decodeJpeg(bytes: Uint8Array, budget: Budget): Promise<Picture> {
  const size = readJpegSize(bytes);
  if (!size || size.columns * size.rows > bytes.length * PIXELS_PER_BYTE_MAX || size.columns * size.rows === 0) {
    throw new InputError('is no JPEG picture, or one that is damaged or cut short; get a whole copy');
  }
  const { columns, rows, samples } = size;
  if (samples !== 1 && samples !== 3) {
    const kind = samples === 4 ? 'in CMYK, the inks of printers' : `of ${samples} channels`;
    throw new InputError(
      `is a JPEG ${kind}; grey ones and those of red, green and blue can be read: magick in.jpg -colorspace sRGB out.png makes such`,
    );
  }
  // The decoder's memory holds the pixels once more, and the coefficients of progressive ones.
  budget.spendBytes(4 * columns * rows * samples, `${columns} × ${rows} pixels`);
  budget.spendSteps(countScannedSamples(bytes, size), 'decoding its scans');
  const decoded = await decodeCompressed('jpeg', bytes, size);
  return { width: columns, height: rows, channels: samples, samples: decoded.bytes };
}
