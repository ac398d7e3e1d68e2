/** The images that a glTF's materials show. */

import { InputError } from '../../../errors.js';
import { mayLeaveOut } from '../../bytes/outside-error.js';
import { decodeBase64 } from '../../bytes/text/base64.js';
import { decodeEscapes } from '../../bytes/text/decode-escapes.js';
import type { FileSource } from '../../volumes/source.js';

/** The part of the JSON that leads to images; anything may be missing or wrong. */
export interface GltfImageJson {
  images?: { uri?: unknown; bufferView?: unknown }[];
  textures?: { source?: unknown; extensions?: { EXT_texture_webp?: { source?: unknown } } }[];
  materials?: GltfMaterialJson[];
  bufferViews?: { byteLength?: number; byteOffset?: number; buffer?: number }[];
  buffers?: { uri?: string }[];
}

type TextureJson = { index?: unknown } | undefined;

/** The textures of a material that are shown. */
interface GltfMaterialJson {
  pbrMetallicRoughness?: { baseColorTexture?: TextureJson; metallicRoughnessTexture?: TextureJson };
  normalTexture?: TextureJson;
  emissiveTexture?: TextureJson;
  extensions?: {
    KHR_materials_transmission?: { transmissionTexture?: TextureJson };
    KHR_materials_pbrSpecularGlossiness?: { diffuseTexture?: TextureJson };
  };
}

function listTextures(material: GltfMaterialJson | null | undefined): readonly TextureJson[] {
  const { pbrMetallicRoughness, normalTexture, emissiveTexture, extensions } = material ?? {};
  return [
    pbrMetallicRoughness?.baseColorTexture,
    pbrMetallicRoughness?.metallicRoughnessTexture,
    normalTexture,
    emissiveTexture,
    extensions?.KHR_materials_transmission?.transmissionTexture,
    extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseTexture,
  ];
}

/** Bytes of an image; `undefined` where it is none that materials show, or is not there. */
export type ReadImage = (index: number) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** @param bufferOf finds the bytes of a buffer by its number. */
export function createImageReader(
  json: GltfImageJson,
  bufferOf: (index: number) => Uint8Array | undefined,
  readSibling: FileSource['readSibling'],
): ReadImage {
  const used = new Set(
    listOf(json.materials)
      .flatMap(listTextures)
      .map((info) => {
        const texture = listOf(json.textures)[Number(info?.index)];
        return texture?.extensions?.EXT_texture_webp?.source ?? texture?.source;
      }),
  );
  return async (index) => {
    const { uri, bufferView } = json.images?.[index] ?? {};
    if (!used.has(index)) return undefined;
    if (typeof uri === 'string') return readUri(uri, readSibling);
    const view = listOf(json.bufferViews)[Number(bufferView)];
    const start = view?.byteOffset ?? 0;
    const bytes = view && bufferOf(Number(view.buffer))?.slice(start, start + (view.byteLength ?? 0));
    return bytes && new Uint8Array(bytes);
  };
}

/** A picture that is not there leaves its surface without: the mesh is whole all the same. */
async function readUri(
  uri: string,
  readSibling: FileSource['readSibling'],
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(uri.startsWith('data:') ? readDataUri(uri) : await readSibling(decodeEscapes(uri)));
  } catch (error) {
    if (mayLeaveOut(error)) return undefined;
    throw error;
  }
}

const listOf = <T>(list: readonly T[] | undefined): readonly T[] => (Array.isArray(list) ? list : []);

/** @throws InputError if it is not in base64. */
export function readDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',');
  if (!/^data:[^,]*;base64,/.test(uri)) throw new InputError('has a data URI that is not in base64');
  const text = new TextEncoder().encode(uri.slice(comma + 1));
  return decodeBase64(text, text.length);
}
