// The box of every triangle; in the order of the leaves, where that is known, and then the triangle itself too.

import package::bvh::box::{Box, empty_box};
import package::bvh::mesh_size::MeshSize;
import package::bvh::slot_triangle::{NO_TRIANGLE, SlotTriangle};

@group(0) @binding(0) var<uniform> size: MeshSize;
@group(0) @binding(1) var<storage, read> positions: array<f32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read_write> boxes: array<Box>;
@if(ordered) @group(0) @binding(4) var<storage, read> order: array<u32>;
@if(ordered) @group(0) @binding(5) var<storage, read_write> slots: array<SlotTriangle>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var slot = id.x; slot < size.triangles; slot += groups.x * width) {
    @if(ordered) let triangle = order[slot];
    @else let triangle = slot;
    let corners = vec3u(indices[3u * triangle], indices[3u * triangle + 1u], indices[3u * triangle + 2u]);
    var box = empty_box();
    @if(ordered) var kept = SlotTriangle(vec3f(0.0), NO_TRIANGLE, vec3f(0.0), vec3f(0.0));
    if all(corners < vec3u(size.vertices)) {
      let a = read_position(corners.x);
      let b = read_position(corners.y);
      let c = read_position(corners.z);
      if is_finite(a) && is_finite(b) && is_finite(c) {
        box = Box(min(min(a, b), c), max(max(a, b), c));
        @if(ordered) kept = SlotTriangle(a, triangle, b, c);
      }
    }
    boxes[slot] = box;
    @if(ordered) slots[slot] = kept;
  }
}

fn read_position(vertex: u32) -> vec3f {
  return vec3f(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}

// Looks at the exponents, since a compiler may assume that no number is infinite or NaN.
fn is_finite(position: vec3f) -> bool {
  return all((bitcast<vec3u>(position) & vec3u(0x7f800000u)) != vec3u(0x7f800000u));
}
