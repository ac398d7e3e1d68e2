/** Completes a scene: the default appearance of its volume, and the default view. */
import type { Camera, ImageSize } from '../../camera/camera.js';
import { fitPoints } from '../../camera/fit-points.js';
import { volumeView } from '../../camera/volume-view.js';
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';
import type { DefaultAppearance } from '../../transfer/default/default-appearance.js';
import { createShading } from '../../transfer/light/shading.js';
import { cropToVoxels, keepMiddle } from '../../volume/crop.js';
import { type SubjectBox, voxelsOfSubject } from '../../volume/subject-box.js';
import { checkFloat32Range } from '../../volume/values/float32-range.js';
import { corners, type Volume } from '../../volume/volume.js';
import { withDefaults } from '../../with-defaults.js';
import { refuseOtherKinds } from '../check/check-scene.js';
import { checkVoxels } from '../check/check-volume-scene.js';
import { cached } from '../frame/cached.js';
import { loadOnce } from '../load-once.js';
import type { posedCorners } from '../mesh/transforms/posed-corners.js';
import type { MeshScene, Scene, VolumeScene } from '../scene.js';
import { shownPoints } from '../volume/shown-points.js';
import type { PartialScene } from './partial-scene.js';
import { replaceNames } from './replace-names.js';

/** The default appearance of a volume follows from all of its voxels. */
const appearances = new WeakMap<Volume, DefaultAppearance>();
const loadAppearances = loadOnce(() => import('../../transfer/default/default-appearance.js'));
/** Appearances of volumes that a scene shows more of than a slice. */
const wholeAppearances = new WeakMap<Volume, DefaultAppearance>();

/**
 * The scene with what it leaves open, and a camera that is fitted to it. The default appearance of a volume follows from the volume
 * alone: whoever fuses a map with it, or puts lines into it, makes it thin by a transfer function.
 * @param byPaths whether it is for paths of light, which go through a sheet: a slice that is shown alone is whole then.
 * @throws InputError where there is nothing to look at.
 */
export async function completeScene(
  scene: PartialScene,
  camera: Camera | undefined,
  settings: ImageSize,
  byPaths = false,
): Promise<{ readonly scene: Scene; readonly camera: Camera }> {
  if (typeof scene !== 'object' || scene === null) throw new InputError('a scene must be an object');
  refusePromises(scene);
  const given = await replaceNames(scene);
  const { volume, transfer } = given;
  const needsAppearance = volume?.voxels && transfer === undefined;
  const complete = (
    needsAppearance ? withDefaults(await appearanceOf(given as VolumeScene, byPaths), given) : given
  ) as Scene;
  return { scene: complete, camera: camera ?? (await cameraFor(complete, settings)) };
}

/** Programs without types forget to await what they load. */
function refusePromises(scene: object): void {
  for (const [name, value] of Object.entries(scene)) {
    if (value instanceof Promise) throw new InputError(`the scene's ${name} is a promise, which has to be awaited`);
  }
}

/** A composite of one volume, of which nothing is cut or masked, may be worth one slice. */
async function appearanceOf(scene: VolumeScene, byPaths: boolean): Promise<Partial<VolumeScene>> {
  const { volume, mode = 'composite', clip, mask: given, fused = [] } = scene;
  const { defaultAppearance, wholeAppearance } = await loadAppearances();
  const isWhole = mode !== 'composite' || clip !== undefined || given !== undefined || fused.length > 0;
  const { transfer, mask, sliceAxis, subject } = cached(isWhole ? wholeAppearances : appearances, volume, () => {
    refuseOtherKinds(() => checkVoxels(volume));
    checkFloat32Range(volume, 'volume.voxels');
    return (isWhole ? wholeAppearance : defaultAppearance)(volume);
  });
  return {
    transfer,
    ...(transfer.shading && { shading: createShading(transfer.shading) }),
    ...(mask && { mask }),
    ...(sliceAxis !== undefined && !isWhole && { clip: keepSlice(volume, sliceAxis, byPaths) }),
    ...(subject && !isWhole && { clip: keepSubject(volume, subject) }),
  };
}

/** The half-spaces of the voxels of a subject. */
function keepSubject(volume: Volume, subject: SubjectBox) {
  const { first, last } = voxelsOfSubject(subject, volume.sizes);
  return cropToVoxels(volume, first, last);
}

/** The half-spaces of the middle slice across an axis, and of the sheet in it that is seen. */
function keepSlice(volume: Volume, sliceAxis: 0 | 1 | 2, isWhole: boolean) {
  const { sizes } = volume;
  const middle = Math.floor(sizes[sliceAxis] / 2);
  const along = (others: Vec3) => others.map((end, axis) => (axis === sliceAxis ? middle : end)) as unknown as Vec3;
  const last = sizes.map((size) => size - 1) as unknown as Vec3;
  const crop = cropToVoxels(volume, along([0, 0, 0]), along(last));
  return isWhole ? crop : [...keepMiddle(volume, sliceAxis, middle), ...crop];
}

async function cameraFor(scene: Scene, { width, height }: ImageSize): Promise<Camera> {
  const { volume, clip } = scene as Partial<VolumeScene>;
  const { meshes } = scene as Partial<MeshScene>;
  if (!volume && !meshes) throw new InputError('a scene needs a volume, meshes, or both');
  if (meshes) (await import('../check/check-mesh-scene.js')).checkMeshList(meshes);
  const direct = volume ? () => volumeView(volume, clip) : (await import('../mesh/transforms/posed-view.js')).posedView;
  // Pages that show no meshes do not load what is known about these.
  const cornersOf = meshes && (await import('../mesh/transforms/posed-corners.js')).posedCorners;
  return refuseOtherKinds(() => {
    const points = pointsOf(scene, cornersOf);
    const direction = direct(points, meshes ?? []);
    return fitPoints(points.length > 0 ? points : corners(volume!), direction, { aspect: width / height });
  });
}

/** World points that a fitted camera has to see. */
function pointsOf(scene: Scene, cornersOf: typeof posedCorners | undefined): readonly Vec3[] {
  const { volume, transfer } = scene as Partial<VolumeScene>;
  const { meshes = [] } = scene as Partial<MeshScene>;
  return [
    ...(volume && transfer ? shownPoints(scene as VolumeScene) : []),
    ...(cornersOf ? meshes.flatMap(cornersOf) : []),
  ];
}
