/** The scan: a head that we make, like a CT with contrast agent, or a scan from a file. */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createVolume, type Vec3, type Volume, type VoxelArray } from 'tilecast';
import { readVolumeFile } from 'tilecast/node';
import { sampleHead } from '../../volumes/head-phantom.js';

/** Voxels in the file's order on axes of their own: orientations are none of the comparison's business. */
export interface Scan {
  readonly name: string;
  readonly sizes: Vec3;
  readonly spacings: Vec3;
  readonly voxels: VoxelArray;
  /** Type of the voxels, as the name of a typed array. */
  readonly type: string;
  /** File of the voxels as they are in memory. */
  readonly rawPath: string;
  /** Directions along the scan's axes: where the face looks, and where the crown is. */
  readonly anterior: Vec3;
  readonly superior: Vec3;
}

export const asVolume = ({ sizes, voxels, spacings: [x, y, z] }: Scan): Volume =>
  createVolume({
    sizes,
    voxels,
    indexToWorld: {
      columns: [
        [x, 0, 0],
        [0, y, 0],
        [0, 0, z],
      ],
      origin: [0, 0, 0],
    },
  });

const SIDE = 256;
/** The phantom's head and neck just fit. */
const SPACING_MM = 0.85;
const ORIGIN_MM = [-108.4, -113, -103] as const;
/** Standard deviation of the noise, in Hounsfield units. */
const NOISE = 12;
/** It takes half a minute to make, and is always the same: kept until `node_modules` is removed. */
const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'tilecast-peers', `head-${SIDE}.raw`);

/** The phantom of `volumes/`, finer than the sample there and with a scanner's noise, in Hounsfield units as int16. */
export function loadHead(): Scan {
  const sizes = [SIDE, SIDE, SIDE] as const;
  const spacings = [SPACING_MM, SPACING_MM, SPACING_MM] as const;
  if (statSync(CACHE, { throwIfNoEntry: false })?.size !== 2 * SIDE ** 3) {
    const noise = normalNumbers(1972);
    const values = sampleHead({ sizes, spacings, origin: ORIGIN_MM });
    mkdirSync(dirname(CACHE), { recursive: true });
    const part = `${CACHE}.${process.pid}`;
    writeFileSync(
      part,
      Int16Array.from(values, (value) => Math.round(value + NOISE * noise())),
    );
    renameSync(part, CACHE);
  }
  const { buffer, byteOffset } = readFileSync(CACHE);
  const voxels = new Int16Array(buffer, byteOffset, SIDE ** 3);
  return {
    name: 'head',
    sizes,
    spacings,
    voxels,
    type: 'Int16Array',
    rawPath: CACHE,
    anterior: [0, 1, 0],
    superior: [0, 0, 1],
  };
}

/** A CT in Hounsfield units from a file, in any format that tilecast reads; `remove` what is laid down beside it. */
export async function loadFile(path: string): Promise<{ scan: Scan; remove: () => void }> {
  const { volume } = await readVolumeFile(path);
  const { sizes, voxels, indexToWorld } = volume;
  const spacings = indexToWorld.columns.map((column) => Math.hypot(...column)) as unknown as Vec3;
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-peers-'));
  const rawPath = join(folder, 'voxels.raw');
  writeFileSync(rawPath, voxels);
  return {
    scan: {
      name: basename(path),
      sizes,
      spacings,
      voxels,
      type: voxels.constructor.name,
      rawPath,
      // The world is LPS.
      anterior: axisTowards(indexToWorld, [0, -1, 0]),
      superior: axisTowards(indexToWorld, [0, 0, 1]),
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The axis of the scan that is nearest to a direction in the world. */
function axisTowards({ columns }: Volume['indexToWorld'], direction: Vec3): Vec3 {
  const along = columns.map(
    (column) => column.reduce((sum, x, i) => sum + x * direction[i]!, 0) / Math.hypot(...column),
  );
  const axis = along.reduce((best, share, index) => (Math.abs(share) > Math.abs(along[best]!) ? index : best), 0);
  return [0, 1, 2].map((index) => (index === axis ? Math.sign(along[axis]!) : 0)) as unknown as Vec3;
}

/** Standard normal, nearly, and the same on every machine: sums of a linear congruential generator's numbers. */
function normalNumbers(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return () => {
    let sum = -6;
    for (let index = 0; index < 12; index++) sum += uniform();
    return sum;
  };
}
