/** The upload of a volume while threads fit its view. */
import type { Camera, Gpu } from '../../index.js';
import type { Subject } from '../../options/view-options.js';
import type { RendererChoice } from './scene-job.js';
import type { OnUnfitted } from './volume-job.js';

/**
 * Uploads a volume, with the kernels for the view of its whole box, which are mostly those of the fitted view. What fails is
 * reported by the frame.
 */
export function createEarlyUpload(
  { open, rendering }: RendererChoice,
  cameraFor: (subject: Subject) => Camera,
  gpu: Promise<Gpu>,
): OnUnfitted {
  const upload: (...volume: Parameters<OnUnfitted>) => Promise<void> = async (box, withCamera) => {
    const device = await gpu;
    // Elsewhere the cores that would upload are those that fit the view.
    if (device.software) return;
    const camera = cameraFor(box);
    await (await open(device)).prepare(withCamera(camera), camera, { ...rendering, alone: true });
  };
  return (box, withCamera) => void upload(box, withCamera).catch(() => undefined);
}
