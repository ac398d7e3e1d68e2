/** Colours and opacities of meshes, of which kernels keep a short list. */
import { InputError } from '../errors.js';
import type { Vec3 } from '../math/vec3.js';
import type { PosedMesh } from './scene.js';

/** As many as a triangle has bits for: `MAX_MESH_STYLES` of wgsl/cast/mesh_look.wgsl. */
export const MAX_MESH_STYLES = 64;

/** Red, green, blue and opacity, between 0 and 1. */
export type MeshStyle = readonly [number, number, number, number];

export interface StyleAssignment {
  readonly styles: readonly MeshStyle[];
  /** By mesh, the place of its style in `styles`. */
  readonly slots: readonly number[];
  /** Whether any mesh shows what is behind it. */
  readonly translucent: boolean;
}

/**
 * @param defaultColor of meshes without one.
 * @throws InputError for colours or opacities out of range, or more than `MAX_MESH_STYLES` of them.
 */
export function assignStyles(
  meshes: readonly Pick<PosedMesh, 'color' | 'opacity'>[],
  defaultColor: Vec3,
): StyleAssignment {
  const styles = new Map<string, MeshStyle>();
  const places = new Map<string, number>();
  const slots = meshes.map(({ color = defaultColor, opacity = 1 }) => {
    if (!color.every(isShare)) {
      throw new InputError(`a mesh's colour must be three numbers from 0 to 1, not (${color.join(', ')})`);
    }
    if (!isShare(opacity)) throw new InputError(`a mesh's opacity must be a number from 0 to 1, not ${opacity}`);
    const key = JSON.stringify([...color, opacity]);
    if (!styles.has(key)) places.set(key, styles.size);
    styles.set(key, [...color, opacity]);
    return places.get(key)!;
  });
  if (styles.size > MAX_MESH_STYLES) {
    throw new InputError(
      `meshes can have up to ${MAX_MESH_STYLES} different pairs of a colour and an opacity, not ${styles.size}`,
    );
  }
  return {
    styles: [...styles.values()],
    slots,
    translucent: [...styles.values()].some(([, , , opacity]) => opacity < 1),
  };
}

const isShare = (value: number) => value >= 0 && value <= 1;
