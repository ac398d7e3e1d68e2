/** A texture's size, format and usage, fixed when it is made and asked for once: each question to the device is a call of its own. */
import { cached } from '../frame/cached.js';

export type TextureFacts = Readonly<
  Pick<GPUTexture, 'width' | 'height' | 'format' | 'usage' | 'dimension' | 'sampleCount'>
>;

const known = new WeakMap<GPUTexture, TextureFacts>();

export const factsOf = (texture: GPUTexture): TextureFacts =>
  cached(known, texture, () => {
    const { width, height, format, usage, dimension, sampleCount } = texture;
    return { width, height, format, usage, dimension, sampleCount };
  });
