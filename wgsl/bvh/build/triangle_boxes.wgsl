// The box of every triangle.

import package::bvh::box::Box;
import package::bvh::build::mesh_triangle::{box_of, corners_of, size};

@group(0) @binding(3) var<storage, read_write> boxes: array<Box>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var triangle = id.x; triangle < size.triangles; triangle += groups.x * width) {
    boxes[triangle] = box_of(corners_of(triangle));
  }
}
