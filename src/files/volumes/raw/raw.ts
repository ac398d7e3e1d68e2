/** Reads files of raw voxels, whose layout the caller gives. */
import { createVolume } from '../../../volume/volume.js';
import { isGzip } from '../../bytes/compression/inflate.js';
import { inflateData } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { finishVolume } from '../finish-volume.js';
import { extractVoxels, type SampleAxis, selectSamples } from '../samples/select-samples.js';
import type { VolumeReader } from '../source.js';
import { type RawLayout, rawSizeBytes, rawToWorld, refuseOtherSize } from './raw-layout.js';

/**
 * A reader of files that hold just the voxels of `layout`, compressed by gzip or not. The first voxel's centre is at the
 * world's zero point.
 */
export function createRawReader(layout: RawLayout): VolumeReader {
  const { sizes, type, endianness } = layout;
  const sizeBytes = rawSizeBytes(layout);
  const axes = sizes.map((size): SampleAxis => ({ size, role: 'space', label: '' }));
  return (source, selection) =>
    nameInErrors(source.name, async () => {
      const selected = selectSamples(axes, selection);
      const compressed = source.bytes.length !== sizeBytes && isGzip(source.bytes);
      const data = compressed ? await inflateData(source.bytes, sizeBytes, source.gunzip) : source.bytes;
      refuseOtherSize(layout, data.length, compressed ? ' in gzip' : '');
      const voxels = extractVoxels(data, type, endianness, selected, source.memory);
      const volume = createVolume({ sizes, voxels, indexToWorld: rawToWorld(layout) });
      return finishVolume({ volume, notes: [] }, source.name, selection, source.memory);
    });
}
