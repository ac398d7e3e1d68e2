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

/** Whether a picture has opacities that are not all of full strength. */
export function hasOpacity({ channels, samples }: Picture): boolean {
  if (channels !== 4) return false;
  const full = samples instanceof Uint8Array ? 255 : 65535;
  for (let at = 3; at < samples.length; at += 4) if (samples[at] !== full) return true;
  return false;
}

/** The opacities of a picture that has them, in the red channel of an image of data. */
export function toOpacityImage({ width, height, samples }: Picture): Omit<MeshImage, 'wrap'> {
  const texels = new Uint8Array(4 * width * height).fill(255);
  const scale = samples instanceof Uint8Array ? 1 : 1 / 257;
  for (let texel = 0; texel < width * height; texel++) {
    texels.fill(Math.round(scale * samples[4 * texel + 3]!), 4 * texel, 4 * texel + 3);
  }
  return { width, height, texels, isData: true };
}
