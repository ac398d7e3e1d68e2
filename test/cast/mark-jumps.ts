/** Where rays that go on from surfaces are so near to edges that float32 may see them hit something else. */
import { type Camera, cameraBasis } from '../../src/camera/camera.js';
import { addScaled, type Vec3 } from '../../src/math/vec3.js';
import type { SceneImage } from '../../src/reference/cast-scene.js';
import { SHADOW_OFFSET } from '../../src/transfer/light/shading.js';

/** Fraction of the longest way to a hit: how far from their places float32 may see hits. */
const PLACE_ERROR = 3e-6;
/** Half of what 8 bits tell apart. */
const JUMP = 0.5 / 255;
/** Fraction of the image's height: what float32 leaves of a place beside the eye. */
const ORIGIN_ERROR = 2 ** -24;

/**
 * Marks as ambiguous the pixels that change when the camera moves by what float32 leaves of a hit's place: three ways, so
 * that each edge is crossed by one of them where it is about that near. So are those where the eye of a parallel camera is
 * so near to a surface that the step off the surface is lost in the place that the ray starts from.
 */
export function markJumps(image: SceneImage, camera: Camera, castFrom: (camera: Camera) => SceneImage): void {
  const { colors, depths, ambiguous } = image;
  const longest = depths.reduce((most, depth) => (depth < Infinity ? Math.max(most, depth) : most), 0);
  for (const moved of cameraMoves(camera, PLACE_ERROR * longest)) {
    for (const [index, value] of castFrom(moved).colors.entries()) {
      if (Math.abs(value - colors[index]!) > JUMP) ambiguous[Math.floor(index / 4)] = 1;
    }
  }
  if (camera.projection !== 'orthographic') return;
  for (const [pixel, depth] of depths.entries()) {
    if (SHADOW_OFFSET * depth < ORIGIN_ERROR * camera.height) ambiguous[pixel] = 1;
  }
}

function cameraMoves(camera: Camera, distance: number): Camera[] {
  const { right, up, forward } = cameraBasis(camera);
  return [0, 1, 2].map((index) => {
    const angle = (2 * Math.PI * index) / 3;
    const across: Vec3 = addScaled([0, 0, 0], right, distance * Math.cos(angle));
    const aside = addScaled(across, up, distance * Math.sin(angle));
    const move = addScaled(aside, forward, distance * (index - 1));
    return { ...camera, eye: addScaled(camera.eye, move, 1), target: addScaled(camera.target, move, 1) };
  });
}
