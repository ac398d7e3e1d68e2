/** The window of a radiograph: from 0 to the largest integral that the picture has. */
import type { Camera } from '../../camera/camera.js';
import { createXrayTransfer } from '../../transfer/xray.js';
import type { ReadOptions } from '../render-request.js';
import type { Renderer } from '../renderer.js';
import type { Scene } from '../scene.js';

/** A radiograph in grey from 0 to the largest integral of its picture, for which one frame is rendered. */
export async function fitIntegrals<Shown extends Scene>(
  renderer: Renderer,
  scene: Shown,
  camera: Camera,
  options: Omit<ReadOptions, 'outputs'>,
): Promise<Shown> {
  const { values } = await renderer.render(scene, camera, { ...options, outputs: ['values'] });
  let largest = 0;
  for (let at = 0; at < values.length; at += 2) if (values[at + 1]! > 0) largest = Math.max(largest, values[at]!);
  return { ...scene, transfer: createXrayTransfer([0, largest]) };
}
