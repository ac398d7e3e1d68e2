/** The numbers after a PLY header in sequence, in any encoding. */
import { InputError } from '../../../errors.js';
import { FILE_LIMITS } from '../../bytes/budget.js';
import { TextTokens } from '../../bytes/text/text-tokens.js';
import { type ScalarType, scalarSizeBytes } from '../../volumes/samples/voxels.js';
import type { PlyElement, PlyHeader, PlyProperty } from './ply-header.js';

export interface PlyScalars {
  /** The next number. */
  read(type: ScalarType): number;
  /** The fewest bytes that a number takes. */
  sizeBytesMin(type: ScalarType): number;
  sizeBytesLeft(): number;
  /** Ends a row: steps over numbers on its line that no property declares, and returns whether there are any. */
  endRow(): boolean;
  /** Whether anything but blanks is left. */
  isAtEnd(): boolean;
}

/** Thrown where the data end, and caught where it is known which row they end in. */
class EndOfPly extends Error {}

export function createPlyScalars(bytes: Uint8Array, { format, dataStart, elements }: PlyHeader): PlyScalars {
  return format === 'ascii'
    ? new AsciiScalars(bytes, dataStart, hasRowsOnLines(bytes, dataStart, elements))
    : new BinaryScalars(bytes, dataStart, format === 'little');
}

/** Whether there are as many lines as rows, so that each row has one of its own. */
function hasRowsOnLines(bytes: Uint8Array, start: number, elements: readonly PlyElement[]): boolean {
  const rows = elements.reduce((sum, { count, properties }) => sum + (properties.length > 0 ? count : 0), 0);
  const tokens = new TextTokens(bytes, start);
  let lines = 0;
  for (; lines < rows && tokens.next(); tokens.skipLine()) lines++;
  return lines === rows;
}

class AsciiScalars implements PlyScalars {
  readonly #tokens: TextTokens;
  readonly #rowsOnLines: boolean;

  constructor(bytes: Uint8Array, start: number, rowsOnLines: boolean) {
    this.#tokens = new TextTokens(bytes, start);
    this.#rowsOnLines = rowsOnLines;
  }

  read(): number {
    if (!this.#tokens.next()) throw new EndOfPly();
    const value = this.#tokens.number();
    if (value === undefined) throw new InputError(`has ${this.#tokens.quoted()} where a number should be`);
    return value;
  }

  /** A digit and a blank before it. */
  sizeBytesMin(): number {
    return 2;
  }

  sizeBytesLeft(): number {
    return this.#tokens.bytes.length - this.#tokens.end;
  }

  /** The writers of VCGLIB and of old Blenders leave some there. */
  endRow(): boolean {
    if (!this.#rowsOnLines || !this.#tokens.nextInLine()) return false;
    this.#tokens.skipLine();
    return true;
  }

  isAtEnd(): boolean {
    return !this.#tokens.next();
  }
}

const READ: Readonly<Record<ScalarType, (view: DataView, at: number, little: boolean) => number>> = {
  int8: (view, at) => view.getInt8(at),
  uint8: (view, at) => view.getUint8(at),
  int16: (view, at, little) => view.getInt16(at, little),
  uint16: (view, at, little) => view.getUint16(at, little),
  int32: (view, at, little) => view.getInt32(at, little),
  uint32: (view, at, little) => view.getUint32(at, little),
  int64: (view, at, little) => Number(view.getBigInt64(at, little)),
  uint64: (view, at, little) => Number(view.getBigUint64(at, little)),
  float32: (view, at, little) => view.getFloat32(at, little),
  float64: (view, at, little) => view.getFloat64(at, little),
};

class BinaryScalars implements PlyScalars {
  readonly #view: DataView;
  readonly #little: boolean;
  #at: number;

  constructor(bytes: Uint8Array, start: number, little: boolean) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#at = start;
    this.#little = little;
  }

  read(type: ScalarType): number {
    const at = this.#at;
    this.#at += scalarSizeBytes(type);
    if (this.#at > this.#view.byteLength) throw new EndOfPly();
    return READ[type](this.#view, at, this.#little);
  }

  sizeBytesMin(type: ScalarType): number {
    return scalarSizeBytes(type);
  }

  sizeBytesLeft(): number {
    return this.#view.byteLength - this.#at;
  }

  endRow(): boolean {
    return false;
  }

  isAtEnd(): boolean {
    return this.sizeBytesLeft() === 0;
  }
}

/** Called after each row with its scalars by property, lists left out, and the values of the requested list. */
export type TakeRow = (row: Float64Array, list: readonly number[]) => void;

/**
 * Reads the rows of an element.
 * @returns how many of them had numbers that no property declares.
 * @throws InputError if they are not all there; where that is clear from the number of rows alone, before any is read.
 */
export function readPlyRows(
  scalars: PlyScalars,
  element: PlyElement,
  list: PlyProperty | undefined,
  take: TakeRow,
): number {
  const { name, count, properties } = element;
  const sizeBytesMin = properties.reduce(
    (sum, { type, countType }) => sum + scalars.sizeBytesMin(countType ?? type),
    0,
  );
  if (count * sizeBytesMin > scalars.sizeBytesLeft()) {
    throw new InputError(
      `has ${scalars.sizeBytesLeft()} bytes for the ${count} rows of element ${name}, which need ${count * sizeBytesMin} at least; get a whole copy`,
    );
  }
  if (properties.length === 0) return 0;
  let longRows = 0;
  const row = new Float64Array(properties.length);
  const values: number[] = [];
  for (let index = 0; index < count; index++) {
    try {
      for (let column = 0; column < properties.length; column++) {
        const property = properties[column]!;
        if (property.countType === undefined) row[column] = scalars.read(property.type);
        else readList(scalars, property, property.countType, property === list ? values : undefined);
      }
    } catch (error) {
      const where = `row ${index + 1} of ${count} of element ${name}`;
      if (error instanceof EndOfPly) throw new InputError(`ends in ${where}; get a whole copy`);
      if (error instanceof InputError) throw new InputError(`${error.message}, in ${where}`);
      throw error;
    }
    if (scalars.endRow()) longRows++;
    take(row, values);
  }
  return longRows;
}

function readList(scalars: PlyScalars, { type }: PlyProperty, countType: ScalarType, values: number[] | undefined) {
  const count = scalars.read(countType);
  if (!Number.isInteger(count) || count < 0) throw new InputError(`has a list of ${count} values`);
  if (values && count > FILE_LIMITS.faceCorners) {
    throw new InputError(`has a list of ${count} values; ${FILE_LIMITS.faceCorners} at most can be read`);
  }
  if (values) values.length = 0;
  for (let index = 0; index < count; index++) {
    const value = scalars.read(type);
    values?.push(value);
  }
}
