/** How far one pixel's step moves through the volume: what the continuous rule and profiles know of a view. */
import { cameraBasis } from '../camera/camera.js';
import { clipToBox } from '../math/clip-ray.js';
import { addScaled, dot, subtract, type Vec3 } from '../math/vec3.js';
import { corners } from '../volume/volume.js';
import { createIndexRays, type IndexRay, type ShapeView } from './shape-view.js';

/** Mean distances between samples that neighbouring rays take at the same time, in voxels along x, y and z. */
export interface PixelSteps {
  /** Step between a pixel and the one to its right. */
  readonly right: Vec3;
  /** Step between a pixel and the one below it. */
  readonly down: Vec3;
}

/** Rays that are looked at, along each side of what the volume covers of the image. */
const PROBES = 5;

/** Pixels between rays that are compared; steps are what they make of it, per pixel. */
const NEAR = 1 / 64;

/**
 * Measures the steps on a few rays in the middle of their way through the volume. Rays take their samples from where they
 * enter the box on, so that samples taken at the same time lie parallel to the face that the rays enter by, however
 * obliquely the view meets it; the further apart they lie the deeper they are, where rays diverge. Long ways count for more: they have more samples.
 * @returns undefined where no probed ray meets the volume.
 */
export function measurePixelSteps(view: ShapeView): PixelSteps | undefined {
  const rayAt = createIndexRays(view);
  const { sizes } = view.volume;
  const { left, top, right, bottom } = coveredPixels(view);
  const sums = { right: [0, 0, 0], down: [0, 0, 0] };
  let weight = 0;
  for (let row = 0; row < PROBES; row++) {
    for (let column = 0; column < PROBES; column++) {
      const x = left + ((column + 0.5) / PROBES) * (right - left) - 0.5;
      const y = top + ((row + 0.5) / PROBES) * (bottom - top) - 0.5;
      const here = rayAt(x, y);
      const [enter, leave] = clipToBox(sizes, here.origin, here.direction);
      if (!(enter < leave)) continue;
      const depth = (leave - enter) / 2;
      const from = pointAt(here, enter + depth);
      const face = entryFace(here, enter, sizes);
      for (const [name, neighbour] of [['right', rayAt(x + NEAR, y)] as const, ['down', rayAt(x, y + NEAR)] as const]) {
        // Both go through the same face, extended if need be, so that it is the same step from whichever side of an edge.
        const start = face ? (face.at - neighbour.origin[face.axis]) / neighbour.direction[face.axis] : 0;
        const step = subtract(pointAt(neighbour, start + depth), from);
        for (const axis of [0, 1, 2] as const) sums[name][axis]! += (leave - enter) * Math.abs(step[axis]);
      }
      weight += leave - enter;
    }
  }
  if (weight === 0) return undefined;
  const mean = (name: 'right' | 'down') => sums[name].map((sum) => sum / weight / NEAR) as unknown as Vec3;
  return { right: mean('right'), down: mean('down') };
}

const pointAt = ({ origin, direction }: IndexRay, t: number) => addScaled(origin, direction, t);

/** The face of the box by which a ray enters, or undefined where it starts inside. */
function entryFace({ origin, direction }: IndexRay, enter: number, sizes: Vec3) {
  if (enter === 0) return undefined;
  const distances = ([0, 1, 2] as const).map((axis) => {
    const at = direction[axis] > 0 ? -0.5 : sizes[axis] - 0.5;
    // A ray that does not follow an axis enters by no face of it, and 0 / 0 would compare with nothing.
    const miss = direction[axis] === 0 ? Infinity : Math.abs((at - origin[axis]) / direction[axis] - enter);
    return { axis, at, miss };
  });
  return distances.reduce((nearest, other) => (other.miss < nearest.miss ? other : nearest));
}

/** A part of an image, in pixels. */
export interface PixelRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part of the image that the volume's corners span; the whole image where one is beside or behind the eye. */
export function coveredPixels({ camera, volume, image: { width, height } }: ShapeView): PixelRectangle {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const { forward, right, up } = cameraBasis(camera);
  const perspective = camera.projection === 'perspective';
  const heightWorld = perspective ? 2 * Math.tan((camera.fovDegrees * Math.PI) / 360) : camera.height;
  const xs: number[] = [];
  const ys: number[] = [];
  for (const corner of corners(volume)) {
    const toCorner = subtract(corner, camera.eye);
    const depth = dot(toCorner, forward);
    if (perspective && !(depth > 0)) return whole;
    const pixels = height / (perspective ? heightWorld * depth : heightWorld);
    xs.push(width / 2 + dot(toCorner, right) * pixels);
    ys.push(height / 2 - dot(toCorner, up) * pixels);
  }
  const covered = {
    left: Math.max(0, Math.min(...xs)),
    top: Math.max(0, Math.min(...ys)),
    right: Math.min(width, Math.max(...xs)),
    bottom: Math.min(height, Math.max(...ys)),
  };
  return covered.left < covered.right && covered.top < covered.bottom ? covered : whole;
}
