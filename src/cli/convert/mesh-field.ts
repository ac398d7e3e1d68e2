/** A mesh as a volume: its signed distances, or which voxels are inside. */
import { type Mesh, STREAMABLE_VOLUMES, streamVolume } from '../../index.js';
import { Bvh, distanceFieldInPieces, gridAround, type SignMethod, voxelizeInPieces } from '../../mesh-queries.js';
import { PartialFile } from '../../node/index.js';
import { fail, optional, parseIndex, parsePositive } from '../../recipe/parse/parse-options.js';
import type { AdapterArguments } from '../arguments/adapter-options.js';
import { listenForInterrupt } from '../interrupt.js';
import { chooseSides } from '../intersect/choose-sides.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { createProgress } from '../progress.js';

export const FIELD_OPTIONS = {
  distance: {
    type: 'string',
    describe: 'Write the signed distance to a mesh, negative inside, as a volume of N voxels along its longest axis',
  },
  band: {
    type: 'string',
    describe: 'With --distance, clamp distances this many voxels from the surface',
  },
  voxelize: {
    type: 'string',
    describe:
      'Write a label volume of N voxels along the longest axis: 1 where a voxel’s centre is inside the mesh, else 0',
  },
} as const;

export interface FieldArguments extends AdapterArguments {
  readonly distance?: string | undefined;
  readonly band?: string | undefined;
  readonly voxelize?: string | undefined;
}

export interface FieldChoice {
  readonly kind: 'distance' | 'voxelize';
  /** Voxels along the longest axis. */
  readonly resolution: number;
  /** Half the width of a narrow band, in voxels. */
  readonly band: number;
}

/** Undefined where a mesh is to stay a mesh. */
export function chooseField(args: FieldArguments, output: string): FieldChoice | undefined {
  const { distance, voxelize } = args;
  const band = optional('band', args.band, parsePositive);
  if (band !== undefined && distance === undefined) fail('--band: is for --distance');
  if (distance !== undefined && voxelize !== undefined) fail('--voxelize: leave it out with --distance');
  const kind = distance === undefined ? 'voxelize' : 'distance';
  const resolution = optional(kind, args[kind], parseIndex);
  if (resolution === undefined) return undefined;
  if (resolution < 8 || resolution > 4096) fail(`--${kind}: must be 8 to 4096 voxels, not ${resolution}`);
  if (!STREAMABLE_VOLUMES.some((ending) => output.toLowerCase().endsWith(ending))) {
    fail(`${output}: is a volume for --${kind}; name it ${STREAMABLE_VOLUMES.join(' or ')}`);
  }
  return { kind, resolution, band: band ?? Infinity };
}

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
