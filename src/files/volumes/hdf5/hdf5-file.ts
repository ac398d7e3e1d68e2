/** HDF5 files by h5wasm, the HDF5 library as WebAssembly: its groups, attributes and arrays, and nothing printed or left open. */
import { InputError } from '../../../errors.js';
import type { VoxelArray } from '../../../volume/volume.js';
import { checkSmallInput } from '../../bytes/budget.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { decodeVoxels } from '../samples/voxels.js';

type Library = typeof import('h5wasm');
type Dataset = import('h5wasm').Dataset;
type Group = import('h5wasm').Group;

/** An array of numbers of a file. */
export interface Hdf5Array {
  readonly path: string;
  /** Lengths of its axes, the last of which is fastest. */
  readonly shape: readonly number[];
  /** Bytes of a number. */
  readonly sizeBytes: number;
  readonly isFloat: boolean;
}

/** Classes of types: H5Tpublic.h. */
const [INTEGER, FLOAT] = [0, 1];

/** Groups that are looked into, and how deep: links may lead in circles. */
const [GROUPS_MAX, DEPTH_MAX] = [4096, 16];

/** WebAssembly holds the file and what is read of it. */
const MEMORY_MAX = 2 ** 31;

/** A part of Emscripten's file system that its types lack. */
interface StandardStreams {
  getStream(descriptor: number): object | null | undefined;
  close(stream: object): void;
}

/** Arrays are there twice: the library's copy, and ours. */
const LIBRARY_COPIES = 2;

let opening: Promise<Library> | undefined;
let opened = 0;

/** Loaded when a file needs it: 4 MB, and a tenth of a second. */
async function loadLibrary(): Promise<Library> {
  const library = await import('h5wasm');
  const module = await library.ready;
  // Without it, the library prints its errors and goes on.
  module.activate_throwing_error_handler();
  // The library prints some of its errors all the same, unless its standard streams are closed.
  const { FS } = module as unknown as { FS: StandardStreams };
  for (const output of [1, 2]) {
    const stream = FS.getStream(output);
    if (stream) FS.close(stream);
  }
  return library;
}

/**
 * Runs `read` on the file that `bytes` are.
 * @param memory takes the library's copy of it, and what is read.
 * @throws InputError for whatever the library cannot read.
 */
export async function withHdf5<T>(bytes: Uint8Array, read: (file: Hdf5File) => T, memory?: MemoryAccount): Promise<T> {
  opening ??= loadLibrary();
  const { File, ready } = await opening;
  const { FS } = await ready;
  if (bytes.length > MEMORY_MAX)
    throw new InputError(`has ${bytes.length} bytes; HDF5 of up to ${MEMORY_MAX} can be read`);
  memory?.spend(bytes.length, 'the copy of its file that is read by HDF5’s library');
  // A name that was used before may still stand for that file.
  const path = `/file${++opened}`;
  let file: InstanceType<Library['File']> | undefined;
  try {
    FS.writeFile(path, bytes);
    file = new File(path, 'r');
    return read(new Hdf5File(file, bytes.length, memory));
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`cannot be read as HDF5: ${reasonOf(cause)}`, { cause });
  } finally {
    try {
      file?.close();
    } catch {
      // A damaged file may not close either.
    }
    FS.unlink(path);
  }
}

/** The first thing that the library says is wrong; its texts go through all of its functions, a line or two each. */
function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  const last = text.split('\n').findLast((line) => /#\d+: /.test(line));
  const reason = last?.replace(/^.*\(\): /, '') ?? text.split('\n')[0]!;
  return `${reason.slice(0, 120)}; it is damaged, cut short, or of a kind that is not known`;
}

export class Hdf5File {
  readonly #root: Group;
  readonly #inputBytes: number;
  readonly memory: MemoryAccount | undefined;

  constructor(root: Group, inputBytes: number, memory: MemoryAccount | undefined) {
    this.#root = root;
    this.#inputBytes = inputBytes;
    this.memory = memory;
  }

  has(path: string): boolean {
    return this.#find(path) !== undefined;
  }

  /** Names of a group's members; none where there is no such group. */
  keys(path: string): string[] {
    const group = path === '/' ? this.#root : this.#find(path);
    return group && isGroup(group) ? group.keys() : [];
  }

  /** The value of an attribute; undefined if there is none. */
  attribute(path: string, name: string): unknown {
    const owner = this.#find(path);
    if (!owner || !('attrs' in owner)) return undefined;
    const attribute = owner.attrs[name];
    return attribute?.value ?? undefined;
  }

  /** Text of an attribute, be it a string or, as Imaris writes it, letters one by one. */
  text(path: string, name: string): string | undefined {
    const value = this.attribute(path, name);
    if (typeof value === 'string') return value.replace(/\0.*$/s, '');
    if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join('');
    return undefined;
  }

