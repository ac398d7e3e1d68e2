/** Whether a file beside an NRRD header holds what the header says: gzip data or none, and voxels rather than another header. */
import { InputError } from '../../../errors.js';
import { gunzipStart, isGzip } from '../../bytes/compression/inflate.js';
import { isNifti } from '../nifti/is-nifti.js';
import type { NrrdHeader } from './nrrd-header.js';

/** Bytes that show whether a file is NIfTI's. */
export const CHECKED_BYTES = 540;

/**
 * @param bytes of the file, or of its start.
 * @throws InputError, without the file's name, if they would be read as other than they are.
 */
export async function checkDataFile(
  bytes: Uint8Array,
  { encoding, byteSkip, lineSkip }: Pick<NrrdHeader, 'encoding' | 'byteSkip' | 'lineSkip'>,
): Promise<void> {
  if (lineSkip > 0) return;
  const inflated = isGzip(bytes) ? await gunzipStart(bytes, CHECKED_BYTES).catch(() => undefined) : undefined;
  if (inflated && encoding !== 'gzip') {
    throw new InputError(
      `is compressed by gzip, though the header says "encoding: ${encoding}"; make that "encoding: gzip"`,
    );
  }
  if (encoding === 'gzip' && !isGzip(bytes)) {
    throw new InputError('is not compressed by gzip, though the header says so; make that "encoding: raw"');
  }
  if (byteSkip === 0 && isNifti(inflated ?? bytes)) {
    throw new InputError(
      'is a NIfTI file, which begins with a header of its own; add "byte skip: -1" to that of NRRD, or name the NIfTI file itself',
    );
  }
}
