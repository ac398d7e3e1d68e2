/** All triangles that meet boxes or balls: the device finds those that may, and float64 decides. */
import { InputError } from '../../../errors.js';
import { allocateStorage, createConstants, readWords } from '../../../gpu/buffers.js';
import { packStruct } from '../../../gpu/structs.js';
import { submitPass } from '../../../gpu/submit-pass.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { Box } from '../../../mesh/bounds.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { overlapsBall, overlapsBox } from '../../../mesh/triangle/overlap-triangle.js';
import { triangleCorners } from '../../../mesh/triangle/triangle-corners.js';
import { encodeLoop } from '../../../split/encode-loop.js';
import type { Bvh } from '../../bvh.js';

export interface Ball {
  readonly center: Vec3;
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
  const { offsets: all, triangles: candidates } = await findCandidates(bvh, regions.map(boxOf));
  const offsets = new Uint32Array(regions.length + 1);
  const found: number[] = [];
  for (const [index, region] of regions.entries()) {
    for (const triangle of candidates.subarray(all[index], all[index + 1]).sort()) {
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

async function findCandidates(bvh: Bvh, boxes: readonly Box[]): Promise<Overlaps> {
  const { gpu, origin } = bvh;
  const ranges = new Float32Array(6 * boxes.length);
  for (const [index, { min, max }] of boxes.entries()) {
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = [min[axis]! - origin[axis]!, max[axis]! - origin[axis]!];
      ranges[6 * index + axis] = low - Math.abs(low) * WIDER;
      ranges[6 * index + 3 + axis] = high + Math.abs(high) * WIDER;
    }
  }
  const path = 'bvh/queries/points/overlap_candidates.wgsl';
  const [count, list, buffers] = await Promise.all([
    gpu.kernels.get(path),
    gpu.kernels.get(path, { conditions: { list: true } }),
    allocateStorage(gpu, 'overlaps', { ranges: ranges.length, results: boxes.length }),
  ]);
  const fields = { points: boxes.length, capacity: boxes.length, nearest: 0, within: 0 };
  const query = createConstants(gpu, 'overlaps.query', packStruct('PointQuery', fields));
  try {
    gpu.device.queue.writeBuffer(buffers.ranges, 0, ranges);
    const resources = { ...bvh.resources, ...buffers, query };
    submitPass(gpu, 'overlaps', (pass) => encodeLoop(gpu, pass, count, resources, boxes.length));
    const [counts] = await readWords(gpu, [{ buffer: buffers.results, length: boxes.length }]);
    const offsets = new Uint32Array(boxes.length + 1);
    for (const [index, triangles] of counts!.entries()) offsets[index + 1] = offsets[index]! + triangles;
    const total = offsets.at(-1)!;
    const lists = await allocateStorage(gpu, 'overlaps', { offsets: offsets.length, candidates: total });
    gpu.device.queue.writeBuffer(lists.offsets, 0, offsets);
    submitPass(gpu, 'overlaps', (pass) => encodeLoop(gpu, pass, list, { ...resources, ...lists }, boxes.length));
    const [triangles] = await readWords(gpu, [{ buffer: lists.candidates, length: total }]);
    for (const buffer of Object.values(lists)) buffer.destroy();
    return { offsets, triangles: triangles! };
  } finally {
    for (const buffer of [...Object.values(buffers), query]) buffer.destroy();
  }
}
