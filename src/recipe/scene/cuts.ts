/** The part of volumes that options and documents leave visible. */
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
import { type CropBox, OPEN_END, type SceneChoice } from './scene-choice.js';

/** Voxels that a crop counts: those of a store's level, however few are loaded. */
export type CropGrid = Pick<Volume, 'sizes' | 'indexToWorld'>;

/**
 * The half-spaces that are shown of volumes, of which the first counts the voxels of a crop.
 * @param camera that looks at a slab, which is left out without one.
 * @throws InputError for a crop that is not within the volume.
 */
export function describeCuts(
  volumes: readonly [CropGrid, ...CropGrid[]],
  { clip, crop, cropWorld, slabThickness }: Pick<SceneChoice, 'clip' | 'crop' | 'cropWorld' | 'slabThickness'>,
  camera?: Camera,
): HalfSpace[] {
  const [volume] = volumes;
  return cutsOf(volumes, [
    ...clip,
    ...(crop ? cropToVoxels(volume, crop.first, lastOf(crop, volume)) : []),
    ...(cropWorld ? cropToWorld(cropWorld.min, cropWorld.max) : []),
    ...(slabThickness !== undefined && camera ? thickSlab(camera, slabThickness) : []),
  ]);
}

const lastOf = ({ last }: CropBox, { sizes }: CropGrid) =>
  last.map((index, axis) => (index === OPEN_END ? sizes[axis]! - 1 : index)) as unknown as Vec3;
