/** Draws a tiny, invisible picture, so that the kernels of the first visible one are compiled. */
import type { Camera, PresentOptions, Renderer, Scene } from '../../index.js';

const SIDE = 8;
/** A view of anything. */
const CAMERA: Camera = {
  projection: 'perspective',
  eye: [0, 0, -100],
  target: [0, 0, 0],
  up: [0, 1, 0],
  fovDegrees: 30,
};

/** @param scene one whose kernels are the same, with next to nothing in it. */
export async function warmKernels(
  renderer: Renderer,
  scene: Scene,
  options: Pick<PresentOptions, 'step' | 'shape' | 'skip' | 'sampling'>,
): Promise<void> {
  const { gpu } = renderer;
  const target = gpu.device.createTexture({
    label: 'viewer.warm-up',
    size: [SIDE, SIDE],
    format: navigator.gpu.getPreferredCanvasFormat(),
    usage: GPUTextureUsage.RENDER_ATTACHMENT,
  });
  try {
    const { done } = await renderer.render(scene, CAMERA, { target, ...options, quality: 'plain' });
    await done;
  } finally {
    target.destroy();
  }
}
