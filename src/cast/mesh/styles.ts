/** Colours, opacities and reflectivities of meshes, in the short list that kernels read. */
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import { showsThrough } from '../../mesh/materials/shows-through.js';
import { hasFinish, type SurfaceMaterial } from '../../mesh/materials/surface-material.js';
import { checkFinish, type MeshFinish, widthOfFinish } from '../../transfer/light/finish.js';
import type { PosedMesh } from '../scene.js';

/** The number of styles that a triangle has bits for: `MAX_MESH_STYLES` of wgsl/cast/mesh/appearance.wgsl. */
export const MAX_MESH_STYLES = 64;

/** Shares between 0 and 1, and the finish, as `MeshStyle` of wgsl/cast/mesh/appearance.wgsl has them. */
export interface MeshMaterial {
  readonly color: Vec3;
  readonly opacity: number;
  readonly reflectivity: number;
  readonly metallic: number;
  /** Width of the distribution of normals. */
  readonly facet_width: number;
  readonly transmission: number;
  /** 0 without a finish. */
  readonly ior: number;
}

export interface StyleAssignment {
  readonly styles: readonly MeshMaterial[];
  /** The place of each mesh's style in `styles`. */
  readonly slots: readonly number[];
  /** Whether any mesh shows what is behind it. */
  readonly translucent: boolean;
  /** Whether any mesh mirrors. */
  readonly mirrors: boolean;
  /** Whether any mesh has a finish. */
  readonly finished: boolean;
}

/**
 * @param defaultColor of meshes without one.
 * @throws InputError for shares out of range, or more than `MAX_MESH_STYLES` of them.
 */
export function assignStyles(
  meshes: readonly (Pick<PosedMesh, 'color' | 'opacity' | 'reflectivity' | 'finish'> &
    Partial<Pick<PosedMesh, 'mesh'>>)[],
  defaultColor: Vec3,
): StyleAssignment {
  const styles: MeshMaterial[] = [];
  const slots = meshes.map(({ color = defaultColor, opacity = 1, reflectivity = 0, finish }) => {
    if (!color.every(isShare)) {
      throw new InputError(`a mesh's colour must be three numbers from 0 to 1, not (${color.join(', ')})`);
    }
    if (!isShare(opacity)) throw new InputError(`a mesh's opacity must be a number from 0 to 1, not ${opacity}`);
    if (!isShare(reflectivity)) {
      throw new InputError(`a mesh's reflectivity must be a number from 0 to 1, not ${reflectivity}`);
    }
    if (finish) checkFinish(finish);
    const style = { color, opacity, reflectivity, ...packFinish(finish) };
    // Compared one by one: keys of texts would be garbage of every frame.
    const slot = styles.findIndex((known) => isSame(known, style));
    if (slot >= 0) return slot;
    if (styles.length === MAX_MESH_STYLES) {
      throw new InputError(
        `meshes can have up to ${MAX_MESH_STYLES} different sets of a colour, an opacity, a reflectivity and a finish, not more`,
      );
    }
    return styles.push(style) - 1;
  });
  return {
    styles,
    slots,
    translucent: styles.some(({ opacity }) => opacity < 1) || meshes.some(({ mesh }) => mesh && showsThrough(mesh)),
    mirrors: styles.some(({ reflectivity }) => reflectivity > 0),
    finished: styles.some(({ ior }) => ior > 0) || meshes.some(({ mesh }) => mesh?.materials?.list.some(mayBeFinished)),
  };
}

/** Images of roughness make smooth what is rough without. */
const mayBeFinished = (material: SurfaceMaterial) =>
  hasFinish(material) || material.images.metallicRoughness !== undefined;

const NO_FINISH = { metallic: 0, facet_width: 0, transmission: 0, ior: 0 } as const;

function packFinish(finish: MeshFinish | undefined) {
  if (!finish) return NO_FINISH;
  const { metallic, roughness, transmission, ior } = finish;
  return { metallic, facet_width: widthOfFinish(roughness), transmission, ior };
}

const FINISH_FIELDS = ['metallic', 'facet_width', 'transmission', 'ior'] as const;

const isSame = (a: MeshMaterial, b: MeshMaterial) =>
  a.opacity === b.opacity &&
  a.reflectivity === b.reflectivity &&
  FINISH_FIELDS.every((name) => a[name] === b[name]) &&
  a.color.every((channel, index) => channel === b.color[index]);

const isShare = (value: number) => value >= 0 && value <= 1;
