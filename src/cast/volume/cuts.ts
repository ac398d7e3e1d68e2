/** Writes the `Cuts` of wgsl/cast/volume/density.wgsl. */
import { packStruct } from '../../gpu/shaders/structs.js';
import { invert } from '../../math/affine.js';
import { type HalfSpace, transformHalfSpace } from '../../math/half-space.js';
import type { Volume } from '../../volume/volume.js';

/** @param clip half-spaces of the world that keep something. */
export function packCuts({ indexToWorld }: Pick<Volume, 'indexToWorld'>, clip: readonly HalfSpace[]): ArrayBuffer {
  const toIndex = invert(indexToWorld);
  return packStruct('Cuts', {
    count: clip.length,
    half_spaces: clip
      .map((halfSpace) => transformHalfSpace(toIndex, halfSpace))
      .map(({ normal, offset }) => [...normal, offset] as const),
  });
}
