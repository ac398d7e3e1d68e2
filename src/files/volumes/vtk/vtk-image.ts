/** Reads volumes from VTK's files: .vti, .pvti of several, and .vtk of structured points. */
import { InputError } from '../../../errors.js';
import { createVolume } from '../../../volume/volume.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { findVtkDataSet, isVtkXml } from '../../vtk/vtk-data-set.js';
import { chooseImage } from '../choose-image.js';
import {
  countSamples,
  extractChannels,
  extractVoxels,
  type SampleAxis,
  selectSamples,
} from '../samples/select-samples.js';
import { scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource, VolumeReader } from '../source.js';
import { readLegacyGrid, readXmlGrid, type VtkGrid } from './vtk-grid.js';

/**
 * Reads one array of a regular grid, on its points or else in its cells; the selection's series says which. VTK's world
 * is no anatomical one: it is taken as it is.
 */
export const readVtkImage: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const grid = await readGrid(source);
    const { sizes, indexToWorld, arrays, onCells } = grid;
    if (arrays.length === 0) throw new InputError('has no values on its points or in its cells');
    const { image, notes } = chooseImage(arrays, selection.series, onCells ? 'arrays in its cells' : 'arrays');
    const { type, components, bytes: data, endianness } = await image.read();
    const axes: SampleAxis[] = [
      { size: components, role: 'component', label: 'components' },
      ...sizes.map((size): SampleAxis => ({ size, role: 'space', label: '' })),
    ];
    const neededBytes = countSamples(axes) * scalarSizeBytes(type);
    if (data.length !== neededBytes) {
      throw new InputError(
        `has ${data.length} bytes of values, but ${sizes.join(' × ')} × ${components} need ${neededBytes}`,
      );
    }
    const selected = selectSamples(axes, selection, type === 'uint8' ? 0xff : undefined);
    const { voxels, colors } = extractChannels(selected, (part) =>
      extractVoxels(data, type, endianness, part, source.memory),
    );
    const volume = createVolume({ sizes, voxels, indexToWorld });
    return { volume, colors, times: selected.times, notes: [...notes, ...selected.notes] };
  });

async function readGrid(source: FileSource): Promise<VtkGrid> {
  const { bytes, memory } = source;
  if (findVtkDataSet(bytes) === 'pimagedata') return (await import('./parallel-image.js')).readParallelImage(source);
  return isVtkXml(bytes) ? readXmlGrid(bytes, memory) : readLegacyGrid(bytes, memory);
}
