/** The scene that a frame of the view casts, and how. */
import { type PartialScene, previewScene, type Renderer } from '../../index.js';
import type { DrawRequest } from './frame-loop.js';
import type { FrameResolution } from './frame-resolution.js';
import { exactOptions, type FrameSubject, settlingOptions } from './subject.js';

/** The shape without a GPU. */
const SOFTWARE_SHAPE = { width: 32, height: 4 } as const;
/** All pixels, with the kernel of the exact frame. */
export const SETTLING: FrameResolution = { scale: 1, step: 1.25, isDraft: false };
/** A quarter of the pixels, without a GPU: all of them take half as long as the exact picture, and delay it by that. */
const SETTLING_SOON: FrameResolution = { ...SETTLING, scale: 0.5 };
/** Copies of all sizes have the kernel that is compiled before the first of them is there: small ones store their gradients. */
const COPY_SAMPLING = { gradients: 'stored' } as const;
export const EXACT: FrameResolution = { scale: 1, step: 1, isDraft: false };

/** The choices by which frames share kernels, where these take most of a second to compile. */
export function kernelFor({ gpu }: Renderer, scene: PartialScene, isCopy: boolean) {
  if (!gpu.software) return {};
  // A copy has so few voxels that skipping would save less than its kernels cost.
  return {
    ...(!('meshes' in scene) && { shape: SOFTWARE_SHAPE }),
    ...(isCopy && { skip: false, sampling: COPY_SAMPLING }),
  };
}

/**
 * The scene that a frame of this kind casts, whether it is less than the whole one, the fraction of the canvas's side that it has
 * pixels for, and its options.
 * @param moving the resolution of frames that move.
 */
export function chooseFrame(
  { kind, settled }: Pick<DrawRequest, 'kind' | 'settled'>,
  subject: FrameSubject,
  renderer: Renderer,
  moving: FrameResolution,
) {
  const settling = renderer.gpu.software && settled === 0 ? SETTLING_SOON : SETTLING;
  const { scale, step, isDraft } = { moving, settling, resting: EXACT }[kind];
  const asked = (isDraft && subject.draft) || subject.scene;
  // Pages come when the picture rests.
  const scene = kind === 'resting' ? asked : previewScene(asked);
  const isCopy = subject.isPartial || scene === subject.draft || scene !== asked;
  return {
    scene,
    isCopy,
    scale,
    options: {
      ...kernelFor(renderer, scene, isCopy),
      // Fine frames take four samples where plain ones take one: those wait until the picture rests.
      ...(kind === 'resting'
        ? exactOptions(subject)
        : kind === 'settling' && !isCopy
          ? settlingOptions(subject, step)
          : { step: subject.step * step, quality: 'plain' as const }),
    },
  };
}
