/** Values of a surface's vertices in FreeSurfer's MGH files, as mri_surf2surf and recon-all write them. */
import { InputError } from '../../../errors.js';
import { takeBytes } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { isMgh, MGH_HEADER_BYTES, MGH_TYPES } from '../../volumes/mgh/is-mgh.js';
import { decodeVoxels, scalarSizeBytes } from '../../volumes/samples/voxels.js';
import type { ValuesReader } from '../mesh-values.js';

/** Time series have more; the first ones are read. */
const FRAMES_MAX = 64;

/** A list of values for each frame. @throws InputError, one line that starts with the file's name, for what holds a volume. */
export const readMghValues: ValuesReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (!isMgh(bytes)) throw new InputError('is no MGH file of a known type: bytes, 16 or 32 bits, or floats');
    const view = new DataView(bytes.buffer, bytes.byteOffset, MGH_HEADER_BYTES);
    const [width, height, depth, frames] = [4, 8, 12, 16].map((at) => view.getInt32(at)) as unknown as [
      number,
      number,
      number,
      number,
    ];
    if ([width, height, depth].filter((size) => size > 1).length > 1) {
      throw new InputError(
        `holds a volume of ${width} × ${height} × ${depth} voxels; values of a surface have one axis alone`,
      );
    }
    const type = MGH_TYPES[view.getInt32(20)]!;
    const vertices = width * height * depth;
    const layers = Math.min(frames, FRAMES_MAX);
    const data = takeBytes(bytes, MGH_HEADER_BYTES, layers * vertices * scalarSizeBytes(type));
    const values = decodeVoxels(data, type, 'big');
    const title = name.replace(/^.*[\\/]/, '').replace(/^[lr]h\.|\.mg[hz](\.gz)?$/gi, '');
    return Array.from({ length: layers }, (_, layer) => ({
      name: layers === 1 ? title : `${title} ${layer + 1}`,
      on: 'vertices',
      values: Float32Array.from(values.subarray(layer * vertices, (layer + 1) * vertices)),
    }));
  });
