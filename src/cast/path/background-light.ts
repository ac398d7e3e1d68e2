/** The background as light, beside that of paths. */
import { decodeSrgb } from '../../math/srgb.js';
import { mapVec3 } from '../../math/vec3.js';
import type { EvenBackground } from '../scene.js';
import type { RenderOptions } from '../settings.js';

/** The background in the space of a frame's float colours, which is that of screens but for paths in linear space. */
export function backgroundLight(
  background: EvenBackground,
  { quality, lightSpace }: Pick<RenderOptions, 'quality' | 'lightSpace'>,
): EvenBackground {
  if (background === 'transparent' || quality !== 'path' || lightSpace !== 'linear') return background;
  return mapVec3(background, decodeSrgb);
}
