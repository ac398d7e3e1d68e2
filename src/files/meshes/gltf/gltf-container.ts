/** The JSON of a glTF file with its buffers, checked for claims that its bytes cannot hold. */
import { InputError } from '../../../errors.js';
import type { FileSource } from '../../volumes/source.js';
import { createImageReader, decodeUri, type GltfImageJson, readDataUri } from './gltf-images.js';

const [MAGIC, JSON_CHUNK, BINARY_CHUNK] = [0x46546c67, 0x4e4f534a, 0x004e4942];
const [HEADER_SIZE_BYTES, CHUNK_HEADER_SIZE_BYTES] = [12, 8];

/** gltf-transform's name for a GLB's own buffer. */
const GLB_RESOURCE = '@glb.bin';

/** Stands for images that no material shows. */
const NO_IMAGE = 'none.png';

export interface GltfContainer {
  readonly json: GltfJson;
  /** Buffers by their URI. */
  readonly resources: Record<string, Uint8Array<ArrayBuffer>>;
  /** Bytes of the file and of its buffers. */
  readonly sizeBytes: number;
}

/** The part of the JSON that is looked at before the library reads it; anything may be missing or wrong. */
export interface GltfJson extends GltfImageJson {
  asset?: { version?: string };
  accessors?: {
    count?: number;
    bufferView?: number;
    type?: string;
    componentType?: number;
    sparse?: { count?: unknown } | null;
  }[];
  bufferViews?: {
    byteLength?: number;
    byteOffset?: number;
    buffer?: number;
    extensions?: { EXT_meshopt_compression?: { count?: number; byteStride?: number } };
  }[];
  buffers?: { uri?: string; byteLength?: number }[];
  nodes?: { children?: unknown }[];
  animations?: unknown[];
  extensionsRequired?: string[];
  extensionsUsed?: string[];
}

/**
 * Takes GLB, or JSON with its buffers and the images of materials in data URIs or in files beside it.
 * @throws InputError if it is damaged, or says that it has more than its bytes hold.
 */
export async function openGltf(source: FileSource): Promise<GltfContainer> {
  const { json, binary } = isGlb(source.bytes)
    ? splitGlb(source.bytes)
    : { json: parseJson(source.bytes), binary: undefined };
  if (typeof json !== 'object' || json === null || !json.asset)
    throw new InputError('has no "asset", which every glTF has');
  if (!String(json.asset.version).startsWith('2.')) {
    throw new InputError(`is glTF ${String(json.asset.version).slice(0, 20)}; versions from 2.0 on are read`);
  }
  for (const name of ['extensionsRequired', 'extensionsUsed'] as const) {
    const list: unknown = json[name] ?? [];
    if (!Array.isArray(list)) throw new InputError(`has ${name} that are no list; get a whole copy`);
  }
  const resources: GltfContainer['resources'] = binary ? { [GLB_RESOURCE]: binary } : {};
  for (const { uri } of listOf(json, 'buffers')) {
    if (typeof uri !== 'string' || resources[uri]) continue;
    const bytes = uri.startsWith('data:') ? readDataUri(uri) : await source.readSibling(decodeUri(uri));
    // Typed arrays of the library need the alignment that a buffer of its own has.
    resources[uri] = new Uint8Array(bytes);
  }
  const sizeBytes = Object.values(resources).reduce((sum, { length }) => sum + length, 0);
  checkClaims(json, sizeBytes);
  checkDepth(json);
  const bufferOf = (index: number) => {
    const { uri } = json.buffers?.[index] ?? {};
    return resources[uri ?? GLB_RESOURCE];
  };
  resources[NO_IMAGE] = new Uint8Array();
  const readImage = createImageReader(json, bufferOf, source.readSibling);
  const images: { uri: string }[] = [];
  for (const index of listOf(json, 'images').keys()) {
    const bytes = await readImage(index);
    const uri = bytes ? `image-${index}.png` : NO_IMAGE;
    if (bytes) resources[uri] = bytes;
    images.push({ uri });
  }
  return {
    json: { ...json, images, ...nameSources(json, images) },
    resources,
    sizeBytes: sizeBytes + source.bytes.length,
  };
}

/**
 * Textures whose images only an extension names, in a format that is not read, have an image without bytes: the library fails on
 * those that have none.
 */
function nameSources({ textures }: GltfJson, images: { uri: string }[]): Pick<GltfJson, 'textures'> {
  if (!Array.isArray(textures) || textures.every((texture) => typeof texture?.source === 'number')) return {};
  const source = images.push({ uri: NO_IMAGE }) - 1;
  return { textures: textures.map((texture) => (texture?.source === undefined ? { ...texture, source } : texture)) };
}

