/** Strips and tiles that are WebP pictures, as GDAL writes them. */
import { InputError } from '../../../../errors.js';
import { Budget } from '../../../bytes/budget.js';
import type { JpegBlock } from './unpack-jpeg.js';

/** @throws InputError if the picture is damaged, or not of the block's size. */
export async function unpackWebp(packed: Uint8Array, { columns, rows, samples }: JpegBlock): Promise<Uint8Array> {
  const { decodeWebp } = await import('../../pictures/webp.js');
  const { width, height, channels, samples: decoded } = await decodeWebp(packed, new Budget(packed.length));
  if (width !== columns || height < rows || (samples !== 3 && samples !== 4)) {
    throw new InputError(
      `has WebP data of ${width} × ${height} pixels in a strip or tile of ${columns} × ${rows} of ${samples} samples; get a whole copy`,
    );
  }
  if (samples === channels && decoded instanceof Uint8Array) return decoded;
  const opaque = new Uint8Array(columns * rows * samples);
  for (let pixel = 0; pixel < columns * rows; pixel++) {
    for (let channel = 0; channel < samples; channel++) {
      opaque[pixel * samples + channel] = decoded[pixel * channels + channel]!;
    }
  }
  return opaque;
}
