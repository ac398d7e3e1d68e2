// Ask what segments cross a mesh, and where first.
import { Bvh, intersectSegments } from 'tilecast/mesh';
import { loadMesh, openGpu } from 'tilecast/node';

const gpu = await openGpu();
const bvh = await Bvh.build(gpu, await loadMesh('volumes/knot.ply'));
const from = Float32Array.from({ length: 3000 }, (_, at) => (at % 3 === 2 ? -10 : 4 * Math.sin(at)));
const to = from.map((value, at) => (at % 3 === 2 ? 10 : value));
const { triangles, t } = await intersectSegments(bvh, { from, to }, 'nearest');
const first = triangles.findIndex((triangle) => triangle >= 0);
console.log(
  `${triangles.filter((triangle) => triangle >= 0).length} of 1000 hit; segment ${first} at ${t[first].toFixed(3)}`,
);
bvh.destroy();
gpu.destroy();
