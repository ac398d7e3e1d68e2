/** A small copy of a volume, for immediate pictures. */
import { decimate, type Vec3, type Volume } from '../../index.js';

/** Voxels along each side of a copy: small enough for caches, and about the resolution of a moving picture. */
const DRAFT_SIDE = 128;

/** A copy with at most this many voxels along each side, or undefined for a volume that has no more. */
export function createDraft(volume: Volume, side: number = DRAFT_SIDE): Volume | undefined {
  const factors = volume.sizes.map((size) => Math.ceil(size / side)) as unknown as Vec3;
  return factors.every((factor) => factor === 1) ? undefined : decimate(volume, factors);
}
