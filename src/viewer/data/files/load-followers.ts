/** Receives the progress of loading, and what can be shown meanwhile. */
import type { PartialVolume } from './partial-volume.js';
import type { ReadProgress } from './viewer-file.js';

/** Progress that a page shows while files are read. */
export type LoadProgress = ReadProgress & { readonly stage: 'reading' | 'decoding' };

export interface LoadFollowers {
  readonly report: (progress: LoadProgress) => void;
  /** Shows the read part of a volume that is still being read. */
  readonly preview: (partial: PartialVolume) => void;
}
