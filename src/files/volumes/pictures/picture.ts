/** Reads one picture, PNG, JPEG, JPEG 2000 or BMP, as a volume of one slice. */
import { createVolume } from '../../../volume/volume.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { extractChannels, gatherVoxels, type SampleAxis, selectSamples } from '../samples/select-samples.js';
import type { VolumeReader } from '../source.js';
import { decodePicture } from './decode-picture.js';

/** The first pixel is at the top left: i runs to the right, and j down the picture. */
export const readPicture: VolumeReader = ({ name, bytes }, selection) =>
  nameInErrors(name, async () => {
    const picture = await decodePicture(bytes);
    const { width, height, channels, samples } = picture;
    const axes: readonly SampleAxis[] = [
      { size: channels, role: 'component', label: 'channels' },
      ...[width, height, 1].map((size): SampleAxis => ({ size, role: 'space', label: '' })),
    ];
    const white = picture.white ?? (samples instanceof Uint8Array ? 0xff : 0xffff);
    const selected = selectSamples(axes, selection, white);
    const { sizes, notes } = selected;
    const { voxels, colors } = extractChannels(selected, (part) => gatherVoxels(samples, part));
    return { volume: createVolume({ sizes, voxels }), notes, colors };
  });
