/** Views of volumes for tests of what shapes are chosen for them. */
import { type Camera, cameraBasis, createCamera } from '../../src/camera/camera.js';
import { fitCamera } from '../../src/camera/fit.js';
import { AXIS_VIEWS, type ViewDirection, viewDirection } from '../../src/camera/views.js';
import type { Affine } from '../../src/math/affine.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { cross, rotateAbout, scale, type Vec3 } from '../../src/math/vec3.js';
import type { ShapeView } from '../../src/shapes/shape-view.js';
import { corners } from '../../src/volume/volume.js';

export const VIEWS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** The paper's choices for them (section 4.2). */
export const SHAPES = { a: '32x4', b: '32x4', c: '32x4', d: '1x128', e: '1x128', f: '1x128' } as const;

export function gridOf(x: number, y: number, z: number): Affine {
  return {
    columns: [
      [x, 0, 0],
      [0, y, 0],
      [0, 0, z],
    ],
    origin: [0, 0, 0],
  };
}

export interface ViewOptions {
  readonly sizes?: Vec3;
  readonly indexToWorld?: Affine;
  readonly projection?: Camera['projection'];
  readonly image?: ShapeView['image'];
}

/** A fitted view of a cube of 64 voxels a side onto 64 × 64 pixels, unless the options say otherwise. */
export function viewAlong(direction: ViewDirection, options: ViewOptions = {}): ShapeView {
  const { sizes = [64, 64, 64], indexToWorld = gridOf(1, 1, 1), projection = 'perspective' } = options;
  const { image = { width: 64, height: 64 } } = options;
  const volume = { sizes, indexToWorld };
  const camera = fitCamera(boundingSphere(corners(volume)), direction, {
    aspect: image.width / image.height,
    projection,
  });
  return { camera, volume, image };
}

export function axisView(view: (typeof VIEWS)[number], options: ViewOptions = {}): ShapeView {
  return viewAlong(viewDirection(view, options.indexToWorld ?? gridOf(1, 1, 1)), options);
}

/** One of the paper's views and all that show its axes mirrored or from behind, in volumes of either handedness. */
export function* mirrorImages(view: (typeof VIEWS)[number]): Generator<ShapeView> {
  const [right, up] = AXIS_VIEWS[view];
  for (const handedness of [1, -1]) {
    const indexToWorld = gridOf(1, 1, handedness);
    for (const flipRight of [1, -1]) {
      for (const flipUp of [1, -1]) {
        const upWorld = scale(indexToWorld.columns[up], flipUp);
        const forward = cross(upWorld, scale(indexToWorld.columns[right], flipRight));
        yield viewAlong({ forward, up: upWorld }, { indexToWorld });
      }
    }
  }
}

/** The view with its camera rolled about the view direction. */
export function rolled({ camera, ...view }: ShapeView, degrees: number): ShapeView {
  const { forward, up } = cameraBasis(camera);
  return { ...view, camera: createCamera({ ...camera, up: rotateAbout(up, forward, (degrees * Math.PI) / 180) }) };
}
