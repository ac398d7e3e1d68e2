/** Output of `tilecast intersect`: columns of numbers, as files of their own or together as text. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createNpyHeader, NPY_HEADER_BYTES } from '../../lab.js';
import { makeFolder, PartialFile } from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';

export const OUTPUT_FORMATS = ['raw', 'npy', 'csv', 'json', 'ply'] as const;

export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Whether a format can go to standard output, as rows of text. */
export const isTextFormat = (format: OutputFormat) => format === 'csv' || format === 'json';

const PLY_TYPES = { i32: 'int', f32: 'float', f64: 'double' } as const;
/** Leaves room for any number of rows, which is known at the end. */
const PLY_HEADER_BYTES = 1024;

const NPY_TYPES = { i32: 'i4', f32: 'f4', f64: 'f8' } as const;

export interface Column {
  /** Name of its file, without the suffix of its type. */
  readonly file: string;
  /** The name in text. */
  readonly name: string;
  readonly type: 'i32' | 'f32' | 'f64';
  /**
   * The value that stands for nothing. A miss in the first column leaves all fields of the row empty in text; numbers that are
   * not whole are infinite instead in NumPy arrays.
   */
  readonly missed?: number;
}

export type ColumnValues = Int32Array | Float32Array | Float64Array;

/** Takes bytes, which are nothing yet before `commit`. */
type Sink = Pick<PartialFile, 'write' | 'commit' | 'discard'>;

const STANDARD_OUTPUT: Sink = {
  write: (bytes) => new Promise((resolve) => process.stdout.write(bytes, () => resolve())),
  commit: async () => undefined,
  discard: async () => undefined,
};

/** Makes the folder for results, before long work begins. */
export async function makeOutputFolder(path: string): Promise<void> {
  await makeFolder(path);
  await access(path, 2).catch(() => fail(`${path}: cannot be written; choose another place or change its permissions`));
}

/** The files that results go to. */
export function outputFiles(folder: string, name: string, format: OutputFormat, columns: readonly Column[]): string[] {
  const names =
    isTextFormat(format) || format === 'ply'
      ? [`${name}.${format}`]
      : columns.map(({ file, type }) => `${file}_${type}${format === 'npy' ? '.npy' : ''}`);
  return names.map((fileName) => join(folder, fileName));
}

export class SegmentOutput {
  readonly #format: OutputFormat;
  readonly #columns: readonly Column[];
  readonly #files: readonly Sink[];
  #rows = 0;

  private constructor(format: OutputFormat, columns: readonly Column[], files: readonly Sink[]) {
    this.#format = format;
    this.#columns = columns;
    this.#files = files;
  }

  /**
   * @param folder Without one, text goes to standard output.
   * @param name Of the one file, where the format has one.
   */
  static async create(
    folder: string | undefined,
    name: string,
    format: OutputFormat,
    columns: readonly Column[],
  ): Promise<SegmentOutput> {
    const files: Sink[] = [];
    const output = new SegmentOutput(format, columns, files);
    try {
      if (folder === undefined) files.push(STANDARD_OUTPUT);
      else for (const path of outputFiles(folder, name, format, columns)) files.push(await PartialFile.create(path));
      await output.#begin();
    } catch (error) {
      await output.discard();
      throw error;
    }
    return output;
  }

  get rows(): number {
    return this.#rows;
  }

  async #begin(): Promise<void> {
    if (this.#format === 'npy') for (const file of this.#files) await file.write(new Uint8Array(NPY_HEADER_BYTES));
    if (this.#format === 'ply') await this.#files[0]!.write(new Uint8Array(PLY_HEADER_BYTES));
    if (this.#format === 'csv') await this.#writeText(`${this.#columns.map(({ name }) => name).join(',')}\n`);
    if (this.#format === 'json') await this.#writeText('[');
  }

  /** Appends as many values to each column. */
  async write(values: readonly ColumnValues[]): Promise<void> {
    const rows = values[0]!.length;
    if (this.#format === 'raw' || this.#format === 'npy') {
      for (const [index, column] of values.entries()) {
        const { missed, type } = this.#columns[index]!;
        const replaces = this.#format === 'npy' && missed !== undefined && type !== 'i32';
        const written = replaces ? column.map((value) => (value === missed ? Infinity : value)) : column;
        const { buffer, byteOffset, byteLength } = written;
        await this.#files[index]!.write(new Uint8Array(buffer, byteOffset, byteLength));
      }
    } else if (this.#format === 'ply') {
      await this.#files[0]!.write(interleave(this.#columns, values));
    } else {
      const lines: string[] = [];
      for (let row = 0; row < rows; row++) lines.push(this.#formatRow(values, row));
      await this.#writeText(this.#format === 'csv' ? lines.join('') : lines.join('').slice(this.#rows > 0 ? 0 : 1));
    }
    this.#rows += rows;
  }

  #formatRow(values: readonly ColumnValues[], row: number): string {
    const isMissed = values[0]![row] === this.#columns[0]!.missed;
    const fields = values.map((column, index) => {
      const value = column[row]!;
      return isMissed || Number.isNaN(value) || value === this.#columns[index]!.missed ? undefined : value;
    });
    if (this.#format === 'csv') return `${fields.join(',')}\n`;
    if (fields.length === 1) return `,${fields[0]}`;
    const named = fields.map((field, index) => [this.#columns[index]!.name, field ?? null]);
    return `,${JSON.stringify(Object.fromEntries(named))}`;
  }

  async #writeText(text: string): Promise<void> {
    await this.#files[0]!.write(new TextEncoder().encode(text));
  }

  /** Ends the files, and gives them their names. */
  async commit(): Promise<void> {
    if (this.#format === 'json') await this.#writeText(']\n');
    if (this.#format === 'ply') await this.#files[0]!.write(plyHeader(this.#columns, this.#rows), 0);
    for (const [index, file] of this.#files.entries()) {
      if (this.#format === 'npy') {
        await file.write(createNpyHeader(NPY_TYPES[this.#columns[index]!.type], this.#rows), 0);
      }
    }
    for (const file of this.#files) await file.commit();
  }

  async discard(): Promise<void> {
    for (const file of this.#files) await file.discard();
  }
}

/** Rows one after the other, as binary PLY has vertices. */
function interleave(columns: readonly Column[], values: readonly ColumnValues[]): Uint8Array {
  const rowBytes = columns.reduce((sum, { type }) => sum + (type === 'f64' ? 8 : 4), 0);
  const rows = values[0]!.length;
  const view = new DataView(new ArrayBuffer(rowBytes * rows));
  let first = 0;
  for (const [index, { type }] of columns.entries()) {
    const column = values[index]!;
    for (let row = 0; row < rows; row++) {
      const at = row * rowBytes + first;
      if (type === 'f64') view.setFloat64(at, column[row]!, true);
      else if (type === 'f32') view.setFloat32(at, column[row]!, true);
      else view.setInt32(at, column[row]!, true);
    }
    first += type === 'f64' ? 8 : 4;
  }
  return new Uint8Array(view.buffer);
}

function plyHeader(columns: readonly Column[], rows: number): Uint8Array {
  const head = 'ply\nformat binary_little_endian 1.0\ncomment ';
  const properties = columns.map(({ name, type }) => `property ${PLY_TYPES[type]} ${name}\n`);
  const tail = `\nelement vertex ${rows}\n${properties.join('')}end_header\n`;
  return new TextEncoder().encode(`${head}${'-'.repeat(PLY_HEADER_BYTES - head.length - tail.length)}${tail}`);
}
