/** Whether one volume holds the labels of another, as the command line and the viewer both decide it. */
import type { Volume } from '../../../index.js';
import { isSameGrid, type LabelVerdict, recognizeLabels } from '../../../lab.js';
import type { CropGrid } from '../cuts.js';
import type { SceneChoice } from '../scene-choice.js';

export interface LabelsVerdict {
  readonly verdict: LabelVerdict;
  /** Whether the file says that it holds labels, or it looks like them in the voxels of the other volume. */
  readonly isOfOther: boolean;
}

/** Whether volumes after the first may be its labels: nothing says how their values are shown. */
export const leavesLabelsOpen = ({ fused, fusedDepth }: Pick<SceneChoice, 'fused' | 'fusedDepth'>): boolean =>
  fused.length === 0 && fusedDepth === undefined;

/** @param grid the finest voxels of the volume. @param other those of the other one. */
export function holdsLabels(volume: Volume, grid: CropGrid, other: CropGrid): LabelsVerdict {
  const verdict = recognizeLabels(volume);
  return { verdict, isOfOther: verdict.isLabels && (volume.meaning === 'labels' || isSameGrid(grid, other)) };
}
