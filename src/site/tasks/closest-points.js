// Find how far points are from a mesh, and whether they lie in it.
import { Bvh, findClosest, findSides } from 'tilecast/mesh';
import { loadMesh, openGpu } from 'tilecast/node';

const gpu = await openGpu();
const mesh = await loadMesh('volumes/knot.ply');
const bvh = await Bvh.build(gpu, mesh);
const points = Float32Array.of(0, 0, 0, 2, 0, 0, 0, 5, 0);
const { distances } = await findClosest(bvh, points);
const { inside } = await findSides(bvh, mesh, points);
console.log(
  `distances ${Array.from(distances, (distance) => distance.toFixed(2)).join(', ')}; inside: ${inside.join(', ')}`,
);
bvh.destroy();
gpu.destroy();
