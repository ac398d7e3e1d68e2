/** The part of volumes that is shown, by what options and documents cut. */
import {
  type Camera,
  cropToVoxels,
  cropToWorld,
  cutsOf,
  type HalfSpace,
  thickSlab,
  type Vec3,
  type Volume,
} from '../../index.js';
import type { OptionValue } from '../options.js';
import type { WorldBox } from '../parse/parse-options.js';

/** Voxels that a crop counts: those of a store's level, however few are loaded. */
export type CropGrid = Pick<Volume, 'sizes' | 'indexToWorld'>;

/** Voxels of the first volume that are kept, both ends included; an undefined end is the volume's. */
export type VoxelRanges = OptionValue<'crop'>;

export interface CutChoice {
  readonly clip?: readonly HalfSpace[] | undefined;
  readonly crop?: VoxelRanges | undefined;
  readonly cropWorld?: WorldBox | undefined;
  /** World thickness of a slab across the view. */
  readonly slabThickness?: number | undefined;
}

/** @param camera that looks at a slab, which is left out without one. */
export function createCuts(
  volumes: readonly [CropGrid, ...CropGrid[]],
  { clip = [], crop, cropWorld, slabThickness }: CutChoice,
  camera?: Camera,
): HalfSpace[] {
  const [volume] = volumes;
  const ends = (end: 0 | 1, own: (axis: number) => number) =>
    crop!.map((range, axis) => range[end] ?? own(axis)) as unknown as Vec3;
  return cutsOf(volumes, [
    ...clip,
    ...(crop
      ? cropToVoxels(
          volume,
          ends(0, () => 0),
          ends(1, (axis) => volume.sizes[axis]! - 1),
        )
      : []),
    ...(cropWorld ? cropToWorld(cropWorld.min, cropWorld.max) : []),
    ...(slabThickness !== undefined && camera ? thickSlab(camera, slabThickness) : []),
  ]);
}
