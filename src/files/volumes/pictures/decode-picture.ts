/** Decodes pictures, PNG or JPEG. */
import { InputError } from '../../../errors.js';
import { decodeCompressed } from '../../dicom/pixels/codecs.js';
import { readJpegSize } from '../../dicom/pixels/codestream-size.js';
import { isPng } from './is-picture.js';
import { decodePng, type Picture } from './png.js';

/** @throws InputError for what is neither, damaged or cut short. */
export function decodePicture(bytes: Uint8Array): Promise<Picture> {
  return isPng(bytes) ? decodePng(bytes) : decodeJpeg(bytes);
}

/** Pixels for each byte of JPEG at most: far more than any encoder reaches. */
const PIXELS_PER_BYTE_MAX = 4096;

async function decodeJpeg(bytes: Uint8Array): Promise<Picture> {
  const size = readJpegSize(bytes);
  if (!size || size.columns * size.rows > bytes.length * PIXELS_PER_BYTE_MAX || size.columns * size.rows === 0) {
    throw new InputError('is no JPEG picture, or one that is damaged or cut short; get a whole copy');
  }
  const { columns, rows, samples } = size;
  if (samples !== 1 && samples !== 3) {
    throw new InputError(`is a JPEG of ${samples} channels; grey ones and those of red, green and blue can be read`);
  }
  const decoded = await decodeCompressed('jpeg', bytes, size);
  return { width: columns, height: rows, channels: samples, samples: decoded.bytes };
}
