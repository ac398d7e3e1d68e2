/** Pictures in stores as volumes of one slice: arrays with an axis more, along which they are one voxel. */
import { InputError } from '../../../errors.js';
import type { ZarrArray } from './check-array.js';
import type { Multiscale, NgffAxis } from './ngff.js';

export interface DeepImage {
  readonly image: Multiscale;
  readonly arrays: readonly ZarrArray[];
  /** Whether there was a picture. */
  readonly isPlane: boolean;
}

/**
 * A volume as it is; a picture as one slice, as thick as its finest pixels are high.
 * @throws InputError, without the store's name, for arrays that have other axes than the image.
 */
export function deepenPlane(image: Multiscale, arrays: readonly ZarrArray[]): DeepImage {
  const { axes, datasets } = image;
  for (const { path, shape } of arrays) {
    if (shape.length === axes.length) continue;
    throw new InputError(`has ${axes.length} axes, but the array "${path}" has ${shape.length} dimensions`);
  }
  const space = axes.filter(({ role }) => role === 'space');
  if (space.length !== 2) return { image, arrays, isPlane: false };
  const at = axes.indexOf(space[0]!);
  const name = ['z', 'y', 'x'].find((own) => space.every((axis) => axis.name.toLowerCase() !== own))!;
  const across: NgffAxis = { role: 'space', name, unit: space[0]!.unit };
  const [{ scale: finest }] = datasets as [Multiscale['datasets'][number]];
  return {
    image: {
      ...image,
      axes: axes.toSpliced(at, 0, across),
      datasets: datasets.map(({ path, scale, translation }) => ({
        path,
        scale: scale.toSpliced(at, 0, finest[at]!),
        translation: translation.toSpliced(at, 0, 0),
      })),
    },
    arrays: arrays.map((array) => deepenArray(array, at)),
    isPlane: true,
  };
}

function deepenArray(array: ZarrArray, at: number): ZarrArray {
  const { path, dtype, shape, chunks, fillValue, dimensionNames } = array;
  // Damaged metadata may have anything in their places: who checks the array says so.
  const withOne = (sizes: readonly number[]) => (Array.isArray(sizes) ? sizes.toSpliced(at, 0, 1) : sizes);
  return {
    path,
    dtype,
    fillValue,
    dimensionNames,
    shape: withOne(shape) as number[],
    chunks: withOne(chunks) as number[],
    getChunk: async (chunkIndex, options) => {
      const chunk = await array.getChunk(chunkIndex.toSpliced(at, 1), options);
      return { ...chunk, shape: chunk.shape.toSpliced(at, 0, 1), stride: chunk.stride.toSpliced(at, 0, 0) };
    },
  };
}
