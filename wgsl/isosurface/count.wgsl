// Counts the vertices on the three edges that begin at each grid point, and the triangles of its cell.

import package::isosurface::slab::{case_of, crosses, has_cell, point_at, point_count};

@group(0) @binding(2) var<storage, read> case_counts: array<u32>;
// A zero after the last point becomes the sum in the scan.
@group(0) @binding(3) var<storage, read_write> vertex_counts: array<u32>;
@group(0) @binding(4) var<storage, read_write> triangle_counts: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = point_count();
  for (var index = id.x; index <= count; index += groups.x * width) {
    var vertices = 0u;
    var triangles = 0u;
    if index < count {
      let point = point_at(index);
      vertices = u32(crosses(point, 0u)) + u32(crosses(point, 1u)) + u32(crosses(point, 2u));
      if has_cell(point) {
        triangles = case_counts[case_of(point)];
      }
    }
    vertex_counts[index] = vertices;
    triangle_counts[index] = triangles;
  }
}
