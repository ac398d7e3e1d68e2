/** Hears how far reading has come, and what there is to see of it. */
import type { PartialVolume } from './partial-volume.js';
import type { ReadProgress } from './viewer-file.js';

/** Progress that a page shows while files are read. */
export type LoadProgress = ReadProgress & { readonly stage: 'reading' | 'decoding' };

export interface LoadFollowers {
  readonly report: (progress: LoadProgress) => void;
  /** Shows what has come of a volume that is still being read. */
  readonly preview: (partial: PartialVolume) => void;
}
