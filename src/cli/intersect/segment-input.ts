/** Input of `tilecast intersect`: points and segments piece by piece, from seed files or from text. */
import type { FileHandle } from 'node:fs/promises';
import { createMesh, type Mesh } from '../../index.js';
import { FILE_LIMITS, findBadTriangles, recenter, worldPositions } from '../../lab.js';
import { openInputFile, readInputFile, readMeshFile } from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { say, sayOf } from '../say.js';

const POINT_BYTES = 12;
/** Bytes of text to read at once. */
const TEXT_BYTES = 4 << 20;

/** Rows of numbers, one after the other: six a segment, three a point, six a box or four a ball. */
export interface InputRows {
  /** A segment has one of starts and one of ends. */
  readonly columns: readonly (Float32Array | Float64Array)[];
  /** Fraction of the whole input, from 0 to 1. */
  readonly done: number;
}

/** Float32 points, in files that have as many of them each. */
export async function* readPointFiles(paths: readonly string[], rowsAtOnce: number): AsyncGenerator<InputRows> {
  const files: FileHandle[] = [];
  try {
    const sizes: number[] = [];
    for (const path of paths) {
      const file = await openInputFile(path);
      files.push(file);
      const { size } = await file.stat();
      if (size % POINT_BYTES !== 0) {
        fail(`${path}: must have three float32 numbers per point, and ${size} bytes are no multiple of ${POINT_BYTES}`);
      }
      sizes.push(size);
    }
    const [total = 0] = sizes;
    const other = sizes.findIndex((size) => size !== total);
    if (other > 0) {
      const counts = [total, sizes[other]!].map((size) => size / POINT_BYTES);
      fail(`${paths[other]}: must have as many points as ${paths[0]}, ${counts[0]}, and has ${counts[1]}`);
    }
    for (let at = 0; at < total; at += rowsAtOnce * POINT_BYTES) {
      const length = Math.min(rowsAtOnce * POINT_BYTES, total - at);
      const columns: Float32Array[] = [];
      for (const [index, file] of files.entries()) columns.push(await readFloats(file, paths[index]!, at, length));
      yield { columns, done: (at + length) / total };
    }
  } finally {
    for (const file of files) await file.close();
  }
}

async function readFloats(file: FileHandle, path: string, at: number, length: number): Promise<Float32Array> {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) fail(`${path}: became shorter while it was read`);
    done += bytesRead;
  }
  return toFloats(bytes);
}

/** The machine's own order is little-endian wherever WebGPU is. */
const toFloats = ({ buffer, byteOffset, length }: Uint8Array) =>
  new Float32Array(buffer as ArrayBuffer, byteOffset, length / 4);

/**
 * Lines of numbers by commas, semicolons or white space; a first line without numbers names them.
 * @param widths How many numbers each column takes of a line.
 */
export async function* readTextRows(path: string, widths: readonly number[]): AsyncGenerator<InputRows> {
  const numbersPerRow = widths.reduce((sum, width) => sum + width, 0);
  const file = await openInputFile(path);
  try {
    const { size } = await file.stat();
    const decoder = new TextDecoder();
    const bytes = new Uint8Array(TEXT_BYTES);
    let [rest, line, read] = ['', 0, 0];
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, bytes.length);
      read += bytesRead;
      const text = rest + decoder.decode(bytes.subarray(0, bytesRead), { stream: bytesRead > 0 });
      const lines = text.split('\n');
      rest = bytesRead > 0 ? lines.pop()! : '';
      const long = lines.findIndex(({ length }) => length > FILE_LIMITS.lineBytes);
      if (long >= 0 || rest.length > FILE_LIMITS.lineBytes) {
        const number = line + 1 + (long >= 0 ? long : lines.length);
        fail(
          `${path}: line ${number} is longer than ${FILE_LIMITS.lineBytes} characters; right is ${numbersPerRow} numbers per line`,
        );
      }
      const rows: number[][] = [];
      for (const row of lines) {
        line += 1;
        const numbers = parseRow(row, numbersPerRow);
        if (numbers) rows.push(numbers);
        else if (row.trim() !== '' && (line > 1 || /^[\s"']*[-+.\d]/.test(row))) {
          fail(
            `${path}: line ${line} must be ${numbersPerRow} numbers, and is "${row.slice(0, 1000).trim().slice(0, 60)}"`,
          );
        }
      }
      if (rows.length > 0) {
        yield { columns: toColumns(rows, widths), done: Math.min(1, read / size) };
      }
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

function toColumns(rows: readonly (readonly number[])[], widths: readonly number[]): Float64Array[] {
  let first = 0;
  return widths.map((width) => {
    const start = first;
    first += width;
    return Float64Array.from(rows.flatMap((row) => row.slice(start, start + width)));
  });
}

/** The vertices of a mesh's file, as points. */
export async function* readVertices(path: string): AsyncGenerator<InputRows> {
  yield { columns: [worldPositions(await readNotedMesh(path))], done: 1 };
}

function parseRow(row: string, length: number): number[] | undefined {
  const words = row.trim().split(/\s*[,;\s]\s*/);
  if (words.length !== length || words.includes('')) return undefined;
  const numbers = words.map(Number);
  return numbers.some((number, index) => Number.isNaN(number) && !/^nan$/i.test(words[index]!)) ? undefined : numbers;
}

/** The mesh of a file, or of one file of vertices and one of triangles. */
export async function readSurface(mesh: string | undefined, files: readonly string[]): Promise<Mesh> {
  const surface = mesh === undefined ? await readRawMesh(files[0]!, files[1]!) : await readNotedMesh(mesh);
  const bad = findBadTriangles(surface).length;
  if (bad > 0) say(`${bad} triangles have a vertex that does not exist or is not finite, and are left out`);
  return surface;
}

async function readNotedMesh(path: string): Promise<Mesh> {
  const { mesh, notes } = await readMeshFile(path);
  sayOf(path, notes);
  return mesh;
}

async function readRawMesh(verticesPath: string, trianglesPath: string): Promise<Mesh> {
  const read = async (path: string, what: string) => {
    const bytes = await readInputFile(path);
    if (bytes.length === 0 || bytes.length % POINT_BYTES !== 0) {
      fail(`${path}: must have ${what}, and ${bytes.length} bytes are no multiple of ${POINT_BYTES} above 0`);
    }
    return bytes;
  };
  const vertices = await read(verticesPath, 'three float32 numbers per vertex');
  const triangles = await read(trianglesPath, 'three int32 indices a triangle');
  // A negative index becomes one of no vertex.
  const indices = new Uint32Array(triangles.buffer as ArrayBuffer, triangles.byteOffset, triangles.length / 4);
  return createMesh({ ...recenter(toFloats(vertices)), triangles: indices });
}
