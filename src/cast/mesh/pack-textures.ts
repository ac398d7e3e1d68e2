/** Packs the images of meshes and their materials, and where vertices have them, for wgsl/cast/mesh/texture.wgsl. */

import {
  buildLevels,
  COORDINATE_COMPONENTS,
  type ImageLevels,
  type MeshImage,
  WRAPS,
} from '../../mesh/attributes/textures.js';
import type { Mesh } from '../../mesh/mesh.js';
import { imagesOfMaterials } from './pack-materials.js';

const IMAGE_WORDS = 7;
/** The number of a texel is a sum of these and of single ones, each exact as a float. */
const TEXELS_AT_A_TIME = 1024;
/** The highest byte of a texel, with which its bits are those of an ordinary float: neither denormal nor NaN. */
const TEXEL_TAG = 0x40;

interface PackedImage {
  readonly image: MeshImage;
  readonly levels: ImageLevels;
}

/** The images of all meshes, once each. Levels that the device has no room for are left out, the largest first. */
export class PackedTextures {
  readonly #images: readonly PackedImage[];
  readonly #vertexCount: number;

  /** @param wordsMax how many there may be. */
  constructor(meshes: readonly Mesh[], wordsMax: number) {
    const ofColors = meshes.flatMap(({ textures }) => textures?.images ?? []);
    const images = new Set([...ofColors, ...meshes.flatMap(imagesOfMaterials)]);
    this.#vertexCount = ofColors.length > 0 ? meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0) : 0;
    const whole = [...images].map((image) => ({ image, levels: buildLevels(image) }));
    let leftOut = 0;
    const cut = () =>
      whole.map(({ image, levels }) => ({ image, levels: levels.slice(Math.min(leftOut, levels.length - 1)) }));
    let kept = cut();
    const mostLevels = Math.max(0, ...whole.map(({ levels }) => levels.length));
    while (this.#wordsBefore(whole) + countTexels(kept) > wordsMax && ++leftOut < mostLevels) kept = cut();
    this.#images = kept;
  }

  #wordsBefore(images: readonly PackedImage[]): number {
    return COORDINATE_COMPONENTS * this.#vertexCount + IMAGE_WORDS * images.length;
  }

  get words(): number {
    return this.#wordsBefore(this.#images) + countTexels(this.#images);
  }

  /** Words from the start of the coordinates to that of the images. */
  get firstImage(): number {
    return COORDINATE_COMPONENTS * this.#vertexCount;
  }

  /** The number of an image, from 1 on. */
  numberOf(image: MeshImage): number {
    return 1 + this.#images.findIndex((known) => known.image === image);
  }

  /** A part's coordinates. */
  packCoordinates({ textures, positions }: Mesh): Float32Array<ArrayBuffer> {
    const packed = new Float32Array((COORDINATE_COMPONENTS * positions.length) / 3);
    if (!textures) return packed;
    const numbers = textures.images.map((image) => this.numberOf(image));
    for (let at = 0; at < packed.length; at += COORDINATE_COMPONENTS) {
      packed[at] = textures.coordinates[at]!;
      packed[at + 1] = textures.coordinates[at + 1]!;
      packed[at + 2] = numbers[textures.coordinates[at + 2]!] ?? 0;
    }
    return packed;
  }

  /** The images' descriptions, then their texels. @param first the word that they begin at. */
  packImages(first: number): Uint32Array<ArrayBuffer> {
    const headers = IMAGE_WORDS * this.#images.length;
    const words = new Uint32Array(headers + countTexels(this.#images));
    const floats = new Float32Array(words.buffer);
    let at = headers;
    for (const [index, { image, levels }] of this.#images.entries()) {
      const { width, height } = levels[0]!;
      const [wrapX, wrapY] = image.wrap.map((wrap) => WRAPS.indexOf(wrap)) as [number, number];
      const texel = first + at;
      const [thousands, rest] = [Math.floor(texel / TEXELS_AT_A_TIME), texel % TEXELS_AT_A_TIME];
      floats.set([width, height, wrapX, wrapY, levels.length, thousands, rest], IMAGE_WORDS * index);
      for (const { texels } of levels) {
        for (let byte = 0; byte < texels.length; byte += 4) {
          words[at++] = (TEXEL_TAG << 24) | (texels[byte + 2]! << 16) | (texels[byte + 1]! << 8) | texels[byte]!;
        }
      }
    }
    return words;
  }
}

const countTexels = (images: readonly PackedImage[]) =>
  images.reduce((sum, { levels }) => sum + levels.reduce((texels, { width, height }) => texels + width * height, 0), 0);
