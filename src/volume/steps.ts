/** Work that can be left for something else and taken up again, as a generator that pauses between its pieces. */

export type Steps<Result> = Generator<void, Result, void>;

/** Does all of it at once. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Voxels of a piece: some milliseconds of work. */
const PIECE_VOXELS = 1 << 20;

/** Cuts voxels into pieces: pairs of the first voxel and the one after the last. */
export function* listPieces(voxels: number): Generator<readonly [number, number], void, void> {
  for (let start = 0; start < voxels; start += PIECE_VOXELS) yield [start, Math.min(start + PIECE_VOXELS, voxels)];
}
