/** The view that a scene is fitted to, and how large the scene is. */
import {
  type Affine,
  boundingBox,
  boundingSphere,
  boxCorners,
  type Camera,
  corners,
  defaultView,
  fitPoints,
  type MeshScene,
  type Scene,
  shownPoints,
  type Vec3,
  type ViewDirection,
  type VolumeScene,
  viewDirection,
} from '../../index.js';

/** The world's own axes: models stand along y more often than not. */
const WORLD_AXES: Pick<Affine, 'columns'> = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};

/** World points around what can be seen. */
function pointsAround(scene: Scene): Vec3[] {
  const { volume, meshes } = scene as Partial<VolumeScene & MeshScene>;
  const shown = volume ? shownPoints(scene as VolumeScene) : [];
  const points = [...shown, ...(meshes ?? []).flatMap(({ mesh }) => boxCorners(boundingBox(mesh)))];
  return points.length > 0 || !volume ? points : corners(volume);
}

/** The direction that a scene is seen from unless somebody says otherwise. */
export function firstDirection(scene: Scene): ViewDirection {
  const { volume } = scene as Partial<VolumeScene>;
  return viewDirection(volume ? defaultView(volume.anatomical) : 'a', volume?.indexToWorld ?? WORLD_AXES);
}

/** The camera that shows all that can be seen of the scene, along `direction`. */
export function fitScene(
  scene: Scene,
  direction: ViewDirection,
  options: { readonly aspect: number; readonly projection: Camera['projection'] },
): Camera {
  return fitPoints(pointsAround(scene), direction, options);
}

/** Diameter of a sphere around the scene, hidden parts included. */
export function extentOf(scene: Scene): number {
  const { volume, meshes } = scene as Partial<VolumeScene & MeshScene>;
  const points = [
    ...(volume ? corners(volume) : []),
    ...(meshes ?? []).flatMap(({ mesh }) => boxCorners(boundingBox(mesh))),
  ];
  return 2 * boundingSphere(points).radius;
}
