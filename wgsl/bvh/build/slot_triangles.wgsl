// The triangles in the order of the leaves, and their boxes.

import package::bvh::box::Box;
import package::bvh::build::mesh_triangle::{box_of, corners_of, size};
import package::bvh::slot_triangle::{NO_TRIANGLE, SlotTriangle};

@group(0) @binding(3) var<storage, read_write> boxes: array<Box>;
@group(0) @binding(4) var<storage, read> order: array<u32>;
@group(0) @binding(5) var<storage, read_write> slots: array<SlotTriangle>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var slot = id.x; slot < size.triangles; slot += groups.x * width) {
    let triangle = order[slot];
    let corners = corners_of(triangle);
    boxes[slot] = box_of(corners);
    if corners.exist {
      slots[slot] = SlotTriangle(corners.a, triangle, corners.b, corners.c);
    } else {
      slots[slot] = SlotTriangle(vec3f(0.0), NO_TRIANGLE, vec3f(0.0), vec3f(0.0));
    }
  }
}
