/** Texture without air: bright and dark lie side by side everywhere, as in electron microscopy and in crops of tissue. */
import type { Vec3 } from '../../math/vec3.js';
import type { Volume, VoxelArray } from '../volume.js';

/** Shares of bright voxels at the faces across each axis: air is at most of them, or what is shown is sparse. */
const FACE_SHARES = [0.3, 0.85] as const;
/** Cells along each axis, in each of which both are to be found. */
const CELLS = 8;
/** Share of a cell's probes, which the rarer of both has where they are mixed. */
const MIXED_SHARE = 0.1;
/** Least share of mixed cells: 0.9 in electron microscopy, 0.44 in a crop of a brain, at most 0.3 where two materials meet. */
const MIN_MIXED = 0.4;
/** Probes of a cell, or of a face, along each axis. */
const PROBES = 4;
const FACE_PROBES = 32;

/**
 * Whether nothing can be seen through what is brighter than a value, or darker: both fill the volume to its faces.
 * @param value that parts them.
 */
export function isTextureEverywhere({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, value: number): boolean {
  if (sizes.some((size) => size < 2)) return false;
  const isMixed = ([0, 1, 2] as const).every((axis) => {
    const share = faceShare(sizes, voxels, axis, value);
    return share >= FACE_SHARES[0] && share <= FACE_SHARES[1];
  });
  return isMixed && mixedShare(sizes, voxels, value) >= MIN_MIXED;
}

/** The share of voxels brighter than a value at the two faces across an axis, by probes. */
export function faceShare(sizes: Vec3, voxels: VoxelArray, axis: 0 | 1 | 2, value: number): number {
  const [across, along] = [0, 1, 2].filter((other) => other !== axis) as [0 | 1 | 2, 0 | 1 | 2];
  const strides = stridesOf(sizes);
  let [bright, count] = [0, 0];
  for (const end of [0, sizes[axis] - 1]) {
    for (const u of positions(sizes[across], 0, 1, FACE_PROBES)) {
      for (const v of positions(sizes[along], 0, 1, FACE_PROBES)) {
        count++;
        if (voxels[end * strides[axis] + u * strides[across] + v * strides[along]]! > value) bright++;
      }
    }
  }
  return bright / count;
}

function mixedShare(sizes: Vec3, voxels: VoxelArray, value: number): number {
  const strides = stridesOf(sizes);
  const [ofI, ofJ, ofK] = sizes.map((size) => {
    const cells = Math.min(CELLS, Math.max(Math.floor(size / 2), 1));
    return Array.from({ length: cells }, (_, cell) => positions(size, cell / cells, (cell + 1) / cells, PROBES));
  }) as [number[][], number[][], number[][]];
  let mixed = 0;
  for (const ks of ofK) {
    for (const js of ofJ) {
      for (const is of ofI) {
        let bright = 0;
        for (const k of ks)
          for (const j of js) for (const i of is) if (voxels[i + j * strides[1] + k * strides[2]]! > value) bright++;
        const share = bright / (is.length * js.length * ks.length);
        if (share >= MIXED_SHARE && share <= 1 - MIXED_SHARE) mixed++;
      }
    }
  }
  return mixed / (ofI.length * ofJ.length * ofK.length);
}

const stridesOf = ([ni, nj]: Vec3): Vec3 => [1, ni, ni * nj];

/** Up to so many voxels, evenly spread from one fraction of an axis to another. */
function positions(size: number, from: number, to: number, count: number): number[] {
  const [first, end] = [Math.round(from * size), Math.round(to * size)];
  const length = Math.min(count, end - first);
  return Array.from({ length }, (_, at) => first + Math.floor(((at + 0.5) * (end - first)) / length));
}
