/** The visible part of a volume and its appearance, by the options of `tilecast render`. */
import {
  type Camera,
  cropToVoxels,
  cropToWorld,
  cutsOf,
  type HalfSpace,
  type Isosurface,
  type RenderMode,
  thickSlab,
  type Vec3,
  type Volume,
} from '../../../index.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse-options.js';

export interface ChosenMode {
  readonly mode: RenderMode;
  readonly isoValue?: number;
  readonly isosurfaces?: readonly Isosurface[];
}

/**
 * The mode; without one, it is what the transfer function was made for.
 * @throws InputError if the mode and the isovalue do not go together.
 */
export function chooseMode(values: OptionValues, hint: RenderMode = 'composite'): ChosenMode {
  const { iso: surfaces } = values;
  const mode = values.mode ?? (surfaces === undefined ? hint : 'isosurface');
  if (mode === 'isosurface' && surfaces === undefined) fail('--iso: name the value of the isosurface');
  if (mode !== 'isosurface' && surfaces !== undefined) fail('--iso: is for --mode isosurface');
  if (values.preintegrated && mode !== 'composite')
    fail(`--preintegrated: pre-integration is for the mode composite, not for ${mode}`);
  const [first, ...others] = surfaces ?? [];
  if (!first) return { mode };
  const isPlain = others.length === 0 && first.color === undefined && first.opacity === undefined;
  return isPlain ? { mode, isoValue: first.value } : { mode, isosurfaces: surfaces! };
}

type VoxelGrid = Pick<Volume, 'sizes' | 'indexToWorld'>;

/** The cuts of volumes; crops need the first of them, and a slab the camera, without which it is left out. */
export function chooseClip(
  values: OptionValues,
): (volumes: readonly [VoxelGrid, ...VoxelGrid[]], camera?: Camera) => HalfSpace[] {
  const { clip: planes = [], crop: voxels, 'crop-world': world, 'slab-thickness': thickness } = values;
  return (volumes, camera) => {
    const [volume] = volumes;
    return cutsOf(volumes, [
      ...planes,
      ...(voxels
        ? cropToVoxels(
            volume,
            voxels.map(([low]) => low ?? 0) as unknown as Vec3,
            voxels.map(([, high], axis) => high ?? volume.sizes[axis]! - 1) as unknown as Vec3,
          )
        : []),
      ...(world ? cropToWorld(world.min, world.max) : []),
      ...(thickness === undefined || !camera ? [] : thickSlab(camera, thickness)),
    ]);
  };
}
