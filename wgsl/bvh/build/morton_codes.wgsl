// Morton codes of 63 bits of the triangles' centroids, in two words: along them, what is near is mostly near in space.

import package::bvh::box::Box;
import package::bvh::mesh_size::MeshSize;
import package::bvh::morton::morton_code;

struct Root {
  // Index of the box of all triangles in the pyramid.
  index: u32,
}

@group(0) @binding(0) var<uniform> size: MeshSize;
@group(0) @binding(1) var<storage, read> positions: array<f32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> boxes: array<Box>;
@group(0) @binding(4) var<uniform> root: Root;
@group(0) @binding(5) var<storage, read_write> codes_low: array<u32>;
@group(0) @binding(6) var<storage, read_write> codes_high: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let all = boxes[root.index];
  let extent = all.high - all.low;
  // One scale for all axes: cells are cubes.
  let longest = max(max(extent.x, extent.y), extent.z);
  let scale = select(0.0, 1.0 / longest, longest > 0.0);
  for (var triangle = id.x; triangle < size.triangles; triangle += groups.x * width) {
    var sum = vec3f(0.0);
    for (var corner = 3u * triangle; corner < 3u * triangle + 3u; corner += 1u) {
      // A triangle with a corner that does not exist may have any code.
      let vertex = 3u * min(indices[corner], size.vertices - 1u);
      sum += vec3f(positions[vertex], positions[vertex + 1u], positions[vertex + 2u]) - all.low;
    }
    let code = morton_code(sum * (scale / 3.0));
    codes_low[triangle] = code.low;
    codes_high[triangle] = code.high;
  }
}
