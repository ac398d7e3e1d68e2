/** Base colours of images at vertices, where a mesh is fine enough to show them. */
import type { Document, Primitive, Texture, TextureInfo } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import { InputError } from '../../../errors.js';
import type { Budget } from '../../bytes/budget.js';
import { decodePicture } from '../../volumes/pictures/decode-picture.js';
import type { Picture } from '../../volumes/pictures/png.js';
import { readVectors } from './gltf-pose.js';

/** Pictures by the library's textures. */
export type Pictures = ReadonlyMap<Texture, Picture>;

/** Decodes the images that there are; those of another format than PNG and JPEG are left out. */
export async function decodeTextures(document: Document, budget: Budget): Promise<Pictures> {
  const pictures = new Map<Texture, Picture>();
  for (const texture of document.getRoot().listTextures()) {
    const bytes = texture.getImage();
    if (!bytes?.length) continue;
    try {
      const picture = await decodePicture(bytes);
      budget.spendBytes(picture.samples.byteLength, 'its images');
      pictures.set(texture, picture);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  }
  return pictures;
}

/** Half of a mesh's edges must be this many times shorter than a picture for its vertices to show what is in it. */
const EDGES_ACROSS_MIN = 24;

/**
 * The linear colours of a primitive's image at its vertices, three numbers each: means of the texels about each, as wide as
 * half an edge. Undefined where there is no image, or triangles are so large that vertices would show another.
 */
export function sampleTexture(
  primitive: Primitive,
  corners: Uint32Array,
  pictures: Pictures,
  budget: Budget,
): Float64Array | undefined {
  const material = primitive.getMaterial();
  const texture = material?.getBaseColorTexture();
  const info = material?.getBaseColorTextureInfo();
  const picture = texture && pictures.get(texture);
  const transform = info?.getExtension<Transform>('KHR_texture_transform');
  const accessor = info && primitive.getAttribute(`TEXCOORD_${transform?.getTexCoord() ?? info.getTexCoord()}`);
  if (!picture || !info || !accessor?.getArray()) return undefined;
  const places = transformPlaces(readVectors(accessor, 2), transform);
  const edge = medianEdge(places, corners);
  if (!(edge * EDGES_ACROSS_MIN <= 1)) return undefined;
  const { width, height } = picture;
  const reach = [edge * width, edge * height].map((texels) => Math.floor(texels / 4)) as [number, number];
  budget.spendSteps((places.length / 2) * (2 * reach[0] + 1) * (2 * reach[1] + 1), 'sampling its images');
  const colors = new Float64Array((places.length / 2) * 3);
  for (let vertex = 0; vertex < places.length / 2; vertex++) {
    const x = Math.floor(places[2 * vertex]! * width);
    const y = Math.floor(places[2 * vertex + 1]! * height);
    addMean(picture, info, x, y, reach, colors, 3 * vertex);
  }
  return colors;
}

/** Quantised coordinates come with a transform: https://github.com/KhronosGroup/glTF, KHR_texture_transform. */
function transformPlaces(places: Float64Array, transform: Transform | null | undefined): Float64Array {
  if (!transform) return places;
  const [[x, y], [scaleX, scaleY], angle] = [transform.getOffset(), transform.getScale(), transform.getRotation()];
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const moved = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 2) {
    const [u, v] = [scaleX! * places[at]!, scaleY! * places[at + 1]!];
    moved[at] = x! + cos * u + sin * v;
    moved[at + 1] = y! - sin * u + cos * v;
  }
  return moved;
}

/** The median length of edges in the picture, whose sides are 1; of at most a thousand triangles. */
function medianEdge(places: Float64Array, corners: Uint32Array): number {
  const lengths: number[] = [];
  const step = 3 * Math.max(1, Math.floor(corners.length / 3000));
  for (let at = 0; at + 2 < corners.length; at += step) {
    const [a, b] = [2 * corners[at]!, 2 * corners[at + 1]!];
    lengths.push(Math.hypot(places[a]! - places[b]!, places[a + 1]! - places[b + 1]!));
  }
  return lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? Number.NaN;
}

function addMean(
  { width, height, channels, samples }: Picture,
  info: TextureInfo,
  x: number,
  y: number,
  [reachX, reachY]: readonly [number, number],
  colors: Float64Array,
  at: number,
): void {
  const white = samples instanceof Uint8Array ? 0xff : 0xffff;
  const count = (2 * reachX + 1) * (2 * reachY + 1);
  for (let dy = -reachY; dy <= reachY; dy++) {
    const row = wrap(y + dy, height, info.getWrapT());
    for (let dx = -reachX; dx <= reachX; dx++) {
      const texel = channels * (row * width + wrap(x + dx, width, info.getWrapS()));
      for (let channel = 0; channel < 3; channel++) {
        const sample = samples[texel + (channels === 1 ? 0 : channel)]!;
        colors[at + channel]! += decodeSrgb(sample / white) / count;
      }
    }
  }
}

const [CLAMP, MIRROR] = [33071, 33648];

/** The texel for a place beyond the picture, too: section 3.8.4.5 of the specification. */
function wrap(place: number, size: number, mode: number): number {
  if (!Number.isFinite(place)) return 0;
  if (mode === CLAMP) return Math.min(Math.max(place, 0), size - 1);
  const within = ((place % (2 * size)) + 2 * size) % (2 * size);
  return within < size ? within : mode === MIRROR ? 2 * size - 1 - within : within - size;
}

/** IEC 61966-2-1. */
function decodeSrgb(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}
