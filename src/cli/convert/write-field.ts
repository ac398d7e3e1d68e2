/** A mesh as a volume: its signed distances, or which voxels are inside. */
import { type Mesh, streamVolume } from '../../index.js';
import { Bvh, distanceFieldInPieces, gridAround, type SignMethod, voxelizeInPieces } from '../../mesh-queries.js';
import { PartialFile } from '../../node/index.js';
import { listenForInterrupt } from '../interrupt.js';
import { chooseSides } from '../intersect/choose-sides.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { createProgress } from '../progress.js';
import type { FieldArguments, FieldChoice } from './mesh-field.js';

/** Steps of a progress bar. */
const PROGRESS_STEPS = 100;

/** Writes the field piece by piece; Ctrl-C leaves no file. */
export async function writeField(
  mesh: Mesh,
  choice: FieldChoice,
  output: string,
  args: FieldArguments & { readonly compress: boolean },
): Promise<void> {
  const asked = chooseAdapter(args);
  const grid = gridAround(mesh, choice.resolution);
  const { sign } = chooseSides(mesh);
  const gpu = await (await startGpu(asked)).gpu;
  const interrupt = listenForInterrupt();
  const progress = createProgress(PROGRESS_STEPS, 'percent');
  try {
    announceAdapter(gpu, asked);
    const bvh = await Bvh.build(gpu, mesh);
    const total = grid.sizes.reduce((product, size) => product * size, 1);
    const pieces = advanceThrough(createPieces(bvh, mesh, grid, choice, sign), total, progress.advance);
    const type = choice.kind === 'distance' ? 'float32' : 'uint8';
    const bytes = streamVolume({ ...grid, type, anatomical: false }, pieces, output, { compress: args.compress });
    const isWhole = await writeStream(output, bytes, interrupt.requested);
    if (!isWhole) process.exitCode = interrupt.exitCode();
  } finally {
    progress.stop();
    interrupt.ignore();
    gpu.destroy();
  }
}

function createPieces(
  bvh: Bvh,
  mesh: Mesh,
  grid: ReturnType<typeof gridAround>,
  { kind, band }: FieldChoice,
  sign: SignMethod,
): AsyncGenerator<Uint8Array | Float32Array, void> {
  if (kind === 'voxelize') return voxelizeInPieces(bvh, mesh, grid, { sign });
  return distanceFieldInPieces(bvh, mesh, grid, { sign, within: band * grid.indexToWorld.columns[0][0] });
}

async function* advanceThrough<Piece extends { readonly length: number }>(
  pieces: AsyncIterable<Piece>,
  total: number,
  advance: (steps: number) => void,
): AsyncGenerator<Piece, void> {
  let [done, shown] = [0, 0];
  for await (const piece of pieces) {
    done += piece.length;
    const steps = Math.floor((PROGRESS_STEPS * done) / total);
    advance(steps - shown);
    shown = steps;
    yield piece;
  }
}

/** @returns whether all of it was written. */
async function writeStream(path: string, bytes: AsyncIterable<Uint8Array>, isStopped: () => boolean): Promise<boolean> {
  const file = await PartialFile.create(path);
  try {
    for await (const piece of bytes) {
      if (isStopped()) return false;
      await file.write(piece);
    }
    await file.commit();
    return true;
  } finally {
    await file.discard();
  }
}
