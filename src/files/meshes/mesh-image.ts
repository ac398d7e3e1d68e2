/** Pictures as images on meshes. */
import type { MeshImage } from '../../mesh/attributes/textures.js';
import type { Picture } from '../volumes/pictures/png.js';

/** The texels of a picture in red, green and blue, without its transparency. */
export function toMeshImage({ width, height, channels, samples }: Picture): Omit<MeshImage, 'wrap'> {
  const texels = new Uint8Array(4 * width * height).fill(255);
  const scale = samples instanceof Uint8Array ? 1 : 1 / 257;
  for (let texel = 0; texel < width * height; texel++) {
    for (let channel = 0; channel < 3; channel++) {
      texels[4 * texel + channel] = Math.round(scale * samples[channels * texel + (channels < 3 ? 0 : channel)]!);
    }
  }
  return { width, height, texels };
}
