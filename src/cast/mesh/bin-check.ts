/** Counts of the device while it binned triangles: how many there are, and whether the bins have room for them. */

import type { ReadRange } from '../../gpu/readback.js';
import { sizeBytesOf } from '../../gpu/shaders/structs.js';
import type { BinCounts, Binner } from '../../tiles/binner.js';
import type { ResidentMeshes } from './mesh-store.js';

export interface MeshCounts {
  /** Triangles that cannot be drawn. */
  readonly trianglesSkipped: number;
  /** Undefined without bins of such rays. */
  readonly counts: BinCounts | undefined;
  readonly lightCounts: BinCounts | undefined;
}

/** The ranges to read for `decodeMeshCounts`. */
export function meshCountRanges({ geometry, binner, lightBinner }: ResidentMeshes): ReadRange[] {
  const headerOf = ({ header: buffer }: Binner) => ({ buffer, offsetBytes: 0, sizeBytes: sizeBytesOf('BinHeader') });
  return [
    { buffer: geometry.skipped, offsetBytes: 0, sizeBytes: Uint32Array.BYTES_PER_ELEMENT },
    ...(binner ? [headerOf(binner)] : []),
    ...(lightBinner ? [headerOf(lightBinner)] : []),
  ];
}

/** @throws InputError for more pairs of tiles and items than can be counted. */
export function decodeMeshCounts({ binner, lightBinner }: ResidentMeshes, parts: readonly ArrayBuffer[]): MeshCounts {
  const [skipped, ...headers] = parts;
  return {
    trianglesSkipped: new Uint32Array(skipped!)[0]!,
    counts: binner?.readCounts(headers[0]!),
    lightCounts: lightBinner?.readCounts(headers.at(-1)!),
  };
}

/** Makes room in bins that had too little. @returns whether there were any: then the frame is not whole. */
export async function growBins(
  { binner, lightBinner }: ResidentMeshes,
  { counts, lightCounts }: MeshCounts,
): Promise<boolean> {
  const grown = await Promise.all([
    binner && counts ? binner.makeRoom(counts) : false,
    lightBinner && lightCounts ? lightBinner.makeRoom(lightCounts) : false,
  ]);
  return grown.includes(true);
}
