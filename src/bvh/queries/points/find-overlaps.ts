/** All triangles that meet boxes or balls: the device finds those that may, and float64 decides. */
import { InputError } from '../../../errors.js';
import { readWords } from '../../../gpu/allocate-storage.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { Box } from '../../../mesh/bounding-box.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { overlapsBall, overlapsBox } from '../../../mesh/triangle/overlap-triangle.js';
import { triangleCorners } from '../../../mesh/triangle/triangle-corners.js';
import type { Bvh } from '../../bvh.js';
import { answerInChunks, defaultChunk } from '../../chunks.js';
import { OverlapQuery } from './overlap-query.js';

/** A ball in the world. */
export interface Ball {
  /** The centre, in the world. */
  readonly center: Vec3;
  /** The radius, in world units. */
  readonly radius: number;
}

/** The triangles that meet the box or ball i are those from `offsets[i]` on, up to `offsets[i + 1]`, in order. */
export interface Overlaps {
  /** One more than there are boxes or balls. */
  readonly offsets: Uint32Array;
  /** Indices in the mesh. */
  readonly triangles: Uint32Array;
}

/**
 * The triangles of `mesh`, which `bvh` is built of, that have a point in each box, its faces included, or each ball, its surface
 * included; in world units.
 * @throws InputError for a box or ball that is not finite, and where the adapter has no buffer for all that may overlap.
 */
export async function findOverlaps(bvh: Bvh, mesh: Mesh, regions: readonly (Box | Ball)[]): Promise<Overlaps> {
  const candidates = await findCandidates(bvh, regions.map(boxOf));
  const offsets = new Uint32Array(regions.length + 1);
  const found: number[] = [];
  for (const [index, region] of regions.entries()) {
    for (const triangle of candidates[index]!.sort()) {
      const corners = triangleCorners(mesh, triangle);
      const meets =
        'radius' in region ? overlapsBall(corners, region.center, region.radius) : overlapsBox(corners, region);
      if (meets) found.push(triangle);
    }
    offsets[index + 1] = found.length;
  }
  return { offsets, triangles: Uint32Array.from(found) };
}

function boxOf(region: Box | Ball): Box {
  const box: Box =
    'radius' in region
      ? {
          min: region.center.map((coordinate) => coordinate - region.radius) as unknown as Vec3,
          max: region.center.map((coordinate) => coordinate + region.radius) as unknown as Vec3,
        }
      : region;
  if (![...box.min, ...box.max].every(Number.isFinite)) {
    throw new InputError(`a box or ball must be finite, not from (${box.min.join(', ')}) to (${box.max.join(', ')})`);
  }
  return box;
}

/** Half a unit in the last place of float32 and more: boxes must not become smaller by rounding. */
const WIDER = 2 ** -23;

/** The triangles that meet each box, and a few beside it. */
async function findCandidates(bvh: Bvh, boxes: readonly Box[]): Promise<Uint32Array[]> {
  const { gpu, origin } = bvh;
  const corners = new Float32Array(6 * boxes.length);
  for (const [index, { min, max }] of boxes.entries()) {
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = [min[axis]! - origin[axis]!, max[axis]! - origin[axis]!];
      corners[6 * index + axis] = low - Math.abs(low) * WIDER;
      corners[6 * index + 3 + axis] = high + Math.abs(high) * WIDER;
    }
  }
  const candidates: Uint32Array[] = new Array(boxes.length);
  await answerInChunks(
    boxes.length,
    defaultChunk(bvh),
    (capacity) => OverlapQuery.create(bvh, { capacity, kind: 'boxes' }),
    async (query, first, length) => {
      gpu.device.queue.writeBuffer(query.regions, 0, corners, 6 * first, 6 * length);
      const total = await query.run(length);
      const [offsets, triangles] = await readWords(gpu, [
        { buffer: query.offsets, length: length + 1 },
        { buffer: query.triangles, length: total },
      ]);
      for (let index = 0; index < length; index++) {
        candidates[first + index] = triangles!.subarray(offsets![index], offsets![index + 1]);
      }
    },
  );
  return candidates;
}
