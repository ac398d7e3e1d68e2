/** Reads MetaImage volumes, .mha with the data in the file and .mhd with the data beside it. */
import { createVolume } from '../../../volume/volume.js';
import { noteSurplus } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { extractChannels, extractVoxels, type SampleSelection, selectSamples } from '../samples/select-samples.js';
import { settleTime } from '../samples/settle-time.js';
import type { VolumeReader } from '../source.js';
import { readMetaImageData } from './meta-image-data.js';
import { parseMetaImageHeader } from './meta-image-header.js';

/**
 * Reads a MetaImage of scalars: binary, compressed by zlib or gzip, or ascii, in this file or in those that it names. Takes the
 * channel and time of the selection if there are several. More data than the header asks for are left out, with a note.
 */
export const readMetaImage: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const header = parseMetaImageHeader(source.bytes);
    const white = header.type === 'uint8' ? 0xff : undefined;
    // A wrong selection is refused before data are read.
    selectSamples(header.axes, selection, white);
    const { bytes, surplusBytes } = await readMetaImageData(source, header);
    const extract = (part: SampleSelection) =>
      extractVoxels(bytes, header.type, header.endianness, part, source.memory);
    const settled = await settleTime(header.axes, selection, extract);
    const selected = selectSamples(header.axes, settled.selection, white);
    const { voxels, colors } = extractChannels(selected, extract);
    const volume = createVolume({ sizes: selected.sizes, voxels, ...header.placement });
    return {
      volume,
      colors,
      times: selected.times,
      time: settled.selection.time,
      unit: header.unit,
      notes: [...header.notes, ...selected.notes, ...settled.notes, ...noteSurplus(surplusBytes)],
    };
  });
