/** Looks of volumes, and how far their pictures are apart. */
import {
  type Camera,
  computeStatistics,
  createShading,
  defaultAppearance,
  findTransfer,
  fitPoints,
  shownPoints,
  type TransferFunction,
  type Volume,
  type VolumeScene,
  viewDirection,
} from 'tilecast';

export interface Look {
  readonly name: string;
  readonly scene: Omit<VolumeScene, 'volume'>;
  readonly zoom: number;
}

export function listLooks(volume: Volume): Look[] {
  const { transfer, mask } = defaultAppearance(volume);
  const lit = (named: TransferFunction) => ({ transfer: named, shading: createShading(named.shading) });
  const preset = (name: string) => findTransfer(name).create({ statistics: () => computeStatistics(volume) });
  const looks: Look[] = [{ name: 'default, lit', scene: { ...lit(transfer), ...(mask && { mask }) }, zoom: 1 }];
  if (computeStatistics(volume).min > -500) return [...looks, { name: 'default, unlit', scene: { transfer }, zoom: 1 }];
  const coronary = preset('CT-Coronary-Arteries');
  return [
    ...looks,
    { name: 'CT-Coronary-Arteries, lit', scene: lit(coronary), zoom: 4 },
    { name: 'CT-Coronary-Arteries, unlit', scene: { transfer: coronary }, zoom: 4 },
    { name: 'CT-Bone, lit', scene: lit(preset('CT-Bone')), zoom: 1 },
    { name: 'CT-Muscle, lit', scene: lit(preset('CT-Muscle')), zoom: 1 },
  ];
}

/** Same eye, smaller angle. */
function magnify(camera: Camera, zoom: number): Camera {
  if (camera.projection !== 'perspective') return camera;
  const slope = Math.tan((camera.fovDegrees * Math.PI) / 360);
  return { ...camera, fovDegrees: (Math.atan(slope / zoom) * 360) / Math.PI };
}

/** Root of the mean square of all channels' differences, and the largest, of 255. */
export function differences(a: Float32Array, b: Float32Array) {
  let [sum, largest] = [0, 0];
  for (const [index, value] of a.entries()) {
    const difference = 255 * Math.abs(value - b[index]!);
    sum += difference ** 2;
    largest = Math.max(largest, difference);
  }
  return { rms: Math.sqrt(sum / a.length), largest };
}

/** The view from the front that is fitted to what a look shows, as many times as large as it says. */
export function viewLook(volume: Volume, { scene, zoom }: Look): Camera {
  const direction = viewDirection(volume.anatomical ? 'anterior' : 'a', volume.indexToWorld);
  return magnify(fitPoints(shownPoints({ volume, ...scene }), direction, { aspect: 1 }), zoom);
}