  /** Numbers of an attribute; none where there are none. */
  numbers(path: string, name: string): number[] {
    const value = this.attribute(path, name);
    if (typeof value === 'number' || typeof value === 'bigint') return [Number(value)];
    return ArrayBuffer.isView(value) || Array.isArray(value) ? Array.from(value as ArrayLike<number>, Number) : [];
  }

  /** @throws InputError if there is no such array, or it holds no numbers. */
  array(path: string): Hdf5Array {
    const array = this.#describe(path);
    if (array) return array;
    throw new InputError(`has no array of numbers ${path}; get a whole copy`);
  }

  /** All arrays of numbers, by their paths. */
  arrays(): Hdf5Array[] {
    const found: Hdf5Array[] = [];
    const queue: { path: string; depth: number }[] = [{ path: '', depth: 0 }];
    for (let at = 0; at < queue.length && at < GROUPS_MAX; at++) {
      const { path, depth } = queue[at]!;
      for (const key of this.keys(path === '' ? '/' : path)) {
        const child = path === '' ? key : `${path}/${key}`;
        const array = this.#describe(child);
        if (array) found.push(array);
        else if (depth < DEPTH_MAX && isGroup(this.#find(child))) queue.push({ path: child, depth: depth + 1 });
      }
    }
    return found;
  }

  /**
   * The numbers of an array within ranges of its axes; all of them by default.
   * @throws InputError if they are more than a file of its size may take.
   */
  read(
    { path, shape, sizeBytes, isFloat }: Hdf5Array,
    ranges: readonly (readonly [number, number])[] = shape.map((size) => [0, size]),
  ): VoxelArray {
    const count = ranges.reduce((product, [from, to]) => product * (to - from), 1);
    if (isFloat && sizeBytes < 4)
      throw new InputError(`has half floats in ${path}, which cannot be read of HDF5; float32 can`);
    checkSmallInput(this.#inputBytes, LIBRARY_COPIES * count * sizeBytes, `the array ${path.slice(0, 80)}`);
    if (count * sizeBytes > MEMORY_MAX / 2) {
      throw new InputError(
        `has ${count} numbers in ${path}, more than the ${MEMORY_MAX / 2} bytes that can be read of HDF5`,
      );
    }
    this.memory?.spend(LIBRARY_COPIES * count * sizeBytes, 'its voxels');
    const dataset = this.#find(path) as Dataset;
    if (shape.length === 0) return Float64Array.of(Number(dataset.value));
    refuseFilters(dataset, path);
    refuseOtherFiles(dataset, path);
    const values = dataset.slice(ranges.map(([from, to]) => [from, to]));
    if (!ArrayBuffer.isView(values)) throw new InputError(`has no numbers in ${path} that can be read`);
    if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      return decodeVoxels(bytes, values instanceof BigInt64Array ? 'int64' : 'uint64', 'little', this.memory);
    }
    const numbers = values as VoxelArray;
    if (numbers.length !== count || numbers.BYTES_PER_ELEMENT !== sizeBytes) {
      throw new InputError(`has numbers of ${sizeBytes} bytes in ${path}, which cannot be read`);
    }
    return numbers;
  }

  #describe(path: string): Hdf5Array | undefined {
    const found = this.#find(path);
    if (!found || !('shape' in found) || !('metadata' in found)) return undefined;
    const { shape, metadata } = found as Dataset;
    if (!shape || (metadata.type !== INTEGER && metadata.type !== FLOAT) || ![1, 2, 4, 8].includes(metadata.size))
      return undefined;
    return { path, shape, sizeBytes: metadata.size, isFloat: metadata.type === FLOAT };
  }

  #find(path: string) {
    try {
      return this.#root.get(path) ?? undefined;
    } catch {
      // Looking for what is not there fails.
      return undefined;
    }
  }
}

/** Deflate, shuffle, Fletcher's checksum, n-bit and scale-offset: those that the library has of its own. */
const FILTERS: readonly number[] = [1, 2, 3, 5, 6];

/** @throws InputError that names a compression that the library lacks. */
function refuseFilters(dataset: Dataset, path: string): void {
  const filter = dataset.filters.find(({ id }) => !FILTERS.includes(id));
  if (!filter) return;
  throw new InputError(
    `has ${path} compressed by ${filter.name || `filter ${filter.id}`}, which cannot be read; h5repack -f GZIP=6 makes a file that can`,
  );
}

/** @throws InputError for a virtual array of arrays in other files, which the library would fill with zeros. */
function refuseOtherFiles({ metadata }: Dataset, path: string): void {
  const other = metadata.virtual_sources?.find(({ file_name }) => file_name !== '.');
  if (!other) return;
  throw new InputError(
    `has in ${path} what lies in other files, such as ${quote(other.file_name)}, which are not read with it; name one of those`,
  );
}

const isGroup = (entity: unknown): entity is Group =>
  typeof entity === 'object' && entity !== null && 'keys' in entity && 'get' in entity;
