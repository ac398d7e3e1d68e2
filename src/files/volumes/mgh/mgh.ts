/** Reads FreeSurfer's volumes (.mgh, .mgz): https://surfer.nmr.mgh.harvard.edu/fswiki/FsTutorial/MghFormat. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume } from '../../../volume/volume.js';
import { gunzipStart, isGzip } from '../../bytes/compression/inflate.js';
import { inflateData, takeBytes } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import {
  countSamples,
  extractVoxels,
  type SampleAxis,
  type SampleSelection,
  selectSamples,
} from '../samples/select-samples.js';
import { settleTime } from '../samples/settle-time.js';
import { isSwapped, scalarSizeBytes, swapBytesInPlace } from '../samples/voxels.js';
import type { VolumeReader } from '../source.js';
import { isMgh, MGH_HEADER_BYTES, MGH_TYPES } from './is-mgh.js';

/** Reads one frame of an MGH file, compressed by gzip or not. */
export const readMgh: VolumeReader = ({ name, bytes, gunzip, memory }, selection) =>
  nameInErrors(name, async () => {
    const compressed = isGzip(bytes);
    const head = compressed ? await gunzipStart(bytes, MGH_HEADER_BYTES) : bytes;
    if (!isMgh(head)) throw new InputError('is no MGH file of a known type: bytes, 16 or 32 bits, or floats');
    const view = new DataView(head.buffer, head.byteOffset, MGH_HEADER_BYTES);
    const [width, height, depth, frames] = [4, 8, 12, 16].map((at) => view.getInt32(at)) as [number, ...number[]];
    const type = MGH_TYPES[view.getInt32(20)]!;
    if ([width, height!, depth!].filter((size) => size > 1).length === 1) {
      throw new InputError(
        'holds values on the vertices of a surface, and no surface; name the file of the surface itself, and this one by --values',
      );
    }
    const space = [width, height!, depth!].map((size): SampleAxis => ({ size, role: 'space', label: '' }));
    const axes = [...space, { size: frames!, role: 'time', label: 'frames' } as const];
    // A wrong selection is refused before data are read.
    selectSamples(axes, selection);
    const sizeBytes = countSamples(axes) * scalarSizeBytes(type);
    const whole = compressed ? await inflateData(bytes, MGH_HEADER_BYTES + sizeBytes, gunzip) : bytes;
    // Tags may follow the data.
    const data = takeBytes(whole, MGH_HEADER_BYTES, sizeBytes);
    // Bytes that were inflated here are nobody else's, and need no copy to be swapped. Other frames would be swapped for nothing.
    const isOwn = compressed && frames === 1 && isSwapped(type, 'big') && data.byteOffset % 4 === 0;
    if (isOwn) swapBytesInPlace(data, scalarSizeBytes(type));
    const extract = (part: SampleSelection) => extractVoxels(data, type, isOwn ? 'little' : 'big', part, memory);
    const settled = await settleTime(axes, selection, extract);
    const selected = selectSamples(axes, settled.selection);
    const voxels = extract(selected);
    const indexToWorld = placeInWorld(view, selected.sizes);
    return {
      volume: createVolume({ sizes: selected.sizes, voxels, indexToWorld, anatomical: true }),
      times: selected.times,
      time: settled.selection.time,
      notes: [...selected.notes, ...settled.notes],
    };
  });

/** A volume without a direction of its own is coronal, with its centre at 0: the x axis to the left, y down, z forwards. */
const CORONAL = [-1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0, 0] as const;

/** The header places the centre, which is voxel size / 2, in RAS. */
function placeInWorld(view: DataView, sizes: Vec3): Affine {
  const placed = view.getInt16(28) === 1;
  const number = (index: number) => view.getFloat32(30 + 4 * index);
  const spacings = [0, 1, 2].map((axis) => (placed ? number(axis) : 1));
  const ras = Array.from({ length: 12 }, (_, index) => (placed ? number(3 + index) : CORONAL[index]!));
  const column = (axis: number): Vec3 => {
    const [x, y, z] = ras.slice(3 * axis, 3 * axis + 3).map((part) => part * (axis < 3 ? spacings[axis]! : 1));
    // Adding zero makes zeros of negative ones.
    return [-x! + 0, -y! + 0, z! + 0];
  };
  const columns = [column(0), column(1), column(2)] as const;
  const origin = column(3).map((centre, row) => {
    return columns.reduce((at, axis, which) => at - axis[row]! * (sizes[which]! / 2), centre);
  });
  return { columns, origin: origin as unknown as Vec3 };
}
