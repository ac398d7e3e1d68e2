/** What the options of `tilecast render` draw onto the finished picture. */
import { type Camera, drawOverlays, type Frame, type VolumeScene } from '../index.js';
import { fail } from './parse-options.js';
import type { RenderArguments } from './render-options.js';

const OVERLAYS = ['scale-bar', 'orientation', 'color-bar'] as const;

/** Anatomical data is in millimetres, as DICOM has it; of other files the unit is not known. */
const ANATOMICAL_UNIT = 'mm';

export function chooseOverlays({
  overlay,
}: RenderArguments): (frame: Frame, scene: VolumeScene, camera: Camera) => void {
  const names = overlay?.split(',') ?? [];
  for (const name of names) {
    if (!OVERLAYS.some((known) => known === name)) fail(`--overlay: "${name}" is none of ${OVERLAYS.join(', ')}`);
  }
  if (names.length === 0) return () => undefined;
  return ({ pixels, width, height }, { volume, transfer }, camera) => {
    const unit = volume.anatomical ? { unit: ANATOMICAL_UNIT } : {};
    drawOverlays(pixels, width, height, {
      ...(names.includes('scale-bar') && { scaleBar: { camera, ...unit } }),
      ...(names.includes('orientation') && volume.anatomical && { orientation: { camera } }),
      ...(names.includes('color-bar') && { colorBar: { transfer } }),
    });
  };
}
