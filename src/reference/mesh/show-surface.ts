/** The colour of a surface that a ray hits, with what the surface mirrors and what darkens it, in float64. */
import { cameraBasis } from '../../camera/camera.js';
import { add, addScaled, scale, type Vec3 } from '../../math/vec3.js';
import { createShading } from '../../transfer/light/shading.js';
import type { VolumeLight } from '../light/volume-light.js';
import type { SceneSettings } from '../scene-options.js';
import { opennessAt } from './ambient-occlusion.js';
import type { Face } from './mesh-faces.js';
import { shadeHit } from './shade-hit.js';
import { visibleShare } from './soft-shadow.js';
import { materialOpacityOf, meetSurface, mirroredRay, type SurfaceHit } from './surface-hit.js';
import { hitsAlong, isBlocked, listTriangles } from './triangle-list.js';

/** The colour of a surface that a primary ray hits; `noise` is between 0 and 1. */
export type ShowSurface = (hit: SurfaceHit, noise: number) => Vec3;

export function createShowSurface(
  settings: SceneSettings,
  faces: readonly Face[],
  volumeLight: VolumeLight | undefined,
): ShowSurface {
  const { background, reflections } = settings;
  const lit = createLight(settings, faces, volumeLight);
  const all = listTriangles(faces);
  const farthest: Vec3 = background === 'transparent' ? [0, 0, 0] : background;

  /** The surfaces in a mirror: translucent surfaces in passing, up to the first that is opaque. */
  function lookAround(mirror: SurfaceHit, noise: number) {
    const ray = mirroredRay(mirror);
    let color: Vec3 = [0, 0, 0];
    let transmittance = 1;
    for (const hit of hitsAlong(all, ray)) {
      const surface = meetSurface(hit, ray, mirror.travelled);
      const opacity = hit.face.opacity * materialOpacityOf(surface);
      if (opacity === 1) return { color, transmittance, surface };
      color = addScaled(color, lit(surface, noise), transmittance * opacity);
      transmittance *= 1 - opacity;
    }
    return { color: addScaled(color, farthest, transmittance), transmittance, surface: undefined };
  }

  const show = (hit: SurfaceHit, noise: number, mirrorsLeft: number): Vec3 => {
    const mirrored = mirrorsLeft > 0 ? hit.face.reflectivity : 0;
    const own = mirrored === 1 ? BLACK : scale(lit(hit, noise), 1 - mirrored);
    if (mirrored === 0) return own;
    const { color, transmittance, surface } = lookAround(hit, noise);
    const behind = surface ? show(surface, noise, mirrorsLeft - 1) : BLACK;
    return add(own, scale(addScaled(color, behind, transmittance), mirrored));
  };
  return (hit, noise) => show(hit, noise, reflections);
}

const BLACK: Vec3 = [0, 0, 0];

/** The colour of a surface by the light that falls on it, without what it mirrors. */
function createLight(
  settings: SceneSettings,
  faces: readonly Face[],
  volumeLight: VolumeLight | undefined,
): ShowSurface {
  const { meshShading, shading, shadows, ambientOcclusion, softShadows, camera } = settings;
  const axes = cameraBasis(camera);
  const light = meshShading ?? shading ?? createShading();
  const opaque = listTriangles(faces.filter(({ opacity }) => opacity === 1));
  const casters = shadows ? opaque : listTriangles([]);
  return (hit, noise) => {
    const openness = ambientOcclusion ? opennessAt(hit, ambientOcclusion, noise, opaque, axes, hit.shadingNormal) : 1;
    const shareOf = (toLight: Vec3) =>
      softShadows
        ? visibleShare(hit.start, toLight, softShadows, noise, casters, axes)
        : Number(!isBlocked(casters, { origin: hit.start, direction: toLight }));
    return shadeHit(hit, { ...light, ambient: light.ambient * openness }, shareOf, volumeLight);
  };
}
