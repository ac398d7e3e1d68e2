/** Uploads and kernels of frames at rest, which are made ready before these are drawn. */
import { type PresentOptions, previewScene, type Renderer } from '../../index.js';
import { kernelFor, SETTLING } from './choose-frame.js';
import type { FrameKind } from './frame-loop.js';
import { exactOptions, type FrameSubject, settlingOptions } from './subject.js';

interface Preparation {
  readonly target: PresentOptions['target'];
  /** A view that moves again has the device to itself. */
  readonly pace: () => Promise<void>;
}

/** Makes the exact frame's needs ready while its volume is counted. Whatever goes wrong with that goes wrong with the frame too. */
export async function prepareAhead(
  renderer: Renderer,
  subject: FrameSubject & { readonly ahead: NonNullable<FrameSubject['ahead']> },
  preparation: Preparation,
): Promise<void> {
  const { ahead, camera } = subject;
  const options = { ...kernelFor(renderer, ahead, false), ...exactOptions(subject), ...preparation };
  await renderer.prepare(ahead, camera, options).catch(() => undefined);
}

/** Uploads the whole volume and compiles its kernels, before a frame of it would delay moving ones. */
export async function prepareRest(
  renderer: Renderer,
  subject: FrameSubject,
  { kind, accumulates, refinesPaths }: FrameKind & { readonly refinesPaths: boolean },
  { target, pace }: Preparation,
): Promise<void> {
  const { scene, camera } = subject;
  const options = { ...kernelFor(renderer, scene, false), pace };
  const settles = kind === 'settling';
  await Promise.all([
    settles &&
      renderer.prepare(previewScene(scene), camera, {
        target,
        ...options,
        ...settlingOptions(subject, SETTLING.step),
      }),
    // Without a GPU compilers take the time of frames that move: one kernel after another.
    !(settles && renderer.gpu.software) &&
      renderer.prepare(scene, camera, {
        ...options,
        ...exactOptions(subject),
        ...(refinesPaths ? { accumulate: true, guides: subject.denoise } : { target, accumulate: accumulates }),
      }),
  ]);
}
