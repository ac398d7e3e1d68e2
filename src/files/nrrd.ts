/** Reads NRRD volumes, with attached or detached headers. */
import { InputError } from '../errors.js';
import { createVolume, type VoxelArray } from '../volume/volume.js';
import { nameInErrors } from './name-in-errors.js';
import { assignRoles, type NrrdSelection, placeInWorld, selectVolume } from './nrrd-axes.js';
import { readNrrdData } from './nrrd-data.js';
import { parseNrrdHeader } from './nrrd-header.js';
import type { VolumeReader } from './source.js';
import { checkFinite, decodeVoxels, type Endianness, type ScalarType, scalarSizeBytes } from './voxels.js';

/** Whether `bytes` start with the magic of any version of NRRD. */
export function isNrrd(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 5)) === 'NRRD0';
}

/**
 * Reads an NRRD file of scalars: raw, gzip, bzip2, ascii or hex, in this file or in those that it names. Of several
 * components or times, it takes those of the selection. More data than the header asks for are left alone.
 */
export const readNrrd: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    if (!isNrrd(source.bytes)) {
      throw new InputError(source.bytes.length === 0 ? 'is empty; an NRRD volume would be right' : 'is no NRRD file');
    }
    const header = parseNrrdHeader(source.bytes);
    const roles = assignRoles(header.axes);
    const selected = selectVolume(header.axes, roles, selection);
    const data = await readNrrdData(source, header);
    const voxels = extractVoxels(data, header.type, header.endianness, selected);
    checkFinite(voxels, selected.sizes);
    const volume = createVolume({ sizes: selected.sizes, voxels, ...placeInWorld(header, roles) });
    return { volume, notes: selected.notes };
  });

function extractVoxels(
  data: Uint8Array,
  type: ScalarType,
  endianness: Endianness,
  { sizes, offset, strides }: NrrdSelection,
): VoxelArray {
  const [sizeI, sizeJ, sizeK] = sizes;
  const count = sizeI * sizeJ * sizeK;
  if (strides[0] === 1 && strides[1] === sizeI && strides[2] === sizeI * sizeJ) {
    const sizeBytes = scalarSizeBytes(type);
    return decodeVoxels(data.subarray(offset * sizeBytes, (offset + count) * sizeBytes), type, endianness);
  }
  const all = decodeVoxels(data, type, endianness);
  const voxels = all.slice(0, count);
  let index = 0;
  for (let k = 0; k < sizeK; k++) {
    for (let j = 0; j < sizeJ; j++) {
      let from = offset + j * strides[1] + k * strides[2];
      for (let i = 0; i < sizeI; i++, from += strides[0]) voxels[index++] = all[from]!;
    }
  }
  return voxels;
}
