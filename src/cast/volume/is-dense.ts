/** Dense appearances: those whose rays take every sample, to their ends. */
import { showsAll, type TransferTable } from '../../transfer/table/transfer-table.js';
import { smallestSpacing } from '../../volume/volume.js';
import { cached } from '../frame/cached.js';
import type { VolumeScene } from '../scene.js';
import type { Settings } from '../settings.js';
import { findTable } from './find-table.js';
import { finestGrid } from './grids.js';

/** The optical depth at which early ray termination ends a ray: opacity 0.999. */
const OPAQUE_DEPTH = Math.log(1000);

/**
 * Whether a scene composites one volume unlit, every sample is visible, and rays hardly become opaque on their way if
 * the table's values are equally frequent. Not for steps below a voxel, which strips of 1024 were slower with.
 */
export function isDense(scene: VolumeScene, { step, earlyTermination }: Pick<Settings, 'step' | 'earlyTermination'>) {
  const { mode = 'composite', pages, fused = [], mask, shading, transfer, volume } = scene;
  const isPlain = mode === 'composite' && fused.length === 0 && !pages && !mask && !shading && step >= 1;
  if (!isPlain || transfer.gradientOpacities !== undefined) return false;
  const { isFull, depth } = describeTable(findTable(transfer, 1));
  if (!isFull || !earlyTermination) return isFull;
  const { columns } = volume.indexToWorld;
  const sides = volume.sizes.map((voxels, axis) => voxels * Math.hypot(...columns[axis]!));
  const meanSide = sides.reduce((sum, side) => sum + side, 0) / sides.length;
  return depth * (meanSide / (transfer.unit ?? smallestSpacing(finestGrid(scene)))) < OPAQUE_DEPTH;
}

interface TableFacts {
  /** Whether no cell is transparent. */
  readonly isFull: boolean;
  /** Mean optical depth of one unit of length over the cells. */
  readonly depth: number;
}

const facts = new WeakMap<TransferTable, TableFacts>();

function describeTable(table: TransferTable): TableFacts {
  return cached(facts, table, () => {
    let sum = 0;
    for (let end = 3; end < table.rgba.length; end += 4) sum -= Math.log1p(-table.rgba[end]!);
    return { isFull: showsAll(table), depth: sum / (2 * table.cells) };
  });
}
