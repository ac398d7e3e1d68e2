/** Blinn–Phong shading on the gradient, in float64. */
import { dot, length, mapVec3, scale, type Vec3 } from '../../../math/vec3.js';
import { fullShadingGradient } from '../../../transfer/gradient-scale.js';
import { type ResolvedLight, resolveLights } from '../../../transfer/light/lights.js';
import type { Shading } from '../../../transfer/light/shading.js';
import type { TransferFunction } from '../../../transfer/transfer-function.js';
import type { VolumeLight } from '../../light/volume-light.js';
import { WORLD_AXES } from '../../light/world-shading.js';
import { lightByAll, shadowColor } from '../../mesh/shade-mesh.js';

/** The colour of a surface with this gradient, per smallest spacing, at a world point, to an eye in the unit direction `toEye`. */
export type Shade = (color: Vec3, gradient: Vec3, toEye: Vec3, pointWorld?: Vec3) => Vec3;

/**
 * Both sides of a surface are lit, since a gradient does not say which of them is out (J. Blinn, 1977).
 * @param volumeLight of a volume that shadows itself, or that meshes shadow.
 * @param isovalues of the surfaces, where those alone are lit.
 */
export function createShade(
  shading: Shading,
  transfer: TransferFunction,
  volumeLight?: VolumeLight,
  isovalues: readonly number[] = [],
): Shade {
  const lights = resolveLights(shading.light, WORLD_AXES);
  const fullGradient = fullShadingGradient(transfer, isovalues);
  return (color, gradient, toEye, pointWorld) => {
    const magnitude = length(gradient);
    const strength = Math.min(1, magnitude / fullGradient);
    const normal = magnitude === 0 ? gradient : scale(gradient, 1 / magnitude);
    const outward = scale(normal, dot(normal, toEye) < 0 ? -strength : strength);
    const lifted = volumeLight && pointWorld && volumeLight.lift(pointWorld, outward);
    const dimmed = lifted ? { ...shading, ambient: shading.ambient * volumeLight.openness(lifted) } : shading;
    const unlit = shadowColor(dimmed, color);
    if (magnitude === 0) return unlit;
    const received = lifted ? lights.map((light) => dimLight(light, lifted, volumeLight)) : lights;
    const lit = lightByAll(dimmed, color, normal, toEye, received);
    return mapVec3(unlit, (channel, index) => channel + (lit[index] - channel) * strength);
  };
}

/** A light with what of its colour reaches a point; nothing shadows one at the eye. */
function dimLight(light: ResolvedLight, point: Vec3, volumeLight: VolumeLight): ResolvedLight {
  const { toLight, color } = light;
  if (!toLight) return light;
  return {
    ...light,
    color: scale(color, volumeLight.through(point, toLight) * volumeLight.pastMeshes(point, toLight)),
  };
}
