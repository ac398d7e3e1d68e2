/** The images of glTF's materials, and where they lie on primitives. */
import type { Document, Primitive, Texture, TextureInfo } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import { InputError } from '../../../errors.js';
import {
  COORDINATE_COMPONENTS,
  type MeshImage,
  type MeshTextures,
  type Wrap,
} from '../../../mesh/attributes/textures.js';
import type { Budget } from '../../bytes/budget.js';
import { decodePicture } from '../../volumes/pictures/decode-picture.js';
import { hasOpacity, toMeshImage, toOpacityImage } from '../mesh-image.js';
import { readVectors } from './gltf-pose.js';

/** An image without a wrap, which textures add. */
type BareImage = Omit<MeshImage, 'wrap'>;

/** The part of an image that is shown: its colours, numbers in its channels, or its opacities. */
export type ImageUse = 'color' | 'data' | 'opacity';

/** An image of a file as it was decoded. */
interface DecodedImage {
  readonly color: BareImage;
  /** Undefined where all of it is opaque. */
  readonly opacity: BareImage | undefined;
}

/** The images of a file, by the library's textures. The same image with the same wrap is one for all that show it. */
export class GltfImages {
  readonly #decoded: ReadonlyMap<Texture, DecodedImage>;
  readonly #numbers: ReadonlyMap<DecodedImage, number>;
  readonly #wrapped = new Map<string, MeshImage>();

  private constructor(decoded: ReadonlyMap<Texture, DecodedImage>) {
    this.#decoded = decoded;
    this.#numbers = new Map([...new Set(decoded.values())].map((image, number) => [image, number]));
  }

  /** Decodes the images, each once; those of other formats than PNG, JPEG and WebP are left out. */
  static async decode(document: Document, budget: Budget): Promise<GltfImages> {
    const images = new Map<Texture, DecodedImage>();
    const known = new Map<string, { readonly bytes: Uint8Array; readonly image: DecodedImage }[]>();
    for (const texture of document.getRoot().listTextures()) {
      const bytes = texture.getImage();
      if (!bytes?.length) continue;
      const key = `${bytes.length} ${hashBytes(bytes)}`;
      const alike = known.get(key) ?? [];
      budget.spendSteps(alike.length * bytes.length, 'comparing its images');
      const before = alike.find((one) => areSameBytes(one.bytes, bytes))?.image;
      const image = before ?? (await decodeImage(bytes, budget));
      if (!image) continue;
      if (!before) known.set(key, [...alike, { bytes, image }]);
      images.set(texture, image);
    }
    return new GltfImages(images);
  }

  /** Undefined where the image could not be read, or has nothing of the kind. */
  find(texture: Texture, info: TextureInfo, use: ImageUse): MeshImage | undefined {
    const decoded = this.#decoded.get(texture);
    const image = use === 'opacity' ? decoded?.opacity : decoded?.color;
    if (!decoded || !image) return undefined;
    const wrap = [nameWrap(info.getWrapS()), nameWrap(info.getWrapT())] as const;
    const key = [this.#numbers.get(decoded), use, ...wrap].join();
    const wrapped = this.#wrapped.get(key) ?? { ...image, wrap, ...(use !== 'color' && { isData: true }) };
    this.#wrapped.set(key, wrapped);
    return wrapped;
  }
}

async function decodeImage(bytes: Uint8Array, budget: Budget): Promise<DecodedImage | undefined> {
  try {
    const picture = await decodePicture(bytes, budget);
    const { width, height } = picture;
    budget.spendBytes((hasOpacity(picture) ? 8 : 4) * width * height, 'its images');
    return { color: toMeshImage(picture), opacity: hasOpacity(picture) ? toOpacityImage(picture) : undefined };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

/** FNV-1a of 32 bits: other images rarely have the same, unless somebody made them to. */
function hashBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

const areSameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);

/** The image of a primitive's colour on its vertices; undefined where there is none. */
export function findTextures(
  images: GltfImages,
  primitive: Primitive,
  [texture, info]: readonly [Texture | null, TextureInfo | null],
): MeshTextures | undefined {
  const image = texture && info && images.find(texture, info, 'color');
  const accessor = info && primitive.getAttribute(`TEXCOORD_${setOf(info)}`);
  const vertices = primitive.getAttribute('POSITION')?.getCount();
  if (!image || !accessor?.getArray() || accessor.getCount() !== vertices) return undefined;
  const uvs = readVectors(accessor, 2);
  const [a, b, c, d, e, f] = transformOf(info);
  const coordinates = new Float32Array((COORDINATE_COMPONENTS * uvs.length) / 2);
  for (let at = 0, uv = 0; uv < uvs.length; at += COORDINATE_COMPONENTS, uv += 2) {
    const [u, v] = [uvs[uv]!, uvs[uv + 1]!];
    coordinates[at] = a * u + b * v + c;
    coordinates[at + 1] = d * u + e * v + f;
  }
  return { images: [image], coordinates };
}

const [CLAMP, MIRROR] = [33071, 33648];

const nameWrap = (mode: number): Wrap => (mode === CLAMP ? 'clamp' : mode === MIRROR ? 'mirror' : 'repeat');

const textureTransform = (info: TextureInfo) => info.getExtension<Transform>('KHR_texture_transform');

/** The number of the set of coordinates that a texture goes by. */
export const setOf = (info: TextureInfo): number => textureTransform(info)?.getTexCoord() ?? info.getTexCoord();

/**
 * Takes coordinates to the texture, as `MaterialImage` has it. Quantised coordinates come with a transform:
 * https://github.com/KhronosGroup/glTF, KHR_texture_transform.
 */
export function transformOf(info: TextureInfo): readonly [number, number, number, number, number, number] {
  const transform = textureTransform(info);
  if (!transform) return [1, 0, 0, 0, 1, 0];
  const [[x, y], [scaleX, scaleY], angle] = [transform.getOffset(), transform.getScale(), transform.getRotation()];
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [cos * scaleX!, sin * scaleY!, x!, -sin * scaleX!, cos * scaleY!, y!];
}
