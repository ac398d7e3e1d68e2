/** Uploads a volume, and compiles kernels, before all of its picture is known: while it is read, looked through, and its view fitted. */
import { setImmediate } from 'node:timers/promises';
import type { Camera, Gpu, Renderer } from '../../../index.js';
import type { OpenFilesAhead } from '../../../node/index.js';
import type { Subject } from '../../../recipe/scene/view-options.js';
import type { RendererChoice } from './create-subject.js';
import type { OnRead, OnUnfitted } from './volume-subject.js';

/**
 * Does it by the view of the volume's whole box, whose kernels are mostly those of the fitted view: on the CPU while this thread looks
 * through the volume, on GPUs while threads fit its view. What fails is reported by the frame.
 */
export function createEarlyUpload(
  { open, rendering }: RendererChoice,
  cameraFor: (subject: Subject) => Camera,
  gpu: Promise<Gpu>,
): { readonly onRead: OnRead; readonly onUnfitted: OnUnfitted } {
  const opening = gpu.then(async (device) => ({ software: device.software, renderer: await open(device) }));
  opening.catch(() => undefined);
  const begin = async (forSoftware: boolean, prepare: (renderer: Renderer) => Promise<void>) => {
    const { software, renderer } = await opening;
    if (software === forSoftware) prepare(renderer).catch(() => undefined);
  };
  const options = { ...rendering, alone: true };
  return {
    onRead: async (box, likely) => {
      await begin(true, (renderer) => renderer.prepare(likely, cameraFor(box), options)).catch(() => undefined);
      // Kernels are asked for in the turn that this one waits for.
      await setImmediate();
    },
    onUnfitted: (box, withCamera) => {
      const camera = cameraFor(box);
      begin(false, (renderer) => renderer.prepare(withCamera(camera), camera, options)).catch(() => undefined);
    },
  };
}

/** Smaller ones go up in less time than their kernels take to compile, and compete for the process with all else. */
const LEAST_BYTES = 2 ** 26;

/** Uploads a large volume that is being read ahead. What fails is done again by the frame. */
export async function uploadAhead(
  { open }: RendererChoice,
  path: string,
  ahead: OpenFilesAhead,
  gpu: Promise<Gpu>,
): Promise<void> {
  const uploading = ahead.use(path, async (volume, read) => {
    const device = await gpu;
    // Elsewhere the cores that would upload are those that read.
    if (device.software || volume.voxels.byteLength < LEAST_BYTES) return;
    await (await open(device)).upload(volume, read);
  });
  await uploading?.catch(() => undefined);
}
