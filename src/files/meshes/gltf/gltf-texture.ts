/** The images of base colours on primitives. */
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
import { toMeshImage } from '../mesh-image.js';
import { readVectors } from './gltf-pose.js';

/** Images by the library's textures, as they are without a wrap. */
export type TextureImages = ReadonlyMap<Texture, Omit<MeshImage, 'wrap'>>;

/** Decodes the images, each once; those of other formats than PNG, JPEG and WebP are left out. */
export async function decodeTextures(document: Document, budget: Budget): Promise<TextureImages> {
  const images = new Map<Texture, Omit<MeshImage, 'wrap'>>();
  const decoded: { readonly bytes: Uint8Array; readonly image: Omit<MeshImage, 'wrap'> }[] = [];
  for (const texture of document.getRoot().listTextures()) {
    const bytes = texture.getImage();
    if (!bytes?.length) continue;
    const before = decoded.find((one) => areSameBytes(one.bytes, bytes));
    if (before) {
      images.set(texture, before.image);
      continue;
    }
    try {
      const picture = await decodePicture(bytes, budget);
      budget.spendBytes(4 * picture.width * picture.height, 'its images');
      const image = toMeshImage(picture);
      decoded.push({ bytes, image });
      images.set(texture, image);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  return images;
}

const areSameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Finds what primitives show of images; the same image with the same wrap is one for all of them. */
export class PrimitiveTextures {
  readonly #images: TextureImages;
  readonly #wrapped = new Map<string, MeshImage>();
  readonly #distinct: readonly Omit<MeshImage, 'wrap'>[];

  constructor(images: TextureImages) {
    this.#images = images;
    this.#distinct = [...new Set(images.values())];
  }

  /** Undefined where there is no image. */
  find(primitive: Primitive): MeshTextures | undefined {
    const material = primitive.getMaterial();
    const texture = material?.getBaseColorTexture();
    const info = material?.getBaseColorTextureInfo();
    const image = texture && this.#images.get(texture);
    const transform = info?.getExtension<Transform>('KHR_texture_transform');
    const accessor = info && primitive.getAttribute(`TEXCOORD_${transform?.getTexCoord() ?? info.getTexCoord()}`);
    const vertices = primitive.getAttribute('POSITION')?.getCount();
    if (!image || !info || !accessor?.getArray() || accessor.getCount() !== vertices) return undefined;
    const uvs = transformCoordinates(readVectors(accessor, 2), transform);
    const coordinates = new Float32Array((COORDINATE_COMPONENTS * uvs.length) / 2);
    for (let at = 0, uv = 0; uv < uvs.length; at += COORDINATE_COMPONENTS, uv += 2) {
      coordinates[at] = uvs[uv]!;
      coordinates[at + 1] = uvs[uv + 1]!;
    }
    return { images: [this.#wrap(image, info)], coordinates };
  }

  #wrap(image: Omit<MeshImage, 'wrap'>, info: TextureInfo): MeshImage {
    const wrap = [nameWrap(info.getWrapS()), nameWrap(info.getWrapT())] as const;
    const key = [this.#distinct.indexOf(image), ...wrap].join();
    const wrapped = this.#wrapped.get(key) ?? { ...image, wrap };
    this.#wrapped.set(key, wrapped);
    return wrapped;
  }
}

const [CLAMP, MIRROR] = [33071, 33648];

const nameWrap = (mode: number): Wrap => (mode === CLAMP ? 'clamp' : mode === MIRROR ? 'mirror' : 'repeat');

/** Quantised coordinates come with a transform: https://github.com/KhronosGroup/glTF, KHR_texture_transform. */
function transformCoordinates(uvs: Float64Array, transform: Transform | null | undefined): Float64Array {
  if (!transform) return uvs;
  const [[x, y], [scaleX, scaleY], angle] = [transform.getOffset(), transform.getScale(), transform.getRotation()];
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const moved = new Float64Array(uvs.length);
  for (let at = 0; at < uvs.length; at += 2) {
    const [u, v] = [scaleX! * uvs[at]!, scaleY! * uvs[at + 1]!];
    moved[at] = x! + cos * u + sin * v;
    moved[at + 1] = y! - sin * u + cos * v;
  }
  return moved;
}
