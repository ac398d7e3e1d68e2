/** Reads a volume whose header and voxels are files beside each other. */
import { InputError } from '../../../src/errors.js';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import type { VolumeSelection } from '../../../src/files/volumes/source.js';
import { readVolumeSource } from '../../../src/files/volumes/volume-formats.js';

/** @param files by their names; the first is the one that is opened. */
export function readFiles(files: Readonly<Record<string, Uint8Array>>, selection: VolumeSelection = {}) {
  const [name = '', bytes = new Uint8Array()] = Object.entries(files)[0]!;
  const readSibling = async (sibling: string) => {
    const found = files[sibling];
    if (found) return found;
    throw new InputError(`${sibling} is not there`);
  };
  return readVolumeSource({ name, bytes, readSibling, gunzip }, selection);
}
