/** How often a surface goes around points. */
import { allocateStorage, createConstants, readWords } from '../../gpu/buffers.js';
import { packStruct } from '../../gpu/structs.js';
import { submitPass } from '../../gpu/submit-pass.js';
import { encodeLoop } from '../../split/encode-loop.js';
import type { Bvh } from '../bvh.js';
import { answerInChunks, defaultChunk } from '../chunks.js';
import { countPoints, type Points, relativeTo } from '../relative-points.js';
import { createDipolePyramid } from './dipole-pyramid.js';
import { PointOrder } from './point-order.js';

export interface FindWindingOptions {
  /** Points that are answered together, which bounds the device's memory. */
  readonly chunk?: number;
}

/**
 * The winding number of each point: 1 inside of a closed surface whose triangles are counter-clockwise from outside, 0
 * outside, and something in between where there are holes. Within 0.01 of the solid angles of all triangles.
 * @throws InputError if there are not three numbers a point.
 */
export async function findWinding(bvh: Bvh, points: Points, options: FindWindingOptions = {}): Promise<Float32Array> {
  const count = countPoints(points);
  const windings = new Float32Array(count);
  const { gpu } = bvh;
  const [dipoles, kernel] = await Promise.all([
    createDipolePyramid(bvh),
    gpu.kernels.get('bvh/queries/winding_numbers.wgsl'),
  ]);
  try {
    await answerInChunks(
      count,
      options.chunk ?? defaultChunk(bvh),
      (capacity) => createRoom(bvh, capacity),
      async ({ buffers, order }, first, length) => {
        const part = points.subarray(3 * first, 3 * (first + length));
        gpu.device.queue.writeBuffer(buffers.points, 0, relativeTo(bvh.origin, part));
        const fields = { points: length, capacity: length, nearest: 0, within: 0 };
        const query = createConstants(gpu, 'winding.query', packStruct('PointQuery', fields));
        submitPass(gpu, 'winding', (pass) => {
          order.encode(pass, bvh, query, buffers.points, length);
          const resources = { ...bvh.resources, ...buffers, query, size: bvh.meshSize, dipoles, order: order.order };
          encodeLoop(gpu, pass, kernel, resources, length);
        });
        const [words] = await readWords(gpu, [{ buffer: buffers.results, length }]);
        query.destroy();
        windings.set(new Float32Array(words!.buffer, 0, length), first);
      },
    );
  } finally {
    dipoles.destroy();
  }
  return windings;
}

async function createRoom(bvh: Bvh, capacity: number) {
  const [order, buffers] = await Promise.all([
    PointOrder.create(bvh.gpu, capacity),
    allocateStorage(bvh.gpu, 'winding', { points: 3 * capacity, results: capacity }),
  ]);
  const destroy = () => {
    for (const resource of [order, ...Object.values(buffers)]) resource.destroy();
  };
  return { capacity, order, buffers, destroy };
}
