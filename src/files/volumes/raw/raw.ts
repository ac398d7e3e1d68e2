/** Reads files of nothing but voxels, whose layout the caller knows. */
import { InputError } from '../../../errors.js';
import { createVolume } from '../../../volume/volume.js';
import { isGzip } from '../../bytes/compression/inflate.js';
import { inflateData } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { finishVolume } from '../finish-volume.js';
import { extractVoxels, type SampleAxis, selectSamples } from '../samples/select-samples.js';
import { scalarSizeBytes } from '../samples/voxels.js';
import type { VolumeReader } from '../source.js';
import type { RawLayout } from './raw-layout.js';

/**
 * A reader of files that hold just the voxels of `layout`, compressed by gzip or not. The first voxel's centre is at the
 * world's zero point.
 */
export function createRawReader(layout: RawLayout): VolumeReader {
  const { sizes, type, endianness, spacings = [1, 1, 1] } = layout;
  const [x, y, z] = spacings;
  const sizeBytes = sizes[0] * sizes[1] * sizes[2] * scalarSizeBytes(type);
  const axes = sizes.map((size): SampleAxis => ({ size, role: 'space', label: '' }));
  return (source, selection) =>
    nameInErrors(source.name, async () => {
      const selected = selectSamples(axes, selection);
      const compressed = source.bytes.length !== sizeBytes && isGzip(source.bytes);
      const data = compressed ? await inflateData(source.bytes, sizeBytes, source.gunzip) : source.bytes;
      // Any other size is the one sign that the layout is wrong.
      if (data.length !== sizeBytes) {
        const held = `${data.length} bytes${compressed ? ' in gzip' : ''}`;
        throw new InputError(`has ${held}, but ${sizes.join(' × ')} voxels of ${type} are ${sizeBytes}; check --raw`);
      }
      const voxels = extractVoxels(data, type, endianness, selected, source.memory);
      const columns = [[x, 0, 0] as const, [0, y, 0] as const, [0, 0, z] as const] as const;
      const volume = createVolume({ sizes, voxels, indexToWorld: { columns, origin: [0, 0, 0] } });
      return finishVolume({ volume, notes: [] }, source.name, selection, source.memory);
    });
}
