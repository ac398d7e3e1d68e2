/** Pieces of voxels that threads take. */
import type { VoxelArray } from '../../worker.js';

/** Pieces that threads take: few enough to merge, and many enough that none waits long for another. */
const PIECE_BYTES = 2 ** 23;
const PIECES_PER_THREAD = 2;

/** The voxels of a piece. */
export const pieceOf = ({ length, BYTES_PER_ELEMENT }: VoxelArray, threads: number): number =>
  Math.min(Math.ceil(length / (PIECES_PER_THREAD * threads)), PIECE_BYTES / BYTES_PER_ELEMENT);
