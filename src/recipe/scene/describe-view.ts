/** The view that a scene is fitted to, and how large the scene is. */
import {
  boundingBox,
  boundingSphere,
  boxCorners,
  type Camera,
  corners,
  finishSteps,
  fitPoints,
  IDENTITY_AFFINE,
  type Mesh,
  type MeshScene,
  type MeshViewOptions,
  meshFront,
  meshView,
  type PosedMesh,
  type Scene,
  type Steps,
  shownPointsInSteps,
  type Vec3,
  VIEW_NAMES,
  type ViewDirection,
  type ViewedVolume,
  type VolumeScene,
  viewDirection,
  volumeView,
} from '../../index.js';
import { flatPartView, patientView, surfacePoints } from '../../lab.js';
import { wholeScene } from './describe-volume-scene.js';
import { meshViewOptions } from './meshes/mesh-view-options.js';
import type { SceneData } from './scene-data.js';
import type { Subject } from './view-options.js';

/** World points of a mesh, where it was put. */
function placePoints(points: Vec3[], { transform }: PosedMesh): Vec3[] {
  if (!transform) return points;
  return points.map(
    ([x, y, z]) =>
      [0, 1, 2].map(
        (row) => transform[row]! * x + transform[4 + row]! * y + transform[8 + row]! * z + transform[12 + row]!,
      ) as unknown as Vec3,
  );
}

/** Points around meshes, which are as many as their vertices. */
const knownPoints = new WeakMap<Mesh, Vec3[]>();

/** World points around a mesh as it is posed. */
export function pointsOf(posed: PosedMesh): Vec3[] {
  const { mesh, positions } = posed;
  if (positions instanceof Float32Array) return placePoints(surfacePoints({ ...mesh, positions }), posed);
  const known = knownPoints.get(mesh) ?? surfacePoints(mesh);
  knownPoints.set(mesh, known);
  return placePoints(known, posed);
}

const cornersOf = (posed: PosedMesh) => placePoints(boxCorners(boundingBox(posed.mesh)), posed);

/** World points around what can be seen, piece by piece. */
export function* pointsAround(scene: Scene): Steps<Vec3[]> {
  const { volume, meshes } = scene as Partial<VolumeScene & MeshScene>;
  const shown = volume ? yield* shownPointsInSteps(scene as VolumeScene) : [];
  const points = [...shown, ...(meshes ?? []).flatMap(pointsOf)];
  return points.length > 0 || !volume ? points : corners(volume);
}

/** World points around what can be seen. */
export const pointsIn = (scene: Scene): Vec3[] => finishSteps(pointsAround(scene));

/** The scene that a view is fitted to. */
export const fittedScene = (scene: Scene, data: Pick<SceneData, 'basis' | 'fused'>): Scene =>
  'volume' in scene ? wholeScene(scene, data) : scene;

type ViewData = Pick<SceneData, 'volume' | 'meshes'>;

/**
 * The subject that a camera is fitted to.
 * @param data of whose volume the scene may show nothing but its labels' surfaces.
 * @param points around it.
 */
export const describeSubject = (scene: Scene, data: ViewData, points: readonly Vec3[]): Subject => ({
  corners: points,
  axes: data.volume?.indexToWorld ?? IDENTITY_AFFINE,
  defaultDirection: firstDirection(scene, data, undefined, points),
  front: frontOf(scene, data),
});

/** The direction that a scene is seen along: that of the named view, or the default. */
export function firstDirection(scene: Scene, data?: ViewData, view?: string, points?: readonly Vec3[]): ViewDirection {
  const { volume = data?.volume, meshes = [], clip } = scene as Partial<VolumeScene & MeshScene>;
  const name = VIEW_NAMES.find((known) => known === view);
  if (name)
    return viewDirection(name, volume?.indexToWorld ?? IDENTITY_AFFINE, volume ? undefined : frontOf(scene, data));
  if (volume) return volumeDirection(volume, { clip, isShown: 'volume' in scene, points });
  return meshDirection(points ?? meshes.flatMap(pointsOf), meshViewOptions(scene, data));
}

/** The part of a volume that is shown. */
interface ShownPart {
  /** Half-spaces that are left of it. */
  readonly clip?: VolumeScene['clip'] | undefined;
  /** Whether the volume itself is, and not its labels' surfaces alone. */
  readonly isShown: boolean;
  /** Points around all that is, where they are known. */
  readonly points?: readonly Vec3[] | undefined;
}

/** The direction that a volume is seen along: face-on too where nothing is shown of it but its labels' surfaces, and these are flat. */
export const volumeDirection = (volume: ViewedVolume, { clip, isShown, points }: ShownPart): ViewDirection =>
  (!isShown && points && flatPartView(volume, points)) || volumeView(volume, clip);

/** The direction that meshes are seen along. @param options undefined where their anatomy says it. */
export const meshDirection = (points: readonly Vec3[], options: MeshViewOptions | undefined): ViewDirection =>
  options ? meshView(points, options) : patientView(points);

/** The front of what is loaded; undefined where its anatomy says it. */
export function frontOf(scene: Scene, data: ViewData | undefined): ViewDirection | undefined {
  const options = meshViewOptions(scene, data);
  return options && meshFront(options);
}

/**
 * The camera that shows all that can be seen of the scene, along `direction`.
 * @param points around it, if they are known.
 */
export function fitScene(
  scene: Scene,
  direction: ViewDirection,
  options: { readonly aspect: number; readonly projection: Camera['projection'] },
  points: readonly Vec3[] = pointsIn(scene),
): Camera {
  return fitPoints(points, direction, options);
}

/** Diameter of a sphere around the scene, hidden parts included. */
export function extentOf(scene: Scene): number {
  const { volume, meshes } = scene as Partial<VolumeScene & MeshScene>;
  const points = [...(volume ? corners(volume) : []), ...(meshes ?? []).flatMap(cornersOf)];
  return 2 * boundingSphere(points).radius;
}
