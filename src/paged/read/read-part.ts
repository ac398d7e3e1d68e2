/** Reads the part of a level that a cell needs, and no other chunks. */
import { transformPoint } from '../../math/affine.js';
import { mapVec3 } from '../../math/vec3.js';
import { type Cell, rangeOfCell, type VolumePart } from '../../volume/split-volume.js';
import { createVolume, type Volume } from '../../volume/volume.js';
import type { Level, Store } from '../store.js';
import { readVoxels } from './read-level.js';

/** A level of a store that parts are read of. */
export interface PartSource {
  /** The store, for the meaning of its voxels. */
  readonly store: Pick<Store, 'anatomical' | 'meaning'>;
  /** The level that is read. */
  readonly level: Level;
}

/**
 * The part of a level that `cutPart` would cut out of all of it.
 * @throws InputError, one line that starts with the store's name, if a chunk cannot be read.
 */
export async function readPart(
  { store: { anatomical, meaning }, level }: PartSource,
  cell: Cell,
  { step }: { readonly step: number },
): Promise<{ readonly volume: Volume; readonly part: VolumePart }> {
  const { sizes, indexToWorld } = level;
  const box = rangeOfCell(sizes, cell, step);
  const volume = createVolume({
    sizes: mapVec3(box.end, (end, axis) => end - box.first[axis]!),
    voxels: await readVoxels(level, box),
    indexToWorld: { columns: indexToWorld.columns, origin: transformPoint(indexToWorld, box.first) },
    anatomical,
    meaning,
  });
  return { volume, part: { whole: { sizes, indexToWorld }, first: box.first, cell } };
}
