/** The state that frames are drawn of, and what is reported of those on the screen. */
import type { Camera, Quality, Scene, VolumeScene } from '../../index.js';
import { RAYS_MAX } from '../../recipe/options/quality-options.js';
import type { FrameSettings } from '../../recipe/scene/scene-choice.js';
import type { DrawRequest } from './frame-loop.js';

/** The scene to draw, read whenever a frame begins. */
export interface FrameSubject {
  readonly scene: Scene;
  /** The scene with a smaller volume, for frames that are coarser than that. */
  readonly draft: Scene | undefined;
  /** Whether not all is known yet, so that the exact picture has to wait. */
  readonly isPartial: boolean;
  /** The scene of the whole volume as far as it can be told while its voxels are counted; undefined before they are read. */
  readonly ahead: VolumeScene | undefined;
  /** Whether some of the volume has still to be read. */
  readonly isReading: boolean;
  readonly camera: Camera;
  /** Whether it is a radiograph that has no window of its own. */
  readonly fitsIntegrals: boolean;
  readonly step: number;
  readonly quality: Quality;
  readonly settings: FrameSettings;
  /** Whether the noise of path-traced pictures that are saved is taken out. */
  readonly denoise: boolean;
  /** Error of 255 that is enough for them. */
  readonly noise: number | undefined;
}

/** A frame that has reached the screen. */
export interface ShownFrame {
  /** Whether the view was moving, settling or at rest. */
  readonly kind: DrawRequest['kind'];
  /** All voxels of the volume, a small copy of it, or a copy of the part that has been read. */
  readonly shows: 'whole' | 'draft' | 'part';
  /** Pixels that were cast; the canvas may have more. */
  readonly width: number;
  /** Rows of pixels. */
  readonly height: number;
  /** Frames that it is the mean of. */
  readonly accumulated: number;
  /** Shape of the workgroups, as width × height. */
  readonly workgroup: string;
  /** How long it took, in milliseconds. */
  readonly timeMs: number;
  /** Milliseconds by pass, where the adapter reports them. */
  readonly passesMs: Readonly<Record<string, number>> | undefined;
}

/** Samples that fine frames of composites take in a step. */
const FINE_SAMPLES = 4;

/** The options of a frame with longer steps than the exact one, by that one's kernel where it is fine. @param factor of the step. */
export function settlingOptions({ scene, step, quality }: FrameSubject, factor: number) {
  const isFine = quality === 'fine' && 'volume' in scene && (scene.mode ?? 'composite') === 'composite';
  if (!isFine) return { step: step * factor, quality: 'plain' } as const;
  return { step: step * factor * FINE_SAMPLES, quality: 'fine' } as const;
}

/** The options of the exact picture, which is the command line's. */
export function exactOptions({ step, quality, settings }: FrameSubject) {
  // Paths of light are averaged frame by frame.
  const rays = quality === 'path' ? 1 : settings.samplesPerPixel;
  return { ...settings, step, quality, ...(rays !== undefined && { samplesPerPixel: Math.min(rays, RAYS_MAX) }) };
}
