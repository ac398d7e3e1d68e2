// Codes by which points near each other mostly come one after the other.

import package::bvh::queries::points::point_query::PointQuery;
import package::bvh::root_cell::root_code;
import package::bvh::wide_node::WideNode;

@group(0) @binding(0) var<uniform> query: PointQuery;
@group(0) @binding(1) var<storage, read> nodes: array<WideNode>;
@group(0) @binding(2) var<storage, read> points: array<f32>;
@group(0) @binding(3) var<storage, read_write> codes: array<u32>;

override width = 64u;

// Cells of each axis, a power of two: 10 bits of each axis make 30.
const CELLS = 1024.0;
// src/bvh/queries/points/point-order.ts knows it too.
const CODE_BITS = 22u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let root = nodes[0];
  for (var i = id.x; i < query.points; i += groups.x * width) {
    let point = vec3f(points[3u * i], points[3u * i + 1u], points[3u * i + 2u]);
    codes[i] = root_code(point, root, CELLS) >> (30u - CODE_BITS);
  }
}
