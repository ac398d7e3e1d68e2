/** The accessors and buffer views of a glTF's JSON, checked before the library reads numbers by them: it reads beyond their ends. */
import { InputError } from '../../../errors.js';
import { listObjects, showJson } from './gltf-json.js';

/** The part of the JSON by which numbers are read; anything may be missing or wrong. */
export interface GltfAccessorsJson {
  accessors?: AccessorJson[];
  bufferViews?: BufferViewJson[];
}

interface ElementsJson {
  bufferView?: unknown;
  byteOffset?: unknown;
  componentType?: unknown;
}

interface AccessorJson extends ElementsJson {
  count?: unknown;
  type?: unknown;
  sparse?: { count?: unknown; indices?: ElementsJson; values?: ElementsJson } | null;
}

interface BufferViewJson {
  buffer?: unknown;
  byteLength?: unknown;
  byteOffset?: unknown;
  byteStride?: unknown;
  extensions?: { EXT_meshopt_compression?: CompressedJson } | null;
}

interface CompressedJson {
  buffer?: unknown;
  byteOffset?: unknown;
  byteLength?: unknown;
  count?: unknown;
  byteStride?: unknown;
}

/** The bytes of a buffer by its number; undefined where there is none. */
type BufferOf = (index: number) => Uint8Array | undefined;

const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;
const COMPONENT_BYTES: ReadonlyMap<unknown, number> = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
]);
/** Unsigned integers, by which sparse accessors name elements. */
const INDEX_TYPES: readonly unknown[] = [5121, 5123, 5125];

/** Columns of matrices start at multiples of four bytes. */
const COLUMN_BYTES = 4;

/** Largest growth of compressed geometry: that of DEFLATE's data. */
const RATIO_MAX = 1032;
/** Grids of zeros compress to next to nothing. */
const NUMBERS_FREE = 1 << 24;

/**
 * @param bufferOf the bytes of a buffer by its number; undefined where there is none.
 * @param sizeBytes of all buffers.
 * @throws InputError for accessors and views that claim what their bytes do not hold, before memory is allocated for them.
 */
export function checkAccessors(json: GltfAccessorsJson, bufferOf: BufferOf, sizeBytes: number): void {
  let claimed = 0;
  const views = listObjects(json, 'bufferViews');
  for (const [index, view] of views.entries()) claimed += checkView(`buffer view ${index}`, view, bufferOf);
  for (const [index, accessor] of listObjects(json, 'accessors').entries()) {
    claimed += checkAccessor(`accessor ${index}`, accessor, views, bufferOf);
  }
  if (claimed <= Math.max(NUMBERS_FREE, RATIO_MAX * sizeBytes)) return;
  throw new InputError(`has ${sizeBytes} bytes for ${claimed} numbers; get a whole copy`);
}

/** @returns the bytes that it is unpacked to. */
function checkView(what: string, view: BufferViewJson, bufferOf: BufferOf): number {
  const stride = checkWhole(view.byteStride ?? 0, what, 'byteStride');
  const compressed = view.extensions?.EXT_meshopt_compression;
  if (!compressed) {
    checkRange(what, view, bufferOf);
    return 0;
  }
  checkRange(what, compressed, bufferOf);
  const count = checkWhole(compressed.count, what, 'count');
  const unpacked = count * checkWhole(compressed.byteStride, what, 'byteStride');
  if (unpacked === checkWhole(view.byteLength, what, 'byteLength') && (stride === 0 || stride * count === unpacked)) {
    return unpacked;
  }
  throw new InputError(`${what} has ${showJson(view.byteLength)} bytes, and unpacks to ${unpacked}; get a whole copy`);
}

function checkRange(
  what: string,
  { buffer, byteOffset = 0, byteLength }: Pick<BufferViewJson, 'buffer' | 'byteOffset' | 'byteLength'>,
  bufferOf: BufferOf,
): void {
  const bytes = bufferOf(checkWhole(buffer, what, 'buffer'));
  if (!bytes) throw new InputError(`${what} is of the buffer ${showJson(buffer)}, which is not there`);
  const end = checkWhole(byteOffset, what, 'byteOffset') + checkWhole(byteLength, what, 'byteLength');
  if (end <= bytes.length) return;
  throw new InputError(`${what} ends at byte ${end} of a buffer of ${bytes.length}; get a whole copy`);
}