function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER_SIZE_BYTES && viewOf(bytes).getUint32(0, true) === MAGIC;
}

function splitGlb(bytes: Uint8Array) {
  const view = viewOf(bytes);
  const version = view.getUint32(4, true);
  if (version !== 2) throw new InputError(`is a GLB container of version ${version}; version 2 is read`);
  const chunks: { type: number; data: Uint8Array<ArrayBuffer> }[] = [];
  for (let at = HEADER_SIZE_BYTES; at + CHUNK_HEADER_SIZE_BYTES <= bytes.length && chunks.length < 2; ) {
    const [sizeBytes, type] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    const start = at + CHUNK_HEADER_SIZE_BYTES;
    if (start + sizeBytes > bytes.length) {
      throw new InputError(`has ${bytes.length - start} bytes for a chunk of ${sizeBytes}; get a whole copy`);
    }
    chunks.push({ type, data: bytes.slice(start, start + sizeBytes) as Uint8Array<ArrayBuffer> });
    at = start + sizeBytes;
  }
  const [first, second] = chunks;
  if (first?.type !== JSON_CHUNK) throw new InputError('has no JSON as its first chunk; get a whole copy');
  return { json: parseJson(first.data), binary: second?.type === BINARY_CHUNK ? second.data : undefined };
}

function parseJson(bytes: Uint8Array): GltfJson {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as GltfJson;
  } catch (cause) {
    throw new InputError(`has JSON that is damaged: ${(cause as Error).message.split('\n')[0]!.slice(0, 100)}`, {
      cause,
    });
  }
}

type ListName = 'accessors' | 'buffers' | 'bufferViews' | 'images' | 'nodes';

/** @throws InputError if it is no list of objects. */
function listOf<Name extends ListName>(json: GltfJson, name: Name): NonNullable<GltfJson[Name]> {
  const list: unknown = json[name] ?? [];
  if (!Array.isArray(list) || list.some((item) => typeof item !== 'object' || item === null)) {
    throw new InputError(`has ${name} that are no list of objects; get a whole copy`);
  }
  return list as NonNullable<GltfJson[Name]>;
}

const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

/** Largest growth of compressed geometry: that of DEFLATE's data. */
const RATIO_MAX = 1032;
/** Grids of zeros compress to next to nothing. */
const SIZE_BYTES_FREE = 1 << 24;

/** Refuses accessors and views of more elements than their bytes can hold, before memory is allocated for them. */
function checkClaims(json: GltfJson, sizeBytes: number): void {
  const most = Math.max(SIZE_BYTES_FREE, RATIO_MAX * sizeBytes);
  let claimed = 0;
  for (const [index, { count = 0, type = '', sparse }] of listOf(json, 'accessors').entries()) {
    if (!Number.isSafeInteger(count) || count < 0) throw new InputError(`accessor ${index} has a count of ${count}`);
    // The library goes through all that it claims, which may be a thousand million of none.
    const replaced = sparse ? Number(sparse.count) : 0;
    if (!(replaced >= 0 && replaced <= count)) {
      throw new InputError(`accessor ${index} has ${count} elements, of which its sparse part replaces ${replaced}`);
    }
    // Components may be bytes, and interleaved ones become float32 at most.
    claimed += count * (SIZES[type] ?? 16);
  }
  for (const [index, { byteLength = 0, byteOffset = 0, extensions }] of listOf(json, 'bufferViews').entries()) {
    const compressed = extensions?.EXT_meshopt_compression;
    if (compressed) claimed += Number(compressed.count) * Number(compressed.byteStride);
    else if (!(byteLength >= 0 && byteOffset >= 0 && byteLength + byteOffset <= sizeBytes)) {
      throw new InputError(
        `buffer view ${index} has ${byteLength} bytes, and there are ${sizeBytes} in all; get a whole copy`,
      );
    }
  }
  if (!(claimed <= most)) throw new InputError(`has ${sizeBytes} bytes for ${claimed} numbers; get a whole copy`);
}

/** Skeletons and scenes of programs nest a tenth as deep. A node's place is that of all above it, for each node anew. */
const DEPTH_MAX = 1000;

/** @throws InputError for nodes that are nested too deep, or within themselves. */
function checkDepth(json: GltfJson): void {
  const nodes = listOf(json, 'nodes');
  const parents = new Int32Array(nodes.length).fill(-1);
  for (const [index, { children }] of nodes.entries()) {
    for (const child of Array.isArray(children) ? children : []) if (child in parents) parents[child] = index;
  }
  for (let node = 0; node < nodes.length; node++) {
    let depth = 0;
    for (let at = node; at >= 0; at = parents[at]!) {
      if (++depth > DEPTH_MAX) throw new InputError(`nests its nodes more than ${DEPTH_MAX} deep`);
    }
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
