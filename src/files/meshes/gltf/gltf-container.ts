/** The JSON of a glTF file with its buffers, checked for claims that its bytes cannot hold. */

import { InputError } from '../../../errors.js';
import { decodeEscapes } from '../../bytes/text/decode-escapes.js';
import type { FileSource } from '../../volumes/source.js';
import { checkAccessors, type GltfAccessorsJson } from './gltf-accessors.js';
import { type GltfHierarchyJson, shownHierarchy } from './gltf-hierarchy.js';
import { createImageReader, type GltfImageJson, readDataUri } from './gltf-images.js';
import { checkNumberFields, listObjects, showJson } from './gltf-json.js';

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
export interface GltfJson extends Omit<GltfImageJson, 'bufferViews'>, GltfAccessorsJson, GltfHierarchyJson {
  asset?: { version?: string };
  buffers?: { uri?: string; byteLength?: number }[];
  meshes?: object[];
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
  if (typeof json?.asset !== 'object') throw new InputError('has no "asset", which every glTF has');
  const version: unknown = json.asset?.version;
  if (typeof version !== 'string' || !version.startsWith('2.')) {
    const shown = typeof version === 'string' ? version.slice(0, 20) : `of the version ${showJson(version)}`;
    throw new InputError(`is glTF ${shown}; versions from 2.0 on are read`);
  }
  for (const name of ['extensionsRequired', 'extensionsUsed'] as const) {
    const list: unknown = json[name] ?? [];
    if (!Array.isArray(list)) throw new InputError(`has ${name} that are no list; get a whole copy`);
  }
  const resources: GltfContainer['resources'] = binary ? { [GLB_RESOURCE]: binary } : {};
  for (const { uri } of listObjects(json, 'buffers')) {
    if (typeof uri !== 'string' || resources[uri]) continue;
    const bytes = uri.startsWith('data:') ? readDataUri(uri) : await source.readSibling(decodeEscapes(uri));
    // Typed arrays of the library need the alignment that a buffer of its own has.
    resources[uri] = new Uint8Array(bytes);
  }
  const sizeBytes = Object.values(resources).reduce((sum, { length }) => sum + length, 0);
  const bufferOf = (index: number) => {
    const buffer = json.buffers?.[index];
    return buffer && resources[buffer.uri ?? GLB_RESOURCE];
  };
  checkAccessors(json, bufferOf, sizeBytes);
  checkNumbers(json);
  const hierarchy = shownHierarchy(json, listObjects(json, 'nodes'));
  resources[NO_IMAGE] = new Uint8Array();
  const readImage = createImageReader(json as GltfImageJson, bufferOf, source.readSibling);
  const images: { uri: string }[] = [];
  for (const index of listObjects(json, 'images').keys()) {
    const bytes = await readImage(index);
    const uri = bytes ? `image-${index}.png` : NO_IMAGE;
    if (bytes) resources[uri] = bytes;
    images.push({ uri });
  }
  return {
    json: { ...json, ...hierarchy, images, ...nameSources(json, images) },
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
    throw new InputError('has JSON that is damaged; get a whole copy', { cause });
  }
}

/** @throws InputError for places, materials and weights that are no numbers: of each other type, the library makes something else. */
function checkNumbers(json: GltfJson): void {
  for (const [index, node] of listObjects(json, 'nodes').entries())
    checkNumberFields(`node ${index}`, node, NODE_FIELDS);
  for (const [index, mesh] of listObjects(json, 'meshes').entries()) {
    checkNumberFields(`mesh ${index}`, mesh, { weights: 'numbers' });
  }
  for (const [index, material] of listObjects(json, 'materials').entries()) {
    const what = `material ${index}`;
    const { pbrMetallicRoughness, normalTexture } = material as Record<string, unknown>;
    checkNumberFields(what, material, { emissiveFactor: 3, alphaCutoff: 'number' });
    checkNumberFields(what, pbrMetallicRoughness, SURFACE_FIELDS);
    checkNumberFields(what, normalTexture, { scale: 'number' });
  }
}

const NODE_FIELDS = { translation: 3, rotation: 4, scale: 3, matrix: 16, weights: 'numbers' } as const;
const SURFACE_FIELDS = { baseColorFactor: 4, metallicFactor: 'number', roughnessFactor: 'number' } as const;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
