/** Density maps: what their files say that their values are. */
import { describe, expect, it } from 'vitest';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { isDicom } from '../../../src/files/dicom/is-dicom.js';
import { readVolumeSource } from '../../../src/files/volumes/volume-formats.js';
import { writeMrc } from './write-mrc.js';

const SIDE = 4;

const meaningOf = async (data: Uint8Array, mode: number) =>
  (await readVolumeSource({ name: 'a.map', bytes: writeMrc(SIDE, data, mode), gunzip, readSibling }, {})).volume
    .meaning;

const readSibling = () => Promise.reject(new Error('names no files'));

describe('MRC files', () => {
  it('hold densities where they are of floats, and whatever it may be where they are of integers', async () => {
    expect(await meaningOf(new Uint8Array(4 * SIDE ** 3), 2)).toBe('density');
    expect(await meaningOf(new Uint8Array(2 * SIDE ** 3), 12)).toBe('density');
    expect(await meaningOf(new Uint8Array(2 * SIDE ** 3), 6)).toBeUndefined();
    expect(await meaningOf(new Uint8Array(8 * SIDE ** 3), 4)).toBeUndefined();
  });

  it('are known by MAP, without which a mode that is none says that the file is another program’s', async () => {
    const bytes = writeMrc(SIDE, new Uint8Array(4 * SIDE ** 3), 978086242);
    const read = () => readVolumeSource({ name: 'a.map', bytes, gunzip, readSibling }, {});
    await expect(read()).rejects.toThrow('a.map: has mode 978086242, which cannot be read; 0, 1, 2, 3, 4, 6, 12 can');
    bytes.fill(0, 208, 212);
    await expect(read()).rejects.toThrow(
      /^a\.map: is no MRC or CCP4 map, as its ending says: .* its mode is 978086242/,
    );
  });

  it('of eight columns are no DICOM, whose data sets may start with group 8', () => {
    const bytes = writeMrc(8, new Uint8Array(4 * 8 ** 3));
    expect(isDicom(bytes)).toBe(false);
    const unmarked = bytes.slice();
    unmarked.fill(0, 208, 212);
    expect(isDicom(unmarked)).toBe(true);
  });

  it('are of a crystal where their space group is not that of micrographs and stacks of volumes', async () => {
    const inGroup = async (group: number) => {
      const bytes = writeMrc(SIDE, new Uint8Array(4 * SIDE ** 3));
      new DataView(bytes.buffer, bytes.byteOffset).setInt32(88, group, true);
      return (await readVolumeSource({ name: 'a.map', bytes, gunzip, readSibling }, {})).volume.meaning;
    };
    expect(await Promise.all([0, 1, 401].map(inGroup))).toEqual(['density', 'density', 'density']);
    expect(await Promise.all([4, 20, 230].map(inGroup))).toEqual(Array(3).fill('crystal density'));
  });
});
