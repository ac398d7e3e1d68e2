/** Writes density maps of one ångström for tests. */
import { ascii } from './nrrd/write-nrrd.js';

/** @param data of `side`³ voxels, little-endian. @param mode 2 is float32, 6 uint16. */
export function writeMrc(side: number, data: Uint8Array, mode = 2): Uint8Array {
  const header = new Uint8Array(1024);
  const view = new DataView(header.buffer);
  for (const [word, value] of [
    [0, side],
    [1, side],
    [2, side],
    [3, mode],
    [7, side],
    [8, side],
    [9, side],
    [16, 1],
    [17, 2],
    [18, 3],
  ]) {
    view.setInt32(4 * word!, value!, true);
  }
  for (const word of [10, 11, 12]) view.setFloat32(4 * word, side, true);
  header.set(ascii('MAP '), 208);
  header.set([0x44, 0x44], 212);
  return Buffer.concat([header, data]);
}
