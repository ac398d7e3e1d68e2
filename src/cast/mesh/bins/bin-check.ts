/** Counts of the device while it binned triangles: how many there are, and whether the bins have room for them. */

import type { ReadRange } from '../../../gpu/host/readback.js';
import { sizeBytesOf } from '../../../gpu/shaders/structs.js';
import type { BinCounts, Binner } from '../../../tiles/binner.js';
import type { ResidentMeshes } from '../mesh-store.js';

type BinnedMeshes = Pick<ResidentMeshes, 'binner' | 'lightBinner'>;

export interface BinCountsByView {
  /** Undefined if these rays have no bins. */
  readonly counts: BinCounts | undefined;
  readonly lightCounts: BinCounts | undefined;
}

export interface MeshCounts extends BinCountsByView {
  /** Triangles that cannot be drawn. */
  readonly trianglesSkipped: number;
}

/** The ranges to read for `decodeBinCounts`. */
export function binCountRanges({ binner, lightBinner }: BinnedMeshes): ReadRange[] {
  const headerOf = ({ header: buffer }: Binner) => ({ buffer, offsetBytes: 0, sizeBytes: sizeBytesOf('BinHeader') });
  return [binner, lightBinner].flatMap((each) => (each ? [headerOf(each)] : []));
}

/** @throws InputError for more pairs of tiles and items than can be counted. */
export function decodeBinCounts(
  { binner, lightBinner }: BinnedMeshes,
  headers: readonly ArrayBuffer[],
): BinCountsByView {
  return {
    counts: binner?.readCounts(headers[0]!),
    lightCounts: lightBinner?.readCounts(headers.at(-1)!),
  };
}

/** The ranges to read for `decodeMeshCounts`. */
export const meshCountRanges = (meshes: ResidentMeshes): ReadRange[] => [
  { buffer: meshes.geometry.skipped, offsetBytes: 0, sizeBytes: Uint32Array.BYTES_PER_ELEMENT },
  ...binCountRanges(meshes),
];

/** @throws InputError for more pairs of tiles and items than can be counted. */
export function decodeMeshCounts(meshes: ResidentMeshes, parts: readonly ArrayBuffer[]): MeshCounts {
  const [skipped, ...headers] = parts;
  return { trianglesSkipped: new Uint32Array(skipped!)[0]!, ...decodeBinCounts(meshes, headers) };
}

/** Pairs that each has room for. */
export const binCapacities = ({ binner, lightBinner }: BinnedMeshes): (number | undefined)[] => [
  binner?.pairCapacity,
  lightBinner?.pairCapacity,
];

/** Whether bins of these capacities had room for all pairs. */
export function hadRoom(
  [capacity = Infinity, lightCapacity = Infinity]: readonly (number | undefined)[],
  { counts, lightCounts }: BinCountsByView,
): boolean {
  return (counts?.pairs ?? 0) <= capacity && (lightCounts?.pairs ?? 0) <= lightCapacity;
}

/** Makes room in bins that had too little. @returns whether there were any: then the frame is not whole. */
export async function growBins(
  { binner, lightBinner }: BinnedMeshes,
  { counts, lightCounts }: BinCountsByView,
): Promise<boolean> {
  const grown = await Promise.all([
    binner && counts ? binner.makeRoom(counts) : false,
    lightBinner && lightCounts ? lightBinner.makeRoom(lightCounts) : false,
  ]);
  return grown.includes(true);
}
