/** Readers whose voxels are made of headers' sizes ask for memory before they make them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import type { MemoryAccount } from '../../../src/files/bytes/memory-account.js';
import { readVolumeSource } from '../../../src/files/volumes/volume-formats.js';
import { ascii, encode } from './nrrd/write-nrrd.js';
import { writePar } from './par-rec/write-par.js';

/** Counts what readers spend, and refuses more than `bytesMax`. */
class Account implements MemoryAccount {
  spentBytes = 0;
  readonly #bytesMax: number;

  constructor(bytesMax = Number.POSITIVE_INFINITY) {
    this.#bytesMax = bytesMax;
  }

  readonly check = (sizeBytes: number, what: string) => {
    if (this.spentBytes + sizeBytes > this.#bytesMax) throw new InputError(`refused ${sizeBytes} bytes of ${what}`);
  };

  readonly spend = (sizeBytes: number, what: string) => {
    this.check(sizeBytes, what);
    this.spentBytes += sizeBytes;
  };

  readonly spendInflated = (sizeBytes: number) => this.spend(2 * sizeBytes, 'what is inflated of it');
}

const [X, Y, Z] = [6, 5, 4];
const COUNT = X * Y * Z;
const numbers = Array.from({ length: COUNT }, (_, index) => index % 97);

const legacy = (encoding: string, data: Uint8Array) => {
  const header = `# vtk DataFile Version 3.0\nt\n${encoding}\nDATASET STRUCTURED_POINTS\nDIMENSIONS ${X} ${Y} ${Z}\nSPACING 1 1 1\nORIGIN 0 0 0\nPOINT_DATA ${COUNT}\nSCALARS v short 1\nLOOKUP_TABLE default\n`;
  return Buffer.concat([ascii(header), data]);
};
const xml = (more: string, format: string, data: string) =>
  ascii(
    `<VTKFile type="ImageData" byte_order="LittleEndian" ${more}><ImageData WholeExtent="0 5 0 4 0 3"><Piece Extent="0 5 0 4 0 3"><PointData><DataArray type="Int16" Name="v" format="${format}">${data}</DataArray></PointData></Piece></ImageData></VTKFile>`,
  );
const words = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const int16 = Buffer.from(encode(numbers, 'int16'));
const packed = deflateSync(int16);
const base64 = (...parts: readonly Uint8Array[]) => parts.map((part) => Buffer.from(part).toString('base64')).join('');
const zlibHeader = words(1, int16.length, 0, packed.length);

const hdf5 = JSON.parse(readFileSync(join(import.meta.dirname, 'hdf5/foreign-hdf5.json'), 'utf8')) as readonly {
  readonly input: string;
  readonly files?: Readonly<Record<string, string>>;
}[];
const hdf5File = (name: string) =>
  Uint8Array.from(Buffer.from(hdf5.find(({ input }) => input === name)!.files![name]!, 'base64'));

const rows = [0, 1].map((index) => ({ slice: index + 1, index, offcentre: [0, index, 0] as const }));
const FILES: Readonly<Record<string, { readonly bytes: Uint8Array; readonly voxelBytes: number }>> = {
  'text.vtk': { bytes: legacy('ASCII', ascii(numbers.join(' '))), voxelBytes: 2 * COUNT },
  'big.vtk': { bytes: legacy('BINARY', Buffer.from(int16).swap16()), voxelBytes: 2 * COUNT },
  'text.vti': { bytes: xml('', 'ascii', numbers.join(' ')), voxelBytes: 2 * COUNT },
  'base64.vti': {
    bytes: xml('', 'binary', base64(Buffer.concat([words(int16.length), int16]))),
    voxelBytes: 2 * COUNT,
  },
  'packed.vti': {
    bytes: xml('compressor="vtkZLibDataCompressor"', 'binary', base64(zlibHeader, packed)),
    voxelBytes: 4 * COUNT,
  },
  'a.h5': { bytes: hdf5File('a.h5'), voxelBytes: 2 * COUNT },
  'a.ims': { bytes: hdf5File('a.ims'), voxelBytes: 2 * COUNT },
  'a.mnc': { bytes: hdf5File('a.mnc'), voxelBytes: 2 * COUNT },
  'b.h5': { bytes: hdf5File('b.h5'), voxelBytes: 2 * COUNT },
  'a.PAR': { bytes: writePar(rows), voxelBytes: 2 * 40 },
};
const REC = encode(
  Array.from({ length: 40 }, (_, index) => index),
  'uint16',
);

describe.each(Object.entries(FILES))('%s', (name, { bytes, voxelBytes }) => {
  const read = (memory: MemoryAccount) =>
    readVolumeSource(
      {
        ...{ name, bytes, gunzip, memory },
        readSibling: async (sibling) => {
          if (/\.rec$/i.test(sibling)) return REC;
          throw new InputError(`${sibling} is not there`);
        },
      },
      {},
    );

  it('counts its voxels, and is refused with a byte less', async () => {
    const account = new Account();
    await read(account);
    expect(account.spentBytes).toBeGreaterThanOrEqual(voxelBytes);
    await expect(read(new Account(account.spentBytes - 1))).rejects.toThrow(/refused \d+ bytes of/);
    await read(new Account(account.spentBytes));
  });
});
