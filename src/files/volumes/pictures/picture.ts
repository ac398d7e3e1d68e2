/** Reads one picture, PNG or JPEG, as a volume of one slice. */
import { InputError } from '../../../errors.js';
import { createVolume } from '../../../volume/volume.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { decodeCompressed } from '../../dicom/pixels/codecs.js';
import { readJpegSize } from '../../dicom/pixels/codestream-size.js';
import { extractChannels, gatherVoxels, type SampleAxis, selectSamples } from '../select-samples.js';
import type { VolumeReader } from '../source.js';
import { isPng } from './is-picture.js';
import { decodePng, type Picture } from './png.js';

/** The first pixel is at the top left: i runs to the right, and j down the picture. */
export const readPicture: VolumeReader = ({ name, bytes }, selection) =>
  nameInErrors(name, async () => {
    const { width, height, channels, samples } = await (isPng(bytes) ? decodePng(bytes) : decodeJpeg(bytes));
    const axes: readonly SampleAxis[] = [
      { size: channels, role: 'component', label: 'channels' },
      ...[width, height, 1].map((size): SampleAxis => ({ size, role: 'space', label: '' })),
    ];
    const white = samples instanceof Uint8Array ? 0xff : 0xffff;
    const selected = selectSamples(axes, selection, white);
    const { sizes, notes } = selected;
    const { voxels, colors } = extractChannels(selected, (part) => gatherVoxels(samples, part));
    return { volume: createVolume({ sizes, voxels }), notes, colors };
  });

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
