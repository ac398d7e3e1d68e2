/** Applies a selection's voxel spacings to files that have none, and refuses selections that a file does not allow. */
import { InputError } from '../../errors.js';
import { IDENTITY_AFFINE, scaleColumns } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import type { VolumeFile } from './source.js';

/** @throws InputError for a series of a file that holds one image. */
export function refuseSeries(
  file: string,
  { name }: { readonly name: string },
  formats: readonly { readonly name: string; readonly severalImages?: boolean }[],
): never {
  const holding = formats.filter(({ severalImages }) => severalImages).map((format) => format.name);
  throw new InputError(`${file}: ${name} files hold one image; --series is for ${holding.join(', ')}`);
}

/** @throws InputError for spacings of a file that has its own. */
export function refuseSpacings(name: string): never {
  throw new InputError(
    `${name}: has spacings of its own; --spacing is for inputs without, such as .npy, --raw and folders of pictures`,
  );
}

/** The volume of a file that says nothing of its place in the world, its voxels as far apart as the caller says. */
export function spaceOut(file: VolumeFile, name: string, spacings: Vec3): VolumeFile {
  const { volume, unit } = file;
  const { columns, origin } = IDENTITY_AFFINE;
  const given = [...volume.indexToWorld.columns, volume.indexToWorld.origin].flat();
  const isPlaced =
    unit !== undefined || volume.anatomical || given.some((value, at) => value !== [...columns, origin].flat()[at]);
  if (isPlaced && !file.lacksSpacings) refuseSpacings(name);
  return { ...file, volume: { ...volume, indexToWorld: { columns: scaleColumns(columns, spacings), origin } } };
}
