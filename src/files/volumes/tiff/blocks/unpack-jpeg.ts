/** Strips and tiles that are JPEG: TIFF Technical Note 2. */
import { InputError } from '../../../../errors.js';
import { readJpegSize } from '../../../dicom/pixels/codestream-size.js';
import { decodeCompressed } from '../../../dicom/pixels/decode-compressed.js';

export interface JpegBlock {
  readonly columns: number;
  readonly rows: number;
  readonly samples: number;
  /** Whether the samples are red, green and blue as they are, or have to be made of luminance and chroma. */
  readonly isRgb: boolean;
  /** The tables that all blocks of a page share, as a stream of their own; empty if there are none. */
  readonly tables: readonly number[];
}

/** Bytes of the markers at the ends of a stream. */
const MARKER_BYTES = 2;

/** @throws InputError if the stream is damaged, or not of the block's size. */
export async function unpackJpeg(packed: Uint8Array, block: JpegBlock): Promise<Uint8Array> {
  const { columns, rows, samples, isRgb, tables } = block;
  const stream = joinTables(packed, tables);
  const size = readJpegSize(stream);
  if (!size || size.columns !== columns || size.samples !== samples || size.rows < rows) {
    const found = size ? `${size.columns} × ${size.rows} pixels of ${size.samples} samples` : 'no size';
    throw new InputError(
      `has JPEG data of ${found} in a strip or tile of ${columns} × ${rows} of ${samples}; get a whole copy`,
    );
  }
  if (samples !== 1 && samples !== 3) {
    throw new InputError(
      `has JPEG data of ${samples} channels; 1 and 3 can be read: magick in.tif -colorspace sRGB -compress lzw out.tif makes such`,
    );
  }
  // Strips may be as high as all of them, though the last has fewer rows.
  if (size.rows > 2 * rows + 0xff) throw new InputError(`has JPEG data of ${size.rows} rows in a strip of ${rows}`);
  const { bytes } = await decodeCompressed('jpeg', stream, { ...size, photometric: isRgb ? 'RGB' : 'YBR_FULL' });
  return bytes;
}

/** The tables' stream without its end, and the block's without its start. */
function joinTables(packed: Uint8Array, tables: readonly number[]): Uint8Array {
  if (tables.length <= 2 * MARKER_BYTES) return packed;
  const shared = tables.slice(0, -MARKER_BYTES);
  const stream = new Uint8Array(shared.length + packed.length - MARKER_BYTES);
  stream.set(shared);
  stream.set(packed.subarray(MARKER_BYTES), shared.length);
  return stream;
}
