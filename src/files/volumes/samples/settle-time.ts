/** The point in time that is taken of several where nobody names one. */
import type { VoxelArray } from '../../../volume/volume.js';
import type { VolumeSelection } from '../source.js';
import { countSamples, type SampleAxis, type SampleSelection, selectSamples } from './select-samples.js';

/** A selection, and why it has not the first point in time, if so. */
export interface SettledTime {
  readonly selection: VolumeSelection;
  readonly notes: readonly string[];
}

/**
 * Takes the middle point in time instead of the first, where that is nearly empty or saturated beside it; else the selection as it
 * is. The first is kept where it is no worse, as the one without weighting of a diffusion series is. A mean would be smoother,
 * but has all that moves twice, and costs all points.
 * @param extract the voxels of a selection.
 */
export async function settleTime(
  axes: readonly SampleAxis[],
  selection: VolumeSelection,
  extract: (selected: SampleSelection) => VoxelArray,
): Promise<SettledTime> {
  const times = countSamples(axes.filter(({ role }) => role === 'time'));
  if (selection.time !== undefined || times < 2) return { selection, notes: [] };
  const { findFault } = await import('./find-fault.js');
  const middle = Math.floor(times / 2);
  const voxelsAt = (time: number) => extract(selectSamples(axes, { ...selection, time }));
  const fault = findFault(voxelsAt(0), voxelsAt(middle));
  if (fault === undefined) return { selection, notes: [] };
  return {
    selection: { ...selection, time: middle },
    notes: [`time 0 is ${fault} beside time ${middle}, which is taken in its place; --time 0 takes it`],
  };
}