/** @returns how many numbers it has. */
function checkAccessor(
  what: string,
  accessor: AccessorJson,
  views: readonly BufferViewJson[],
  bufferOf: BufferOf,
): number {
  const { type, sparse } = accessor;
  const count = checkWhole(accessor.count, what, 'count');
  if (typeof type !== 'string' || !Object.hasOwn(COMPONENTS, type)) {
    throw new InputError(
      `${what} has the type ${showJson(type)}; one of ${Object.keys(COMPONENTS).join(', ')} is right`,
    );
  }
  const kind = type as keyof typeof COMPONENTS;
  checkElements(what, accessor, kind, count, views);
  if (sparse) {
    const replaced = checkWhole(sparse.count, `${what}'s sparse part`, 'count');
    if (replaced > count) {
      throw new InputError(`${what} has ${count} elements, of which its sparse part replaces ${replaced}`);
    }
    const { indices, values } = sparse;
    if (!indices || !values || !INDEX_TYPES.includes(indices.componentType)) {
      throw new InputError(`${what}'s sparse part has no indices of unsigned integers, or no values`);
    }
    checkElements(`${what}'s sparse part`, indices, 'SCALAR', replaced, views);
    const beyond = replaced > 0 ? findBeyond(indices, replaced, count, views, bufferOf) : undefined;
    if (beyond !== undefined)
      throw new InputError(`${what} has ${count} elements, and its sparse part replaces the one of index ${beyond}`);
    checkElements(`${what}'s sparse part`, { ...values, componentType: accessor.componentType }, kind, replaced, views);
  } else if (sparse !== undefined && sparse !== null) {
    throw new InputError(`${what} has the sparse part ${showJson(sparse)}`);
  }
  return count * COMPONENTS[kind];
}

/** The first index of a sparse part that is not below `count`; of views that are compressed, none is read here. */
function findBeyond(
  { bufferView, byteOffset = 0, componentType }: ElementsJson,
  replaced: number,
  count: number,
  views: readonly BufferViewJson[],
  bufferOf: BufferOf,
): number | undefined {
  const view = views[Number(bufferView)];
  if (!view || view.extensions?.EXT_meshopt_compression) return undefined;
  const bytes = bufferOf(view.buffer as number)!;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const sizeBytes = COMPONENT_BYTES.get(componentType)!;
  const first = ((view.byteOffset as number | undefined) ?? 0) + (byteOffset as number);
  for (let at = 0; at < replaced; at++) {
    const from = first + at * ((view.byteStride as number | undefined) || sizeBytes);
    const index =
      sizeBytes === 1 ? data.getUint8(from) : sizeBytes === 2 ? data.getUint16(from, true) : data.getUint32(from, true);
    if (index >= count) return index;
  }
  return undefined;
}

/** Elements without a view are zeros. */
function checkElements(
  what: string,
  { bufferView, byteOffset = 0, componentType }: ElementsJson,
  kind: keyof typeof COMPONENTS,
  count: number,
  views: readonly BufferViewJson[],
): void {
  const componentBytes = COMPONENT_BYTES.get(componentType);
  if (componentBytes === undefined) {
    throw new InputError(
      `${what} has the component type ${showJson(componentType)}; 5120 to 5126 but for 5124 are right`,
    );
  }
  const start = checkWhole(byteOffset, what, 'byteOffset');
  if (bufferView === undefined || count === 0) return;
  const view = views[checkWhole(bufferView, what, 'bufferView')];
  if (!view) throw new InputError(`${what} is of the buffer view ${showJson(bufferView)}, which is not there`);
  const elementBytes = elementSize(kind, componentBytes);
  const stride = (view.byteStride as number | undefined) || elementBytes;
  if (count > 1 && stride < elementBytes) {
    throw new InputError(`${what} has elements of ${elementBytes} bytes, which are ${stride} apart`);
  }
  const needed = start + stride * (count - 1) + elementBytes;
  if (needed <= (view.byteLength as number)) return;
  throw new InputError(
    `${what} needs ${needed} bytes of buffer view ${showJson(bufferView)}, which has ${showJson(view.byteLength)}; get a whole copy`,
  );
}

function elementSize(kind: keyof typeof COMPONENTS, componentBytes: number): number {
  const components = COMPONENTS[kind];
  if (!kind.startsWith('MAT')) return components * componentBytes;
  const columns = Math.sqrt(components);
  const columnBytes = Math.ceil((columns * componentBytes) / COLUMN_BYTES) * COLUMN_BYTES;
  // The last column need not be filled up.
  return (columns - 1) * columnBytes + columns * componentBytes;
}

/** An integer from 0 on. @throws InputError that names the field. */
function checkWhole(value: unknown, what: string, field: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new InputError(`${what} has the ${field} ${showJson(value)}; an integer from 0 on is right`);
}
