/** The numbers of a PCD file, of whichever of its three kinds of data. */
import { InputError } from '../../../errors.js';
import { unpackLzf } from '../../bytes/compression/lzf.js';
import { takeBytes } from '../../bytes/data-bytes.js';
import { TextTokens } from '../../bytes/text/text-tokens.js';
import type { PcdField, PcdHeader } from './pcd-header.js';

/** A number of each point; that of `bits` is its four bytes, in which colours are packed. */
export interface PcdColumn {
  readonly at: (point: number) => number;
  readonly bits: (point: number) => number;
}

/** The numbers of the fields that have one for each point, by the place of the field; undefined of others. */
export function readPcdData(bytes: Uint8Array, header: PcdHeader): (PcdColumn | undefined)[] {
  if (header.data === 'ascii') return readText(bytes, header);
  const { fields, points } = header;
  const rowBytes = fields.reduce((sum, { sizeBytes, count }) => sum + sizeBytes * count, 0);
  const isPacked = header.data === 'binary_compressed';
  const data = isPacked
    ? unpack(bytes.subarray(header.dataStart), points * rowBytes)
    : takeBytes(bytes, header.dataStart, points * rowBytes);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let offset = 0;
  return fields.map((field) => {
    const own = field.sizeBytes * field.count;
    // Compressed data are one field after the other, others one point after the other.
    const [start, pitch] = isPacked ? [offset * points, own] : [offset, rowBytes];
    offset += own;
    return field.count === 1 ? viewColumn(view, field, start, pitch) : undefined;
  });
}

/** Two sizes stand before the data. */
const SIZES_BYTES = 8;

function unpack(packed: Uint8Array, sizeBytes: number): Uint8Array {
  const sizes = takeBytes(packed, 0, SIZES_BYTES);
  const view = new DataView(sizes.buffer, sizes.byteOffset, SIZES_BYTES);
  const [block, whole] = [view.getUint32(0, true), view.getUint32(4, true)];
  if (whole !== sizeBytes) {
    throw new InputError(`has ${whole} bytes of data, but its sizes and types ask for ${sizeBytes}; get a whole copy`);
  }
  return unpackLzf(takeBytes(packed, SIZES_BYTES, block), whole);
}

function viewColumn(view: DataView, { type, sizeBytes }: PcdField, start: number, pitch: number): PcdColumn {
  const read = READERS[`${type}${sizeBytes}`]!;
  return {
    at: (point) => read(view, start + point * pitch),
    bits: (point) =>
      sizeBytes === 4 ? view.getUint32(start + point * pitch, true) : read(view, start + point * pitch),
  };
}

const READERS: Readonly<Record<string, (view: DataView, at: number) => number>> = {
  F4: (view, at) => view.getFloat32(at, true),
  F8: (view, at) => view.getFloat64(at, true),
  I1: (view, at) => view.getInt8(at),
  I2: (view, at) => view.getInt16(at, true),
  I4: (view, at) => view.getInt32(at, true),
  I8: (view, at) => Number(view.getBigInt64(at, true)),
  U1: (view, at) => view.getUint8(at),
  U2: (view, at) => view.getUint16(at, true),
  U4: (view, at) => view.getUint32(at, true),
  U8: (view, at) => Number(view.getBigUint64(at, true)),
};

function readText(bytes: Uint8Array, { fields, points, dataStart }: PcdHeader): (PcdColumn | undefined)[] {
  const width = fields.reduce((sum, { count }) => sum + count, 0);
  // A digit and what parts it from the next one for each number at least.
  if (2 * points * width > bytes.length - dataStart + 1) {
    throw new InputError(
      `has ${bytes.length - dataStart} bytes of text, too few for ${points} points; get a whole copy`,
    );
  }
  const numbers = new Float64Array(points * width);
  const tokens = new TextTokens(bytes, dataStart);
  for (let at = 0; at < numbers.length; at++) {
    const number = tokens.next() ? tokens.number() : undefined;
    if (number === undefined) {
      const found = tokens.end > tokens.start ? tokens.quoted() : 'the end of the file';
      throw new InputError(`has ${found} in point ${Math.floor(at / width) + 1} of ${points}; a number would be right`);
    }
    numbers[at] = number;
  }
  const [real, bits] = [new Float32Array(1), new Uint32Array(1)];
  let first = 0;
  return fields.map(({ type, count }) => {
    const column = first;
    first += count;
    if (count !== 1) return undefined;
    const at = (point: number) => numbers[point * width + column]!;
    return {
      at,
      bits: (point) => {
        if (type !== 'F') return at(point) >>> 0;
        real[0] = at(point);
        bits.set(new Uint32Array(real.buffer));
        return bits[0]!;
      },
    };
  });
}
